import Expectations
import NowPlaying
import TestSupport
import Testing

@testable import FanOut
@testable import Hub
@testable import Sessions
@testable import Stations

/// Sessions while the config changes.
struct SessionReloadTests {
    private let world: World
    private let phone: Follower
    private let screen: Follower

    init() throws {
        try self.init(remembering: 0)
    }

    private init(remembering removals: Int) throws {
        var limits = Limits()
        limits.rememberedRemovals = removals
        world = World(
            HubConfiguration(stations: ["one", "two"].map { .program($0) }), limits: limits)
        phone = Follower(world)
        screen = Follower(world)
        for station in ["one", "two"] { sing("Song of \(station)", at: 0, from: station) }
        try phone.command("select", #""station":"one""#)
        try screen.follow("lockScreen")
        _ = try screen.records()
    }

    private var parts: (World, Follower, Follower) { (world, phone, screen) }

    private func sing(_ title: String, at start: Double, from station: String) {
        world.open(station)
        world.say(ProgramReport(title, at: start), from: station)
    }

    private func reload(_ ids: String..., session: SessionConfiguration? = nil) {
        let sessions = session.map { ["main": $0] } ?? [:]
        world.handle(
            .reconfigured(
                HubConfiguration(stations: ids.map { .program($0) }, sessions: sessions)))
    }

    @Test func `a station that goes leaves its session, and comes back to it`() throws {
        let line = Follower(world)
        try line.follow("line", #""minInterval":0"#)
        _ = try line.records()
        reload("two")
        let gone = try line.latest()
        expect(gone["removed"]?.bool, is: true)
        expect(gone["station"]?.string, is: "one")
        expect(gone["session"]?.string, is: "main")
        let shown = try #require(try screen.latest().lockScreen)
        expect(shown.title, is: nil)
        expect(shown.isEnabled("playCommand"), is: false)
        // Its place is another's by then.
        reload("two", "three")
        reload("two", "three", "one")
        sing("Back", at: 10, from: "one")
        try expect(screen.latest().lockScreen?.title, is: "Back")
        try expect(line.latest()["line"]?.string, is: "Back")
        sing("Again", at: 20, from: "one")
        try expect(screen.latest().lockScreen?.title, is: "Again")
    }

    @Test func `a station that goes while it plays pauses, and its player is told`() throws {
        try phone.report("playing")
        _ = try phone.requested()
        reload("two")
        let asked = try #require(try phone.requested().last)
        expect(asked["state"]?.string, is: "paused")
        expect(asked["station"]?.string, is: "one")
        try phone.report("paused")
        try expect(screen.latest().lockScreen?.state, is: "paused")
    }

    @Test func `who reads slowly is told of the one that is gone by its own name`() throws {
        let line = Follower(world)
        try line.follow("line", #""minInterval":0"#)
        _ = try line.records()
        line.block()
        reload("two")
        reload("two", "three")
        line.block(false)
        try expect(line.records().map { $0["station"]?.string }, is: ["one"])
    }

    @Test func `a listener who is rewound in a station that went hears it when it is back`() throws
    {
        let (world, phone, screen) = try Self(remembering: 10).parts
        world.run(to: 100)
        world.say(ProgramReport("Second", at: 100))
        world.run(to: 150)
        try phone.command("seek", #""by":-120"#)
        try phone.command("pause")
        world.reconfigure([StationConfiguration.program("two")])
        world.run(for: .seconds(5))
        _ = try screen.records()
        world.reconfigure(["two", "one"].map { StationConfiguration.program($0) })
        try expect(screen.latest().lockScreen?.title, is: "Song of one")
    }

    @Test func `another order of the config is told`() throws {
        reload("two", "one")
        try expect(screen.latest().lockScreen?.queueIndex, is: 1)
    }

    @Test func `other rates and another window are told`() throws {
        world.run(to: 100)
        try phone.command("seek", #""by":-60"#)
        _ = try screen.records()
        reload("one", "two", session: .make(rates: [1, 2]))
        let command = try screen.latest().lockScreen?["commands"]?["changePlaybackRateCommand"]
        expect(command?["isEnabled"]?.bool, is: true)
        reload("one", "two", session: .make(rates: [1, 2], window: .zero))
        try expect(screen.latest().lockScreen?.isLive, is: true)
        let revision = world.hub.fanOut.revision
        reload("one", "two", session: .make(rates: [1, 2], window: .zero))
        expect(world.hub.fanOut.revision, is: revision)
        #expect(try screen.records().isEmpty)
    }

    @Test func `a shorter window takes those along who are behind it`() throws {
        world.run(to: 300)
        try phone.command("seek", #""by":-200"#)
        _ = try screen.records()
        reload("one", "two", session: .make(window: .seconds(60)))
        try expect(screen.latest().lockScreen?.heard, is: 240)
    }
}
