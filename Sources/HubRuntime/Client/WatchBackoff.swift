internal import Hub
internal import NowPlaying

/// How long a watcher waits before it connects again: exponential, with full jitter, so that a
/// hub that restarts does not get all its watchers back at once.
struct WatchBackoff: Sendable {
    /// A hub that restarts is missed for no longer than one notices.
    static let shortest = Interval.milliseconds(250)
    /// Asking a Unix socket costs next to nothing.
    static let longest = Interval.seconds(5)

    private var attempt = 0
    private var generator: SeededGenerator

    init(generator: SeededGenerator) {
        self.generator = generator
    }

    /// The wait before the next attempt.
    mutating func next() -> Interval {
        let doubled = Self.shortest.milliseconds << min(attempt, 10)
        let ceiling = min(Self.longest.milliseconds, doubled)
        let jitter = Int64.random(in: 0...ceiling, using: &generator)
        attempt += 1
        return min(Self.longest, Self.shortest + .milliseconds(jitter))
    }

    /// The connection proved good: the next failure is a first one again.
    mutating func reset() {
        attempt = 0
    }
}
