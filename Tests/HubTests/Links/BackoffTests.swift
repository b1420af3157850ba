import NowPlaying
import Support
import Testing

@testable import Hub
@testable import Stations

struct BackoffTests {
    private static func delays(seed: UInt64, count: Int = 12) -> [Interval] {
        var backoff = Backoff()
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in backoff.next(using: &generator, within: Box(Limits())) }
    }

    @Test func `a delay is at least half a second and at most twice its step or 20 s`() {
        for seed in 0..<200 {
            for (attempt, delay) in Self.delays(seed: UInt64(seed)).enumerated() {
                let most = min(20_000, 500 + 500 << attempt)
                #expect((500...Int64(most)).contains(delay.milliseconds), "attempt \(attempt)")
            }
        }
    }

    @Test func `the jitter is full: delays of many clients spread over the whole range`() {
        let fifth = (0..<500).map { Self.delays(seed: UInt64($0), count: 5)[4].milliseconds }
        // From 500 to 8,500 ms.
        #expect(fifth.min() ?? .max < 1_000)
        #expect(fifth.max() ?? 0 > 8_000)
        let mean = fifth.reduce(0, +) / Int64(fifth.count)
        #expect((4_000...5_000).contains(mean))
    }

    @Test func `after a reset the next failure is a first one`() {
        var backoff = Backoff()
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<10 { _ = backoff.next(using: &generator, within: Box(Limits())) }
        backoff.reset()
        #expect(backoff.next(using: &generator, within: Box(Limits())) <= .seconds(1))
    }

    @Test func `attempts can go on for ever`() {
        #expect(Self.delays(seed: 1, count: 10_000).allSatisfy { $0 <= .seconds(20) })
    }
}
