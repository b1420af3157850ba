public import Support

/// The durations of the turns of a loop: from the first event of a turn until the loop sleeps. That
/// is the longest that another event had to wait.
public struct TurnTimes: Sendable {
    /// The time for which the longest turn is remembered, in nanoseconds.
    private static let window: UInt64 = 60_000_000_000

    /// All turns.
    public private(set) var histogram = DurationHistogram()

    private var windowStart: UInt64 = 0
    private var longest: UInt64 = 0
    private var longestBefore: UInt64 = 0

    /// A turn ended.
    ///
    /// - Parameters:
    ///   - began: When it began, in nanoseconds.
    ///   - now: When it ended, by the same clock.
    mutating func add(from began: UInt64, to now: UInt64) {
        let duration = now > began ? now - began : 0
        histogram.add(nanoseconds: duration)
        advance(to: now)
        longest = max(longest, duration)
    }

    private mutating func advance(to now: UInt64) {
        guard now >= windowStart + Self.window else { return }
        longestBefore = now >= windowStart + 2 * Self.window ? 0 : longest
        longest = 0
        windowStart = now
    }

    /// The longest turn of the last minute or two, in seconds.
    func longestLately(at now: UInt64) -> Double {
        var times = self
        times.advance(to: now)
        return Double(max(times.longest, times.longestBefore)) / 1e9
    }
}
