import Expectations
import Feeds
import NowPlaying
import TestSupport
import Testing

@testable import Hub
@testable import Sessions
@testable import Stations

/// The part of the past that a hub stores, and the part that it restores.
struct RememberedTests {
    private func remembered(_ world: World) -> [String] {
        world.remembered.compactMap { change in
            guard case .element(let element, let station) = change else { return nil }
            return "\(station): \(element.drawn)"
        }
    }

    private func past(_ titles: String...) -> StationTimeline {
        StationTimeline(
            elements: titles.enumerated().map { age, title in
                TimelineElement(
                    track: Track(id: title, title: title), startedAt: .at(Double(age + 1) * -100))
            })
    }

    private func timeline(_ world: World, _ station: String = "one") throws -> StationTimeline {
        world.listing(of: try #require(world.hub.store.index(of: station)))
    }

    @Test func `what is new or known better is remembered, and nothing twice`() {
        let world = World()
        world.open()
        world.publish("A")
        world.publish("A")
        world.run(for: .seconds(100))
        world.publish("B")
        world.run(for: .seconds(100))
        world.publish("C")
        expect(
            remembered(world),
            is: [
                "one: A ?", "one: B 100–?", "one: B 100–200", "one: C 200–?",
            ])
    }

    @Test func `what was restored is not persisted again`() {
        var restored = RestoredState()
        restored.timelines["one"] = past("B", "A")
        let world = World(restored: restored)
        world.open()
        world.publish("C")
        expect(remembered(world), is: ["one: C ?"])
    }

    @Test func `a hub that keeps no history journals no change`() {
        let world = World(journal: [])
        world.open()
        world.publish("A")
        #expect(remembered(world).isEmpty)
    }

    @Test func `a hub knows what was played in its life before`() throws {
        var restored = RestoredState()
        restored.timelines["one"] = past("B", "A")
        restored.timelines["gone"] = past("C")
        let world = World(restored: restored)
        try expect(timeline(world).elements.map(\.id), is: ["B", "A"])
    }

    @Test func `a station that is added later has its past too`() throws {
        var restored = RestoredState()
        restored.timelines["two"] = past("B", "A")
        let world = World(restored: restored)
        world.reconfigure(["one", "two"])
        try expect(timeline(world, "two").elements.map(\.id), is: ["B", "A"])
    }

    @Test func `a station that is removed and comes back has its past still`() throws {
        let world = World(.make(["one", "two"]))
        world.open("two")
        world.publish("A", from: "two")
        let before = try timeline(world, "two")
        world.reconfigure(["one"])
        world.reconfigure(["one", "two"])
        try expect(timeline(world, "two").elements, is: before.elements)
    }

    @Test func `a station that is read from elsewhere begins anew`() throws {
        let world = World()
        world.open()
        world.publish("A")
        var other = StationConfiguration.make("one")
        other.feed.settings["shortcode"] = .text("another")
        world.reconfigure([other])
        #expect(try timeline(world).elements.isEmpty)
    }

    @Test(arguments: [(1, 300), (1_000, 100), (20_000, 20)])
    func `many stations share the room for the past`(stations: Int, elements: Int) {
        let ids = (0..<stations).map { "s\($0)" }
        let keeping = HubConfiguration.make(ids).keeping(within: Limits(), isRemembered: false)
        expect(keeping.spans, is: elements)
        expect(keeping.window, is: .seconds(5 * 3_600))
    }

    @Test(arguments: [(600, 3_600), (7_200, 7_200), (90_000, 18_000)])
    func `as much is kept as sessions go back`(window: Int64, kept: Int64) {
        var configuration = HubConfiguration.make(["one"])
        var main = SessionConfiguration()
        main.rewindWindow = .seconds(window)
        configuration.sessions["main"] = main
        let keeping = configuration.keeping(within: Limits(), isRemembered: false)
        expect(keeping.window, is: .seconds(kept))
    }

    @Test func `the status names what a station lost, and the rows that are damaged`() throws {
        let world = World(.make(["one", "two"]))
        var history = HistoryStatus(.ok, file: "/h.sqlite")
        history.dropped = 7
        history.droppedByStation = ["one": 7]
        history.damagedRows = 2
        world.handle(.historyChanged(history))
        let status = try Follower(world).ask("status")
        expect(status["history"]?["dropped"]?.int, is: 7)
        expect(status["history"]?["damagedRows"]?.int, is: 2)
        let stations = status["links"]?.elements.flatMap { $0["stations"]?.elements ?? [] } ?? []
        let lost = stations.map { ($0["id"]?.string, $0["historyDropped"]?.int) }
        #expect(lost.contains { $0 == ("one", 7) } && lost.contains { $0 == ("two", nil) })
    }
}
