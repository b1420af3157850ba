public import NowPlaying

/// The player that desktops show of a session: MPRIS 2.2's `org.mpris.MediaPlayer2.Player` as one
/// value.
///
/// It is made of a scene alone, without a clock: time passing never changes it. The position at a
/// time t is `elapsed + rate × (t − asOf)` while it plays.
public struct MediaPlayer: Hashable, Sendable {
    /// The state of playback, in MPRIS's words.
    public enum PlaybackStatus: String, Sendable {
        case playing = "Playing"
        case paused = "Paused"
        case stopped = "Stopped"
    }

    /// The mode of repetition, in MPRIS's words.
    public enum LoopStatus: String, Sendable {
        case none = "None"
        case track = "Track"
        case playlist = "Playlist"
    }

    /// The state of playback.
    public var playbackStatus = PlaybackStatus.stopped
    /// The mode of repetition; absent where no player reports it.
    public var loopStatus: LoopStatus?
    /// True if the order is random; absent where no player reports it.
    public var isShuffled: Bool?
    /// The rate of the position during playback, in thousandths; never 0.
    var rateInThousandths: Int64 = 1_000
    /// The rates that can be set, ascending; none where there is no choice.
    public var rates: [Double] = []
    /// The metadata of the sound that is heard; absent where there is no station.
    public var metadata: TrackMetadata?
    /// The position at `asOf`.
    public var elapsed = Interval.zero
    /// The time of the position `elapsed`.
    public var asOf = Timestamp(milliseconds: 0)
    /// True if there is another station or element to go to.
    public var canGoNext = false
    /// True if there is another station or element to go back to.
    public var canGoPrevious = false
    /// True if there is a station that can be played, whatever it does now.
    public var canPlay = false
    /// True if there is a station that can be paused, whatever it does now.
    public var canPause = false
    /// No station is chosen yet: whatever starts playing chooses the first.
    var choosesFirst = false
    /// True if the listener can seek: not at the live edge.
    public var canSeek = false

    /// A player that has nothing to play.
    public init() {}

    /// The rate of the position during playback; never 0.
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
