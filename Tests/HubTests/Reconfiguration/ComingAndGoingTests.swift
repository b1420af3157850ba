import Expectations
import NowPlaying
import TestSupport
import Testing
import Views

@testable import FanOut
@testable import Hub
@testable import Stations

/// The records that clients are given of stations that are added and removed while the hub runs.
struct ComingAndGoingTests {
    private let world = World(.make(["one", "two"]))

    init() {
        world.open()
        for station in ["one", "two"] { world.publish("First Light", from: station) }
    }

    /// A client that has read all that was there.
    private func subscribe(_ parameters: String) throws -> ClientID {
        let client = world.connect()
        _ = try world.call("subscribe", parameters, as: client)
        return client
    }

    private static let everything = #"{"view":"line","minInterval":0}"#

    // MARK: Removed

    @Test(arguments: ["line", "nowPlaying"])
    func `a removal is a record of its own`(view: String) throws {
        let client = try subscribe(#"{"view":"\#(view)"}"#)
        world.reconfigure(["two"])
        let update = try #require(try world.updates(client).first)
        let names = ["epoch", "removed", "revision", "station", "view"]
        expect(update.record.names, is: names)
        expect(update.record["view"]?.string, is: view)
        expect(update.station, is: "one")
        expect(update.record["removed"]?.bool, is: true)
        expect(update.resume, is: update.revision)
        expect(update.sequence, is: 3)
    }

    @Test func `no interval holds a removal back`() throws {
        let client = try subscribe(#"{"view":"line","minInterval":3600}"#)
        world.publish("Night")
        world.reconfigure(["two"])
        try expect(world.updates(client).map { $0.record["removed"]?.bool }, is: [true])
        world.run(for: .seconds(4_000))
        #expect(try world.updates(client).isEmpty)
    }

    @Test func `only those are told who cover the station`() throws {
        let named = try subscribe(#"{"view":"line","stations":["one"]}"#)
        let other = try subscribe(#"{"view":"line","stations":["two"]}"#)
        world.reconfigure(["two"])
        try expect(world.updates(named).map(\.station), is: ["one"])
        #expect(try world.updates(other).isEmpty)
    }

    @Test func `a client that was given nothing of a station need not be told that it is gone`()
        throws
    {
        let client = world.connect()
        world.handle(.sinkFull(client))
        _ = try world.call("subscribe", Self.everything, as: client)
        world.reconfigure(["two"])
        world.handle(.sinkReady(client))
        let messages = try world.receive(client)
        expect(messages.compactMap(Update.init).map(\.station), is: ["two"])
        expect(messages.last?["method"]?.string, is: "synced")
    }

    @Test func `what was pending for a removed station goes with it`() throws {
        let client = try subscribe(#"{"view":"line","minInterval":5}"#)
        world.handle(.sinkFull(client))
        world.publish("Night")
        world.run(for: .seconds(6))
        world.reconfigure(["two"])
        world.handle(.sinkReady(client))
        try expect(world.updates(client).map { $0.record["removed"]?.bool }, is: [true])
    }

    @Test func `a removed station is unknown to clients that ask for it`() throws {
        world.reconfigure(["two"])
        let client = world.connect()
        for method in ["subscribe", "get"] {
            let answer = try world.call(method, #"{"view":"line","stations":["one"]}"#, as: client)
            expect(answer.first?["error"]?["code"]?.int, is: -32001)
        }
        let all = try world.call("get", #"{"view":"line"}"#, as: client).first
        let records = all?["result"]?["records"]?.elements ?? []
        expect(records.map { $0["station"]?.string }, is: ["two"])
    }

    @Test func `what a removed station sends is dropped`() throws {
        let client = try subscribe(Self.everything)
        world.reconfigure(["two"])
        _ = try world.updates(client)
        world.publish("Night")
        world.run(for: .seconds(200))
        #expect(try world.updates(client).allSatisfy { $0.station == "two" })
    }

    @Test func `stdout is told too, without an envelope`() throws {
        let output = ClientID(number: 1)
        let request = OutputRequest(options: .init(view: .line), minInterval: .seconds(60))
        world.handle(.outputConnected(output, request))
        _ = world.deliveries(to: output)
        world.reconfigure(["one"])
        let records = try world.receive(output)
        expect(records.map { $0["station"]?.string }, is: ["two"])
        expect(records.first?["removed"]?.bool, is: true)
    }

    // MARK: Added

    @Test func `a station that is added is told to clients that follow all`() throws {
        let all = try subscribe(Self.everything)
        let named = try subscribe(#"{"view":"line","stations":["two"]}"#)
        world.reconfigure(["one", "two", "three"])
        let update = try #require(try world.updates(all).first)
        expect(update.station, is: "three")
        expect(update.line, is: "three")
        world.publish("Dawn", from: "three")
        try expect(world.updates(all).map(\.line), is: ["Dawn"])
        #expect(try world.updates(named).isEmpty)
    }

    @Test func `the first record of a station that is added is whole`() throws {
        let client = try subscribe(#"{"view":"nowPlaying","patch":true}"#)
        world.reconfigure(["one", "two", "three"])
        let update = try #require(try world.updates(client).first)
        expect(update.changed, is: ["connection", "station"])
        expect(update.document?["connection"]?["state"]?.string, is: "connecting")
    }

    @Test func `stations are given in the order of the new config`() throws {
        world.reconfigure(["three", "two", "one"])
        let client = world.connect()
        let updates = try world.call("subscribe", Self.everything, as: client)
            .compactMap(Update.init)
        expect(updates.map(\.station), is: ["three", "two", "one"])
    }

    // MARK: Back again

    @Test func `a named station that is removed stays subscribed and revives`() throws {
        let client = try subscribe(#"{"view":"line","stations":["one"],"minInterval":0}"#)
        world.reconfigure(["two"])
        world.reconfigure(["two", "one"])
        world.open()
        world.publish("Dawn")
        let updates = try world.updates(client)
        expect(updates.map { $0.line ?? "gone" }, is: ["gone", "one", "Dawn"])
        expect(updates.map(\.sequence), is: [2, 3, 4])
    }

    @Test func `a station that comes back begins anew`() throws {
        let client = try subscribe(#"{"view":"nowPlaying","patch":true,"minInterval":0}"#)
        world.reconfigure(["two"])
        world.reconfigure(["one", "two"])
        let updates = try world.updates(client)
        expect(updates.map { $0.record["removed"]?.bool }, is: [true, nil])
        expect(updates.last?.record["patch"], is: nil)
        expect(updates.last?.document?["track"], is: nil)
        expect(updates.last?.document?["connection"]?["state"]?.string, is: "connecting")
    }

    @Test func `a station that comes back waits for its interval`() throws {
        let client = try subscribe(#"{"view":"line","minInterval":10}"#)
        world.run(for: .seconds(4))
        world.reconfigure(["two"])
        world.reconfigure(["one", "two"])
        try expect(world.updates(client).map { $0.record["removed"]?.bool }, is: [true])
        world.run(for: .milliseconds(5_999))
        #expect(try world.updates(client).isEmpty)
        world.run(for: .milliseconds(1))
        try expect(world.updates(client).map(\.line), is: ["one"])
    }

    @Test func `a client that did not see a station go is given the new one whole`() throws {
        let client = try subscribe(#"{"view":"nowPlaying","patch":true,"minInterval":0}"#)
        world.handle(.sinkFull(client))
        world.reconfigure(["two"])
        world.run(for: .seconds(1))
        world.reconfigure(["one", "two"])
        world.handle(.sinkReady(client))
        let updates = try world.updates(client)
        expect(updates.map(\.station), is: ["one"])
        // A member that it held and that no longer exists has changed, too.
        expect(updates.first?.changed?.contains("track"), is: true)
        #expect(updates.first?.document != nil)
        expect(updates.first?.document?["track"], is: nil)
    }

    @Test func `a client that did not see a station go keeps to its interval`() throws {
        let client = try subscribe(#"{"view":"line","minInterval":10}"#)
        world.handle(.sinkFull(client))
        world.reconfigure(["two"])
        world.reconfigure(["one", "two"])
        world.run(for: .seconds(2))
        world.handle(.sinkReady(client))
        #expect(try world.updates(client).isEmpty)
        world.run(for: .seconds(8))
        try expect(world.updates(client).map(\.line), is: ["one"])
    }

    @Test func `a client that did not see a station go is not given the same line again`() throws {
        world.publish(Publication(title: nil))
        let client = try subscribe(#"{"view":"line","stations":["two"],"minInterval":0}"#)
        world.handle(.sinkFull(client))
        world.reconfigure(["one"])
        world.reconfigure(["one", "two"])
        world.open("two")
        world.publish("First Light", from: "two")
        world.handle(.sinkReady(client))
        #expect(try world.updates(client).isEmpty)
    }

    // MARK: Nothing

    @Test func `a config that says the same reaches no client`() throws {
        let clients = try [Self.everything, #"{"view":"nowPlaying","minInterval":0}"#]
            .map { try subscribe($0) }
        let before = world.effects.count
        world.reconfigure(["one", "two"])
        world.reconfigure(["two", "one"])
        world.run(for: .seconds(5))
        for client in clients { #expect(try world.updates(client).isEmpty) }
        let others = world.effects[before...].filter { effect in
            if case .journal(.observed(.reconfigured)) = effect { false } else { true }
        }
        #expect(others.isEmpty)
    }

    @Test func `a hub that ends takes no config any more`() throws {
        let client = try subscribe(Self.everything)
        world.handle(.sinkFull(client))
        world.publish("Night")
        world.handle(.stopping)
        world.reconfigure(["two"])
        world.handle(.sinkReady(client))
        try expect(world.updates(client).map(\.line), is: ["Night"])
    }

    @Test func `what has changed is told in numbers`() {
        let world = World.dialling(.make(["one", "two"]))
        var renamed = StationConfiguration.make("two")
        renamed.name = "Two"
        world.reconfigure([renamed, .make("three", server: "three.example"), .make("four")])
        let summaries = world.effects.compactMap { effect in
            if case .journal(.observed(.reconfigured(let summary))) = effect {
                summary
            } else {
                nil
            }
        }
        expect(
            summaries, is: [ReconfigurationSummary(added: 2, removed: 1, changed: 1, linksMade: 2)])
    }
}
