import Expectations
import Feeds
import NowPlaying
import Testing

@testable import Hub
@testable import Stations

/// The past: the feed's own history, earlier lives of the hub, programmes.
struct PastTests {
    private var air = Airwaves()

    // MARK: The feed's history

    @Test mutating func `the feed's history fills a gap`() {
        air.hear(.track("C", since: 0).after(("B", -200), ("A", -400)), at: 10)
        expect(air.drawn, is: ["C 0–?", "B -200–?", "A -400–?"])
    }

    @Test mutating func `what was heard and what the history says are one element`() {
        air.hear(.track("A", since: 0), at: 0)
        let first = air.ids.first
        air.hear(.track("B", since: 200).after(("A", 3)), at: 200)
        expect(air.drawn, is: ["B 200–?", "A 0–200"])
        expect(air.ids.last, is: first)
    }

    @Test mutating func `a play that only the history knows keeps its id`() {
        air.hear(.track("B", since: 0).after(("A", -200)), at: 0)
        let first = air.ids.last
        air.hear(.track("C", since: 200).after(("B", 0), ("A", -198)), at: 200)
        expect(air.ids.last, is: first)
        expect(air.ids.count, is: 3)
    }

    @Test mutating func `plays of one track are told apart by when they began`() {
        air.hear(.track("B", since: 0).after(("A", -200), ("Z", -400), ("A", -600)), at: 0)
        expect(air.drawn, is: ["B 0–?", "A -200–?", "Z -400–?", "A -600–?"])
        expect(Set(air.ids).count, is: 4)
    }

    @Test mutating func `the history says when the first track began, once it is over`() {
        air.hear(.text("A"), at: 60)
        air.hear(.text("B").after(("A", 40)), at: 100)
        expect(air.drawn, is: ["B 100–?", "A 40–100"])
    }

    @Test mutating func `a track that the history names while it plays is there once`() {
        air.hear(.track("A", since: 0).after(("A", 0), ("Z", -200)), at: 1)
        expect(air.drawn, is: ["A 0–?", "Z -200–?"])
    }

    @Test mutating func `a history without times is kept, once`() {
        air.hear(.text("C").after(("B", nil), ("A", nil)), at: 0)
        expect(air.drawn, is: ["C ?", "B ?", "A ?"])
        air.hear(.text("D").after(("C", nil), ("B", nil), ("A", nil)), at: 100)
        expect(air.drawn, is: ["D 100–?", "C ?", "B ?", "A ?"])
    }

    @Test mutating func `what lies ahead or too far back is not part of it`() {
        air.hear(.track("C", since: 0).after(("Next", 500), ("Old", -20_000)), at: 0)
        expect(air.drawn, is: ["C 0–?"])
    }

    // MARK: Bounds

    @Test mutating func `what ended before the window is forgotten`() {
        air.hear(.track("A", since: 0, duration: 200), at: 0)
        air.hear(.track("B", since: 200, duration: 200), at: 200)
        // The window is moved in steps of ten minutes.
        air.hear(.track("C", since: 18_801, duration: 200), at: 18_801)
        expect(air.drawn, is: ["C 18801–19001", "B 200–400"])
    }

    @Test mutating func `what is on air stays, however long it has been`() {
        air.hear(.track("A", since: 0), at: 0)
        air.hear(.track("A", since: 0, duration: 90_000), at: 40_000)
        expect(air.drawn, is: ["A 0–90000"])
    }

    @Test mutating func `only so many elements are kept, and the oldest go first`() {
        air = Airwaves(elements: 3)
        for place in 0..<5 {
            air.hear(.track("\(place)", since: Double(place) * 100), at: Double(place) * 100)
        }
        expect(air.drawn, is: ["4 400–?", "3 300–400", "2 200–300"])
        air.hear(.track("5", since: 500).after(("1", 100), ("0", 0)), at: 500)
        expect(air.drawn, is: ["5 500–?", "4 400–500", "3 300–400"])
    }

    // MARK: Restarts

    @Test mutating func `a play keeps its id over a restart`() {
        air.hear(.track("A", since: 0).after(("Z", -200)), at: 0)
        let ids = air.ids
        air.restart(at: 60)
        air.hear(.track("A", since: 1).after(("Z", -199)), at: 61)
        expect(air.ids, is: ids)
        air.hear(.track("B", since: 180), at: 180)
        expect(air.drawn, is: ["B 180–?", "A 0–180", "Z -200–?"])
    }

    @Test mutating func `a text that was on air before a restart and is after it is one play`() {
        air.hear(.text("Z"), at: 0)
        air.hear(.text("A"), at: 100)
        let ids = air.ids
        air.restart(at: 200)
        air.hear(.text("A"), at: 210)
        expect(air.ids, is: ids)
        air.hear(.text("B"), at: 300)
        expect(air.drawn, is: ["B 300–?", "A 100–300", "Z ?"])
    }

