import NowPlaying

/// Writes that the store does not take though it answers, as when it is full, and what follows from
/// that.
///
/// A write that is refused for its revision is none of them: another member was first.
struct Rejections: Sendable {
    /// The keys whose last writes were not taken.
    private var keys: Set<StoreKey> = []
    /// The time since which there has been such a key.
    private(set) var since: Instant?
    /// The reason why the last one was not taken.
    private(set) var reason = ""
    /// It was said that there are some.
    var isReported = false
    /// No state is written before.
    var pausedUntil: Instant?
    /// The size of the largest state among them.
    private var size = 0
    /// So many bytes are to be taken before this member joins again.
    var trialSize = 0

    /// A write was not taken.
    mutating func begin(_ key: StoreKey, _ size: Int, _ reason: String, at now: Instant) {
        keys.insert(key)
        since = since ?? now
        self.reason = reason
        // One byte is tried where it is not known how many are too many.
        self.size = max(self.size, size, 1)
    }

    /// A write of a key was taken, or is this member's no more.
    mutating func end(_ key: StoreKey) {
        guard keys.remove(key) != nil, keys.isEmpty else { return }
        (since, pausedUntil, size, isReported) = (nil, nil, 0, false)
    }

    mutating func woke(at now: Instant) {
        if let until = pausedUntil, until <= now { pausedUntil = nil }
    }

    // MARK: Connections

    /// The connection is gone: the next one begins with what was not taken on this one.
    mutating func disconnected() {
        if since != nil { trialSize = max(trialSize, size) }
        (keys, since, pausedUntil, size, isReported) = ([], nil, nil, 0, false)
    }
}
