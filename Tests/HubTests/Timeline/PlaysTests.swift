import Expectations
import Feeds
import NowPlaying
import Testing

@testable import Hub
@testable import Stations

/// The tracks of a station become its timeline.
struct PlaysTests {
    private var air = Airwaves()

    @Test mutating func `a feed with times gives each track its start and its length`() {
        air.hear(.track("A", since: -30, duration: 180), at: 0)
        air.hear(.track("B", since: 150, duration: 200), at: 151)
        expect(air.drawn, is: ["B 150–350", "A -30–150"])
    }

    @Test mutating func `a length that the feed does not give is the time until the next track`() {
        air.hear(.track("A", since: -30), at: 0)
        expect(air.drawn, is: ["A -30–?"])
        air.hear(.track("B", since: 150), at: 151)
        expect(air.drawn, is: ["B 150–?", "A -30–150"])
    }

    @Test mutating func `a feed without times has tracks begin when their text comes`() {
        air.hear(.text("A"), at: 0)
        air.hear(.text("B"), at: 100)
        air.hear(.text("C"), at: 300)
        expect(air.drawn, is: ["C 300–?", "B 100–300", "A ?"])
    }

    @Test mutating func `a track that was cut short is as long as it was heard`() {
        air.hear(.track("A", since: 0, duration: 240), at: 0)
        air.hear(.track("B", since: 60, duration: 240), at: 60)
        expect(air.drawn, is: ["B 60–300", "A 0–60"])
    }

    @Test mutating func `tracks that fade into each other keep their lengths`() {
        air.hear(.track("A", since: 0, duration: 240), at: 0)
        air.hear(.track("B", since: 232, duration: 240), at: 232)
        expect(air.drawn, is: ["B 232–472", "A 0–240"])
    }

    @Test mutating func `a track ends when the station says that nothing plays`() {
        air.hear(.track("A", since: 0), at: 0)
        air.hear(.text(nil), at: 90)
        air.hear(.track("B", since: 500), at: 500)
        expect(air.drawn, is: ["B 500–?", "A 0–90"])
    }

    @Test mutating func `a station that goes off the air broadcasts nothing, whatever it names`() {
        air.hear(.track("A", since: 0), at: 0)
        var offline = Report.track("A", since: 0)
        offline.online = false
        air.hear(offline, at: 60)
        expect(air.drawn, is: ["A 0–60"])
        offline.track = Report.track("Off the air", since: 60).track
        air.hear(offline, at: 70)
        air.hear(.track("B", since: 900), at: 900)
        expect(air.drawn, is: ["B 900–?", "A 0–60"])
    }

    // MARK: Gaps

    @Test mutating func `what played before a gap has no invented length`() {
        air.hear(.track("A", since: 0), at: 0)
        air.reconnect(lostAt: 60, at: 1_000)
        air.hear(.track("B", since: 950), at: 1_001)
        expect(air.drawn, is: ["B 950–?", "A 0–?"])
        air.hear(.track("C", since: 1_100), at: 1_100)
        expect(air.drawn, is: ["C 1100–?", "B 950–1100", "A 0–?"])
    }

    @Test mutating func `a track that is on air before and after a loss was on air meanwhile`() {
        air.hear(.track("A", since: 0), at: 0)
        air.reconnect(lostAt: 60, at: 100)
        air.hear(.track("A", since: 0), at: 101)
        air.hear(.track("B", since: 180), at: 180)
        expect(air.drawn, is: ["B 180–?", "A 0–180"])
    }

    @Test mutating func `nothing is known of the end of what was on air before a silence`() {
        air.hear(.text("A"), at: 0)
        air.hear(.text("B"), at: 100)
        air.reconnect(lostAt: 150, at: 200)
        air.hear(.text(nil), at: 201)
        air.hear(.text("C"), at: 300)
        expect(air.drawn, is: ["C 300–?", "B 100–?", "A ?"])
    }

    // MARK: The same again

