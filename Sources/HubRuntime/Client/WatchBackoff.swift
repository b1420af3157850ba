internal import Hub
internal import NowPlaying

/// How long a watcher waits before it connects again.
struct WatchBackoff: Sendable {
    /// A hub that restarts is missed for no longer than one notices.
    static let shortest = Interval.milliseconds(250)
    /// Asking a Unix socket costs next to nothing.
    static let longest = Interval.seconds(5)

    private var backoff = Backoff()
    private var generator: SeededGenerator

    init(generator: SeededGenerator) {
        self.generator = generator
    }

    /// The wait before the next attempt.
    mutating func next() -> Interval {
        backoff.next(from: Self.shortest, to: Self.longest, using: &generator)
    }

    /// The connection proved good: the next failure is a first one again.
    mutating func reset() {
        backoff.reset()
    }
}
