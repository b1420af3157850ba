import Expectations
import NowPlaying
import Support
import TestSupport
import Testing
import Views

@testable import FanOut
@testable import Hub
@testable import Sessions
@testable import Stations

/// Sessions come and go, and nothing of them stays.
struct LifetimeTests {
    private func has(_ name: String, _ world: World) -> Bool {
        world.hub.sessions.index(of: name) != nil
    }

    // MARK: The end

    @Test func `a session is over ten minutes after its last subscriber has gone`() throws {
        let world = World.programs(journal: .changes)
        let car = Follower(world)
        let number = try car.follow("lockScreen", #""session":"kitchen""#)
        world.run(for: .seconds(2_000))
        #expect(has("kitchen", world))
        try car.ask("unsubscribe", #"{"subscription":\#(number)}"#)
        world.run(for: .seconds(599))
        try car.follow("lockScreen", #""session":"kitchen""#)
        world.run(for: .seconds(2_000))
        car.leave()
        world.run(for: .seconds(599))
        #expect(has("kitchen", world))
        world.run(for: .seconds(2))
        #expect(!has("kitchen", world))
        let ends = world.effects.contains { effect in
            guard case .journal(.remembered(.sessionEnded("kitchen"))) = effect else {
                return false
            }
            return true
        }
        #expect(ends)
    }

    @Test func `one that only plays lasts as long as its player`() throws {
        let world = World.programs()
        let player = Follower(world)
        try player.report("playing", #""session":"kitchen""#)
        world.run(for: .seconds(2_000))
        #expect(has("kitchen", world))
        player.leave()
        world.run(for: .seconds(601))
        #expect(!has("kitchen", world))
    }

    @Test func `main and those of the config are always there`() throws {
        let world = World.programs(sessions: ["kitchen": .make()])
        world.run(for: .seconds(2_000))
        #expect(has("main", world) && has("kitchen", world))
        // The config forgets one of them.
        world.reconfigure(["one", "two", "three"].map { StationConfiguration.program($0) })
        world.run(for: .seconds(601))
        #expect(has("main", world) && !has("kitchen", world))
    }

    @Test func `what has ended leaves nothing behind`() throws {
        let world = World.programs()
        let main = try #require(world.hub.sessions.index(of: "main"))
        let phone = Follower(world)
        for number in 0..<20 {
            let car = Follower(world)
            let name = #""session":"s\#(number)""#
            try car.follow("carPlay", name)
            try car.follow("lockScreen", name + #","minInterval":100"#)
            try car.report("playing", name)
            try phone.command("select", #""station":"one",\#(name)"#)
            world.run(for: .seconds(3))
            car.leave()
        }
        world.run(for: .seconds(700))
        expect(world.hub.sessions.all, is: [main])
        #expect(world.hub.fanOut.following.isEmpty && world.hub.fanOut.subscriptions.slots.isEmpty)
        expect(world.hub.fanOut.cursorCount, is: 0)
        #expect(world.hub.fanOut.isSettled)
        expect(world.hub.fanOut.subjects.stationCount, is: 3)
        expect(world.nextDeadline, is: nil)
    }

    @Test func `there are only so many sessions`() throws {
        var limits = Limits()
        limits.sessions = 3
        let world = World(.make(["one"]), limits: limits)
        let phone = Follower(world)
        try phone.command("stop", #""session":"a""#)
        try phone.command("stop", #""session":"b""#)
        let refusal = try phone.refusal(of: "stop", #""session":"c""#)
        expect(refusal.code, is: -32004)
        expect(refusal.subject, is: "sessions")
        world.run(for: .seconds(601))
        try phone.command("stop", #""session":"c""#)
    }

    @Test func `what is refused makes no session`() throws {
        var limits = Limits()
        limits.subscriptionsPerClient = 1
        let world = World(.make(["one"]), limits: limits)
        let phone = Follower(world)
        try phone.follow("lockScreen")
        let kitchen = #""session":"kitchen""#
        for (action, rest) in [
            ("seek", #""by":-30"#), ("play", ""), ("pause", ""), ("toggle", ""), ("live", ""),
            ("rate", #""value":2"#), ("seek", #""element":"x""#),
            ("select", #""station":"four""#), ("favourite", #""station":"four","on":true"#),
            ("order", #""stations":["four"]"#), ("reconnect", #""station":"four""#),
        ] {
            _ = try phone.refusal(of: action, rest.isEmpty ? kitchen : "\(rest),\(kitchen)")
            #expect(!has("kitchen", world), "\(action) \(rest)")
        }
        for report in [#""station":"four""#, #""stream":"a""#, #""station":"one","stream":"a""#] {
            _ = try phone.refusal("report", #"{"state":"playing",\#(report),\#(kitchen)}"#)
            #expect(!has("kitchen", world), "\(report)")
        }
        _ = try phone.refusal("subscribe", #"{"view":"lockScreen",\#(kitchen)}"#)
        #expect(!has("kitchen", world))
        expect(world.hub.sessions.all.count, is: 1)
        #expect(world.hub.fanOut.isSettled)
    }

    @Test func `a session that is refused something stays`() throws {
        let world = World.programs()
        let phone = Follower(world)
        try phone.command("stop", #""session":"kitchen""#)
        _ = try phone.refusal(of: "play", #""session":"kitchen""#)
        #expect(has("kitchen", world))
    }

    @Test func `a session takes the place of one that was refused`() throws {
        var limits = Limits()
        limits.sessions = 2
        let world = World(.make(["one"]), limits: limits)
        let phone = Follower(world)
        _ = try phone.refusal(of: "play", #""session":"a""#)
        try phone.command("select", #""station":"one","session":"b""#)
        #expect(has("b", world) && !has("a", world))
    }

    // MARK: Pausing

    @Test(arguments: [true, false])
    func `a session pauses when its last subscriber goes, where the config says so`(
        pauses: Bool
    ) throws {
        let world = World.programs(sessions: ["main": .make(pauses: pauses)])
        let phone = Follower(world)
        let cars = [Follower(world), Follower(world)]
        for car in cars { try car.follow("carPlay") }
        try phone.command("select", #""station":"one""#)
        cars[0].leave()
        let main = try #require(world.hub.sessions.index(of: "main"))
        expect(world.hub.sessions[main]?.reported.state, is: .playing)
        cars[1].leave()
        expect(world.hub.sessions[main]?.reported.state, is: pauses ? .paused : .playing)
    }

    @Test func `its player is asked to pause`() throws {
        let world = World.programs(sessions: ["main": .make(pauses: true)])
        let player = Follower(world)
        let car = Follower(world)
        try car.follow("carPlay")
        try player.command("select", #""station":"one""#)
        try player.report("playing")
        car.leave()
        try expect(player.requested().map { $0["state"]?.string }, is: ["paused"])
    }

    // MARK: Several at once

    @Test func `sessions do not know of each other`() throws {
        let world = World.programs()
        let phone = Follower(world)
        let screens = [Follower(world), Follower(world)]
        for (place, screen) in screens.enumerated() {
            try screen.follow("lockScreen", #""session":"s\#(place)""#)
            _ = try screen.records()
        }
        try phone.command("select", #""station":"one","session":"s0""#)
        #expect(try screens[1].records().isEmpty)
        try phone.command("select", #""station":"two","session":"s1""#)
        try expect(screens[0].records().count, is: 1)
        try expect(screens[1].latest().lockScreen?.title, is: "Song of two")
        let player = Follower(world)
        try player.report("interrupted", #""session":"s1""#)
        #expect(try screens[0].records().isEmpty)
        try expect(screens[1].latest().lockScreen?.state, is: "interrupted")
    }

    // MARK: Restarts

    @Test func `a rewound session comes back where it was`() throws {
        let world = World.programs(journal: .changes)
        let phone = Follower(world)
        try phone.command("select", #""station":"one""#)
        world.run(to: 300)
        try phone.command("seek", #""by":-120"#)
        let remembered = world.effects.compactMap { effect -> RestoredState.Session? in
            guard case .journal(.remembered(.session(let session))) = effect else { return nil }
            return session
        }
        expect(remembered.last?.heard, is: Timestamp.at(180))
        var restored = RestoredState()
        restored.sessions = [try #require(remembered.last)]
        restored.sessions[0].heard = Timestamp.at(-120)
        let later = World.programs(restored: restored)
        let screen = Follower(later)
        try screen.follow("lockScreen")
        let shown = try #require(try screen.latest().lockScreen)
        expect(shown.isLive, is: false)
        expect(shown.state, is: "paused")
        expect(shown.heard, is: -120)
    }

    @Test func `sessions come back paused, and so do favourites, order and streams`() throws {
        var restored = RestoredState()
        restored.sessions = [
            .init(id: "main", station: "two", stream: "b"), .init(id: "attic", station: "gone"),
            .init(id: "no name"),
        ]
        restored.preferences.favourites = ["two", "gone"]
        restored.preferences.order = ["two"]
        restored.preferences.streams = ["two": "b"]
        let world = World.programs(
            [.program("one"), .program("two", streams: ["a", "b"])], restored: restored)
        let screen = Follower(world)
        try screen.follow("lockScreen")
        let shown = try #require(try screen.latest().lockScreen)
        expect(shown.title, is: "Song of two")
        expect(shown.state, is: "paused")
        expect(shown.rate, is: 0)
        expect(shown.queueIndex, is: 0)
        expect(shown["commands"]?["likeCommand"]?["isActive"]?.bool, is: true)
        try expect(screen.invitations(), is: 0)
        #expect(has("attic", world) && !has("no name", world))
        let then = try screen.destination(after: "select", #""station":"two""#)
        expect(then, is: "present:nowPlaying")
        try expect(screen.latest().lockScreen?.isLive, is: true)
        world.run(for: .seconds(601))
        #expect(!has("attic", world))
    }
}
