import Expectations
import FanOut
import NowPlaying
@testable import Hub
import Support
import TestSupport
import Testing

/// The part of the status that describes the hub as a whole.
struct SummaryTests {
    private let world = World(
        HubConfiguration(
            stations: (1...2).map { .make("s\($0)", server: "radio\($0).example") }))

    private func status(after start: Int = 0) throws -> Tree {
        let client = world.connect()
        let answer = try world.call("status", #"{"after":\#(start)}"#, as: client).last
        return try #require(answer?["result"])
    }

    @Test func `stations are counted by state, and links by phase`() throws {
        world.open("s1")
        world.publish("First Light", from: "s1")
        world.lose("s2")
        let sums = try status()["sums"]
        expect(sums?["stations"]?["live"]?.int, is: 1)
        expect(sums?["stations"]?["failing"]?.int, is: 1)
        expect(sums?["stations"]?["stopped"]?.int, is: 0)
        expect(sums?["links"]?["open"]?.int, is: 1)
        expect(sums?["links"]?["waiting"]?.int, is: 1)
        expect(sums?["sessions"]?["stopped"]?.int, is: 1)
    }

    @Test func `clients are counted by transport, with what they were sent`() throws {
        let client = world.connect()
        try world.call("subscribe", #"{"view":"line"}"#, as: client)
        world.handle(
            .clientConnected(ClientID(number: 900), by: .events))
        world.handle(.clientDisconnected(ClientID(number: 900)))
        let clients = try status()["sums"]?["clients"]
        expect(clients?["socket"]?["present"]?.int, is: 2)
        expect(clients?["socket"]?["subscriptions"]?.int, is: 1)
        #expect((clients?["socket"]?["bytes"]?.int ?? 0) > 100)
        expect(clients?["events"]?["present"]?.int, is: 0)
        expect(clients?["events"]?["connected"]?.int, is: 1)
    }

    @Test func `what clients were sent stays counted after they are gone`() throws {
        func sent() throws -> Int? { try status()["sums"]?["clients"]?["socket"]?["bytes"]?.int }
        let clients = (0..<3).map { _ in world.connect() }
        for client in clients { try world.call("status", as: client) }
        let before = try #require(try sent())
        for client in clients { world.handle(.clientDisconnected(client)) }
        #expect(try #require(try sent()) > before)
    }

    private func station() throws -> Tree? {
        try status()["links"]?.elements.first?["stations"]?.elements.first
    }

    @Test func `a station tells since when its track plays, and how often it changed`() throws {
        try expect(station()?["trackSince"], is: nil)
        world.open("s1")
        world.publish("First Light", from: "s1")
        let first = try #require(try station()?["trackSince"]?.number)
        world.run(for: .seconds(90))
        try expect(station()?["trackSince"]?.number, is: first)
        let changes = try #require(try station()?["changes"]?.int)
        world.publish("Night", from: "s1")
        try expect(station()?["trackSince"]?.number, is: first + 90)
        #expect((try station()?["changes"]?.int ?? 0) > changes)
    }

    @Test func `a station tells since when it is live and on air without a title`() throws {
        try expect(station()?["untitledSince"], is: nil)
        world.open("s1")
        world.publish(Publication(station: "s1", title: nil, isOnline: true))
        let first = try #require(try station()?["untitledSince"]?.number)
        world.run(for: .seconds(20))
        world.publish(Publication(station: "s1", title: nil, listeners: 7, isOnline: true))
        try expect(station()?["untitledSince"]?.number, is: first)
        world.publish("First Light", from: "s1")
        try expect(station()?["untitledSince"], is: nil)
        world.publish(Publication(station: "s1", title: nil, isOnline: true))
        try expect(station()?["trackSince"], is: nil)
        try expect(station()?["untitledSince"]?.number, is: first + 20)
        world.publish(Publication(station: "s1", title: nil, isOnline: false))
        try expect(station()?["untitledSince"], is: nil)
    }

    @Test func `a station tells since when it is on or off air`() throws {
        world.open("s1")
        world.publish(Publication(station: "s1", isOnline: true))
        let first = try #require(try station()?["onlineSince"]?.number)
        world.run(for: .seconds(90))
        world.publish(Publication(station: "s1", title: nil, isOnline: false))
        try expect(station()?["online"]?.bool, is: false)
        try expect(station()?["onlineSince"]?.number, is: first + 90)
    }

    @Test func `what a link could not use is counted by reason`() throws {
        world.open("s1")
        world.hear("not JSON", from: "s1")
        let links = try status()["links"]?.elements ?? []
        expect(links.first?["rejections"], is: .object(["notJSON": .number(1)]))
        expect(links.last?["rejections"], is: nil)
    }

    @Test func `only the first page has sums`() throws {
        let page = try status(after: 1)
        for name in ["sums", "health", "process", "loop", "config"] {
            expect(page[name], is: nil, "\(name)")
        }
    }

    @Test func `the program is as it was measured last`() throws {
        var measured = ProcessStatus()
        measured.residentBytes = 5
        measured.turns.add(nanoseconds: 2_000_000)
        measured.condition.isConfigurationRefused = true
        world.handle(.processMeasured(measured))
        let status = try status()
        expect(status["process"]?["memory"]?.int, is: 5)
        expect(status["loop"]?["turns"]?.int, is: 1)
        expect(status["config"]?["refused"], is: .bool(true))
        expect(status["health"]?["status"]?.string, is: "warn")
        expect(
            status["health"]?["output"]?.string,
            is: "the newest config has mistakes: the one before is in force")
    }

    @Test func `a hub is well as long as one of its stations is live or may become so`() {
        func verdict() -> Health.Verdict { world.hub.health(of: ProcessCondition()).verdict }
        expect(verdict(), is: .pass)
        world.lose("s1")
        expect(verdict(), is: .pass)
        world.lose("s2")
        expect(verdict(), is: .fail)
        world.run(for: .seconds(10))
        world.open("s1")
        world.publish("First Light", from: "s1")
        expect(verdict(), is: .pass)
    }

    @Test func `a loop that was late is not well, and a failed history is worth a look`() {
        var late = ProcessCondition()
        late.longestTurn = .seconds(5)
        expect(world.hub.health(of: late).verdict, is: .fail)
        world.handle(.historyChanged(HistoryStatus(.failed, reason: "no space")))
        expect(world.hub.health(of: ProcessCondition()).verdict, is: .warn)
        expect(world.hub.health(of: late).verdict, is: .fail)
    }
}
