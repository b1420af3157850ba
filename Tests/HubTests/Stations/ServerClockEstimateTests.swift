import Expectations
import Feeds
import NowPlaying
import Testing

@testable import Hub
@testable import Stations

struct ServerClockEstimateTests {
    private var estimate = ServerClockEstimate()

    /// The estimated time by which the server's clock is ahead of the hub's, in seconds.
    private var ahead: Double? {
        estimate.offset.map { ($0 - Rehearsal.wallOffset).seconds }
    }

    /// A message that shows the server's clock, which is ahead by so many seconds.
    private mutating func hear(ahead: Double, at seconds: Double, resolution: Int64 = 1) {
        let reading = ServerClock(
            time: .at(seconds + ahead), resolution: .milliseconds(resolution))
        estimate.learn(reading, at: .at(seconds))
    }

    @Test func `nothing is known before the first reading`() {
        expect(estimate.offset, is: nil)
    }

    @Test mutating func `the first reading is taken as it is`() {
        hear(ahead: 100, at: 0)
        expect(ahead, is: 100)
    }

    @Test mutating func `readings that are a little better or worse move nothing`() {
        hear(ahead: 100, at: 0)
        for (place, other) in [99.2, 100.9, 98.5, 100.4].enumerated() {
            hear(ahead: other, at: Double(place + 1), resolution: 1_000)
            expect(ahead, is: 100)
        }
    }

    @Test mutating func `a first message that was late is found out`() {
        hear(ahead: 96, at: 0)
        hear(ahead: 100, at: 10)
        expect(ahead, is: 100)
    }

    @Test mutating func `one late message moves nothing`() {
        hear(ahead: 100, at: 0)
        hear(ahead: 60, at: 10)
        hear(ahead: 60, at: 20)
        hear(ahead: 100, at: 30)
        hear(ahead: 60, at: 40)
        expect(ahead, is: 100)
    }

    @Test mutating func `three readings in a row that contradict are a clock that was set back`() {
        hear(ahead: 100, at: 0)
        for seconds in [10.0, 20, 30] { hear(ahead: 60, at: seconds) }
        expect(ahead, is: 60)
    }

    @Test mutating func `a clock that was set forward is believed at once`() {
        hear(ahead: 100, at: 0)
        hear(ahead: 140, at: 10)
        expect(ahead, is: 140)
    }

    @Test mutating func `another connection keeps the estimate until it knows better`() {
        hear(ahead: 100, at: 0)
        estimate.forget()
        expect(ahead, is: 100)
        hear(ahead: 100.8, at: 10)
        expect(ahead, is: 100)
        estimate.forget()
        hear(ahead: 20, at: 20)
        expect(ahead, is: 20)
    }

    @Test func `a time of a server whose clock is unknown is taken to be right`() {
        let clock = ClockConversion(serverOffset: nil, wallOffset: Rehearsal.wallOffset)
        #expect(!clock.knowsServer)
        expect(clock.local(.at(5)), is: .at(5))
        expect(clock.local(nil), is: nil)
    }

    @Test func `a step of the hub's clock is found beyond a second, and once`() {
        var clock = HubClock(at: .start)
        var now = Moment.at(10)
        now.wall = now.wall + .seconds(1)
        expect(clock.step(at: now, tolerance: .seconds(1)), is: nil)
        now.wall = now.wall + .milliseconds(1)
        expect(clock.step(at: now, tolerance: .seconds(1)), is: .milliseconds(1_001))
        expect(clock.step(at: now, tolerance: .seconds(1)), is: nil)
        now.wall = now.wall - .seconds(3_600)
        expect(clock.step(at: now, tolerance: .seconds(1)), is: .seconds(-3_600))
        expect(clock.wallOffset, is: Rehearsal.wallOffset + .milliseconds(-3_598_999))
    }
}
