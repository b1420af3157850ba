import DequeModule

/// The order in which clients are served that have something to take and take it.
///
/// A client that becomes ready is first given a small share, before all that have had one and
/// still want more: a client that is sent a line now and then does not wait for thousands that
/// are sent everything. Those that want more take turns, and a part of each turn is theirs.
struct ReadyQueue: Sendable {
    private var light: Deque<ClientID> = []
    /// Clients that have had their small share.
    private var heavy: Deque<ClientID> = []

    var isEmpty: Bool { light.isEmpty && heavy.isEmpty }

    /// A client that became ready.
    mutating func append(_ id: ClientID) { light.append(id) }

    /// A client that has been given a share and wants more.
    mutating func appendHeavy(_ id: ClientID) { heavy.append(id) }

    /// A heavy client that is to have its turn later, before the others.
    mutating func putBack(_ id: ClientID) { heavy.prepend(id) }

    /// The next client.
    ///
    /// - Parameter prefersHeavy: The part of the turn has begun that belongs to heavy clients.
    mutating func next(prefersHeavy: Bool) -> (id: ClientID, isHeavy: Bool)? {
        if prefersHeavy || light.isEmpty, let id = heavy.popFirst() { return (id, true) }
        return light.popFirst().map { ($0, false) }
    }
}
