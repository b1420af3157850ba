import Expectations
import NowPlaying
import TestSupport
import Testing

@testable import FanOut
@testable import Hub

/// The effect of each command on a session without a player.
struct CommandTests {
    private let world: World
    private let phone: Follower
    private let screen: Follower

    init() throws {
        world = .programs(sessions: ["main": .make(rates: [0.5, 1, 1.5, 2])])
        phone = Follower(world)
        screen = Follower(world)
        try screen.follow("lockScreen")
        _ = try screen.records()
    }

    private func lockScreen() throws -> Tree { try #require(try screen.latest().lockScreen) }

    // MARK: Stations

    @Test func `selecting a station plays it`() throws {
        let result = try phone.command("select", #""station":"two""#)
        expect(result["then"]?.string, is: "present:nowPlaying")
        let shown = try lockScreen()
        expect(shown.title, is: "Song of two")
        expect(shown.state, is: "playing")
        expect(shown.rate, is: 1)
        expect(shown.isLive, is: true)
        expect(result["revision"]?.int.map(Int64.init), is: world.hub.fanOut.revision)
    }

    @Test func `selecting what plays already restarts nothing`() throws {
        try phone.command("select", #""station":"two""#)
        _ = try screen.records()
        let revision = world.hub.fanOut.revision
        world.run(for: .seconds(20))
        try expect(
            phone.destination(after: "select", #""station":"two""#), is: "present:nowPlaying")
        #expect(try screen.records().isEmpty)
        expect(world.hub.fanOut.revision, is: revision)
    }

    @Test func `selecting what is paused goes on with it`() throws {
        try phone.command("select", #""station":"two""#)
        try phone.command("pause")
        _ = try screen.records()
        try phone.command("select", #""station":"two""#)
        try expect(lockScreen().state, is: "playing")
    }

    @Test func `a station that is not there is refused by its name`() throws {
        for (action, rest) in [
            ("select", #""station":"four""#), ("favourite", #""station":"four","on":true"#),
            ("order", #""stations":["one","four"]"#), ("reconnect", #""station":"four""#),
        ] {
            let refusal = try phone.refusal(of: action, rest)
            expect(refusal.code, is: -32001, "\(action)")
            expect(refusal.subject, is: "four", "\(action)")
        }
        #expect(try screen.records().isEmpty)
    }

    @Test func `live, next and previous go from station to station, round and round`() throws {
        var titles: [String?] = []
        for action in ["next", "next", "next", "next", "previous", "previous"] {
            try phone.command(action)
            titles.append(try lockScreen().title)
        }
        expect(titles, is: ["one", "two", "three", "one", "three", "two"].map { "Song of \($0)" })
    }

    @Test func `with one station there is no other`() throws {
        let world = World.programs([.program("one")])
        let phone = Follower(world)
        try phone.command("next")
        try expect(phone.refusal(of: "next").code, is: -32005)
        try expect(phone.refusal(of: "previous").message, is: "there is no other station")
    }

    // MARK: Playing

    @Test func `without a station nothing plays, and the refusal says so`() throws {
        for action in ["play", "pause", "toggle", "live"] {
            let refusal = try phone.refusal(of: action)
            expect(refusal.code, is: -32005, "\(action)")
            expect(refusal.subject, is: "main", "\(action)")
            #expect(refusal.message.contains("select a station first"), "\(action)")
        }
        try phone.command("stop")
        #expect(try screen.records().isEmpty)
    }

    @Test func `play, pause, stop and toggle`() throws {
        try phone.command("select", #""station":"one""#)
        var states: [String?] = []
        for action in ["pause", "toggle", "toggle", "play", "stop", "toggle", "stop", "play"] {
            world.run(for: .seconds(1))
            try phone.command(action)
            let shown = try lockScreen()
            states.append(shown.state)
            expect(shown.rate, is: shown.state == "playing" ? 1 : 0, "\(action)")
        }
        expect(
            states,
            is: [
                "paused", "playing", "paused", "playing", "stopped", "playing", "stopped",
                "playing",
            ])
    }

    @Test func `what is so already changes nothing`() throws {
        try phone.command("select", #""station":"one""#)
        _ = try screen.records()
        let revision = world.hub.fanOut.revision
        for action in ["play", "live"] { try phone.command(action) }
        try phone.command("rate", #""value":1"#)
        try phone.command("favourite", #""station":"one","on":false"#)
        try phone.command("order", #""stations":[]"#)
        expect(world.hub.fanOut.revision, is: revision)
        #expect(try screen.records().isEmpty)
    }

    @Test func `a listener who pauses and plays on is behind by the pause`() throws {
        try phone.command("select", #""station":"one""#)
        world.run(to: 100)
        try phone.command("pause")
        world.run(to: 160)
        try phone.command("play")
        let shown = try lockScreen()
        expect(shown.isLive, is: false)
        expect(shown.heard, is: 100)
    }

    @Test func `stopping goes back to the live edge`() throws {
        try phone.command("select", #""station":"one""#)
        world.run(to: 100)
        try phone.command("seek", #""by":-30"#)
        try phone.command("stop")
        try phone.command("play")
        try expect(lockScreen().isLive, is: true)
    }

    // MARK: Rates

    @Test func `rates are those of the session, and above 1 only behind the live edge`() throws {
        try phone.command("select", #""station":"one""#)
        world.run(to: 100)
        try expect(phone.refusal(of: "rate", #""value":3"#).code, is: -32602)
        let refusal = try phone.refusal(of: "rate", #""value":1.5"#)
        expect(refusal.code, is: -32005)
        #expect(refusal.message.contains("rewind first"))
        try phone.command("seek", #""by":-60"#)
        try phone.command("rate", #""value":1.5"#)
        try expect(lockScreen().rate, is: 1.5)
    }

    @Test func `the fastest rate is followed by the slowest`() throws {
        try phone.command("select", #""station":"one""#)
        world.run(to: 100)
        try phone.command("seek", #""by":-60"#)
        var rates: [Double?] = []
        for _ in 0..<4 {
            try phone.command("rate", #""cycle":true"#)
            rates.append(try lockScreen().rate)
        }
        expect(rates, is: [1.5, 2, 0.5, 1])
    }

    @Test func `a listener at a slower rate falls behind the live edge`() throws {
        try phone.command("select", #""station":"one""#)
        world.run(to: 100)
        try phone.command("rate", #""value":0.5"#)
        let shown = try lockScreen()
        expect(shown.isLive, is: false)
        expect(shown.heard, is: 100)
        expect(shown.rate, is: 0.5)
        world.run(to: 120)
        try phone.command("pause")
        try expect(lockScreen().heard, is: 110)
    }

    @Test func `where nothing plays no rate can be chosen`() throws {
        try phone.command("select", #""station":"one""#)
        try phone.command("stop")
        try expect(phone.refusal(of: "rate", #""value":0.5"#).code, is: -32005)
    }

    // MARK: Parameters

    @Test func `parameters that make no sense are refused by their names`() throws {
        for (action, rest, parameter) in [
            ("dance", "", "action"), ("select", "", "station"),
            ("select", #""station":7"#, "station"), ("play", #""at":1"#, "at"),
            ("seek", "", "by"), ("seek", #""by":1,"to":2"#, "by"),
            ("seek", #""by":"x""#, "by"), ("rate", "", "value"),
            ("rate", #""value":1,"cycle":true"#, "value"), ("favourite", #""on":true"#, "station"),
            ("favourite", #""station":"one""#, "on"), ("order", "", "stations"),
            ("order", #""stations":"one""#, "stations"),
            ("order", #""stations":["one",1]"#, "stations"),
            ("play", #""session":1"#, "session"),
            ("play", #""sender":"\#(String(repeating: "x", count: 257))""#, "sender"),
        ] {
            let refusal = try phone.refusal(of: action, rest)
            expect(refusal.code, is: -32602, "\(action) \(rest)")
            expect(refusal.subject, is: parameter, "\(action) \(rest)")
        }
        try expect(phone.refusal(of: "order", #""stations":["one","one"]"#).subject, is: "one")
    }

    @Test func `a session has a name that can be one`() throws {
        for name in ["", "a b", String(repeating: "x", count: 65)] {
            let refusal = try phone.refusal(of: "play", #""session":"\#(name)""#)
            expect(refusal.code, is: -32002)
            expect(refusal.subject, is: name)
        }
    }
}
