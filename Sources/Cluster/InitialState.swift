import NowPlaying

/// All that the store tells of its state at the beginning of a connection, until it is served.
struct InitialState: Sendable {
    var entries: [StoreEntry] = []
    var isComplete = false
    /// The time at which the last entry was told.
    var toldAt: Instant?
    /// The last sequence number of the store when the connection began.
    var head: UInt64 = 0
    /// The epoch that is to be another, since the store has less of it than it had.
    var condemned: String?

    /// The last entry of a key that was told.
    func last(of key: StoreKey) -> StoreEntry? { entries.last { $0.key == key } }
}
