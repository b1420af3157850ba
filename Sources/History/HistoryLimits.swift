public import NowPlaying

/// Every bound of the history, each with the reason for its number.
public struct HistoryLimits: Sendable {
    /// Remembrances that wait to be written: what 20,000 stations bring when a hub starts, and no
    /// more memory than a few megabytes. What comes beyond is counted and dropped.
    public var waiting = 50_000
    /// What comes within this is written in one transaction: each costs a wait for the disk, and
    /// wears a card out. A loss of power costs as much, most of which a station's own history
    /// fills in again.
    public var batching = Interval.seconds(5)
    /// Tracks of a station that are written whenever they began. Of more that wait, only the last
    /// of those is that began within `shortestTrack` of each other: nobody can have heard the
    /// others, and a station that counts in its title, many times a second, must not fill the disk.
    public var tracksAtOnce = 20
    /// What is shorter is no track, where there are many.
    public var shortestTrack = Interval(milliseconds: 500)
    /// After a failure the disk is tried again after this.
    public var retry = Interval.seconds(10)
    /// How often what is too old is deleted.
    public var pruning = Interval.seconds(3_600)
    /// Rows that are deleted in one transaction: it lasts some milliseconds, so that writing waits
    /// for no more.
    public var prunedAtOnce = 5_000
    /// The file never has more pages of 4 KiB than this, 16 GiB: what 20,000 stations play in a
    /// month. Beyond it the disk counts as full.
    public var pages = 4 << 20
    /// How long another process that has the file locked is waited for, on the history's own
    /// thread.
    public var lockPatience = Interval.seconds(2)
    /// How far back a hub that starts reads.
    public var window = Interval.seconds(5 * 3_600)
    /// Elements of one station that it reads.
    public var elementsPerStation = 300
    /// Elements that it reads in all: about what fits into all timelines together.
    public var elements = 400_000

    /// The limits of a hub in service.
    public init() {}
}
