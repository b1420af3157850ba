/// The updates that a program has not taken yet. Of each kind the newest stays, so that one that
/// is slow costs no more memory than the documents themselves.
///
/// - Documents: the newest of each station or session. That one is gone is a document, too.
/// - Events: the newest invitation, alert and request to the player of each session.
/// - The connection: its newest state, after all that came before it.
struct UpdateBuffer: Sendable {
    private enum Key: Hashable {
        case document(String)
        case event(session: String, kind: Int)
        case connection
    }

    /// The keys in the order in which they are taken. A key that has moved is further behind, too.
    private var order: [(key: Key, ticket: Int)] = []
    private var taken = 0
    private var lastTicket = 0
    private var waiting: [Key: (update: HubUpdate, ticket: Int)] = [:]
    /// The documents that were told, by their owners, as records that end them.
    private var known: [String: HubRecord] = [:]
    /// Those of them that were told before the hub began anew, and not since.
    private var doubtful: Set<String> = []
    /// The state of the connection that was last taken.
    private var lastConnection: HubUpdate?

    /// The number of updates that wait.
    var count: Int { waiting.count }

    /// The hub has subscribed it; unless `recovered`, what it does not tell again is gone.
    mutating func subscribed(recovered: Bool) {
        doubtful = recovered ? [] : Set(known.keys)
    }

    /// A record came.
    mutating func add(_ record: HubRecord) {
        let owner = record.owner
        doubtful.remove(owner)
        var ending = record
        (ending.content, ending.tree, ending.changes, ending.changed) = (.removed, nil, nil, [])
        known[owner] = record.content == .removed ? nil : ending
        put(.changed(merged(record)), .document(owner), inPlace: true)
    }

    /// All that was there has come.
    mutating func synced() {
        for owner in doubtful.sorted() {
            if let ending = known[owner] { add(ending) }
        }
        doubtful = []
        note(.synced)
    }

    /// Something happened in a session.
    mutating func add(_ event: HubEvent) {
        let kind = event.requested != nil ? 0 : event.alert != nil ? 1 : 2
        put(.happened(event), .event(session: event.session, kind: kind))
    }

    /// The connection has ended.
    mutating func interrupted(by error: HubClientError) {
        note(.interrupted(error))
    }

    /// Attempts that fail for the same reason are told once.
    private mutating func note(_ connection: HubUpdate) {
        waiting[.connection] = nil
        if connection != lastConnection { put(connection, .connection) }
    }

    /// Takes the update that has waited longest.
    mutating func take() -> HubUpdate? {
        while taken < order.count {
            let (key, ticket) = order[taken]
            taken += 1
            guard let entry = waiting[key], entry.ticket == ticket else { continue }
            waiting[key] = nil
            if key == .connection { lastConnection = entry.update }
            compact()
            return entry.update
        }
        compact()
        return nil
    }

    /// Puts an update in the place of an earlier one of its key; else, or then, at the end.
    private mutating func put(_ update: HubUpdate, _ key: Key, inPlace: Bool = false) {
        if inPlace, let ticket = waiting[key]?.ticket {
            waiting[key] = (update, ticket)
            return
        }
        lastTicket += 1
        waiting[key] = (update, lastTicket)
        order.append((key, lastTicket))
        if order.count > 2 * waiting.count + 64 { compact(force: true) }
    }

    /// Tells all that changed since the program took one, and a sender only if it was the only one.
    private func merged(_ record: HubRecord) -> HubRecord {
        guard case .changed(let earlier)? = waiting[.document(record.owner)]?.update else {
            return record
        }
        var merged = record
        merged.changed += earlier.changed.filter { !record.changed.contains($0) }
        if record.sender != earlier.sender { merged.sender = nil }
        return merged
    }

    /// Forgets the keys that were taken, once they are most of all.
    private mutating func compact(force: Bool = false) {
        guard force || taken > 64 && taken > order.count / 2 else { return }
        order = order[taken...].filter { waiting[$0.key]?.ticket == $0.ticket }
        taken = 0
    }
}
