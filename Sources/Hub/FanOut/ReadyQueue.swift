import DequeModule

/// The order in which clients are served that have something to take and take it.
///
/// A client that becomes ready is first given some lines, before all that have had them and are
/// owed more. Of these, the ones that are owed changes come before those that are given the
/// present states of a new subscription, to which the last part of each turn belongs: a client
/// that is given changes does not wait for thousands of newcomers.
struct ReadyQueue: Sendable {
    /// What a client that is served may have.
    enum Share: Sendable {
        /// Some lines.
        case first
        /// All that one client may have of a turn.
        case whole
        /// The same, of the present states of a new subscription.
        case heavy
    }

    private var fresh: Deque<ClientID> = []
    /// Clients that have had some lines and are owed more changes.
    private var behind: Deque<ClientID> = []
    /// Those of them that have had all that one client may have of this turn.
    private var finished: Deque<ClientID> = []
    private var heavy: Deque<ClientID> = []

    var isEmpty: Bool {
        fresh.isEmpty && behind.isEmpty && finished.isEmpty && heavy.isEmpty
    }

    /// Every client may have its share again.
    mutating func beginShares() {
        behind.append(contentsOf: finished)
        finished.removeAll()
    }

    /// A client that became ready.
    mutating func append(_ id: ClientID) { fresh.append(id) }

    /// A client that has been served and is owed more.
    mutating func append(_ id: ClientID, isHeavy: Bool) {
        if isHeavy { heavy.append(id) } else { behind.append(id) }
    }

    /// A client that has nothing left of its share.
    mutating func finish(_ id: ClientID) { finished.append(id) }

    /// A heavy client that is to have its turn later, before the others.
    mutating func putBack(_ id: ClientID) { heavy.prepend(id) }

    /// The next client.
    ///
    /// - Parameter prefersHeavy: The part of the turn has begun that belongs to heavy clients.
    mutating func next(prefersHeavy: Bool) -> (id: ClientID, share: Share)? {
        if prefersHeavy, let id = heavy.popFirst() { return (id, .heavy) }
        if let id = fresh.popFirst() { return (id, .first) }
        if let id = behind.popFirst() { return (id, .whole) }
        return heavy.popFirst().map { ($0, .heavy) }
    }
}
