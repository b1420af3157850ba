/// How many times something took how long: a count for each class of durations, and their sum.
public struct DurationHistogram: Equatable, Sendable {
    /// The upper ends of the classes, in microseconds. What is longer is in a class of its own.
    public static let bounds = [
        100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000,
        1_000_000, 2_500_000,
    ]

    /// How many durations are in each class, and above all bounds in the last.
    public private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    /// All durations together.
    private var nanoseconds: UInt64 = 0

    /// A histogram of nothing.
    public init() {}

    /// Counts a duration.
    public mutating func add(nanoseconds duration: UInt64) {
        let place = Self.bounds.firstIndex { duration <= UInt64($0) * 1_000 }
        counts[place ?? Self.bounds.count] += 1
        nanoseconds &+= duration
    }

    /// How many durations were counted.
    public var count: Int { counts.reduce(0, +) }

    /// All durations together.
    public var microseconds: Int { Int(nanoseconds / 1_000) }

    /// How many durations are at most as long as each bound.
    public var cumulativeCounts: [Int] {
        var sum = 0
        return counts.dropLast().map { count in
            sum += count
            return sum
        }
    }
}
