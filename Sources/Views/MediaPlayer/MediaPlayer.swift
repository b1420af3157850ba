public import NowPlaying

/// What desktops show of a session: MPRIS 2.2's `org.mpris.MediaPlayer2.Player` as one value.
///
/// It is made of a scene alone, without a clock: time passing never changes it. The position at a
/// time t is `elapsed + rate × (t − asOf)` while it plays.
public struct MediaPlayer: Hashable, Sendable {
    /// Whether the position moves, in MPRIS's words.
    public enum PlaybackStatus: String, Sendable {
        case playing = "Playing"
        case paused = "Paused"
        case stopped = "Stopped"
    }

    /// What is played again at its end, in MPRIS's words.
    public enum LoopStatus: String, Sendable {
        case none = "None"
        case track = "Track"
        case playlist = "Playlist"
    }

    /// Whether the position moves.
    public var playbackStatus = PlaybackStatus.stopped
    /// What is played again; absent where no player reports it.
    public var loopStatus: LoopStatus?
    /// Whether the order is random; absent where no player reports it.
    public var isShuffled: Bool?
    /// How fast the position moves while it plays, in thousandths; never 0.
    var rateInThousandths: Int64 = 1_000
    /// The rates that can be set, ascending; none where there is no choice.
    public var rates: [Double] = []
    /// What is heard; absent where there is no station.
    public var metadata: TrackMetadata?
    /// The position at `asOf`.
    public var elapsed = Interval.zero
    /// When that was.
    public var asOf = Timestamp(milliseconds: 0)
    /// Whether there is another station or element to go to.
    public var canGoNext = false
    /// Whether there is another station or element to go back to.
    public var canGoPrevious = false
    /// Whether there is a station that can be played, whatever it does now.
    public var canPlay = false
    /// Whether there is a station that can be paused, whatever it does now.
    public var canPause = false
    /// No station is chosen yet: whatever starts playing chooses the first.
    var choosesFirst = false
    /// Whether one can move in what is heard: not at the live edge.
    public var canSeek = false

    /// A player that has nothing to play.
    public init() {}

    /// How fast the position moves while it plays; never 0.
    public var rate: Double { Double(rateInThousandths) / 1_000 }

    /// The slowest rate that can be set; 1 or less.
    public var minimumRate: Double { min(1, rate, rates.first ?? 1) }

    /// The fastest rate that can be set; 1 or more.
    public var maximumRate: Double { max(1, rate, rates.last ?? 1) }

    /// The position at `time`; a player that is stopped has none, which MPRIS writes as 0.
    public func position(at time: Timestamp) -> Interval {
        let passed: Interval
        switch playbackStatus {
        case .stopped: return .zero
        case .paused: passed = .zero
        case .playing: passed = (time - asOf) * rate
        }
        return (elapsed + passed).clamped(from: .zero, to: metadata?.length)
    }
}
