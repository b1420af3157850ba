import NowPlaying
import Support

/// The publication times of each station: in its own periods, and soon after each change.
struct PublicationPace: Sendable {
    private let period: ClosedRange<Interval>
    private var nextPeriodic: [Instant]
    private var generator: SeededGenerator

    /// The time from a change to its publication, in milliseconds.
    private static let changeDelay: ClosedRange<Int64> = 100...600

    /// The pace of this many stations, their periods out of step with one another.
    init(stations count: Int, period: ClosedRange<Interval>, seed: UInt64, at now: Instant) {
        self.period = period
        var generator = SeededGenerator(seed: seed)
        nextPeriodic = (0..<count).map { _ in
            let upper = max(1, period.upperBound.milliseconds)
            return now + .milliseconds(Int64.random(in: 1...upper, using: &generator))
        }
        self.generator = generator
    }

    /// Returns the next publication time of a station that plays the same until `transition`.
    mutating func next(
        ofStationAt index: Int, after now: Moment, transition: Timestamp
    ) -> Instant {
        if nextPeriodic[index] <= now.monotonic {
            let bounds = period.lowerBound.milliseconds...period.upperBound.milliseconds
            let length = Interval.milliseconds(Int64.random(in: bounds, using: &generator))
            // After a pause of the whole process the missed periods are skipped.
            let soonest = now.monotonic + .milliseconds(1)
            nextPeriodic[index] = max(nextPeriodic[index] + length, soonest)
        }
        let delay = Interval.milliseconds(Int64.random(in: Self.changeDelay, using: &generator))
        return min(nextPeriodic[index], now.monotonic + (transition - now.wall) + delay)
    }
}
