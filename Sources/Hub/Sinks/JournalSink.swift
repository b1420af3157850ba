public import NowPlaying

/// Takes the journal of a hub, entry by entry, and leaves what is of no concern to it.
///
/// It never waits for a disk or a reader: entries that it cannot keep are dropped and counted.
public protocol JournalSink: AnyObject {
    /// The parts of the journal that it takes, beside log lines.
    var parts: JournalParts { get }
    /// Takes what happened now.
    func append(_ entry: JournalEntry, at now: Moment)
}
