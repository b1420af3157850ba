/// The position of playback at one point in time; with the rate, it gives the position at any
/// other.
///
/// Position at `t` is `elapsed + rate × (t − asOf)`, at least 0, at most the duration where that
/// is known. `asOf` may lie ahead: a track that is announced before it starts stays at 0 until
/// then.
public struct Anchor: Hashable, Sendable {
    /// The source of an anchor.
    public enum Quality: String, CaseIterable, Sendable {
        /// A start or elapsed time, with the server's clock.
        case exact
        /// A start or elapsed time, without the server's clock.
        case estimated
        /// The text changed while we were connected; the feed gives no times.
        case arrival
    }

    /// Position at `asOf`.
    public var elapsed: Interval
    /// The time of that position, on the hub's wall clock.
    public var asOf: Timestamp
    /// The start of the track, on the hub's wall clock.
    public var startedAt: Timestamp
    /// The quality of the values.
    public var quality: Quality

    /// An anchor with all its parts.
    public init(elapsed: Interval, asOf: Timestamp, startedAt: Timestamp, quality: Quality) {
        self.elapsed = elapsed
        self.asOf = asOf
        self.startedAt = startedAt
        self.quality = quality
    }

    /// The position at `time`.
    public func position(at time: Timestamp, rate: Double, duration: Interval?) -> Interval {
        (elapsed + (time - asOf) * rate).clamped(from: .zero, to: duration)
    }

    /// Two positions closer than this are the same: each was rounded to 1 ms several times.
    public static let tolerance = Interval.milliseconds(50)

    /// True if a reader that counts on from an earlier anchor has the same positions and start.
    public func continues(_ earlier: Anchor, rate: Double) -> Bool {
        guard quality == earlier.quality,
            (startedAt - earlier.startedAt).magnitude <= Self.tolerance
        else { return false }
        // Looked at from the later one, before neither has begun: a position is never below 0.
        let time = max(asOf, earlier.asOf)
        let position = position(at: time, rate: rate, duration: nil)
        let counted = earlier.position(at: time, rate: rate, duration: nil)
        return (position - counted).magnitude <= Self.tolerance
    }

    /// The same anchor after the wall clock was set forward (or, if negative, back) by `step`.
    public func shifted(by step: Interval) -> Anchor {
        Anchor(elapsed: elapsed, asOf: asOf + step, startedAt: startedAt + step, quality: quality)
    }

    /// The same line of positions told as of an earlier moment, or of the track's beginning if that
    /// is later.
    public func asOf(_ moment: Timestamp, rate: Double) -> Anchor {
        guard asOf > moment, elapsed > .zero, rate > 0 else { return self }
        var earlier = self
        let behind = elapsed - (asOf - moment) * rate
        earlier.elapsed = max(behind, .zero)
        earlier.asOf = behind < .zero ? moment - behind * (1 / rate) : moment
        return earlier
    }
}
