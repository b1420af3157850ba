import Expectations
import Feeds
import NowPlaying
import Testing

@testable import Hub
@testable import Stations

/// The making of an anchor, and its lifetime.
struct AnchorTests {
    private static func started(
        _ seconds: Double, _ title: String = "A", duration: Interval? = nil
    ) -> Report {
        .track(title, key: title, at: .startedAt(.at(seconds)), duration: duration)
    }

    @Test func `a start by the server's clock makes an exact anchor`() {
        var station = Rehearsal()
        let broadcast = station.hear(Self.started(-20), at: 0)
        expect(broadcast.anchor, is: .make(20, asOf: 0, startedAt: -20, .exact))
    }

    @Test func `a start by a server whose clock is unknown makes an estimate`() {
        var station = Rehearsal(knowsServer: false)
        let broadcast = station.hear(Self.started(-20), at: 0)
        expect(broadcast.anchor, is: .make(20, asOf: 0, startedAt: -20, .estimated))
    }

    @Test func `times are turned into those of the hub's own clock`() {
        var station = Rehearsal(serverAhead: .seconds(100))
        let broadcast = station.hear(Self.started(80), at: 0)
        expect(broadcast.anchor, is: .make(20, asOf: 0, startedAt: -20, .exact))
    }

    @Test func `an anchor stays through reports that agree with it`() {
        var station = Rehearsal()
        let first = station.hear(Self.started(-20), at: 0).anchor
        for (seconds, start) in [(13.0, -19.0), (26, -21), (39, -17.5), (52, -22.9)] {
            expect(station.hear(Self.started(start), at: seconds).anchor, is: first)
        }
    }

    @Test(arguments: [(-3.0, false), (3.0, false), (-3.001, true), (3.001, true)])
    func `a deviation of more than 3 s makes a new anchor`(deviation: Double, isNew: Bool) {
        var station = Rehearsal()
        station.hear(Self.started(-20), at: 0)
        let anchor = station.hear(Self.started(-20 - deviation), at: 10).anchor
        let old = Anchor.make(20, asOf: 0, startedAt: -20, .exact)
        let new = Anchor.make(30 + deviation, asOf: 10, startedAt: -20 - deviation, .exact)
        expect(anchor, is: isNew ? new : old)
    }

    @Test func `small deviations do not add up, since each is measured from the anchor`() {
        var station = Rehearsal()
        station.hear(Self.started(-20), at: 0)
        for step in 1...3 { station.hear(Self.started(-20 - Double(step)), at: Double(step)) }
        expect(station.latest?.anchor?.asOf, is: .at(0))
        expect(station.hear(Self.started(-24), at: 4).anchor?.asOf, is: .at(4))
    }

    @Test func `a better clock alone makes no new anchor`() {
        var station = Rehearsal(knowsServer: false)
        let first = station.hear(Self.started(-20), at: 0).anchor
        station.clock.serverOffset = Rehearsal.wallOffset + .seconds(1)
        expect(station.hear(Self.started(-20), at: 10).anchor, is: first)
    }

    @Test func `another track makes a new anchor`() {
        var station = Rehearsal()
        let first = station.hear(Self.started(-20), at: 0)
        let second = station.hear(Self.started(9, "B"), at: 10)
        expect(second.anchor, is: .make(1, asOf: 10, startedAt: 9, .exact))
        #expect(first.track?.id != second.track?.id)
    }

    @Test func `a position is at most the duration`() {
        var station = Rehearsal()
        let broadcast = station.hear(Self.started(-500, duration: .seconds(200)), at: 0)
        expect(broadcast.anchor?.elapsed, is: .seconds(200))
        expect(broadcast.playback?.duration, is: .seconds(200))
    }

    @Test func `a track that has run out is not a deviation`() {
        var station = Rehearsal()
        let first = station.hear(Self.started(-190, duration: .seconds(200)), at: 0).anchor
        let later = station.hear(Self.started(-190, duration: .seconds(200)), at: 60).anchor
        expect(first, is: later)
    }

    @Test func `a track that is announced ahead waits at its beginning`() {
        var station = Rehearsal()
        let broadcast = station.hear(Self.started(30), at: 0)
        expect(broadcast.anchor, is: .make(0, asOf: 30, startedAt: 30, .exact))
        expect(station.hear(Self.started(30), at: 20).anchor, is: broadcast.anchor)
        expect(station.hear(Self.started(30), at: 60).anchor, is: broadcast.anchor)
    }

