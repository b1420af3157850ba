public import NowPlaying

/// What a feed claims, cleaned: every text is fit to be shown, every number plausible, and what
/// is not known is absent.
///
/// All times are still on the *server's* clock, also those in types that elsewhere hold times of
/// the hub's.
public struct NormalisedReport: Equatable, Sendable {
    /// The station's own facts.
    public var station = ReportedStation()
    /// Whether the station says that it is on air.
    public var online: Bool?
    /// What plays; `nil` when nothing does, or nothing that has a name.
    public var track: NormalisedTrack?
    /// The source is a player, not a station.
    public var isPlayer = false
    /// Whether it plays.
    public var state = Playback.State.playing
    /// Seconds of the track for each second of time, up to 32; 0 unless it plays.
    public var rate = 1.0
    /// It runs backwards, which `rate` cannot say: it has no position until it runs forwards.
    public var runsBackwards = false
    /// Who is on air.
    public var live: LiveStreamer?
    /// The show on air.
    public var programme: Programme?
    /// What comes next.
    public var next: UpcomingTrack?
    /// What was played, newest first, at most `Report.maximumHistory`.
    public var history: [PlayedTrack] = []
    /// `history` is that of the report before, so that what was made of that still serves.
    public var isHistoryUnchanged = false
    /// Listener counts; at least one is known.
    public var listeners: Listeners?
    /// The server kept this for newcomers: it is state, not news.
    public var isCached = false

    /// A report that claims nothing yet.
    public init() {}
}

/// A track that plays, cleaned.
public struct NormalisedTrack: DetailedTrack, Equatable, Sendable {
    /// How the feed tells it from others; `nil` where it does not, and the text has to do.
    public var identity: ReportedTrack.Identity?
    /// The title; never empty.
    public var title: String
    /// The artist.
    public var artist: String?
    /// What else is known of it.
    public var details = TrackDetails()
    /// Where it stands, best claim first; implausible ones are gone.
    public var positions: [ReportedTrack.Position] = []
    /// Its length; never 0.
    public var duration: Interval?
    /// It was on before it was told for the first time.
    public var isJoined = false

    /// A track of which only the title is known.
    public init(title: String) {
        self.title = title
    }
}