    @Test mutating func `two plays of a track have ids of their own`() {
        air.hear(.track("A", key: "a", since: 0), at: 0)
        air.hear(.track("B", key: "b", since: 200), at: 200)
        air.hear(.track("A", key: "a", since: 400), at: 400)
        expect(air.drawn, is: ["A 400–?", "B 200–400", "A 0–200"])
        expect(Set(air.ids).count, is: 3)
    }

    @Test mutating func `a track that a feed plays twice in a row was played twice`() {
        air.hear(.track("A", key: "a", since: 0, duration: 200), at: 0)
        air.hear(.track("A", key: "a", since: 200, duration: 200), at: 200)
        expect(air.drawn, is: ["A 200–400", "A 0–200"])
        expect(Set(air.ids).count, is: 2)
    }

    @Test mutating func `the element on air goes by the id of the track that is presented`() {
        air.hear(.track("A", since: 0), at: 0)
        expect(air.ids, is: [air.station.presented.track?.id])
        air.hear(.text("B"), at: 60)
        expect(air.ids.first, is: air.station.presented.track?.id)
    }

    @Test mutating func `slogans between do not make a song two`() {
        air.hear(.text("Before"), at: 0)
        air.hear(.text("Song"), at: 60)
        air.hear(.text("Slogan"), at: 90)
        air.hear(.text("Song"), at: 100)
        expect(air.drawn, is: ["Song 60–?", "Slogan 90–100", "Before ?"])
        air.hear(.text("Slogan"), at: 150)
        expect(air.drawn.first, is: "Slogan 90–?")
        air.hear(.text("After"), at: 200)
        expect(air.drawn, is: ["After 200–?", "Slogan 90–200", "Song 60–150", "Before ?"])
    }

    // MARK: Corrections

    @Test mutating func `a slip of the pen is replaced in place`() {
        air.hear(.text("Before"), at: 0)
        air.hear(.text("Frist Light"), at: 60)
        let slip = air.ids.first
        air.hear(.text("First Light"), at: 62)
        expect(air.drawn, is: ["First Light 60–?", "Before ?"])
        expect(air.ids.first, is: slip)
        air.hear(.text("After"), at: 70)
        expect(air.drawn, is: ["After 70–?", "First Light 60–70", "Before ?"])
    }

    @Test mutating func `a track whose title is corrected stays the same element`() {
        air.hear(.track("Frist Light", key: "7", since: 0), at: 0)
        air.hear(.track("First Light", key: "7", since: 0), at: 60)
        expect(air.drawn, is: ["First Light 0–?"])
    }

    @Test mutating func `a start that is known better replaces the one before`() {
        air.hear(.track("A", since: 0), at: 10)
        air.hear(.track("A", since: 5), at: 20)
        expect(air.drawn, is: ["A 5–?"])
        expect(air.remembered.count, is: 2)
    }

    // MARK: Delays, clocks

    @Test mutating func `times are those at which the station is heard`() {
        air = Airwaves(.make("one").delayed(by: .seconds(20)))
        air.hear(.track("A", since: -60).within("Dawn", from: -100, to: 400), at: 0)
        let show = Report.track("B", since: 100).within("Dawn", from: -100, to: 400)
        air.hear(show.after(("A", -60), ("Z", -200)), at: 100)
        expect(air.drawn, is: ["A -40–?", "Z -180–?"])
        air.present(at: 120)
        expect(air.drawn, is: ["B 120–?", "A -40–120", "Z -180–?"])
        expect(air.timeline.onAir?.drawn, is: "Dawn -80–420")
    }

    @Test mutating func `a clock that is set moves what was noted by it, and nothing else`() {
        air.hear(.track("A", since: 0, duration: 100), at: 0)
        air.restart(at: 50)
        air.hear(.track("B", since: 100).within("Dawn"), at: 101)
        air.stepClock(by: .seconds(3_600))
        expect(air.drawn, is: ["B 3700–?", "A 0–100"])
        expect(air.remembered.count { $0.title == "B" }, is: 2)
    }
}

extension PersistedChange {
    fileprivate var title: String? {
        switch self {
        case .element(let element, _): element.track.title
        default: nil
        }
    }
}
