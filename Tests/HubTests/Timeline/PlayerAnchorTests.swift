import Expectations
import Feeds
import NowPlaying
import Testing

@testable import Hub
@testable import Stations

/// Players say whether they play, and measure their position.
struct PlayerAnchorTests {
    private static func player(
        _ title: String = "A", at position: ReportedTrack.Position? = nil,
        state: Playback.State = .playing
    ) -> Report {
        var report = Report.track(title)
        report.isPlayer = true
        report.track?.positions = position.map { [$0] } ?? []
        return report.at(rate: state == .playing ? 1 : 0, state: state)
    }

    private var station = Rehearsal()

    @Test(arguments: [(-0.5, false), (0.5, false), (-0.501, true), (0.501, true)])
    mutating func `a player that plays is followed when it jumps by more than half a second`(
        jump: Double, isFollowed: Bool
    ) {
        station.hear(Self.player(at: .elapsed(.seconds(20))), at: 0)
        let elapsed = Interval(milliseconds: Int64((30 + jump) * 1_000))
        let anchor = station.hear(Self.player(at: .elapsed(elapsed)), at: 10).anchor
        expect(anchor?.asOf == .at(10), is: isFollowed)
        expect(anchor?.elapsed, is: isFollowed ? elapsed : .seconds(20))
    }

    @Test(arguments: [(0.1, false), (0.101, true), (-0.101, true)])
    mutating func `a player that stands still is followed to a tenth of a second`(
        jump: Double, isFollowed: Bool
    ) {
        station.hear(Self.player(at: .elapsed(.seconds(20)), state: .paused), at: 0)
        let elapsed = Interval(milliseconds: Int64((20 + jump) * 1_000))
        let report = Self.player(at: .elapsed(elapsed), state: .paused)
        expect(station.hear(report, at: 10).anchor?.asOf == .at(10), is: isFollowed)
    }

    @Test mutating func `a title that comes back is played anew`() {
        station.hear(Self.player("A"), at: 0)
        let song = station.hear(Self.player("Song"), at: 10)
        station.hear(Self.player("B"), at: 30)
        let again = station.hear(Self.player("Song"), at: 50)
        expect(again.anchor, is: .make(0, asOf: 50, startedAt: 50, .arrival))
        #expect(again.track?.id != song.track?.id)
    }

    @Test mutating func `a beginning is one for a title that is played already, too`() {
        station.hear(Self.player(at: .elapsed(.seconds(20))), at: 0)
        let anchor = station.hear(Self.player(at: .assumed(.zero)), at: 10).anchor
        expect(anchor, is: .make(0, asOf: 10, startedAt: 10, .estimated))
    }

    @Test mutating func `what a stopped player would play next has not begun`() {
        station.hear(Self.player("A"), at: 0)
        expect(station.hear(Self.player("B", state: .stopped), at: 10).anchor, is: nil)
    }

    @Test mutating func `what was assumed gives way to what the player says`() {
        station.hear(Self.player(at: .assumed(.seconds(60))), at: 0)
        let measured = station.hear(Self.player(at: .elapsed(.milliseconds(60_600))), at: 1).anchor
        expect(measured, is: .make(60.6, asOf: 1, startedAt: -59.6, .estimated))
        let later = station.hear(Self.player(at: .elapsed(.milliseconds(62_000))), at: 2).anchor
        expect(later, is: measured)
    }

    @Test mutating func `what was assumed is confirmed by what the player says`() {
        let assumed = station.hear(Self.player(at: .assumed(.seconds(60))), at: 0).anchor
        station.hear(Self.player(at: .elapsed(.milliseconds(60_950))), at: 1)
        station.hear(Self.player(at: .elapsed(.milliseconds(62_400))), at: 2)
        expect(station.latest?.anchor, is: assumed)
    }

    @Test mutating func `a change of state without a position assumes one`() {
        station.hear(Self.player(at: .elapsed(.seconds(20))), at: 0)
        expect(station.hear(Self.player(state: .paused), at: 10).anchor?.elapsed, is: .seconds(30))
        station.hear(Self.player(), at: 20)
        let measured = station.hear(Self.player(at: .elapsed(.milliseconds(30_700))), at: 21)
        expect(measured.anchor, is: .make(30.7, asOf: 21, startedAt: -9.7, .estimated))
    }

    @Test mutating func `a player that runs backwards has no position until it runs forwards`() {
        station.hear(Self.player(at: .elapsed(.seconds(20))), at: 0)
        var backwards = Self.player(at: .elapsed(.seconds(18)))
        backwards.runsBackwards = true
        let rewinding = station.hear(backwards, at: 1)
        expect(rewinding.anchor, is: nil)
        expect(rewinding.playback?.state, is: .playing)
        let forwards = station.hear(Self.player(at: .elapsed(.seconds(12))), at: 4)
        expect(forwards.anchor, is: .make(12, asOf: 4, startedAt: -8, .estimated))
        expect(forwards.track?.id, is: rewinding.track?.id)
    }
}
