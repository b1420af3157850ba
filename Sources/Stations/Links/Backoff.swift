public import NowPlaying
package import Support

/// The wait before the next attempt: an exponential backoff with full jitter.
///
/// `delay = min(max, min + random(0 … min(max, min × 2ⁿ)))`, as Centrifugo's own client does it.
/// Full jitter matters: after a server restart every client comes back at once.
public struct Backoff: Sendable {
    package private(set) var attempt = 0

    /// A backoff before its first failure.
    public init() {}

    /// The wait before the next attempt.
    public mutating func next(
        from shortest: Interval, to longest: Interval,
        using generator: inout some RandomNumberGenerator
    ) -> Interval {
        // After twenty doublings, every bound here is long since passed.
        let doubled = shortest.milliseconds << min(attempt, 20)
        let jitter = Int64.random(
            in: 0...min(longest.milliseconds, doubled), using: &generator)
        attempt += 1
        return min(longest, shortest + .milliseconds(jitter))
    }

    /// The wait before a link's next attempt.
    package mutating func next(
        using generator: inout SeededGenerator, within limits: Box<Limits>
    ) -> Interval {
        next(from: limits.backoffMin, to: limits.backoffMax, using: &generator)
    }

    /// Begins anew: the connection proved good, so the next failure counts as the first.
    public mutating func reset() {
        attempt = 0
    }
}
