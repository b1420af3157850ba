import Expectations
import NowPlaying
import TestSupport
import Testing
import Views

@testable import FanOut
@testable import Hub

/// The records that a client on the socket is given, line by line.
struct SubscriptionTests {
    private let world = World(.make(["one", "two"]))
    private let client: ClientID

    init() {
        client = world.connect()
        world.open()
        for station in ["one", "two"] {
            world.publish(Publication(station: station, title: "First Light", row: 1))
        }
    }

    @discardableResult
    private func subscribe(_ parameters: String) throws -> [Tree] {
        try world.call("subscribe", parameters, as: client)
    }

    private func kinds(_ messages: [Tree]) -> [String] {
        messages.map { $0["method"]?.string ?? ($0["error"] == nil ? "answer" : "error") }
    }

    @Test func `the answer comes first, then each present state, then that this was all`() throws {
        let messages = try subscribe(#"{"view":"nowPlaying"}"#)
        expect(kinds(messages), is: ["answer", "update", "update", "synced"])
        let result = try #require(messages.first?["result"])
        expect(result.names, is: ["epoch", "subscription"])
        expect(result["epoch"]?.string, is: "life")
        let updates = messages.compactMap(Update.init)
        expect(updates.map(\.station), is: ["one", "two"])
        #expect(updates.allSatisfy { $0.title == "First Light" })
        expect(messages.last?["params"]?["subscription"], is: result["subscription"])
    }

    @Test func `a record has its view, epoch, revision, station, changes and document`() throws {
        let record = try #require(
            try subscribe(#"{"view":"nowPlaying","stations":["one"]}"#)
                .compactMap(Update.init).first?.record)
        expect(record.names, is: ["changed", "epoch", "nowPlaying", "revision", "station", "view"])
        expect(record["view"]?.string, is: "nowPlaying")
        expect(record["epoch"]?.string, is: "life")
    }

    @Test func `the first record names all parts that are present`() throws {
        let update = try #require(
            try subscribe(#"{"view":"nowPlaying","stations":["one"]}"#)
                .compactMap(Update.init).first)
        expect(update.changed, is: ["connection", "track", "playback", "station"])
    }

    @Test func `a later record names what changed since the one before it`() throws {
        _ = try subscribe(#"{"view":"nowPlaying","stations":["one"],"minInterval":1}"#)
        world.run(for: .seconds(5))
        world.publish(Publication(title: "Night", row: 2))
        let first = try world.updates(client)
        expect(first.map(\.changed), is: [["track", "playback"]])
        world.run(for: .milliseconds(500))
        world.publish(Publication(title: "Dawn", row: 3, streamer: "Aurora"))
        world.publish(Publication(title: "Dawn", row: 3, next: "Dusk"))
        world.run(for: .seconds(1))
        let second = try world.updates(client)
        expect(second.map(\.changed), is: [["track", "playback", "live", "next"]])
        expect(second.first?.title, is: "Dawn")
    }

    @Test func `updates are numbered without gaps, each subscription by itself`() throws {
        _ = try subscribe(#"{"view":"line","minInterval":0}"#)
        let other = try subscribe(#"{"view":"line","stations":["two"],"minInterval":0}"#)
        let second = try #require(other.first?["result"]?["subscription"]?.int)
        for title in ["A", "B", "C"] {
            world.publish(title)
            world.publish(title, from: "two")
        }
        let updates = try world.updates(client)
        expect(updates.filter { $0.subscription != second }.map(\.sequence), is: Array(3...8))
        expect(updates.filter { $0.subscription == second }.map(\.sequence), is: [2, 3, 4])
    }

    @Test func `revisions grow with each change, whichever clients are told`() throws {
        _ = try subscribe(#"{"view":"line","stations":["two"],"minInterval":0}"#)
        let before = try #require(try world.call("get", #"{"view":"line"}"#, as: client).first)
        for title in ["A", "B", "C"] { world.publish(title) }
        let after = try #require(try world.call("get", #"{"view":"line"}"#, as: client).first)
        let growth =
            (after["result"]?["revision"]?.int ?? 0) - (before["result"]?["revision"]?.int ?? 0)
        expect(growth, is: 3)
    }

    @Test func `reports that say the same again reach no client and advance nothing`() throws {
        _ = try subscribe(#"{"view":"nowPlaying","minInterval":0}"#)
        world.run(for: .seconds(60))
        let revision = try world.call("get", #"{"view":"line"}"#, as: client).first
        for _ in 0..<5 {
            for station in ["one", "two"] {
                world.publish(Publication(station: station, title: "First Light", row: 1))
            }
            world.run(for: .seconds(13))
        }
        #expect(try world.receive(client).isEmpty)
        try expect(world.call("get", #"{"view":"line"}"#, as: client).first, is: revision)
    }

    @Test func `a change of what a line does not show reaches no client`() throws {
        _ = try subscribe(#"{"view":"line","stations":["one"],"minInterval":0}"#)
        world.publish(Publication(title: "First Light", row: 1, next: "Dusk"))
        world.lose()
        world.run(for: .seconds(200))
        #expect(try world.receive(client).isEmpty)
    }

    @Test func `history is given to those who asked, as long as they asked`() throws {
        let updates = try subscribe(#"{"view":"nowPlaying","stations":["one"],"history":2}"#)
            .compactMap(Update.init)
        expect(updates.first?.document?["history"], is: nil)
        world.run(for: .seconds(2))
        world.publish(
            Publication(title: "First Light", row: 1, history: ["C", "B", "A"]))
        let update = try #require(try world.updates(client).first)
        expect(update.changed, is: ["history"])
        let titles = update.document?["history"]?.elements.compactMap { $0["title"]?.string }
        expect(titles, is: ["C", "B"])
    }

    @Test func `an end of a subscription is its end at once`() throws {
        let number = try #require(
            try subscribe(#"{"view":"line","minInterval":5}"#).first?["result"]?["subscription"]?
                .int)
        world.publish("A")
        let answer = try world.call("unsubscribe", #"{"subscription":\#(number)}"#, as: client)
        expect(kinds(answer), is: ["answer"])
        expect(answer.first?["result"], is: .object([:]))
        world.publish("B")
        world.run(for: .seconds(60))
        #expect(try world.receive(client).isEmpty)
    }

    @Test func `a station named twice is covered once`() throws {
        let messages = try subscribe(#"{"view":"line","stations":["two","two"]}"#)
        expect(messages.compactMap(Update.init).map(\.station), is: ["two"])
    }

    @Test func `no stations at all is a subscription to nothing`() throws {
        let messages = try subscribe(#"{"view":"line","stations":[]}"#)
        expect(kinds(messages), is: ["answer", "synced"])
    }

    @Test func `a session in which nothing was chosen has no station to follow`() throws {
        let messages = try subscribe(#"{"view":"line","session":"main"}"#)
        expect(kinds(messages), is: ["answer", "synced"])
    }

    @Test func `another language gives the same line in other words`() throws {
        world.publish(Publication(title: nil, isOnline: false))
        let messages = try subscribe(#"{"view":"line","stations":["one"]}"#)
        let number = try #require(messages.first?["result"]?["subscription"]?.int)
        expect(messages.compactMap(Update.init).map(\.line), is: ["Station one (offline)"])
        let configure = #"{"subscription":\#(number),"options":{"locale":"de-AT"}}"#
        let answer = try world.call("configure", configure, as: client)
        expect(answer.first?["result"], is: .object([:]))
        world.run(for: .seconds(1))
        let lines = try (answer.compactMap(Update.init) + world.updates(client)).map(\.line)
        expect(lines, is: ["Station one (nicht auf Sendung)"])
    }

    @Test func `options that change nothing reach no client`() throws {
        let messages = try subscribe(#"{"view":"line"}"#)
        let number = try #require(messages.first?["result"]?["subscription"]?.int)
        let configure = #"{"subscription":\#(number),"options":{"locale":"de"}}"#
        _ = try world.call("configure", configure, as: client)
        world.run(for: .seconds(5))
        #expect(try world.receive(client).isEmpty)
    }

    @Test func `an output without an envelope is given bare records`() throws {
        let output = ClientID(number: 99)
        let request = OutputRequest(
            options: .init(view: .line), stations: ["two", "two", "nowhere"], minInterval: .zero)
        world.handle(.outputConnected(output, request))
        world.publish("Night", from: "two")
        let records = try world.receive(output)
        expect(records.map { $0["line"]?.string }, is: ["First Light", "Night"])
        let names = ["epoch", "line", "revision", "station", "view"]
        #expect(records.allSatisfy { $0.names == names })
    }
}
