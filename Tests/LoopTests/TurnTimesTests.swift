import Expectations
import Support
import Testing

@testable import Loop

struct TurnTimesTests {
    private static let second: UInt64 = 1_000_000_000

    @Test func `the longest turn is known for a minute at least, and two at most`() {
        var times = TurnTimes()
        times.add(from: 100 * Self.second, to: 103 * Self.second)
        times.add(from: 110 * Self.second, to: 111 * Self.second)
        expect(times.longestLately(at: 111 * Self.second), is: 3)
        expect(times.longestLately(at: 162 * Self.second), is: 3)
        expect(times.longestLately(at: 170 * Self.second), is: 3)
        expect(times.longestLately(at: 230 * Self.second), is: 0)
        times.add(from: 230 * Self.second, to: 231 * Self.second)
        expect(times.longestLately(at: 231 * Self.second), is: 1)
        expect(times.histogram.count, is: 3)
    }

    @Test func `a clock that goes back makes no turn longer`() {
        var times = TurnTimes()
        times.add(from: 5 * Self.second, to: 4 * Self.second)
        expect(times.longestLately(at: 5 * Self.second), is: 0)
    }
}

extension LoopTests {
    struct TurnTimingTests {
        @Test func `a turn that computes for long is seen as long`() throws {
            var longest = 0.0
            var count = 0
            try runLoop { loop in
                let end = loop.makeTimer { [unowned loop] in
                    longest = loop.longestTurnLately
                    count = loop.turnTimes.histogram.count
                    loop.stop()
                }
                let work = loop.makeTimer {
                    let start = SuspendingClock.now
                    while SuspendingClock.now - start < .milliseconds(30) {}
                    end.arm(afterMilliseconds: 1)
                }
                work.arm(afterMilliseconds: 1)
                return (work, end)
            }
            #expect(longest >= 0.03)
            #expect(count > 0)
        }
    }
}
