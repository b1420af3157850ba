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
    /// What has changed since.
    var changes: ChangeClasses = []
    /// The first revision that it has not been given; `nil` when it is owed nothing.
    var owedSince: Revision?
    /// From when on the next may be delivered.
    var due = Instant(milliseconds: .min)
    /// It stands in its client's queue.
    var isQueued = false
    /// It waits for `due`.
    var isScheduled = false

    /// Its client holds a document of the station, or may.
    var mayHoldSomething: Bool { delivered != nil || mayHoldOlder }
}
