public import NowPlaying

/// What a feed claims of a station: as it came, or cleaned by the `Normaliser`.
///
/// A report is complete: what it leaves out is unknown from now on. A protocol that sends parts
/// keeps them in its machine and reports the whole. Times are on the *server's* clock, also those
/// in types that elsewhere have times of the hub's. In a cleaned report every text is fit to be
/// shown, every number plausible, every track has a title, and what is not known is absent.
public struct Report: Equatable, Sendable {
    /// The station's own facts.
    public var station = ReportedStation()
    /// Whether the station says that it is on air; `nil` where it says nothing.
    public var online: Bool?
    /// What plays; `nil` when nothing does.
    public var track: ReportedTrack?
    /// The source is a player, which says whether it plays and knows its position; a station only
    /// says what it broadcasts.
    public var isPlayer = false
    /// Whether it plays. Only players pause; a station always plays.
    public var state = Playback.State.playing
    /// Seconds of the track for each second of time; negative while a player runs backwards.
    /// Cleaned it is up to 32, and 0 unless something plays.
    public var rate = 1.0
    /// It runs backwards, which a cleaned `rate` cannot say: it has no position until it runs
    /// forwards.
    public var runsBackwards = false
    /// Who is on air.
    public var live: LiveStreamer?
    /// The show on air.
    public var programme: Programme?
    /// What comes next.
    public var next: ReportedTrack?
    /// What was played, newest first; at most `maximumHistory` are used. A feed hands on the same
    /// tracks while it tells them again: copies of one box cost no comparison.
    public var history: [Box<ReportedTrack>] = []
    /// Listener counts.
    public var listeners: Listeners?

    /// As many played tracks as a client may ask for.
    public static let maximumHistory = 50

    /// A report that claims nothing yet.
    public init() {}
}

/// A station's own facts, as its feed gives them.
public struct ReportedStation: Equatable, Sendable {
    /// The station's name.
    public var name: String?
    /// Its site.
    public var url: String?
    /// A sentence about it.
    public var description: String?
    /// The address of its picture.
    public var logo: String?

    /// Facts of which none is known yet.
    public init() {}
}
