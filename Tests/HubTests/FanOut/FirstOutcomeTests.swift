import Expectations
import NowPlaying
import TestSupport
import Testing
import Views

@testable import FanOut
@testable import Hub

/// The first records of a station that has just been connected.
struct FirstOutcomeTests {
    private let world = World()

    private func subscribe(_ parameters: String) throws -> ClientID {
        let client = world.connect()
        try world.call("subscribe", parameters, as: client)
        return client
    }

    @Test(arguments: [
        #"{"view":"nowPlaying"}"#, #"{"view":"line"}"#, #"{"view":"line","minInterval":3600}"#,
        #"{"view":"nowPlaying","patch":true,"stations":["one"]}"#,
    ])
    func `the first title does not wait for having been told of connecting`(
        parameters: String
    ) throws {
        let client = try subscribe(parameters)
        world.run(for: .milliseconds(5))
        world.open()
        world.publish("First Light")
        let update = try #require(try world.updates(client).last)
        let patch = update.record["patch"]?["track"]?["title"]?.string
        let title = update.line ?? update.title ?? patch
        expect(title, is: "First Light")
    }

    @Test func `a session's followers do not wait for it either`() throws {
        let listener = world.connect()
        try world.call("command", #"{"action":"select","station":"one"}"#, as: listener)
        let client = try subscribe(#"{"view":"line","session":"main"}"#)
        world.open()
        world.publish("First Light")
        try expect(world.updates(client).map(\.line), is: ["First Light"])
    }

    @Test func `stdout does not wait for it either`() throws {
        let output = ClientID(number: 100)
        let request = OutputRequest(options: .init(view: .line), minInterval: .seconds(1))
        world.handle(.outputConnected(output, request))
        world.open()
        world.publish("First Light")
        try expect(world.receive(output).map { $0["line"]?.string }, is: ["one", "First Light"])
    }

    @Test func `that a station cannot be reached is told at once`() throws {
        let client = try subscribe(#"{"view":"nowPlaying"}"#)
        world.run(for: .milliseconds(5))
        world.lose()
        let connection = try world.updates(client).last?.document?["connection"]
        expect(connection?["state"]?.string, is: "failing")
    }

    @Test func `the interval begins with the outcome`() throws {
        let client = try subscribe(#"{"view":"line","minInterval":10}"#)
        world.open()
        world.publish("First Light")
        _ = try world.updates(client)
        world.run(for: .seconds(1))
        world.publish("Night")
        world.run(for: .milliseconds(8_999))
        #expect(try world.updates(client).isEmpty)
        world.run(for: .milliseconds(1))
        try expect(world.updates(client).map(\.line), is: ["Night"])
    }

    @Test func `a station that fails and comes back is held to the interval`() throws {
        let client = try subscribe(#"{"view":"nowPlaying","minInterval":10}"#)
        world.lose()
        _ = try world.updates(client)
        world.open()
        world.publish("First Light")
        #expect(try world.updates(client).isEmpty)
        world.run(for: .seconds(10))
        try expect(world.updates(client).map(\.title), is: ["First Light"])
    }
}
