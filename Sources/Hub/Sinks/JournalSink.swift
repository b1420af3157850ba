public import NowPlaying

/// Takes the journal of a hub, entry by entry, and leaves what is of no concern to it.
///
/// It never waits for a disk or a reader: what it cannot keep is dropped and counted.
public protocol JournalSink: AnyObject {
    /// What it takes, beside what is worth a log line.
    var parts: JournalParts { get }
    /// Takes what happened now.
    func append(_ entry: JournalEntry, at now: Moment)
}
