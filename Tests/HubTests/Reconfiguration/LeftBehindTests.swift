import Expectations
import NowPlaying
import Support
import TestSupport
import Testing
import Views

@testable import FanOut
@testable import Hub
@testable import Stations

/// Removed stations leave nothing behind.
struct LeftBehindTests {
    private static let all = #"{"view":"line","minInterval":60}"#

    /// A hub through which stations pass, ever new ones.
    private static func world(remembering count: Int) -> World {
        var limits = Limits()
        limits.rememberedRemovals = count
        return World.dialling(.make(["stays"]), limits: limits)
    }

    private func pass(_ rounds: Range<Int>, through world: World) {
        for round in rounds {
            let ids = (0..<5).map { "r\(round)-\($0)" }
            world.reconfigure(["stays"] + ids)
            for id in ids { world.publish("Song", from: id) }
        }
        world.reconfigure(["stays"])
        world.reconfigure(["stays"])
    }

    @Test func `places, pairs and links are those of the stations that are there`() throws {
        let world = Self.world(remembering: 0)
        let client = world.connect()
        try world.call("subscribe", Self.all, as: client)
        pass(0..<20, through: world)
        expect(world.hub.fanOut.subjects.stationCount, is: 11)
        expect(world.hub.fanOut.cursorCount, is: 11)
        expect(world.linkCount, is: 1)
        expect(world.hub.fanOut.deadline, is: nil)
        world.handle(.clientDisconnected(client))
        expect(world.hub.fanOut.cursorCount, is: 0)
        #expect(world.hub.fanOut.subscriptions.slots.isEmpty)
    }

    @Test func `removed stations are remembered up to a limit`() throws {
        let world = Self.world(remembering: 50)
        pass(0..<40, through: world)
        expect(world.hub.fanOut.subjects.stationCount, is: 61)
        #expect(world.hub.store.knownIndex(of: "r39-0") != nil)
        expect(world.hub.store.knownIndex(of: "r0-0"), is: nil)
    }

    @Test func `a slot that a subscription names is kept as long as the subscription`() throws {
        let world = Self.world(remembering: 0)
        world.reconfigure(["stays", "named"])
        let client = world.connect()
        try world.call(
            "subscribe", #"{"view":"line","stations":["named"],"minInterval":0}"#, as: client)
        pass(0..<3, through: world)
        world.reconfigure(["stays", "named"])
        try expect(
            world.updates(client).map { $0.record["removed"]?.bool ?? false }, is: [true, false])
        world.reconfigure(["stays"])
        world.handle(.clientDisconnected(client))
        world.reconfigure(["stays"])
        expect(world.hub.store.knownIndex(of: "named"), is: nil)
    }

    @Test func `a slot is kept for clients that have not been told yet`() throws {
        let world = Self.world(remembering: 0)
        world.reconfigure(["stays", "old"])
        let client = world.connect()
        try world.call("subscribe", Self.all, as: client)
        world.handle(.sinkFull(client))
        world.reconfigure(["stays"])
        world.reconfigure(["stays", "new"])
        world.handle(.sinkReady(client))
        let updates = try world.updates(client)
        expect(updates.map(\.station), is: ["old", "new"])
    }

    @Test func `another station in the same place is told at once and by its own name`() throws {
        let world = Self.world(remembering: 0)
        let client = world.connect()
        try world.call("subscribe", Self.all, as: client)
        world.reconfigure(["stays", "old"])
        world.reconfigure(["stays"])
        world.reconfigure(["stays", "new"])
        expect(world.hub.fanOut.subjects.stationCount, is: 2)
        let updates = try world.updates(client)
        expect(updates.map(\.station), is: ["old", "old", "new"])
        expect(updates.map { $0.record["removed"] != nil }, is: [false, true, false])
    }

    @Test func `nothing wakes the hub for a station that is gone`() throws {
        let world = World(.make(["one", "two"]))
        for station in ["one", "two"] {
            world.open(station)
            world.publish("Song", from: station)
        }
        world.lose("one")
        #expect(world.nextDeadline != nil)
        world.reconfigure([StationConfiguration.make("three", server: "three.example")])
        expect(world.nextDeadline, is: nil)
    }

    @Test func `nothing wakes the hub for a link that is gone`() {
        let world = World.dialling(.make(["one"]))
        #expect(world.nextDeadline != nil)
        world.run(for: .seconds(1))
        world.reconfigure([StationConfiguration.make("two", server: "two.example")])
        let deadline = world.nextDeadline
        expect(deadline, is: world.now.monotonic + Limits().dialTime)
    }

    @Test func `what was paid is forgotten, on stdout too`() throws {
        let world = World()
        let output = ClientID(number: 1)
        let request = OutputRequest(options: .init(view: .line), minInterval: .zero)
        world.handle(.outputConnected(output, request))
        world.open()
        for number in 0..<100 { world.publish("Song \(number)") }
        let subscriptions = world.hub.fanOut.subscriptions
        expect(subscriptions.slots.map { subscriptions[$0].dirty.count }, is: [0])
    }

    // MARK: Room

    @Test func `the newest clients make room when there are too many pairs`() throws {
        var limits = Limits()
        limits.stations = 10
        limits.rememberedRemovals = 0
        limits.cursors = 10
        let world = World(.make(["one", "two"]), limits: limits)
        let clients = try (0..<3).map { _ in
            let client = world.connect()
            try world.call("subscribe", #"{"view":"line"}"#, as: client)
            return client
        }
        let named = world.connect()
        try world.call("subscribe", #"{"view":"line","stations":["one"]}"#, as: named)
        world.reconfigure(["one", "two", "three", "four"])
        expect(world.disconnected, is: [clients[2]])
        let error = try #require(try world.receive(clients[2]).last)
        expect(error["error"]?["code"]?.int, is: -32004)
        expect(error["error"]?["data"]?["limit"]?.string, is: "pairs")
        for client in clients.prefix(2) {
            try expect(world.updates(client).map(\.station), is: ["three", "four"])
        }
        expect(world.hub.fanOut.cursorCount, is: 9)
        world.handle(.clientDisconnected(clients[2]))
        expect(world.hub.fanOut.cursorCount, is: 9)
    }

    @Test func `stdout is never cut for others' pairs`() throws {
        var limits = Limits()
        limits.stations = 4
        limits.rememberedRemovals = 0
        limits.cursors = 4
        let world = World(.make(["one", "two"]), limits: limits)
        let named = world.connect()
        try world.call("subscribe", #"{"view":"line","stations":["one","two"]}"#, as: named)
        let output = ClientID(number: 9)
        let request = OutputRequest(options: .init(view: .line), minInterval: .zero)
        world.handle(.outputConnected(output, request))
        _ = world.deliveries(to: output)
        world.reconfigure(["one", "two", "three"])
        try expect(world.receive(output).map { $0["station"]?.string }, is: ["three"])
    }
}
