public import NowPlaying

/// Every bound of the history, each with the reason for its number.
public struct HistoryLimits: Sendable {
    // MARK: What waits

    /// Bytes of memory, about, that may wait to be written: what 20,000 stations bring when a hub
    /// starts, some 70,000 tracks.
    public var waiting = 32 << 20
    /// The time within which notes are gathered into one transaction: each costs a wait for the
    /// disk, and wears a card out. Choices of listeners do not wait.
    public var batching = Interval.seconds(5)
    /// Tracks, and programmes, of a station that are written whenever they began. Of more that
    /// wait, only the last of those is that began within `shortestTrack`, or `shortestProgramme`,
    /// of each other: a station that counts in its title must not fill the disk.
    public var writtenAtOnce = 20
    /// The shortest time between the beginnings of two tracks, if many wait.
    public var shortestTrack = Interval(milliseconds: 500)
    /// The shortest time between the beginnings of two programmes, if many wait.
    public var shortestProgramme = Interval.seconds(60)
    /// Notes that a station may bring at once: its whole timeline, three times over, which a clock
    /// that is set has written anew.
    public var notesAtOnce = 1_000
    /// A station that has brought those may bring one more after each of these: 17,280 a day, twice
    /// what a song and a slogan every 20 s make, and no more than 25 MB on the disk.
    public var noteInterval = Interval.seconds(5)

    // MARK: The file

    /// After a failure the disk is tried again after this.
    public var retry = Interval.seconds(10)
    /// The interval at which old entries are deleted.
    public var pruning = Interval.seconds(3_600)
    /// The time for which the clock must go on without being set before old entries are deleted: a
    /// machine that starts with a wrong clock corrects it by then.
    public var steadyClock = Interval.seconds(300)
    /// The clock counts as set where it moves by more than this.
    public var clockStep = Interval.seconds(10)
    /// As long as there is more, it goes on after this.
    public var pruningPause = Interval.seconds(1)
    /// Rows that are deleted in one transaction: it lasts some milliseconds, so that writing waits
    /// for no more.
    public var prunedAtOnce = 5_000
    /// The file never has more pages of 4 KiB than this, 16 GiB: what 20,000 stations play in a
    /// month. Beyond it the disk counts as full.
    public var pages = 4 << 20
    /// The longest wait for another process that has locked the file.
    public var lockTimeout = Interval.seconds(2)

    // MARK: What is read

    /// The time span before its start that a hub reads.
    public var window = Interval.seconds(5 * 3_600)
    /// Elements of one station that it reads.
    public var elementsPerStation = 300
    /// Elements that it reads in all: about what fits into all timelines together.
    public var elements = 400_000
    /// Rows that it looks at for those: some seconds of work.
    public var rowsLookedAt = 4_000_000
    /// Rows of choices that it reads: three of each of 20,000 stations.
    public var choices = 60_000
    /// Sessions that it reads: as many as a hub can have.
    public var sessions = 1_000
    /// Bytes of a text; none is longer than 16 links of 2 KiB each with their services' names.
    public var text = 40 << 10
    /// Rows that a listing of all stations holds at a time.
    public var page = 1_000
    /// Rows that one of some stations holds: for each such part all rows of those are sorted.
    public var stationsPage = 20_000

    /// The limits of a hub in service.
    public init() {}
}
