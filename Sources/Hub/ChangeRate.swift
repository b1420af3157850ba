import NowPlaying

/// The number of changes in a minute: those of this minute, and of the one before as much as
/// belongs to the last sixty seconds.
struct ChangeRate: Sendable {
    private static let length = Interval.seconds(60)

    private var began: Instant
    private var count = 0
    private var countBefore = 0

    init(at now: Instant) {
        began = now
    }

    /// There is a change.
    mutating func note(at now: Instant) {
        advance(to: now)
        count += 1
    }

    /// The number of changes in the last minute, if those of the minute before came evenly.
    func perMinute(at now: Instant) -> Int {
        var rate = self
        rate.advance(to: now)
        let rest = Self.length - (now - rate.began)
        return rate.count + Int(Double(rate.countBefore) * rest.seconds / Self.length.seconds)
    }

    private mutating func advance(to now: Instant) {
        let elapsed = now - began
        guard elapsed >= Self.length else { return }
        countBefore = elapsed < Self.length * 2 ? count : 0
        count = 0
        began = began + .seconds(elapsed.milliseconds / 60_000 * 60)
    }
}
