import Expectations
import NowPlaying
import TestSupport
import Testing

@testable import Hub
@testable import Sessions

/// Sessions with a player: what is asked of it, what it reports, and what is shown meanwhile.
struct PlayerTests {
    private let world: World
    private let player: Follower
    private let car: Follower
    private let screen: Follower

    init() throws {
        world = .programs(
            [.program("one"), .program("two"), .program("three", streams: ["a", "b"])],
            sessions: ["main": .make(rates: [0.5, 1, 2])])
        player = Follower(world)
        car = Follower(world)
        screen = Follower(world)
        try player.command("select", #""station":"one""#)
        try player.report("playing")
        world.run(to: 100)
        try car.follow("carPlay")
        try screen.follow("lockScreen")
        try forget()
    }

    private func forget() throws {
        for follower in [player, car, screen] {
            _ = try follower.records()
            _ = try follower.events()
        }
    }

    private func rows() throws -> Tree { try #require(try car.latest()["rows"]) }

    // MARK: Requests

    @Test func `what is asked for is busy at once, and shown when the player does it`() throws {
        try car.command("select", #""station":"two","sender":"car""#)
        let asked = try rows()
        expect(asked["stations/two"]?["busy"]?.bool, is: true)
        expect(asked["stations/two"]?["isPlaying"], is: nil)
        #expect(try screen.records().isEmpty)
        world.run(for: .seconds(2))
        try player.report("playing")
        try expect(car.records().count, is: 1)
        let row = try #require(try car.shown("stations/two"))
        expect(row["busy"], is: nil)
        expect(row["isPlaying"]?.bool, is: true)
        try expect(car.shown("stations/one")?["isPlaying"], is: nil)
        try expect(screen.latest().lockScreen?.title, is: "Song of two")
    }

    @Test func `the player is told all that it is to do`() throws {
        try car.command("select", #""station":"three","stream":"b""#)
        let asked = try player.requested()
        expect(
            asked,
            is: [
                .object([
                    "station": .string("three"), "stream": .string("b"),
                    "url": .string("https://b"), "state": .string("playing"), "rate": .number(1),
                ])
            ])
        #expect(try car.requested().isEmpty)
    }

    @Test func `a player plays only a stream that its station has`() throws {
        try player.report("playing", #""station":"three","stream":"b""#)
        for (report, code, subject) in [
            (#""state":"playing","stream":"c""#, -32001, "c"),
            (#""state":"playing","station":"one","stream":"a""#, -32001, "a"),
            (#""state":"playing","session":"kitchen","stream":"a""#, -32602, "station"),
        ] {
            let refusal = try player.refusal("report", "{\(report)}")
            expect(refusal.code, is: code, "\(report)")
            expect(refusal.subject, is: subject, "\(report)")
        }
        expect(world.hub.sessions.index(of: "kitchen"), is: nil)
    }

    @Test func `a station without streams in the config has no address to play`() throws {
        try car.command("select", #""station":"two""#)
        let asked = try #require(try player.requested().first)
        expect(asked["station"]?.string, is: "two")
        expect(asked["url"], is: nil)
    }

    @Test func `a player that reads slowly is told once, what is true then`() throws {
        player.block()
        try car.command("select", #""station":"two""#)
        try car.command("pause")
        player.block(false)
        let asked = try player.requested()
        expect(asked.count, is: 1)
        expect(asked.first?["station"]?.string, is: "two")
        expect(asked.first?["state"]?.string, is: "paused")
        expect(asked.first?["position"]?.number, is: Timestamp.at(100).seconds)
    }

    @Test func `after ten seconds without an answer the row says so, for half a minute`() throws {
        try car.command("select", #""station":"two""#)
        try forget()
        world.run(to: 109.9)
        #expect(try car.records().isEmpty)
        world.run(to: 110.1)
        let failed = try rows()
        expect(failed["stations/two"]?["busy"], is: .null)
        let text = try #require(failed["stations/two"]?["detailText"]?.string)
        expect(text, is: "The player does not answer")
        expect(failed["alert"]?["titleVariants"]?.elements.contains(.string(text)), is: true)
        world.run(to: 139)
        #expect(try car.records().allSatisfy { $0["rows"]?["alert"] == nil })
        world.run(to: 141)
        let healed = try rows()
        expect(healed["stations/two"]?["detailText"]?.string, is: "Song of two")
        #expect(try screen.records().isEmpty)
    }

    @Test func `a pause that is taken back before the player paused leaves it live`() throws {
        try car.command("pause")
        world.run(for: .seconds(2))
        try car.command("play")
        try player.report("playing")
        let session = try #require(world.hub.sessions.all.first.flatMap { world.hub.sessions[$0] })
        expect(session.reported.position, is: .live)
        expect(session.requested.position, is: .live)
        try expect(player.requested().last?["position"], is: nil)
    }

    @Test func `repeat and shuffle are asked of a player that reports them`() throws {
        let refusal = try car.refusal(of: "repeat", #""mode":"one""#)
        #expect(refusal.message.contains("does not report what it repeats"))
        try player.report("playing", #""repeat":"off","shuffle":false"#)
        try forget()
        try car.command("repeat", #""mode":"one""#)
        try car.command("shuffle", #""on":true"#)
        let asked = try #require(try player.requested().last)
        expect(asked["repeat"]?.string, is: "one")
        expect(asked["shuffle"]?.bool, is: true)
        #expect(try screen.records().isEmpty)
        try player.report("playing", #""repeat":"one","shuffle":true"#)
        let commands = try #require(try screen.latest().lockScreen?["commands"])
        expect(commands["changeRepeatModeCommand"]?["currentRepeatType"]?.string, is: "one")
        expect(commands["changeRepeatModeCommand"]?["isEnabled"]?.bool, is: true)
        expect(commands["changeShuffleModeCommand"]?["currentShuffleType"]?.string, is: "items")
        player.leave()
        try expect(screen.latest().lockScreen?["commands"]?["changeRepeatModeCommand"], is: nil)
    }

    @Test func `a car's repeat button asks the player, shows its report, and goes with it`() throws
    {
        func button() throws -> Tree? {
            try rows()["nowPlaying"]?["buttons"]?.elements.last { $0["type"]?.string == "repeat" }
        }
        try player.report("playing", #""repeat":"off""#)
        try expect(button()?["action"]?["mode"]?.string, is: "all")
        try car.command("repeat", #""mode":"all""#)
        try expect(player.requested().last?["repeat"]?.string, is: "all")
        #expect(try car.records().isEmpty)
        try player.report("playing", #""repeat":"all""#)
        let on = try button()
        expect(on?["isSelected"]?.bool, is: true)
        expect(on?["action"]?["mode"]?.string, is: "one")
        player.leave()
        try expect(button(), is: nil)
    }

    // MARK: Alerts

    /// The alerts that a client was told of, by their longest titles.
    private func alerts(to follower: Follower) throws -> [String] {
        try follower.events().filter { $0["present"]?.string == "alert" }
            .compactMap { $0["alert"]?["titleVariants"]?.elements.first?.string }
    }

    @Test func `a player's error alerts those who asked and the cars, in its words`() throws {
        try screen.command("pause")
        try forget()
        try player.report("playing", #""error":"the tuner is broken""#)
        let alert = ["Not possible now: the tuner is broken"]
        try expect(alerts(to: car), is: alert)
        try expect(alerts(to: screen), is: alert)
        #expect(try alerts(to: player).isEmpty)
        try player.report("playing", #""error":"the tuner is broken""#)
        #expect(try alerts(to: car).isEmpty)
    }

    @Test func `a player that does not answer alerts once, in the car's language`() throws {
        let german = Follower(world)
        try german.follow("carPlay", #""options":{"locale":"de"}"#)
        try car.command("pause")
        try forget()
        world.run(to: 109.9)
        #expect(try alerts(to: car).isEmpty)
        world.run(to: 160)
        try expect(alerts(to: car), is: ["Not possible now: The player does not answer"])
        try expect(alerts(to: german), is: ["Gerade nicht möglich: Der Player antwortet nicht"])
        #expect(try alerts(to: screen).isEmpty)
    }

    @Test func `a tap that is refused alerts that car alone`() throws {
        let other = Follower(world)
        try other.follow("carPlay")
        let refusal = try car.refusal(of: "rate", #""value":2"#)
        try expect(alerts(to: car), is: ["Not possible now: " + refusal.message])
        #expect(try alerts(to: other).isEmpty)
        _ = try screen.refusal(of: "rate", #""value":2"#)
        #expect(try alerts(to: screen).isEmpty)
    }

    @Test func `a report of something else leaves the request open`() throws {
        try car.command("pause")
        try forget()
        try player.report("playing")
        #expect(try car.records().isEmpty)
        world.run(for: .seconds(11))
        #expect(try rows()["alert"] != nil)
    }

    @Test func `a player that is not yet there has not done it`() throws {
        try car.command("seek", #""by":-60"#)
        try forget()
        world.run(for: .seconds(1))
        try player.report("playing", #""position":\#(Timestamp.at(101).seconds)"#)
        #expect(try screen.records().isEmpty)
        world.run(for: .seconds(4))
        try player.report("playing", #""position":\#(Timestamp.at(41).seconds)"#)
        let shown = try #require(try screen.latest().lockScreen)
        expect(shown.isLive, is: false)
        expect(shown.heard, is: 41)
        world.run(for: .seconds(10))
        #expect(try screen.records().isEmpty)
    }

    @Test func `a player that still plays another station has not done it`() throws {
        try car.command("select", #""station":"two""#)
        try forget()
        try player.report("playing", #""station":"one""#)
        #expect(try screen.records().isEmpty)
        try player.report("playing", #""station":"two""#)
        try expect(screen.latest().lockScreen?.title, is: "Song of two")
    }

    @Test func `a player that goes elsewhere by itself takes the session along`() throws {
        try player.report("playing", #""station":"two""#)
        try expect(screen.latest().lockScreen?.title, is: "Song of two")
    }

    @Test func `several requests are done by one report`() throws {
        try car.command("select", #""station":"two","sender":"car""#)
        world.run(for: .seconds(1))
        try car.command("seek", #""by":-30,"sender":"car""#)
        try car.command("pause", #""sender":"car""#)
        try forget()
        try player.report("paused")
        let record = try screen.latest()
        expect(record["sender"]?.string, is: "car")
        let shown = try #require(record.lockScreen)
        // The song that was on air then at the requested station, not at the one before.
        expect(shown.title, is: "Song of two")
        expect(shown.state, is: "paused")
        expect(shown.heard, is: 71)
        world.run(for: .seconds(60))
        #expect(try screen.records().isEmpty)
    }

    @Test func `taking a request back is told to the player, too`() throws {
        try car.command("select", #""station":"two""#)
        try forget()
        try car.command("select", #""station":"one""#)
        try expect(player.requested().map { $0["station"]?.string }, is: ["one"])
        try expect(rows()["stations/two"]?["busy"], is: .null)
        world.run(for: .seconds(60))
        #expect(try car.records().allSatisfy { $0["rows"]?["alert"] == nil })
    }

    @Test func `of too many requests the oldest are not waited for`() throws {
        for number in 0..<40 {
            try car.command("select", #""station":"\#(number.isMultiple(of: 2) ? "two" : "one")""#)
            try car.command("pause")
        }
        let index = try #require(world.hub.sessions.index(of: "main"))
        let pending = try #require(world.hub.sessions[index]?.reported.requests.count)
        #expect(pending <= Limits().pendingRequests)
    }

    // MARK: Errors

    @Test func `a player's error is shown, and nothing is asked of it any more`() throws {
        try car.command("select", #""station":"two""#)
        try forget()
        try player.report("playing", #""error":"no route to host""#)
        let failed = try rows()
        expect(failed["stations/two"]?["detailText"]?.string, is: "no route to host")
        // It goes on saying what it plays.
        for _ in 0..<5 {
            world.run(for: .seconds(1))
            try player.report("playing")
        }
        #expect(try car.records().isEmpty)
        try car.command("play")
        try expect(rows()["stations/two"]?["detailText"]?.string, is: "Song of two")
        #expect(try player.requested().isEmpty)
    }

    @Test func `a player that stops by itself says why`() throws {
        try player.report("stopped", #""error":"decoder failed""#)
        let failed = try rows()
        expect(
            failed["alert"]?["titleVariants"]?.elements.contains(.string("decoder failed")),
            is: true)
        expect(failed["stations/one"]?["isPlaying"], is: .null)
        try expect(screen.latest().lockScreen?.state, is: "stopped")
    }

    // MARK: Reports

    @Test func `what the player does by itself is shown, without a sender`() throws {
        try player.report("interrupted")
        let record = try screen.latest()
        expect(record.lockScreen?.state, is: "interrupted")
        expect(record["sender"], is: nil)
        try player.report("interrupted")
        #expect(try screen.records().isEmpty)
    }

    @Test func `repeat and shuffle are shown where a player has them`() throws {
        try player.report("playing", #""repeat":"all","shuffle":true"#)
        let commands = try #require(try screen.latest().lockScreen?["commands"])
        expect(commands["changeRepeatModeCommand"]?["currentRepeatType"]?.string, is: "all")
        expect(commands["changeShuffleModeCommand"]?["currentShuffleType"]?.string, is: "items")
    }

    @Test func `a player behind by its buffers is live, one that is far behind is not`() throws {
        try player.report("playing", #""position":\#(Timestamp.at(80).seconds)"#)
        #expect(try screen.records().isEmpty)
        try player.report("playing", #""position":\#(Timestamp.at(40).seconds)"#)
        try expect(screen.latest().lockScreen?.heard, is: 40)
        world.run(for: .seconds(10))
        try player.report("playing", #""position":\#(Timestamp.at(52).seconds)"#)
        #expect(try screen.records().isEmpty)
        try player.report("playing", #""position":\#(Timestamp.at(109).seconds)"#)
        try expect(screen.latest().lockScreen?.heard, is: 109)
    }

    @Test func `at the live edge the rate is at most 1, whatever is reported`() throws {
        for rate in [1.01, 2, 9] {
            try player.report("playing", #""rate":\#(rate)"#)
            #expect(try screen.records().isEmpty, "\(rate)")
        }
        try player.report("playing", #""rate":0.5"#)
        try expect(screen.latest().lockScreen?.rate, is: 0.5)
    }

    @Test func `reports that make no sense are refused by their names`() throws {
        for (parameters, name) in [
            ("{}", "state"), (#"{"state":"flying"}"#, "state"),
            (#"{"state":"playing","position":"now"}"#, "position"),
            (#"{"state":"playing","rate":"fast"}"#, "rate"),
            (#"{"state":"playing","repeat":"twice"}"#, "repeat"),
            (#"{"state":"playing","shuffle":1}"#, "shuffle"),
            (#"{"state":"playing","volume":1}"#, "volume"),
        ] {
            let refusal = try player.refusal("report", parameters)
            expect(refusal.code, is: -32602, "\(parameters)")
            expect(refusal.subject, is: name, "\(parameters)")
        }
    }

    // MARK: The player's end

    @Test func `without its player a session pauses, and takes commands at once`() throws {
        try car.command("select", #""station":"two""#)
        try forget()
        player.leave()
        let shown = try #require(try screen.latest().lockScreen)
        expect(shown.title, is: "Song of two")
        expect(shown.state, is: "paused")
        try expect(car.shown("stations/two")?["busy"], is: nil)
        try car.command("play")
        try expect(screen.latest().lockScreen?.state, is: "playing")
        world.run(for: .seconds(60))
        #expect(try car.records().allSatisfy { $0["rows"]?["alert"] == nil })
    }

    @Test func `another player takes the session over`() throws {
        let other = Follower(world)
        try other.report("playing")
        try car.command("pause")
        #expect(try player.requested().isEmpty)
        try expect(other.requested().count, is: 1)
        player.leave()
        #expect(try screen.records().isEmpty)
    }
}
