/// A histogram of durations: a count for each class, and the sum of all.
public struct DurationHistogram: Equatable, Sendable {
    /// The upper ends of the classes, in microseconds. Longer durations are in a class of their
    /// own.
    public static let bounds = [
        100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000,
        1_000_000, 2_500_000,
    ]

    /// The number of durations in each class; the last class is above all bounds.
    public private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    /// The sum of all durations.
    private var nanoseconds: UInt64 = 0

    /// A histogram of nothing.
    public init() {}

    /// Counts a duration.
    public mutating func add(nanoseconds duration: UInt64) {
        let place = Self.bounds.firstIndex { duration <= UInt64($0) * 1_000 }
        counts[place ?? Self.bounds.count] += 1
        nanoseconds &+= duration
    }

    /// The number of durations.
    public var count: Int { counts.reduce(0, +) }

    /// The sum of all durations.
    public var microseconds: Int { Int(nanoseconds / 1_000) }

    /// The number of durations up to each bound.
    public var cumulativeCounts: [Int] {
        var sum = 0
        return counts.dropLast().map { count in
            sum += count
            return sum
        }
    }
}
