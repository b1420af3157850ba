import Expectations
import NowPlaying
import TestSupport
import Testing

@testable import FanOut
@testable import Hub
@testable import Stations

/// `get` and `status`, a page at a time.
struct PageTests {
    private static func world(stations: Int, _ change: (inout Limits) -> Void) -> World {
        var limits = Limits()
        change(&limits)
        return World(.make((1...stations).map { "s\($0)" }), limits: limits)
    }

    /// All pages of `get`.
    private func pages(
        of world: World, _ members: String = #""view":"line""#
    ) throws -> [[String]] {
        let client = world.connect()
        var pages: [[String]] = []
        var after = ""
        while pages.count < 100 {
            let answer = try world.call("get", "{\(members)\(after)}", as: client).first
            let result = try #require(answer?["result"])
            pages.append(
                (result["records"]?.elements ?? []).compactMap { $0["station"]?.string })
            guard let next = result["next"]?.string else { return pages }
            after = #","after":"\#(next)""#
        }
        return pages
    }

    @Test func `get gives epoch, revision and records`() throws {
        let world = Self.world(stations: 1) { _ in }
        let answer = try world.call("get", #"{"view":"line"}"#, as: world.connect()).first
        let result = try #require(answer?["result"])
        expect(result.names, is: ["epoch", "records", "revision"])
        let record = result["records"]?.elements.first
        expect(record?.names, is: ["epoch", "line", "revision", "station", "view"])
        expect(record?["line"]?.string, is: "s1")
    }

    @Test func `get gives all stations in the order of the config, page by page`() throws {
        let world = Self.world(stations: 7) { $0.recordsPerPage = 3 }
        try expect(pages(of: world), is: [["s1", "s2", "s3"], ["s4", "s5", "s6"], ["s7"]])
    }

    @Test func `a last page that is full is the last`() throws {
        let world = Self.world(stations: 6) { $0.recordsPerPage = 3 }
        try expect(pages(of: world).map(\.count), is: [3, 3])
    }

    @Test func `a page ends early when it is long`() throws {
        let world = Self.world(stations: 5) { $0.pageSize = 1 }
        try expect(pages(of: world).map(\.count), is: [1, 1, 1, 1, 1])
    }

    @Test func `chosen stations come in the order in which they were named`() throws {
        let world = Self.world(stations: 5) { $0.recordsPerPage = 2 }
        let chosen = #""view":"line","stations":["s4","s1","s3"]"#
        try expect(pages(of: world, chosen), is: [["s4", "s1"], ["s3"]])
    }

    @Test func `get is not held back by an interval`() throws {
        let world = Self.world(stations: 1) { _ in }
        world.open("s1")
        let client = world.connect()
        try world.call("subscribe", #"{"view":"line","minInterval":60}"#, as: client)
        world.publish("First Light", from: "s1")
        _ = try world.receive(client)
        world.publish("Night", from: "s1")
        let answer = try world.call("get", #"{"view":"line"}"#, as: client).first
        let record = answer?["result"]?["records"]?.elements.first
        expect(record?["line"]?.string, is: "Night")
    }

    @Test func `status gives links, clients, then sessions, page by page, each once`() throws {
        var limits = Limits()
        limits.statusPerPage = 2
        let stations = (1...3).map {
            StationConfiguration.make("s\($0)", server: "radio\($0).example")
        }
        let world = World(HubConfiguration(stations: stations), limits: limits)
        let clients = [world.connect(), world.connect()]
        var links: [Int] = []
        var connected: [Int] = []
        var sessions: [String] = []
        try world.call(
            "command", #"{"session":"car","action":"select","station":"s2"}"#, as: clients[1])
        var after: Int? = 0
        while let start = after {
            let answer = try world.call("status", #"{"after":\#(start)}"#, as: clients[0]).first
            let result = try #require(answer?["result"])
            links += result["links"]?.elements.compactMap { $0["id"]?.int } ?? []
            connected += result["clients"]?.elements.compactMap { $0["id"]?.int } ?? []
            sessions += result["sessions"]?.elements.compactMap { $0["id"]?.string } ?? []
            after = result["next"]?.int
        }
        expect(links, is: [1, 2, 3])
        expect(connected, is: [1, 2])
        expect(sessions, is: ["main", "car"])
    }

    @Test func `status tells what each session does, and who plays it`() throws {
        let world = World.programs()
        let phone = Follower(world)
        try phone.follow("lockScreen")
        try phone.command("select", #""station":"one""#)
        try phone.report("playing")
        let sessions = try phone.ask("status")["sessions"]
        expect(
            sessions,
            is: .array([
                .object([
                    "id": .string("main"), "station": .string("one"),
                    "state": .string("playing"), "live": .bool(true), "followers": .number(1),
                    "player": .number(Double(phone.client.number)),
                ])
            ]))
    }

    @Test func `status after the end is empty`() throws {
        let world = Self.world(stations: 1) { _ in }
        let answer = try world.call("status", #"{"after":1000}"#, as: world.connect()).first
        expect(answer?["result"]?["links"], is: .array([]))
        expect(answer?["result"]?["clients"], is: .array([]))
        expect(answer?["result"]?["next"], is: nil)
    }

    @Test func `status counts what happened`() throws {
        let world = Self.world(stations: 1) { _ in }
        let client = world.connect()
        try world.call("subscribe", #"{"view":"line","minInterval":1}"#, as: client)
        world.open("s1")
        for title in ["A", "A", "B", "C", "D"] { world.publish(title, from: "s1") }
        world.hear("not JSON", from: "s1")
        world.lose("s1")
        world.run(for: .seconds(5))
        let answer = try world.call("status", as: client).last
        let counters = try #require(answer?["result"]?["counters"])
        expect(counters["reports"]?.int, is: 5)
        expect(counters["suppressedReports"]?.int, is: 1)
        expect(counters["rejections"], is: .object(["notJSON": .number(1)]))
        expect(counters["losses"], is: .object(["refused": .number(1)]))
        // The station's name, what came of connecting, and the newest of a burst.
        expect(counters["records"]?.int, is: 3)
        expect(counters["conflatedChanges"]?.int, is: 2)
        let link = answer?["result"]?["links"]?.elements.first
        expect(link?["messages"]?.int, is: 6)
        expect(link?["stations"]?.elements.first?["connection"]?.string, is: "live")
    }
}
