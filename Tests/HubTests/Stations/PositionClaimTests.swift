import Expectations
import Feeds
import NowPlaying
import Testing

@testable import Hub
@testable import Stations

struct PositionClaimTests {
    private static func anchor(
        _ positions: ReportedTrack.Position..., duration: Interval? = nil, rate: Double = 1,
        serverAhead: Interval? = .zero
    ) -> Anchor? {
        let clock = ClockConversion(
            serverOffset: serverAhead.map { Rehearsal.wallOffset + $0 },
            wallOffset: Rehearsal.wallOffset)
        return PositionClaim(duration: duration, rate: rate, clock: clock, now: .at(0))
            .anchor(from: positions)
    }

    @Test func `no claim is not an anchor`() {
        expect(Self.anchor(), is: nil)
    }

    @Test func `what was elapsed when the message was sent needs no clock`() {
        let expected = Anchor.make(20, asOf: 0, startedAt: -20, .estimated)
        expect(Self.anchor(.elapsed(.seconds(20))), is: expected)
        expect(Self.anchor(.elapsed(.seconds(20)), serverAhead: nil), is: expected)
    }

    @Test func `an end needs a duration`() {
        expect(Self.anchor(.endsAt(.at(30))), is: nil)
        expect(
            Self.anchor(.endsAt(.at(30)), duration: .seconds(100)),
            is: .make(70, asOf: 0, startedAt: -70, .exact))
        expect(Self.anchor(.endsAt(.at(30)), duration: .seconds(100), rate: 0), is: nil)
    }

    @Test func `a start does not tell where a track stands still`() {
        expect(Self.anchor(.startedAt(.at(-20)), rate: 0), is: nil)
        expect(
            Self.anchor(.startedAt(.at(-20)), .elapsed(.seconds(15)), rate: 0)?.elapsed,
            is: .seconds(15))
        expect(Self.anchor(.startedAt(.at(20)), rate: 0)?.asOf, is: .at(20))
    }

    @Test func `what was elapsed at a time has moved on since`() {
        expect(
            Self.anchor(.elapsedAsOf(.seconds(20), .at(-5))),
            is: .make(25, asOf: 0, startedAt: -25, .exact))
        expect(
            Self.anchor(.elapsedAsOf(.seconds(20), .at(-5)), rate: 2),
            is: .make(30, asOf: 0, startedAt: -15, .exact))
        expect(Self.anchor(.elapsedAsOf(.seconds(20), .at(-5)), rate: 0)?.elapsed, is: .seconds(20))
    }

    @Test func `with the server's clock a time is better than a length`() {
        expect(Self.anchor(.elapsed(.seconds(15)), .startedAt(.at(-20)))?.quality, is: .exact)
    }

    @Test func `without the server's clock a length is better than a time`() {
        let anchor = Self.anchor(
            .startedAt(.at(-20)), .elapsed(.seconds(15)), serverAhead: nil)
        expect(anchor, is: .make(15, asOf: 0, startedAt: -15, .estimated))
    }

    @Test func `an unusable claim makes way for the next`() {
        let anchor = Self.anchor(.endsAt(.at(30)), .startedAt(.at(-20)))
        expect(anchor, is: .make(20, asOf: 0, startedAt: -20, .exact))
    }

    @Test func `a position of a time ahead is one of now`() {
        expect(Self.anchor(.elapsedAsOf(.seconds(60), .at(30)))?.elapsed, is: .seconds(60))
    }

    @Test func `a position is never negative and never beyond the end`() {
        expect(
            Self.anchor(.elapsed(.seconds(500)), duration: .seconds(200))?.elapsed,
            is: .seconds(200))
    }

    @Test(arguments: [0, 1e-300, 1e-9, 1, 16] as [Double])
    func `no rate is too slow or too fast to be reckoned with`(rate: Double) {
        let positions: [ReportedTrack.Position] = [
            .startedAt(.at(-20)), .endsAt(.at(20)), .elapsed(.seconds(20)),
            .elapsedAsOf(.seconds(20), .at(-5)),
        ]
        for position in positions {
            _ = Self.anchor(position, duration: .seconds(172_800), rate: rate)
        }
    }
}
