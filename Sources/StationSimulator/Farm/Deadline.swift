import NowPlaying

/// Something that a simulated server must do at a time.
struct Deadline: Comparable, Sendable {
    /// What is due.
    enum Subject: Hashable, Sendable {
        /// A station publishes.
        case publication(stationAt: Int)
        /// A client's session asked to be woken.
        case wake(ClientID)
    }

    let at: Instant
    /// Of two at one time, the one that was set first comes first.
    let order: UInt64
    let subject: Subject

    static func < (left: Deadline, right: Deadline) -> Bool {
        (left.at, left.order) < (right.at, right.order)
    }

    static func == (left: Deadline, right: Deadline) -> Bool {
        (left.at, left.order) == (right.at, right.order)
    }
}
