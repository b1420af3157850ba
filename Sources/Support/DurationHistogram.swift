/// How many times something took how long: a count for each class of durations, and their sum.
public struct DurationHistogram: Equatable, Sendable {
    /// The upper ends of the classes, in seconds. What is longer is in a class of its own.
    public static let bounds = [
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5,
    ]

    private static let nanosecondBounds = bounds.map { UInt64(($0 * 1e9).rounded()) }

    /// How many durations are in each class, and above all bounds in the last.
    public private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    /// All durations together.
    private var nanoseconds: UInt64 = 0

    /// A histogram of nothing.
    public init() {}

    /// Counts a duration.
    public mutating func add(nanoseconds duration: UInt64) {
        let place = Self.nanosecondBounds.firstIndex { duration <= $0 }
        counts[place ?? Self.bounds.count] += 1
        nanoseconds &+= duration
    }

    /// How many durations were counted.
    public var count: Int { counts.reduce(0, +) }

    /// All durations together.
    public var seconds: Double { Double(nanoseconds) / 1e9 }

    /// How many durations are at most as long as each bound.
    public var cumulativeCounts: [Int] {
        var sum = 0
        return counts.dropLast().map { count in
            sum += count
            return sum
        }
    }
}
