/// Takes what this hub's links make of its stations, with what another hub needs to go on from
/// there. Clients are served what comes back of it, by `Event.replicas`.
public protocol StateSink: AnyObject {
    /// Takes a record; a newer one of the same station or play replaces it.
    func write(_ record: StateRecord)
}

/// A record of what a link of this hub has made, in the form in which hubs exchange it.
public enum StateRecord: Sendable {
    /// A station's state with its newest spans.
    case snapshot(station: String, [UInt8])
    /// A play of a station under the play's id, for hubs that were away.
    case play(station: String, id: String, [UInt8])
}
