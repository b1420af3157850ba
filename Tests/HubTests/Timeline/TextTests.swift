import Expectations
import Feeds
import NowPlaying
import Testing

@testable import Hub
@testable import Stations

/// Feeds that tell no tracks apart and give no times: their text has to do.
struct TextTests {
    private var station = Rehearsal()

    @Test mutating func `the first text has no anchor: it may have begun long ago`() {
        expect(station.hear(.track("A"), at: 0).anchor, is: nil)
        expect(station.hear(.track("A"), at: 100).anchor, is: nil)
    }

    @Test mutating func `a text that changes while we listen begins when it arrives`() {
        station.hear(.track("A"), at: 0)
        let anchor = station.hear(.track("B"), at: 10).anchor
        expect(anchor, is: .make(0, asOf: 10, startedAt: 10, .arrival))
        expect(station.hear(.track("B"), at: 50).anchor, is: anchor)
    }

    @Test mutating func `a text that changed while we were away has no anchor`() {
        station.hear(.track("A"), at: 0)
        station.reconnect()
        expect(station.hear(.track("B"), at: 60).anchor, is: nil)
        expect(station.hear(.track("C"), at: 70).anchor?.quality, is: .arrival)
    }

    @Test mutating func `a text that is the same after a reconnect keeps its anchor`() {
        station.hear(.track("A"), at: 0)
        let anchor = station.hear(.track("B"), at: 10).anchor
        station.reconnect()
        expect(station.hear(.track("B"), at: 300).anchor, is: anchor)
    }

    @Test mutating func `a title that a slogan interrupted resumes with its anchor and its id`() {
        station.hear(.track("A"), at: 0)
        let song = station.hear(.track("Song"), at: 10)
        let slogan = station.hear(.track("Your station"), at: 60)
        expect(slogan.anchor?.asOf, is: .at(60))
        let again = station.hear(.track("Song"), at: 75)
        expect(again.anchor, is: song.anchor)
        expect(again.track?.id, is: song.track?.id)
    }

    @Test(arguments: [(120.0, true), (120.001, false)])
    mutating func `a title that returns within 120 s resumes, a later one begins`(
        pause: Double, resumes: Bool
    ) {
        station.hear(.track("A"), at: 0)
        let song = station.hear(.track("Song"), at: 10)
        station.hear(.track("Slogan"), at: 20)
        let again = station.hear(.track("Song"), at: 20 + pause)
        expect(again.track?.id == song.track?.id, is: resumes)
        expect(again.anchor == song.anchor, is: resumes)
    }

    @Test mutating func `the 120 s count from when the title was last heard`() {
        station.hear(.track("A"), at: 0)
        let song = station.hear(.track("Song"), at: 10)
        for seconds in stride(from: 20.0, to: 400, by: 20) {
            station.hear(.track("Song"), at: seconds)
        }
        station.hear(.track("Slogan"), at: 400)
        expect(station.hear(.track("Song"), at: 490).anchor, is: song.anchor)
    }

    @Test mutating func `the artist is part of what tells tracks apart`() {
        var one = Report.track("Song")
        one.track?.artist = "Aurora"
        var other = one
        other.track?.artist = "Polar"
        let first = station.hear(one, at: 0)
        #expect(station.hear(other, at: 10).track?.id != first.track?.id)
    }

    @Test mutating func `a set clock moves the anchor of a title that is away too`() {
        station.hear(.track("A"), at: 0)
        station.hear(.track("Song"), at: 10)
        station.hear(.track("Slogan"), at: 60)
        station.stepClock(by: .seconds(-50))
        let later = Moment.at(70)
        let now = Moment(monotonic: later.monotonic, wall: later.wall - .seconds(50))
        let anchor = station.hear(.track("Song"), at: now).anchor
        expect(anchor, is: .make(0, asOf: -40, startedAt: -40, .arrival))
    }

    @Test mutating func `nothing that plays has neither track nor anchor`() {
        var silence = Report()
        silence.online = false
        silence.state = .stopped
        silence.rate = 0
        station.hear(.track("A"), at: 0)
        let broadcast = station.hear(silence, at: 10)
        expect(broadcast.track, is: nil)
        expect(broadcast.playback, is: Playback(state: .stopped, rate: 0))
        expect(broadcast.online, is: false)
    }

    @Test(arguments: [("Spud", true), ("Aurora", nil)] as [(String, Bool?)])
    func `the automation's name is told from a person's`(name: String, isDefault: Bool?) {
        var station = Rehearsal(defaultStreamer: "Spud")
        var report = Report.track("A")
        report.live = LiveStreamer(streamer: name)
        expect(station.hear(report, at: 0).live?.isDefault, is: isDefault)
        report.live = nil
        expect(station.hear(report, at: 1).live, is: nil)
    }

    @Test mutating func `all times are turned into those of the hub's own clock`() {
        var station = Rehearsal(serverAhead: .seconds(100))
        var report = Report.track("A")
        report.live = LiveStreamer(streamer: "Aurora")
        report.live?.startedAt = .at(100)
        report.programme = Programme(title: "Dawn")
        report.programme?.startsAt = .at(0)
        report.programme?.endsAt = .at(700)
        report.next = ReportedTrack(title: "B")
        report.next?.positions = [.startedAt(.at(160))]
        var past = ReportedTrack(title: "Z")
        past.positions = [.startedAt(.at(-200))]
        report.history = [Box(past)]
        let broadcast = station.hear(report, at: 0)
        expect(broadcast.live?.startedAt, is: .at(0))
        expect(broadcast.next?.startsAt, is: .at(60))
        let programme = station.timeline.programme(at: .at(0))
        expect(programme?.startsAt, is: .at(-100))
        expect(programme?.endsAt, is: .at(600))
        let played = station.timeline.played(until: .at(0), besides: broadcast.track?.id)
        expect(played.first?.startedAt, is: .at(-300))
    }

    @Test mutating func `the start of the next track stays while it alone moves on`() {
        var report = Report.track("A", key: "A")
        report.next = ReportedTrack(title: "B")
        report.next?.positions = [.startedAt(.at(60))]
        station.hear(report, at: 0)
        report.next?.positions = [.startedAt(.at(64))]
        expect(station.hear(report, at: 10).next?.startsAt, is: .at(60))
        report.next?.title = "C"
        expect(station.hear(report, at: 20).next?.startsAt, is: .at(64))
    }
}