    @Test mutating func `a text that comes back long after a restart is another play`() {
        air.hear(.text("Z"), at: 0)
        air.hear(.text("A"), at: 100)
        air.restart(at: 200)
        air.hear(.text("A"), at: 4_000)
        expect(air.drawn, is: ["A ?", "A 100–?", "Z ?"])
    }

    @Test mutating func `the time in which no hub ran belongs to nothing`() {
        air.hear(.track("A", since: 0), at: 0)
        air.restart(at: 600)
        air.hear(.track("B", since: 590), at: 600)
        expect(air.drawn, is: ["B 590–?", "A 0–?"])
    }

    @Test func `plays that began in one second are all there after a restart`() {
        var timeline = Timeline(station: "one", delay: .zero, limits: Box(Limits()))
        let twins = ["C", "B", "A"].map { title in
            TimelineElement(track: Track(id: "id\(title)", title: title), startedAt: .at(-100))
        }
        timeline.restore(StationTimeline(elements: twins), at: .at(0))
        expect(timeline.elements(until: .at(0)), is: twins)
        let renamed = TimelineElement(track: Track(id: "other", title: "A"), startedAt: .at(-99.5))
        timeline.merge(StationTimeline(elements: [renamed]), at: .at(0))
        expect(timeline.elements(until: .at(0)), is: twins)
    }

    @Test mutating func `nothing that is unfit is taken from an earlier life`() {
        let fit = TimelineElement(track: Track(id: "fit", title: "A"), startedAt: .at(-100))
        let foreign = TimelineElement(track: Track(id: "no good", title: "B"), startedAt: .at(-200))
        let later = TimelineElement(track: Track(id: "later", title: "C"), startedAt: .at(100))
        var timeline = Timeline(station: "one", delay: .zero, limits: Box(Limits()))
        timeline.restore(StationTimeline(elements: [later, fit, fit, foreign]), at: .at(0))
        expect(timeline.elements(until: .at(200)), is: [fit])
    }

    @Test func `a play of another hub whose time is unknown is not taken for what is on air`() {
        var station = Rehearsal()
        station.hear(.track("B", at: .startedAt(.at(-10))), at: 0)
        var timeline = station.timeline
        let undated = TimelineElement(track: Track(id: "a", title: "A"), startedAt: nil)
        timeline.merge(StationTimeline(elements: [undated]), at: .at(0))
        expect(timeline.onAir(at: .at(1))?.play?.track.title, is: "B")
        expect(timeline.elements(until: .at(1)).map(\.track.title), is: ["B", "A"])
    }

    // MARK: Programmes

    @Test mutating func `programmes follow each other`() {
        air.hear(Report.text("A").within("Dawn", from: -1_000, to: 100), at: 0)
        air.present(at: 100)
        expect(air.timeline.onAir, is: nil)
        air.hear(Report.text("A").within("Day", from: 100, to: 900), at: 101)
        expect(air.timeline.onAir?.drawn, is: "Day 100–900")
        expect(air.timeline.past.map(\.drawn), is: ["Dawn -1000–100"])
    }

    @Test mutating func `a programme without times lasts from its name to the next one`() {
        air.hear(Report.text("A").within("Dawn"), at: 0)
        air.hear(Report.text("A").within("Day"), at: 100)
        air.hear(Report.text("A").within("Dusk"), at: 500)
        expect(air.timeline.onAir?.drawn, is: "Dusk 500–?")
        expect(air.timeline.past.map(\.drawn), is: ["Day 100–500", "Dawn ?–100"])
    }

    @Test mutating func `a programme that began in a gap has no invented start`() {
        air.hear(Report.text("A").within("Dawn"), at: 0)
        air.reconnect(lostAt: 50, at: 100)
        air.hear(Report.text("A").within("Day"), at: 101)
        expect(air.timeline.onAir?.drawn, is: "Day ?–?")
        expect(air.timeline.past.map(\.drawn), is: ["Dawn ?–?"])
    }

    @Test mutating func `a programme is the same over a restart`() {
        air.hear(Report.text("A").within("Dawn", from: -50, to: 500), at: 0)
        let id = air.timeline.onAir?.id
        air.restart(at: 60)
        expect(air.timeline.onAir?.drawn, is: "Dawn -50–500")
        air.hear(Report.text("A").within("Dawn", from: -49, to: 500), at: 61)
        expect(air.timeline.onAir?.id, is: id)
        #expect(air.timeline.past.isEmpty)
    }

    @Test mutating func `a show that is on every day is another programme each time`() {
        air.hear(Report.text("A").within("Dawn", from: 0, to: 100), at: 0)
        air.hear(Report.text("A").within("Day", from: 100, to: 200), at: 100)
        air.hear(Report.text("A").within("Dawn", from: 200, to: 300), at: 200)
        expect(air.timeline.past.map(\.drawn), is: ["Day 100–200", "Dawn 0–100"])
        expect(Set(air.timeline.past.map(\.id) + [air.timeline.onAir?.id]).count, is: 3)
    }
}
