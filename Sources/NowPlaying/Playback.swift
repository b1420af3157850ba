/// The playback of a station: state, rate and position.
public struct Playback: Hashable, Sendable {
    /// Playing, paused or stopped.
    public enum State: String, Sendable {
        case playing, paused, stopped
    }

    /// Playing, paused or stopped.
    public var state: State
    /// Seconds of the track for each second of time; 0 when nothing plays.
    public var rate: Double
    /// The position, where it is known.
    public var anchor: Anchor?
    /// The track's length, where it is known; never 0.
    public var duration: Interval?

    /// Playback with its parts.
    public init(state: State, rate: Double, anchor: Anchor? = nil, duration: Interval? = nil) {
        self.state = state
        self.rate = rate
        self.anchor = anchor
        self.duration = duration
    }

    /// The position at `time`, where it is known.
    public func position(at time: Timestamp) -> Interval? {
        anchor?.position(at: time, rate: rate, duration: duration)
    }
}
