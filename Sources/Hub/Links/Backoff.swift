import NowPlaying

/// How long to wait before the next attempt: exponential, with full jitter.
///
/// `delay = min(max, min + random(0 … min(max, min × 2ⁿ)))`, as Centrifugo's own client does it.
/// Full jitter matters: after a server restart every client comes back at once.
struct Backoff: Sendable {
    private(set) var attempt = 0

    /// The wait before the next attempt.
    mutating func next(
        using generator: inout SeededGenerator, within limits: Limits
    ) -> Interval {
        let doubled = limits.backoffMin.milliseconds << min(attempt, 20)
        let ceiling = min(limits.backoffMax.milliseconds, doubled)
        let jitter = Int64.random(in: 0...ceiling, using: &generator)
        attempt += 1
        return min(limits.backoffMax, limits.backoffMin + .milliseconds(jitter))
    }

    /// The connection proved good: the next failure is a first one again.
    mutating func reset() {
        attempt = 0
    }
}
