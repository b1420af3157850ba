import Expectations
import NowPlaying
import TestSupport
import Testing

@testable import FanOut
@testable import Hub
@testable import Sessions

/// Stations with several streams, favourites and the order: what listeners choose.
struct ChoiceTests {
    private let world: World
    private let phone: Follower
    private let car: Follower

    init() throws {
        world = .programs(
            [
                .program("one"), .program("two", streams: ["south", "north"]),
                .program("three", streams: ["only"]),
            ], journal: .changes)
        phone = Follower(world)
        car = Follower(world)
        try car.follow("carPlay")
        _ = try car.records()
    }

    // MARK: Streams

    @Test func `a station with several streams asks which before it starts`() throws {
        try expect(phone.destination(after: "select", #""station":"two""#), is: "push:streams/two")
        #expect(try car.records().isEmpty)
    }

    @Test func `choosing a stream starts it, and leads to what plays`() throws {
        let then = try phone.destination(after: "select", #""station":"two","stream":"north""#)
        expect(then, is: "present:nowPlaying")
        try expect(car.shown("stations/two")?["isPlaying"]?.bool, is: true)
        try expect(car.shown("streams/two/north")?["accessory"]?.string, is: "checkmark")
    }

    @Test func `choosing the stream that plays already shows it and restarts nothing`() throws {
        try phone.command("select", #""station":"two","stream":"north""#)
        _ = try car.records()
        let then = try phone.destination(after: "select", #""station":"two","stream":"north""#)
        expect(then, is: "present:nowPlaying")
        #expect(try car.records().isEmpty)
    }

    @Test func `a stream that was chosen once is taken from then on`() throws {
        try phone.command("select", #""station":"two","stream":"north""#)
        try phone.command("select", #""station":"one""#)
        try expect(
            phone.destination(after: "select", #""station":"two""#), is: "present:nowPlaying")
        let session = RestoredState.Session(id: "main", station: "two", stream: "north")
        #expect(world.remembered.contains(.session(session)))
    }

    @Test func `the only stream need not be chosen, however its station is reached`() throws {
        try phone.command("select", #""station":"one""#)
        try phone.command("previous")
        let revision = world.hub.fanOut.revision
        try expect(
            phone.destination(after: "select", #""station":"three""#), is: "present:nowPlaying")
        expect(world.hub.fanOut.revision, is: revision)
    }

    @Test func `the station's document has the addresses of its streams`() throws {
        let answer = try phone.ask("get", #"{"view":"nowPlaying","stations":["one","three"]}"#)
        let stations = answer["records"]?.elements.map { $0["nowPlaying"]?["station"] }
        expect(stations?.first??["streams"], is: nil)
        expect(
            stations?.last??["streams"],
            is: .array([
                .object([
                    "id": .string("only"), "name": .string("To only"),
                    "url": .string("https://only"),
                ])
            ]))
    }

    @Test func `a stream that is not there is refused by its name`() throws {
        let refusal = try phone.refusal(of: "select", #""station":"two","stream":"west""#)
        expect(refusal.code, is: -32001)
        expect(refusal.subject, is: "west")
    }

    @Test func `a chosen stream that a reload takes away is asked for anew`() throws {
        try phone.command("select", #""station":"two","stream":"north""#)
        world.reconfigure([
            .program("one"), .program("two", streams: ["south", "east"]), .program("three"),
        ])
        try expect(phone.destination(after: "select", #""station":"two""#), is: "push:streams/two")
    }

    // MARK: Favourites and order

    @Test func `a favourite comes to every car, with its sender, and is remembered`() throws {
        try phone.command("favourite", #""station":"two","on":true,"sender":"phone""#)
        let record = try car.latest()
        expect(record["sender"]?.string, is: "phone")
        #expect(record["carPlay"]?.part("favourites/two") != nil)
        guard case .preferences(let preferences) = try #require(world.remembered.last) else {
            Issue.record("no preferences")
            return
        }
        expect(preferences.favourites, is: ["two"])
        try phone.command("favourite", #""station":"two","on":false"#)
        try expect(car.latest()["carPlay"]?.part("favourites/two"), is: nil)
    }

    @Test func `a new favourite is marked as new for five minutes`() throws {
        try phone.command("favourite", #""station":"two","on":true"#)
        try expect(car.latest()["carPlay"]?.part("favourites")?["showsTabBadge"]?.bool, is: true)
        world.run(for: .seconds(299))
        #expect(try car.records().allSatisfy { $0["rows"]?["favourites"] == nil })
        world.run(for: .seconds(2))
        try expect(car.latest()["rows"]?["favourites"]?["showsTabBadge"], is: .null)
    }

    @Test func `a badge of the favourites that was seen goes, for all sessions`() throws {
        let other = Follower(world)
        try other.follow("carPlay", #""session":"kitchen""#)
        try phone.command("favourite", #""station":"two","on":true"#)
        let tab = try car.latest()["carPlay"]?.part("favourites")
        expect(tab?["action"]?["list"]?.string, is: "favourites")
        _ = try other.records()
        try car.command("seen", #""list":"favourites""#)
        for follower in [car, other] {
            let change = try follower.latest()["rows"]?["favourites"]
            expect(change?["showsTabBadge"], is: .null)
            expect(change?["action"], is: .null)
        }
        try car.command("seen", #""list":"favourites""#)
        #expect(try car.records().isEmpty)
    }

    @Test
    func `what was played since is marked until it was seen, and nothing is asked of a player`()
        throws
    {
        let player = Follower(world)
        try phone.command("select", #""station":"one""#)
        world.say(ProgramReport("First", at: 0, for: 10))
        world.run(to: 5)
        try phone.command("pause")
        try player.report("paused")
        world.run(to: 10)
        world.say(ProgramReport("Second", at: 10, for: 10))
        world.run(to: 15)
        func isMarked() throws -> Bool? {
            let newcomer = Follower(world)
            try newcomer.follow("carPlay")
            return try newcomer.latest()["carPlay"]?.part("recent")?["showsTabBadge"]?.bool
        }
        try expect(isMarked(), is: true)
        _ = try player.requested()
        try car.command("seen", #""list":"recent""#)
        try expect(isMarked(), is: nil)
        #expect(try player.requested().isEmpty)
        world.run(to: 20)
        world.say(ProgramReport("Third", at: 20, for: 10))
        world.run(to: 25)
        try expect(isMarked(), is: true)
        let refusal = try phone.refusal(of: "seen", #""list":"stations""#)
        expect(refusal.code, is: -32602)
    }

    @Test func `the listeners' order goes before the config's`() throws {
        try phone.command("order", #""stations":["three","one"]"#)
        let document = try #require(try car.latest()["carPlay"])
        let items = document.part("stations")?["sections"]?.elements.first?["items"]?.elements
        expect(
            items?.map { $0["id"]?.string }, is: ["stations/three", "stations/one", "stations/two"])
        try phone.command("next")
        expect(world.hub.sessions.order.map(\.number), is: [2, 0, 1])
        try expect(car.shown("stations/three")?["isPlaying"]?.bool, is: true)
    }

    @Test func `all sessions have the same favourites, and each its own station`() throws {
        let other = Follower(world)
        try other.follow("carPlay", #""session":"kitchen""#)
        _ = try other.records()
        try phone.command("select", #""station":"one""#)
        #expect(try other.records().isEmpty)
        try phone.command("favourite", #""station":"one","on":true,"sender":"phone""#)
        let record = try other.latest()
        expect(record["session"]?.string, is: "kitchen")
        expect(record["sender"]?.string, is: "phone")
    }

    // MARK: Replies

    private func acknowledgements(of lines: String...) -> [Bool] {
        let first = world.effects.count
        world.write(lines.map { #"{"jsonrpc":"2.0",\#($0)}"# + "\n" }.joined(), as: phone.client)
        return world.effects[first...].compactMap { effect in
            if case .reply(_, _, let isOfChoice) = effect { isOfChoice } else { nil }
        }
    }

    @Test func `the reply to a choice is told apart from those that are sent at once`() {
        let favourite = #""method":"command","params":{"action":"favourite","station":"one""#
        let hello = #""id":2,"method":"hello""#
        expect(acknowledgements(of: #""id":1,\#(favourite),"on":true}"#, hello), is: [true, false])
        // A notification has no reply, and other replies do not wait for its choice.
        expect(acknowledgements(of: #"\#(favourite),"on":false}"#, hello), is: [false])
    }
}
