import Expectations
import NowPlaying
import TestSupport
import Testing

@testable import FanOut
@testable import Hub
@testable import Stations

/// Stations as clients see them, from message to document.
struct StationWorldTests {
    private static let all = #"{"view":"nowPlaying","minInterval":0}"#

    private let world = World()
    private let client: ClientID

    init() throws {
        client = world.connect()
        try world.call("subscribe", Self.all, as: client)
        world.open()
    }

    /// The wall clock in Unix seconds.
    private var wall: Int { Int(world.now.wall.milliseconds / 1_000) }

    @Test func `the server's clock is learnt from its greeting`() throws {
        // The server is 1,000 s ahead.
        world.hear(Publication.connect(time: (wall + 1_000) * 1_000))
        world.publish(Publication(row: 1, playedAt: Double(wall + 980)))
        let playback = try #require(try world.updates(client).last?.document?["playback"])
        expect(playback["quality"]?.string, is: "exact")
        expect(playback["elapsed"]?.number, is: 20)
        expect(playback["startedAt"]?.number, is: Double(wall - 20))
    }

    @Test func `the server's clock is learnt from what it pushes, not what it kept`() throws {
        let old = Publication(row: 1, playedAt: Double(wall - 20), currentTime: wall - 500)
        world.hear(old.connect)
        let cached = try world.updates(client).last?.document?["playback"]
        expect(cached?["quality"]?.string, is: "estimated")
        world.publish(Publication(row: 2, playedAt: Double(wall - 7), currentTime: wall))
        let pushed = try world.updates(client).last?.document?["playback"]
        expect(pushed?["quality"]?.string, is: "exact")
        expect(pushed?["elapsed"]?.number, is: 7)
    }

    @Test func `the position moving on reaches no client`() throws {
        world.hear(Publication.connect(time: wall * 1_000))
        let start = Double(wall - 20)
        for _ in 0..<20 {
            world.publish(Publication(row: 1, playedAt: start, currentTime: wall))
            world.run(for: .seconds(13))
        }
        let updates = try world.updates(client)
        expect(updates.count { $0.changed?.contains("playback") == true }, is: 1)
    }

    @Test func `a set clock is told, and moves what was published`() throws {
        world.hear(Publication.connect(time: wall * 1_000))
        world.publish(Publication(row: 1, playedAt: Double(wall - 20)))
        let before = try #require(try world.updates(client).last?.document)
        world.stepWallClock(by: .seconds(7_200))
        world.handle(.woke)
        let update = try #require(try world.updates(client).last)
        expect(update.changed, is: ["connection", "playback"])
        let asOf = try #require(before["playback"]?["asOf"]?.number)
        expect(update.document?["playback"]?["asOf"]?.number, is: asOf + 7_200)
        expect(update.document?["playback"]?["elapsed"], is: before["playback"]?["elapsed"])
        let isTold = world.effects.contains { effect in
            guard case .journal(.observed(let observed)) = effect,
                case .clockStepped(by: let step) = observed
            else { return false }
            return step == .seconds(7_200)
        }
        #expect(isTold)
    }

    @Test func `a set clock does not hurry or delay anything`() throws {
        world.publish("A")
        world.lose()
        world.run(for: .seconds(5))
        world.stepWallClock(by: .seconds(-86_400))
        world.handle(.woke)
        _ = try world.updates(client)
        world.run(for: .milliseconds(4_999))
        #expect(try world.updates(client).isEmpty)
        world.run(for: .milliseconds(1))
        let state = try world.updates(client).last?.document?["connection"]?["state"]
        expect(state?.string, is: "stale")
    }

    @Test func `off the air there is no track and the line says so`() throws {
        world.publish(Publication(title: "A", isOnline: true))
        world.publish(Publication(title: nil, isOnline: false))
        let document = try #require(try world.updates(client).last?.document)
        expect(document["online"]?.bool, is: false)
        expect(document["track"], is: nil)
        expect(document["playback"]?["state"]?.string, is: "stopped")
        expect(document["playback"]?["rate"]?.number, is: 0)
    }

    @Test func `counts advance no revision and wake only those who asked`() throws {
        let counter = world.connect()
        try world.call(
            "subscribe", #"{"view":"nowPlaying","listeners":true,"minInterval":0}"#, as: counter)
        world.publish(Publication(title: "A", listeners: 5))
        _ = try world.updates(counter)
        _ = try world.updates(client)
        world.run(for: .seconds(60))
        let before = try world.call("get", #"{"view":"line"}"#, as: client).last
        world.publish(Publication(title: "A", listeners: 9))
        #expect(try world.updates(client).isEmpty)
        let update = try #require(try world.updates(counter).first)
        expect(update.changed, is: ["listeners"])
        expect(update.document?["listeners"]?["current"]?.int, is: 9)
        try expect(world.call("get", #"{"view":"line"}"#, as: client).last, is: before)
    }

    @Test func `a delayed station wakes the hub by itself`() throws {
        let delayed = StationConfiguration.make("one").delayed(by: .seconds(30))
        let world = World(HubConfiguration(stations: [delayed]))
        let client = world.connect()
        try world.call("subscribe", #"{"view":"line","minInterval":0}"#, as: client)
        world.open()
        world.publish("A")
        world.run(for: .seconds(5))
        world.publish("B")
        expect(world.pendingDeadline, is: .at(35))
        world.run(for: .milliseconds(29_999))
        try expect(world.updates(client).last?.line, is: "A")
        world.run(for: .milliseconds(1))
        try expect(world.updates(client).last?.line, is: "B")
        expect(world.pendingDeadline, is: nil)
    }

    @Test func `after the end of a recording only what is pending still happens`() throws {
        world.publish("A")
        world.lose()
        world.handle(.replayEnded)
        _ = try world.updates(client)
        world.run(for: .seconds(86_400))
        #expect(try world.updates(client).isEmpty)
    }
}
