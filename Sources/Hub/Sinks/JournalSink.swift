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

/// Something that happened, in the order in which it did, for those who keep, log or count it.
public enum JournalEntry: Sendable {
    /// Something worth a log line.
    case observed(Observation)
    /// Something happened on the link of a station.
    case received(ReplayedEvent, station: String)
    /// A session was asked for something.
    case commanded(SessionCommand, session: String, sender: String?)
    /// Another configuration, by its fingerprint, is in force from now on.
    case reconfigured(fingerprint: String)
    /// Something is to survive a restart.
    case remembered(PersistedChange)
}

/// The parts of the journal that sinks ask for; what is worth a log line is always in it.
public struct JournalParts: OptionSet, Sendable {
    /// A bit for each part.
    public let rawValue: UInt8

    /// Parts by their bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// All that the hub takes from outside: what a replay needs.
    public static let input = JournalParts(rawValue: 1)
    /// All that is to survive a restart.
    public static let changes = JournalParts(rawValue: 2)
}
