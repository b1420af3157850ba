public import NowPlaying

extension Playout {
    /// How often the count of listeners may change.
    private static let countingPeriod: Int64 = 15_000
    /// From one tide of listeners to the next.
    private static let tidePeriod: Int64 = 300_000

    /// How many people listen at `time`: a slow tide with ripples on it, none in an outage.
    public func listeners(at time: Timestamp, to broadcast: Broadcast) -> Listeners {
        guard broadcast.isOnline else { return Listeners(current: 0, unique: 0, total: 0) }
        let usual = Double(station.seed % 300 + 3)
        let tide = smoothNoise(at: time, period: Self.tidePeriod)
        let ripple = noise(at: time.milliseconds / Self.countingPeriod, stream: 2)
        let total = Int((usual * (0.6 + 0.7 * tide + 0.1 * ripple)).rounded())
        let unique = total - Int((Double(total) * 0.08).rounded())
        return Listeners(current: unique, unique: unique, total: total)
    }

    /// Between 0 and 1, without jumps.
    private func smoothNoise(at time: Timestamp, period: Int64) -> Double {
        let position = time.milliseconds / period
        let part = Double(time.milliseconds % period) / Double(period)
        let before = noise(at: position, stream: 1)
        return before + (noise(at: position + 1, stream: 1) - before) * part
    }

    private func noise(at position: Int64, stream: UInt64) -> Double {
        let seed = station.seed &+ stream
        var generator = SeededGenerator(seed: seed, stream: UInt64(bitPattern: position))
        return Double.random(in: 0...1, using: &generator)
    }
}
