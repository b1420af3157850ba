public import NowPlaying

/// What a feed claims, as it came: nothing is trimmed, split or checked yet.
///
/// A report is complete: what it leaves out is unknown from now on. A protocol that sends parts
/// keeps them in its machine and reports the whole. Times are on the *server's* clock.
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
    public var rate = 1.0
    /// Who is on air.
    public var live: ReportedStreamer?
    /// The show on air.
    public var programme: ReportedProgramme?
    /// What comes next.
    public var next: ReportedTrack?
    /// What was played, newest first; at most `maximumHistory` are used.
    public var history: [ReportedTrack] = []
    /// Listener counts.
    public var listeners: Listeners?
    /// The server kept this for newcomers: it is state, not news.
    public var isCached = false

    /// As many played tracks as anyone may ask for.
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

/// A person on air, as a feed gives them.
public struct ReportedStreamer: Equatable, Sendable {
    /// The streamer's name.
    public var name: String
    /// When the broadcast began, on the server's clock.
    public var startedAt: Timestamp?
    /// The streamer's picture.
    public var artworkURL: String?

    /// A streamer of whom only the name is known.
    public init(name: String) {
        self.name = name
    }
}

/// A show, as a feed gives it.
public struct ReportedProgramme: Equatable, Sendable {
    /// The station's identifier of it.
    public var id: String?
    /// The show's title.
    public var title: String
    /// A line above the title.
    public var kicker: String?
    /// When it starts, on the server's clock.
    public var startsAt: Timestamp?
    /// When it ends, on the server's clock.
    public var endsAt: Timestamp?
    /// The show's picture.
    public var artworkURL: String?

    /// A programme of which only the title is known.
    public init(title: String) {
        self.title = title
    }
}
