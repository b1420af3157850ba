import Expectations
import NowPlaying
import TestSupport
import Testing

@testable import FanOut
@testable import Hub
@testable import Stations

/// Changed facts of a station that is read as before.
struct ChangedFactsTests {
    private let world: World
    private let client: ClientID

    init() throws {
        world = World()
        world.open()
        client = world.connect()
        try world.call("subscribe", #"{"view":"nowPlaying","minInterval":0}"#, as: client)
        world.publish(Publication(title: "First Light", row: 1, streamer: "Robot"))
        _ = try world.updates(client)
    }

    private func reconfigure(_ change: (inout StationConfiguration) -> Void) {
        var station = StationConfiguration.make("one")
        change(&station)
        world.reconfigure([station])
    }

    @Test func `facts are told as a change of the station`() throws {
        reconfigure {
            $0.name = "One"
            $0.url = "https://one.example"
            $0.description = "It is the first."
            $0.logo = .init(light: "https://one.example/light.png")
        }
        let update = try #require(try world.updates(client).first)
        expect(update.changed, is: ["station"])
        let station = update.document?["station"]
        expect(station?["name"]?.string, is: "One")
        expect(station?["url"]?.string, is: "https://one.example")
        expect(station?["description"]?.string, is: "It is the first.")
        expect(station?["logo"]?["light"]?.string, is: "https://one.example/light.png")
        expect(update.title, is: "First Light")
    }

    @Test func `a fact that is left out is the feed's own again`() throws {
        reconfigure { $0.name = "One" }
        _ = try world.updates(client)
        reconfigure { _ in }
        let update = try #require(try world.updates(client).first)
        expect(update.document?["station"]?["name"]?.string, is: "Station one")
    }

    @Test func `a client that is not shown a fact is not told of it`() throws {
        let reader = world.connect()
        try world.call("subscribe", #"{"view":"line","minInterval":0}"#, as: reader)
        reconfigure { $0.name = "One" }
        #expect(try world.updates(reader).isEmpty)
    }

    @Test func `the automation's name is applied to who is on air`() throws {
        reconfigure { $0.defaultStreamer = "Robot" }
        let named = try #require(try world.updates(client).first)
        expect(named.changed, is: ["live"])
        expect(named.document?["live"]?["isDefault"]?.bool, is: true)
        world.publish(Publication(title: "Night", row: 2, streamer: "Robot"))
        try expect(world.updates(client).first?.document?["live"], is: named.document?["live"])
        reconfigure { $0.defaultStreamer = "Another" }
        let person = try #require(try world.updates(client).first)
        expect(person.document?["live"]?["isDefault"], is: nil)
    }

    @Test func `how texts are cleaned counts from the next report on`() throws {
        let publication = Publication(title: "Salt &amp; Sand", row: 2)
        world.publish(publication)
        try expect(world.updates(client).first?.title, is: "Salt & Sand")
        reconfigure { $0.decodesEntities = false }
        #expect(try world.updates(client).isEmpty)
        world.publish(publication)
        try expect(world.updates(client).first?.title, is: "Salt &amp; Sand")
    }

    @Test func `a place is shown nowhere and told to no subscriber`() throws {
        reconfigure { $0.location = .init(latitude: 48.1, longitude: 11.6) }
        #expect(try world.updates(client).isEmpty)
    }

    @Test func `a stream that is added is told with its address`() throws {
        let url = "https://one.example/south"
        reconfigure { $0.streams = [.init(id: "south", name: "South", url: url)] }
        let update = try #require(try world.updates(client).first)
        expect(update.changed, is: ["station"])
        let streams = update.document?["station"]?["streams"]?.elements
        expect(streams?.map { $0["url"]?.string }, is: [url])
    }

    // MARK: Delay

    private func anchor(_ update: Update?) -> (elapsed: Double?, asOf: Double?) {
        let playback = update?.document?["playback"]
        return (playback?["elapsed"]?.number, playback?["asOf"]?.number)
    }

    private func wall(_ moment: Moment) -> Double { Double(moment.wall.milliseconds) / 1_000 }

    @Test func `another delay moves the position that is heard`() throws {
        world.publish(Publication(title: "Night", row: 2, elapsed: 30))
        let before = anchor(try world.updates(client).first)
        world.run(for: .seconds(60))
        reconfigure { $0.delay = .seconds(10) }
        let update = try #require(try world.updates(client).first)
        expect(update.changed, is: ["playback"])
        let after = anchor(update)
        // Ten seconds after the same position was broadcast.
        expect(after.elapsed, is: before.elapsed)
        expect(after.asOf, is: (before.asOf ?? 0) + 10)
    }

    @Test func `what waits is heard after the new delay`() throws {
        reconfigure { $0.delay = .seconds(30) }
        world.publish(Publication(title: "Night", row: 2))
        world.run(for: .seconds(5))
        // It is known to come next.
        try expect(world.updates(client).map(\.changed), is: [["next"]])
        reconfigure { $0.delay = .seconds(8) }
        world.run(for: .milliseconds(2_999))
        try expect(world.updates(client).map(\.changed), is: [["next"]])
        world.run(for: .milliseconds(1))
        try expect(world.updates(client).first?.title, is: "Night")
    }

    @Test func `what has waited long enough for the new delay is heard at once`() throws {
        reconfigure { $0.delay = .seconds(30) }
        world.publish(Publication(title: "Night", row: 2))
        world.run(for: .seconds(5))
        _ = try world.updates(client)
        reconfigure { _ in }
        try expect(world.updates(client).first?.title, is: "Night")
        world.publish(Publication(title: "Dawn", row: 3))
        try expect(world.updates(client).first?.title, is: "Dawn")
    }
}