    // MARK: State and rate

    @Test func `a pause makes an anchor at the position where it stopped`() {
        var station = Rehearsal()
        let report = Report.track("A", key: "A", at: .elapsed(.seconds(5)))
        station.hear(report, at: 0)
        let silent = Report.track("A", key: "A").at(rate: 0, state: .paused)
        let paused = station.hear(silent, at: 10)
        expect(paused.anchor, is: .make(15, asOf: 10, startedAt: -5, .estimated))
        expect(paused.playback?.state, is: .paused)
        expect(station.hear(silent, at: 100).anchor, is: paused.anchor)
        let resumed = station.hear(.track("A", key: "A"), at: 110)
        expect(resumed.anchor?.elapsed, is: .seconds(15))
        expect(resumed.anchor?.asOf, is: .at(110))
    }

    @Test func `another rate makes a new anchor at the position that was predicted`() {
        var station = Rehearsal()
        station.hear(.track("A", key: "A", at: .elapsed(.seconds(5))), at: 0)
        let faster = station.hear(
            Report.track("A", key: "A").at(rate: 2), at: 10)
        expect(faster.anchor?.elapsed, is: .seconds(15))
        expect(faster.anchor?.asOf, is: .at(10))
        expect(faster.playback?.position(at: .at(20)), is: .seconds(35))
    }

    // MARK: Clock and connection

    @Test func `a set clock moves the anchor with it`() {
        var station = Rehearsal()
        station.hear(Self.started(-20), at: 0)
        station.stepClock(by: .seconds(3_600))
        // The server's clock was right and still is; only ours was set.
        let after = Moment.at(10)
        let now = Moment(monotonic: after.monotonic, wall: after.wall + .seconds(3_600))
        let anchor = station.hear(Self.started(-20), at: now).anchor
        expect(anchor, is: .make(20, asOf: 3_600, startedAt: 3_580, .exact))
    }

    @Test func `a reconnect keeps the anchor of a track that goes on`() {
        var station = Rehearsal()
        let first = station.hear(Self.started(-20), at: 0)
        station.reconnect()
        let second = station.hear(Self.started(-19), at: 60)
        expect(second.anchor, is: first.anchor)
        expect(second.track, is: first.track)
    }

    // MARK: Identity

    @Test(arguments: [(1.0, true), (-1.0, true), (30.0, true), (30.001, false), (-200.0, false)])
    func `a track is the same while its key is and it began at about the same time`(
        shift: Double, isSame: Bool
    ) {
        var station = Rehearsal()
        func report(since start: Double) -> Report {
            var report = Self.started(start)
            report.track?.identity?.startedAt = .at(start)
            return report
        }
        let first = station.hear(report(since: -40), at: 0)
        let second = station.hear(report(since: -40 + shift), at: 10)
        expect(second.track?.id == first.track?.id, is: isSame)
    }

    @Test func `a title that is corrected is the same track`() {
        var station = Rehearsal()
        let first = station.hear(Self.started(-20), at: 0)
        var corrected = Self.started(-20)
        corrected.track?.title = "A, at last"
        let second = station.hear(corrected, at: 10)
        expect(second.track?.id, is: first.track?.id)
        expect(second.track?.title, is: "A, at last")
        expect(second.anchor, is: first.anchor)
    }

    @Test(arguments: [(-20.006, true), (-19.994, true), (-25, false)])
    func `hubs that hear a text begin some milliseconds apart give it the same id`(
        start: Double, isSame: Bool
    ) {
        var (one, other) = (Rehearsal(), Rehearsal())
        let first = one.hear(.track("A", at: .startedAt(.at(-20))), at: 0)
        let second = other.hear(.track("A", at: .startedAt(.at(start))), at: 3)
        expect(first.track?.id == second.track?.id, is: isSame)
    }

    @Test func `every hub gives a track of a feed with keys the same id`() {
        var one = Rehearsal()
        var other = Rehearsal(knowsServer: false)
        let ids = [
            one.hear(Self.started(-20), at: 0).track?.id,
            other.hear(Self.started(-20), at: 77).track?.id,
        ]
        expect(ids[0], is: ids[1])
    }
}
