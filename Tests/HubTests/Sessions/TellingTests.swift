import Expectations
import NowPlaying
import TestSupport
import Testing
import Views

@testable import FanOut
@testable import Hub

/// The clients that are told of a session's changes, the times, and the senders of the changes.
struct TellingTests {
    private let world: World
    private let phone: Follower
    private let car: Follower

    init() throws {
        world = .programs()
        phone = Follower(world)
        car = Follower(world)
    }

    private func select(_ station: String, _ sender: String? = nil) throws {
        let name = sender.map { #","sender":"\#($0)""# } ?? ""
        try phone.command("select", #""station":"\#(station)""# + name)
    }

    // MARK: Senders

    @Test func `the first document has no sender, and a change has its sender's name`() throws {
        try car.follow("lockScreen")
        try expect(car.latest()["sender"], is: nil)
        try select("one", "phone")
        try expect(car.latest()["sender"]?.string, is: "phone")
        try select("two")
        try expect(car.latest()["sender"], is: nil)
        world.say(ProgramReport("Another", at: 5), from: "two")
        try expect(car.latest()["sender"], is: nil)
        try phone.command("pause", #""sender":"""#)
        try expect(car.latest()["sender"], is: nil)
    }

    @Test func `a change is one's only if all since the last delivery was`() throws {
        try car.follow("carPlay")
        for (senders, last, expected) in [
            (["a", "a"], "two", "a"), (["a", "b"], "one", nil), (["a", nil], "two", nil),
            ([nil, "b"], "one", nil),
        ] as [([String?], String, String?)] {
            _ = try car.records()
            car.block()
            for (station, sender) in zip(["three", last], senders) {
                try select(station, sender)
            }
            car.block(false)
            let records = try car.records()
            expect(records.count, is: 1)
            expect(records.first?["sender"]?.string, is: expected, "\(senders)")
        }
        car.block()
        try select("three", "a")
        world.say(ProgramReport("Another", at: 5), from: "three")
        car.block(false)
        try expect(car.latest()["sender"], is: nil)
        // A suppressed change has no sender.
        car.block()
        try phone.command("favourite", #""station":"one","on":true,"sender":"b""#)
        try phone.command("favourite", #""station":"one","on":false,"sender":"b""#)
        car.block(false)
        _ = try car.records()
        try select("one", "a")
        try expect(car.latest()["sender"]?.string, is: "a")
    }

    @Test func `the sender is given the document, too, and the revision in the answer`() throws {
        try phone.follow("lockScreen")
        _ = try phone.records()
        let answer = try phone.command("select", #""station":"one","sender":"phone""#)
        let record = try phone.latest()
        expect(record["sender"]?.string, is: "phone")
        expect(record["revision"], is: answer["revision"])
    }

    // MARK: Intervals

    @Test func `commands do not wait for the end of an interval, stations' changes do`() throws {
        try select("one")
        try car.follow("lockScreen", #""minInterval":10"#)
        _ = try car.records()
        world.run(for: .seconds(1))
        world.say(ProgramReport("Second", at: 1))
        #expect(try car.records().isEmpty)
        try phone.command("pause")
        try expect(car.latest().lockScreen?.state, is: "paused")
        try phone.command("live")
        try phone.command("play")
        try expect(car.records().count, is: 2)
        world.say(ProgramReport("Third", at: 1))
        world.run(for: .seconds(9))
        #expect(try car.records().isEmpty)
        world.run(for: .seconds(2))
        try expect(car.latest().lockScreen?.title, is: "Third")
    }

    @Test func `what a player does for a client without a name does not wait either`() throws {
        try phone.report("playing")
        try car.follow("lockScreen", #""minInterval":10"#)
        world.run(for: .seconds(1))
        try car.command("select", #""station":"one""#)
        _ = try car.records()
        try phone.report("playing")
        try expect(car.latest().lockScreen?.title, is: "Song of one")
    }

    @Test func `at the hub's end every client is given the newest`() throws {
        try select("one")
        try car.follow("lockScreen", #""minInterval":60"#)
        _ = try car.records()
        world.say(ProgramReport("Last", at: 1))
        world.handle(.stopping)
        try expect(car.latest().lockScreen?.title, is: "Last")
        #expect(world.isFinished)
    }

    // MARK: Answers

    @Test func `the answer comes before the record in which the row is busy`() throws {
        let player = Follower(world)
        try player.report("stopped")
        try car.follow("carPlay")
        _ = try car.records()
        let command = #""method":"command","params":{"action":"select","station":"two"}"#
        world.write(#"{"jsonrpc":"2.0","id":"tap",\#(command)}"# + "\n", as: car.client)
        let told = try world.receive(car.client)
        expect(told.map { $0["method"]?.string }, is: [nil, "update"])
        expect(told.first?["id"]?.string, is: "tap")
        let record = try #require(told.last?["params"]?["record"])
        expect(record["rows"]?["stations/two"]?["busy"]?.bool, is: true)
        expect(record["revision"]?.int, is: told.first?["result"]?["revision"]?.int)
    }

    // MARK: Invitations

    @Test func `who shows templates is invited when playback starts, but for who asked`() throws {
        let other = Follower(world)
        for follower in [car, other, phone] { try follower.follow("carPlay") }
        let screen = Follower(world)
        try screen.follow("lockScreen")
        try car.command("select", #""station":"one""#)
        try expect(car.invitations(), is: 0)
        try expect(other.invitations(), is: 1)
        try expect(phone.invitations(), is: 1)
        try expect(screen.invitations(), is: 0)
        world.handle(.commanded(.select(station: "two"), session: "main", sender: nil))
        try expect(car.invitations(), is: 1)
        // Going on is not a start, nor is moving.
        world.run(for: .seconds(60))
        for (action, rest) in [("seek", #""by":-10"#), ("live", ""), ("pause", ""), ("stop", "")] {
            try phone.command(action, rest)
        }
        try expect(car.invitations(), is: 0)
        try phone.command("play")
        try expect(car.invitations(), is: 1)
    }

    @Test func `who asked is not invited either when its player does it later`() throws {
        let player = Follower(world)
        try player.report("stopped")
        for follower in [car, phone] { try follower.follow("carPlay") }
        try car.command("select", #""station":"one""#)
        try expect(phone.invitations(), is: 0)
        try player.report("playing")
        try expect(phone.invitations(), is: 1)
        try expect(car.invitations(), is: 0)
    }

    @Test func `who joins while something plays is invited`() throws {
        try car.follow("carPlay")
        try expect(car.invitations(), is: 0)
        try select("one")
        let late = Follower(world)
        try late.follow("carPlay")
        let events = try late.events()
        expect(events.count, is: 1)
        expect(events.first?["session"]?.string, is: "main")
        expect(events.first?["present"]?.string, is: "nowPlaying")
        // One that comes back has been invited.
        let resume = try #require(late.updates().last?.resume)
        let since = #""since":{"epoch":"\#(world.hub.epoch)","revision":\#(resume)}"#
        let back = Follower(world)
        try back.follow("carPlay", since)
        try expect(back.invitations(), is: 0)
        try phone.command("pause")
        let later = Follower(world)
        try later.follow("carPlay")
        try expect(later.invitations(), is: 0)
    }

    @Test func `who reads slowly is invited once, and events are numbered`() throws {
        try car.follow("carPlay")
        car.block()
        for station in ["one", "two", "three"] { try select(station) }
        car.block(false)
        try expect(car.events().map { $0["id"]?.int }, is: [1])
        try select("one")
        try expect(car.events().map { $0["id"]?.int }, is: [2])
    }

    @Test func `an output of bare records is told no events`() throws {
        let output = ClientID(number: 99)
        let request = OutputRequest(
            options: .init(view: .carPlay), session: "main", minInterval: .zero)
        world.handle(.outputConnected(output, request))
        try select("one")
        let lines = try world.receive(output)
        expect(lines.map { $0["view"]?.string }, is: ["carPlay", "carPlay"])
    }

    // MARK: Views of a station

    @Test func `line and nowPlaying follow the session's station`() throws {
        let line = Follower(world)
        try line.follow("line", #""minInterval":0"#)
        try car.follow("nowPlaying", #""minInterval":0,"patch":true"#)
        #expect(try line.records().isEmpty && car.records().isEmpty)
        try select("one")
        let record = try line.latest()
        expect(record["line"]?.string, is: "Song of one")
        expect(record["station"]?.string, is: "one")
        expect(record["session"]?.string, is: "main")
        var whole = try #require(try car.latest()["nowPlaying"])
        world.say(ProgramReport("Second", at: 2))
        try expect(line.latest()["line"]?.string, is: "Second")
        let patch = try car.latest()
        expect(patch["changed"]?.elements.contains(.string("track")), is: true)
        whole = whole.patched(with: try #require(patch["patch"]))
        let fresh = Follower(world)
        try fresh.follow("nowPlaying")
        try expect(fresh.latest()["nowPlaying"], is: whole)
        try select("two")
        try expect(car.latest()["nowPlaying"]?["track"]?["title"]?.string, is: "Song of two")
        // A report of another station reaches no client.
        _ = try line.records()
        world.say(ProgramReport("Third", at: 3))
        #expect(try line.records().isEmpty && car.records().isEmpty)
    }

    @Test func `rewound, they say what was on air then`() throws {
        try select("one")
        world.run(to: 100)
        world.say(ProgramReport("Second", at: 100))
        world.run(to: 130)
        try car.follow("line", #""minInterval":0"#)
        try expect(car.latest()["line"]?.string, is: "Second")
        try phone.command("seek", #""by":-60"#)
        try expect(car.latest()["line"]?.string, is: "Song of one")
        world.run(to: 161)
        try expect(car.latest()["line"]?.string, is: "Second")
    }

    // MARK: Coming back

    @Test func `a client that comes back is given the whole document`() throws {
        try car.follow("carPlay")
        try select("one")
        let revision = world.hub.fanOut.revision
        _ = try car.records()
        car.leave()
        let again = Follower(world)
        let answer = try again.ask(
            "subscribe",
            #"{"view":"carPlay","since":{"epoch":"life","revision":\#(revision)}}"#)
        expect(answer["recovered"]?.bool, is: true)
        #expect(try again.latest()["carPlay"] != nil)
    }
}
