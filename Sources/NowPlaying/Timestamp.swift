/// A point in Unix time, in whole milliseconds, on whichever wall clock it was read from.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var milliseconds: Int64

    /// The point so many milliseconds after 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Unix seconds from outside, rounded to 1 ms.
    ///
    /// - Returns: `nil` for what is not a number or lies more than about 300 years from 1970.
    public init?(seconds: Double) {
        guard let sinceEpoch = Interval(seconds: seconds) else { return nil }
        self.init(milliseconds: sinceEpoch.milliseconds)
    }

    /// The time since 1970-01-01T00:00:00Z.
    public var sinceEpoch: Interval { Interval(milliseconds: milliseconds) }

    /// Unix seconds.
    public var seconds: Double { Double(milliseconds) / 1_000 }

    /// Earlier comes first.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The point so much later.
    public static func + (time: Timestamp, length: Interval) -> Timestamp {
        Timestamp(milliseconds: time.milliseconds.saturatingSum(length.milliseconds))
    }

    /// The point so much earlier.
    public static func - (time: Timestamp, length: Interval) -> Timestamp {
        Timestamp(milliseconds: time.milliseconds.saturatingDifference(length.milliseconds))
    }

    /// The time by which the left one is later.
    public static func - (later: Timestamp, earlier: Timestamp) -> Interval {
        Interval(milliseconds: later.milliseconds.saturatingDifference(earlier.milliseconds))
    }
}
