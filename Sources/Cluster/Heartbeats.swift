import NowPlaying

/// The heartbeats of this member: which of them are under way, stored and told.
struct Heartbeats: Sendable {
    /// The one that has no answer.
    var unanswered: WriteID?
    /// The time at which the last one was sent.
    private(set) var sentAt: Instant
    /// The usual time of the next one.
    var next: Instant
    /// The revision of the first one that the store has stored on this connection.
    private var firstStored: UInt64?
    /// Those that are stored, with the times at which they were sent, until they are told.
    private var stored: [(revision: UInt64, sentAt: Instant)] = []
    /// The last revision of this member's key that the watch has told.
    var echoed: UInt64 = 0

    /// The one that was stored or told last, with its revision.
    private var noted: (write: WriteID, revision: UInt64)?

    init(at now: Instant) { (sentAt, next) = (now, now) }

    /// Nothing is said any more of those that were under way, and none is stored on another
    /// connection yet.
    mutating func disconnected() { (unanswered, firstStored, stored) = (nil, nil, []) }

    mutating func sent(_ write: WriteID, at now: Instant) { (unanswered, sentAt) = (write, now) }

    mutating func stored(at revision: UInt64) {
        firstStored = firstStored ?? revision
        stored.append((revision, sentAt))
    }

    /// Notes one that was stored or told.
    ///
    /// - Returns: Whether it was told under another revision than it was stored.
    mutating func isElsewhere(_ write: WriteID, than revision: UInt64) -> Bool {
        defer { noted = (write, revision) }
        return noted.map { $0.write == write && $0.revision != revision } ?? false
    }

    /// The store has stored one on this connection.
    var isConfirmed: Bool { firstStored != nil }

    /// True if the store has told one that it has stored on this connection, where it has told this
    /// member's key up to a revision.
    func isTold(upTo revision: UInt64) -> Bool { firstStored.map { $0 <= revision } ?? false }

    /// Returns the time at which the newest one that is told was sent: what was stored before it is
    /// told, too.
    mutating func takeTold() -> Instant? {
        let told = stored.prefix { $0.revision <= echoed }
        stored.removeFirst(told.count)
        return told.last?.sentAt
    }
}
