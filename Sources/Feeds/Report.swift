public import NowPlaying

/// The state that a feed claims for a station: as it came, or cleaned by the `Normaliser`.
///
/// A report is complete: whatever it leaves out is unknown from now on. If a protocol sends parts,
/// its machine keeps them and reports the whole. Times are on the *server's* clock, even in types
/// that elsewhere hold times of the hub. In a cleaned report every text is fit to be shown, every
/// number is plausible, every track has a title, and unknown values are absent.
public struct Report: Equatable, Sendable {
    /// The station's own facts.
    public var station = ReportedStation()
    /// The station's own claim to be on air; `nil` if it makes none.
    public var online: Bool?
    /// The track that plays; `nil` if none does.
    public var track: ReportedTrack?
    /// The source is a player, which reports its state and knows its position; a station only
    /// reports what it broadcasts.
    public var isPlayer = false
    /// The playing state. Only players pause; a station always plays.
    public var state = Playback.State.playing
    /// Seconds of the track for each second of time; negative while a player runs backwards.
    /// Cleaned it is up to 32, and 0 unless something plays.
    public var rate = 1.0
    /// It runs backwards, which a cleaned `rate` cannot express: it has no position until it runs
    /// forwards.
    public var runsBackwards = false
    /// The person on air.
    public var live: LiveStreamer?
    /// The show on air.
    public var programme: Programme?
    /// The track that comes next.
    public var next: ReportedTrack?
    /// The tracks that were played, newest first; at most `maximumHistory` are used. A feed keeps
    /// the boxes of tracks that are repeated: copies of one box need no comparison.
    public var history: [Box<ReportedTrack>] = []
    /// Listener counts.
    public var listeners: Listeners?

    /// The largest number of played tracks that a client may ask for.
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

    /// Without known facts.
    public init() {}
}
