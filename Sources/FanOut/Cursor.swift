import NowPlaying
import Views

/// The index of a cursor within its subscription.
struct CursorIndex: Hashable, Comparable, Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }

    static func < (left: CursorIndex, right: CursorIndex) -> Bool { left.number < right.number }
}

/// The position of one subscription in one subject: the last delivery, and pending changes.
///
/// The state itself is not here: the subject has its newest snapshot, so a slow reader gets the
/// newest and nothing is queued.
struct Cursor: Sendable {
    /// The document that was delivered last.
    struct Delivered: Sendable {
        /// The hash of the document, where it has one.
        var hash: UInt64?
        var revision: Revision
        /// The document, where the next is compared with it or may be a patch to it.
        var document: (any ViewDocument)?
    }

    /// The document that was delivered last; `nil` when its client holds none.
    var delivered: Delivered?
    /// Its client may hold a document from an earlier connection, which is not known here.
    var mayHoldOlder = false
    /// The changes since then, beside those that its group has noted after `knownChanges`.
    var changes: StateParts = []
    /// It is still to be given its first document, or to be found to need none.
    var awaitsBackfill = false
    /// It stands in its subscriber's queue.
    var isQueued = false
    /// It waits for `due`.
    var isScheduled = false
    /// Its next document is not held back until `due`.
    var isUrgent = false
    /// It is on its group's list of cursors to mark at the next change.
    var isListed = false
    /// It is on its group's list of those that wait.
    var isListedAsWaiting = false
    /// The time from which on the next document may be delivered.
    var due = Instant(milliseconds: .min)
    /// The number of its group's changes that it has been marked for.
    var knownChanges = 0
    /// The first revision that it has not been given; `nil` when nothing is pending.
    var dirtySince: Revision?

    init() {}

    /// A cursor that holds nothing, on the lists that another is on.
    init(listedAs other: Cursor) {
        isListed = other.isListed
        isListedAsWaiting = other.isListedAsWaiting
        knownChanges = other.knownChanges
    }

    /// Its client holds a document of the subject, or may.
    var mayHoldSomething: Bool { delivered != nil || mayHoldOlder }

    /// True if an interval holds its next document back.
    func isEarly(at now: Instant) -> Bool { due > now && !isUrgent }

    // MARK: Lists of its group

    /// Joins the cursors to mark at the next change.
    ///
    /// - Returns: True if it was not among them.
    mutating func enlist(knowing changeCount: Int) -> Bool {
        guard !isListed else { return false }
        isListed = true
        knownChanges = changeCount
        return true
    }

    /// Leaves them: it is marked for a change.
    ///
    /// - Returns: True if it was among them.
    mutating func delist(knowing changeCount: Int) -> Bool {
        guard isListed else { return false }
        isListed = false
        knownChanges = changeCount
        return true
    }

    /// Joins those that wait.
    ///
    /// - Returns: True if it was not among them.
    mutating func enlistAsWaiting() -> Bool {
        defer { isListedAsWaiting = true }
        return !isListedAsWaiting
    }

    /// Leaves those that wait.
    ///
    /// - Returns: True if it waits for `due`.
    mutating func delistAsWaiting() -> Bool {
        isListedAsWaiting = false
        return isScheduled
    }
}
