/// A length of time, in whole milliseconds: the resolution of everything that the hub publishes.
///
/// Sums and differences of lengths and times saturate: a clock, a database or a server can say
/// anything, and a time at the end of the scale is as good as any other that cannot be.
public struct Interval: Hashable, Comparable, Sendable {
    /// The length in milliseconds. May be negative, as the difference of two times.
    public var milliseconds: Int64

    /// Makes a length of so many milliseconds.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The length in seconds.
    public var seconds: Double { Double(milliseconds) / 1_000 }

    /// No time at all.
    public static let zero = Interval(milliseconds: 0)

    /// So many milliseconds.
    public static func milliseconds(_ count: Int64) -> Interval {
        Interval(milliseconds: count)
    }

    /// So many whole seconds.
    public static func seconds(_ count: Int64) -> Interval {
        let (product, overflow) = count.multipliedReportingOverflow(by: 1_000)
        return Interval(milliseconds: overflow ? (count < 0 ? .min : .max) : product)
    }

    /// A number of seconds from outside, rounded to 1 ms.
    ///
    /// - Returns: `nil` for what is not a number, and for more than about 300 years, so that no
    ///   later sum of times overflows.
    public init?(seconds: Double) {
        guard seconds.isFinite, abs(seconds) < 1e10 else { return nil }
        self.init(milliseconds: Int64((seconds * 1_000).rounded()))
    }

    /// Shorter comes first.
    public static func < (left: Interval, right: Interval) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// Both lengths together.
    public static func + (left: Interval, right: Interval) -> Interval {
        Interval(milliseconds: left.milliseconds.saturatingSum(right.milliseconds))
    }

    /// The length by which the left one is longer.
    public static func - (left: Interval, right: Interval) -> Interval {
        Interval(milliseconds: left.milliseconds.saturatingDifference(right.milliseconds))
    }

    /// The same length, scaled, rounded to 1 ms; cut down to about 300 years, since factors come
    /// from outside and later sums must not overflow.
    public static func * (length: Interval, factor: Double) -> Interval {
        if factor == 1 { return length }
        let scaled = (Double(length.milliseconds) * factor).rounded()
        // Nothing for ever is still nothing.
        if scaled.isNaN { return .zero }
        return Interval(milliseconds: Int64(min(max(scaled, -1e13), 1e13)))
    }

    /// The length without its sign.
    public var magnitude: Interval {
        Interval(milliseconds: Int64(clamping: milliseconds.magnitude))
    }

    /// The nearest length that is at least `lower` and, where it is known, at most `upper`.
    public func clamped(from lower: Interval, to upper: Interval?) -> Interval {
        let raised = max(self, lower)
        return upper.map { min(raised, $0) } ?? raised
    }
}

extension Int64 {
    /// The sum, or the number nearest to it.
    func saturatingSum(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// The difference, or the number nearest to it.
    func saturatingDifference(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }
}
