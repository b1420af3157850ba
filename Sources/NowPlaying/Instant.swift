/// A point on the monotonic clock, for deadlines: it never steps, and means nothing elsewhere.
public struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since an arbitrary origin.
    public var milliseconds: Int64

    /// The point so many milliseconds after the clock's origin.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The time since the clock's origin.
    public var sinceOrigin: Interval { Interval(milliseconds: milliseconds) }

    /// Later than any instant that can be waited for.
    public static let never = Instant(milliseconds: .max)

    /// Earlier comes first.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The point so much later.
    public static func + (instant: Instant, length: Interval) -> Instant {
        Instant(milliseconds: instant.milliseconds.saturatingSum(length.milliseconds))
    }

    /// The point so much earlier.
    public static func - (instant: Instant, length: Interval) -> Instant {
        Instant(milliseconds: instant.milliseconds.saturatingDifference(length.milliseconds))
    }

    /// The time by which the left one is later.
    public static func - (later: Instant, earlier: Instant) -> Interval {
        Interval(milliseconds: later.milliseconds.saturatingDifference(earlier.milliseconds))
    }
}
