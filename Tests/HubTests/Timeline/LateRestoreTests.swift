import Expectations
import NowPlaying
import TestSupport
import Testing

@testable import Hub
@testable import Sessions
@testable import Stations

/// A hub that learns of its life before while it is running: what its listeners have chosen in this
/// one wins.
struct LateRestoreTests {
    private let world: World
    private let phone: Follower
    private let car: Follower

    init() throws {
        world = .programs(
            [
                .program("one"), .program("two", streams: ["south", "north"]),
                .program("three", streams: ["east", "west"]),
            ], restored: nil, journal: .changes)
        phone = Follower(world)
        car = Follower(world)
        try car.follow("carPlay")
        _ = try car.records()
    }

    private var choices: [PersistedChange] {
        world.remembered.filter { change in
            switch change {
            case .preferences, .session, .sessionEnded: true
            case .element, .renamed, .programme: false
            }
        }
    }

    private var preferences: Preferences { world.hub.sessions.preferences }

    private func restored(_ change: (inout RestoredState) -> Void = { _ in }) -> RestoredState {
        var restored = RestoredState()
        restored.preferences.favourites = ["one", "two"]
        restored.preferences.order = ["three", "one"]
        restored.preferences.streams = ["two": "north", "three": "east"]
        restored.sessions = [.init(id: "main", station: "two", stream: "north")]
        change(&restored)
        return restored
    }

    private func station(of session: String) -> String? {
        world.hub.sessions.index(of: session)
            .flatMap { world.hub.sessions[$0]?.reported.station }
    }

    // MARK: Choices

    @Test func `what was chosen before comes to every client as soon as it is known`() throws {
        world.handle(.stateRestored(restored()))
        expect(preferences, is: restored().preferences)
        expect(station(of: "main"), is: "two")
        let document = try #require(try car.latest()["carPlay"])
        #expect(document.part("favourites/one") != nil)
        expect(world.hub.sessions.order.map(\.number), is: [2, 0, 1])
    }

    @Test func `what was chosen meanwhile wins, each choice by itself`() throws {
        try phone.command("favourite", #""station":"three","on":true"#)
        try phone.command("favourite", #""station":"one","on":false"#)
        try phone.command("select", #""station":"three","stream":"west""#)
        world.handle(.stateRestored(restored()))
        expect(preferences.favourites, is: ["two", "three"])
        expect(preferences.order, is: ["three", "one"])
        expect(preferences.streams, is: ["two": "north", "three": "west"])
        expect(station(of: "main"), is: "three")
        try phone.command("order", #""stations":["two"]"#)
        expect(preferences.order, is: ["two"])
    }

    @Test func `an order that was made meanwhile wins, be it the one without any`() throws {
        try phone.command("order", #""stations":["two"]"#)
        try phone.command("order", #""stations":[]"#)
        world.handle(.stateRestored(restored()))
        expect(preferences.order, is: [])
    }

    @Test func `nothing is written of choices until all of them are known`() throws {
        try phone.command("favourite", #""station":"three","on":true"#)
        try phone.command("select", #""station":"one""#)
        #expect(choices.isEmpty)
        world.handle(.stateRestored(restored { $0.sessions = [.init(id: "car", station: "two")] }))
        var merged = restored().preferences
        merged.favourites = ["one", "two", "three"]
        expect(
            choices,
            is: [
                .preferences(merged), .session(.init(id: "main", station: "one")),
                .session(.init(id: "car", station: "two")),
            ])
    }

    @Test func `a new file is given what is known, and what is in it changes no choice`() throws {
        world.handle(.stateRestored(restored()))
        try phone.command("favourite", #""station":"one","on":false"#)
        let count = choices.count
        world.handle(.stateRestored(RestoredState()))
        var known = restored().preferences
        known.favourites = ["two"]
        expect(
            choices.dropFirst(count),
            is: [
                .preferences(known),
                .session(.init(id: "main", station: "two", stream: "north")),
            ])
        world.handle(.stateRestored(restored()))
        expect(preferences, is: known)
    }

    @Test func `a session that is played is not taken to another station`() throws {
        try phone.report("playing", #""session":"car","station":"one""#)
        world.handle(
            .stateRestored(restored { $0.sessions.append(.init(id: "car", station: "two")) }))
        expect(station(of: "car"), is: "one")
        expect(station(of: "main"), is: "two")
    }

    // MARK: The past

    private func past(_ ids: String..., at seconds: Double = -600) -> StationTimeline {
        StationTimeline(
            elements: ids.enumerated().map { age, id in
                TimelineElement(
                    track: Track(id: id, title: id), startedAt: .at(seconds - 100 * Double(age)))
            })
    }

    private func titles(_ station: String) throws -> [String] {
        let index = try #require(world.hub.store.index(of: station))
        return world.listing(of: index).elements.map(\.track.title)
    }

    @Test func `what was played before lies before what has been played since`() throws {
        world.handle(.stateRestored(restored { $0.timelines["one"] = past("B", "A") }))
        try expect(titles("one"), is: ["Song of one", "B", "A"])
    }

    @Test func `what has been heard since is not told of by an older word`() throws {
        let index = try #require(world.hub.store.index(of: "one"))
        let known = try #require(world.listing(of: index).elements.first)
        var older = known
        older.track.title = "Misprint"
        let timeline = StationTimeline(elements: [older] + past("A").elements)
        world.handle(.stateRestored(restored { $0.timelines["one"] = timeline }))
        try expect(titles("one"), is: ["Song of one", "A"])
    }

    @Test func `what is told again is there once`() throws {
        for _ in 0..<2 {
            world.handle(.stateRestored(restored { $0.timelines["one"] = past("B", "A") }))
        }
        try expect(titles("one"), is: ["Song of one", "B", "A"])
    }

    @Test func `a station that is added later has its past, too`() throws {
        world.handle(.stateRestored(restored { $0.timelines["four"] = past("B", "A") }))
        world.reconfigure([.program("one"), .program("four")])
        try expect(titles("four"), is: ["B", "A"])
    }

    @Test func `of stations that are not there the past is kept within bounds`() throws {
        var limits = Limits()
        limits.rememberedRemovals = 2
        let world = World(.make(["stays"]), limits: limits)
        var restored = RestoredState()
        restored.timelines = [
            "new": past("A", at: -60), "newer": past("A", at: -30), "old": past("A", at: -90),
            "forgotten": past("A", at: -100_000),
        ]
        world.handle(.stateRestored(restored))
        expect(world.hub.pastTimelines.keys.sorted(), is: ["new", "newer"])
        world.reconfigure(["stays", "latest"])
        world.open("latest")
        world.publish("Song", from: "latest")
        world.reconfigure(["stays"])
        expect(world.hub.pastTimelines.keys.sorted(), is: ["latest", "newer"])
        world.run(for: .seconds(100_000))
        world.reconfigure(["stays", "another"])
        world.reconfigure(["stays"])
        expect(world.hub.pastTimelines.keys.sorted(), is: ["another"])
    }

    @Test func `stations have their past back in the order of their ids`() throws {
        let ids = (10..<40).map { "s\($0)" }
        let world = World(.make(ids))
        let client = world.connect()
        try world.call(
            "subscribe", #"{"view":"nowPlaying","history":5,"minInterval":0}"#, as: client)
        var restored = RestoredState()
        for id in ids { restored.timelines[id] = past("A", at: -60) }
        world.handle(.stateRestored(restored))
        try expect(world.updates(client).map(\.station), is: ids)
    }
}
