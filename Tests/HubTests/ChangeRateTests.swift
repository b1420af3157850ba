import Expectations
import NowPlaying
import Testing

@testable import Hub

struct ChangeRateTests {
    private func at(_ seconds: Double) -> Instant {
        Instant(milliseconds: Int64(seconds * 1_000))
    }

    @Test func `changes count for a minute, and fade evenly in the next`() {
        var rate = ChangeRate(at: at(0))
        for second in 0..<60 { rate.note(at: at(Double(second))) }
        expect(rate.perMinute(at: at(59)), is: 60)
        expect(rate.perMinute(at: at(75)), is: 45)
        expect(rate.perMinute(at: at(119)), is: 1)
        expect(rate.perMinute(at: at(120)), is: 0)
    }

    @Test func `a steady rate stays what it is`() {
        var rate = ChangeRate(at: at(0))
        for step in 0..<1_000 {
            let now = at(Double(step) / 2)
            rate.note(at: now)
            if step > 240 { #expect((118...122).contains(rate.perMinute(at: now))) }
        }
    }

    @Test func `after a long silence there is nothing`() {
        var rate = ChangeRate(at: at(0))
        for _ in 1...5 { rate.note(at: at(30)) }
        expect(rate.perMinute(at: at(10_000)), is: 0)
    }
}
