import NowPlaying

/// What one subscription holds of one station, and what it is owed.
///
/// The state itself is not here: it is a snapshot in the store, so that a reader who is slow gets
/// the newest and nothing is queued.
struct Pair: Sendable {
    /// The document that was delivered last.
    struct Delivered: Sendable {
        var hash: UInt64
        var revision: Revision
        /// This subscription itself got the whole of it, so a patch can build on it.
        var isWhole: Bool
    }

    /// The document that was delivered last; `nil` when it holds none.
    var delivered: Delivered?
    /// Its client may hold a document from an earlier connection, of which nothing is known here.
    var mayHoldOlder = false
    /// What has changed since, beside what its group has noted after `knownChanges`.
    var changes: ChangeClasses = []
    /// It is still to be given its first document, or to be found to need none.
    var awaitsBackfill = false
    /// It stands in its client's queue.
    var isQueued = false
    /// It waits for `due`.
    var isScheduled = false
    /// Its next document is not held back until `due`.
    var isUrgent = false
    /// It is on its group's list of those to tell of the next change.
    var isListed = false
    /// It is on its group's list of those that wait.
    var isListedAsWaiting = false
    /// From when on the next may be delivered.
    var due = Instant(milliseconds: .min)
    /// How many of its group's changes it has been told of.
    var knownChanges = 0
    /// The first revision that it has not been given; `nil` when it is owed nothing.
    var owedSince: Revision?

    init() {}

    /// A pair that holds nothing and is owed nothing, on the lists that another is on.
    init(listedAs other: Pair) {
        isListed = other.isListed
        isListedAsWaiting = other.isListedAsWaiting
        knownChanges = other.knownChanges
    }

    /// Its client holds a document of the station, or may.
    var mayHoldSomething: Bool { delivered != nil || mayHoldOlder }

    /// Whether an interval holds its next document back.
    func isEarly(at now: Instant) -> Bool { due > now && !isUrgent }

    // MARK: Lists of its group

    /// Joins those to tell of the next change.
    ///
    /// - Returns: Whether it was not among them.
    mutating func enlist(knowing changeCount: Int) -> Bool {
        guard !isListed else { return false }
        isListed = true
        knownChanges = changeCount
        return true
    }

    /// Leaves them: it is told of a change.
    ///
    /// - Returns: Whether it was among them.
    mutating func delist(knowing changeCount: Int) -> Bool {
        guard isListed else { return false }
        isListed = false
        knownChanges = changeCount
        return true
    }

    /// Joins those that wait.
    ///
    /// - Returns: Whether it was not among them.
    mutating func enlistAsWaiting() -> Bool {
        defer { isListedAsWaiting = true }
        return !isListedAsWaiting
    }

    /// Leaves those that wait.
    ///
    /// - Returns: Whether it does wait.
    mutating func delistAsWaiting() -> Bool {
        isListedAsWaiting = false
        return isScheduled
    }
}
