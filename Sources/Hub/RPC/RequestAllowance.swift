import NowPlaying

/// The number of requests that a client may still make: a token bucket that fills at a steady rate.
struct RequestAllowance: Sendable {
    private let burst: Double
    private let perMillisecond: Double
    private var left: Double
    private var asOf: Instant?

    init(limits: Box<Limits>) {
        burst = Double(limits.requestBurst)
        perMillisecond = Double(limits.requestRate) / 1_000
        left = burst
    }

    /// Takes one request out of it.
    ///
    /// - Returns: True if there was one.
    mutating func consume(at now: Instant) -> Bool {
        if let asOf {
            let gained = Double((now - asOf).milliseconds) * perMillisecond
            left = min(burst, left + gained)
        }
        asOf = now
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
