import Expectations
import NowPlaying
import TestSupport
import Testing

@testable import Hub
@testable import Sessions

/// Listeners behind the live edge: where they are, what they hear, and when that changes.
///
/// Songs begin at 0, 100, 200 … and are 100 s long, unless a test says otherwise.
struct RewindTests {
    private let world: World
    private let phone: Follower
    private let screen: Follower

    init() throws {
        world = .programs(
            [.program("one"), .program("two")],
            sessions: ["main": .make(rates: [0.5, 1, 2], window: .seconds(600))])
        phone = Follower(world)
        screen = Follower(world)
        try screen.follow("lockScreen")
        try phone.command("select", #""station":"one""#)
        for number in 0..<4 { sing(number) }
        world.run(to: 350)
        _ = try screen.records()
    }

    private func sing(_ number: Int) {
        let start = Double(number * 100)
        world.run(to: start)
        world.say(ProgramReport("Song \(number)", at: start, for: 100))
    }

    private func lockScreen() throws -> Tree { try #require(try screen.latest().lockScreen) }

    private func id(of title: String) throws -> String {
        let timeline = world.listing(of: StationIndex(number: 0))
        return try #require(timeline.elements.first { $0.track.title == title }?.id)
    }

    // MARK: Seeking

    @Test func `back by so many seconds is what was on air then`() throws {
        try phone.command("seek", #""by":-120"#)
        let shown = try lockScreen()
        expect(shown.title, is: "Song 2")
        expect(shown.elapsed, is: 30)
        expect(shown.heard, is: 230)
        expect(shown["MPMediaItemPropertyPlaybackDuration"]?.number, is: 100)
    }

    @Test func `what went on for longer than was announced is as long as it was`() throws {
        sing(4)
        world.run(to: 520)
        world.say(ProgramReport("Song 5", at: 520, for: 100))
        world.run(to: 530)
        try phone.command("seek", #""by":-15"#)
        let shown = try lockScreen()
        expect(shown.title, is: "Song 4")
        expect(shown.elapsed, is: 115)
        expect(shown["MPMediaItemPropertyPlaybackDuration"]?.number, is: 120)
    }

    @Test func `a pause beyond the announced length moves no position`() throws {
        sing(4)
        world.run(to: 510)
        try phone.command("pause")
        let shown = try lockScreen()
        expect(shown.title, is: "Song 4")
        expect(shown.elapsed, is: 110)
        expect(shown["MPMediaItemPropertyPlaybackDuration"], is: nil)
    }

    @Test func `of a station without titles it is how long one has listened, pauses left out`()
        throws
    {
        world.say(ProgramReport(nil), from: "two")
        try phone.command("select", #""station":"two""#)
        world.run(to: 380)
        try phone.command("pause")
        try expect(lockScreen().elapsed, is: 30)
        world.run(to: 400)
        try phone.command("play")
        try expect(lockScreen().elapsed, is: 30)
        world.run(to: 410)
        try phone.command("rate", #""value":2"#)
        try expect(lockScreen().elapsed, is: 40)
        world.run(to: 414)
        try phone.command("pause")
        try expect(lockScreen().elapsed, is: 48)
        try phone.command("stop")
        try expect(lockScreen().elapsed, is: 0)
    }

    @Test func `to an element that has just left the window it is from the window's edge on`()
        throws
    {
        // The window is 600 s long, and an element stays in lists for 60 s after it has left it.
        let song = try id(of: "Song 0")
        world.run(to: 640)
        try phone.command("seek", #""element":"\#(song)""#)
        try expect(lockScreen().heard, is: 40)
        world.run(to: 700)
        try expect(phone.refusal(of: "seek", #""element":"\#(song)""#).code, is: -32005)
    }

    @Test func `to a second inside what is heard`() throws {
        try phone.command("seek", #""by":-120"#)
        try phone.command("seek", #""to":70"#)
        try expect(lockScreen().heard, is: 270)
        let refusal = try phone.refusal(of: "seek", #""to":101"#)
        expect(refusal.code, is: -32005)
        #expect(refusal.message.hasPrefix("what is heard is "))
    }

    @Test func `to a second of what is on air that is yet to come is refused`() throws {
        try expect(phone.refusal(of: "seek", #""to":60"#).code, is: -32005)
        try phone.command("seek", #""to":20"#)
        try expect(lockScreen().heard, is: 320)
    }

    @Test func `to a time of broadcast`() throws {
        try phone.command("seek", #""at":\#(Timestamp.at(120).seconds)"#)
        let shown = try lockScreen()
        expect(shown.title, is: "Song 1")
        expect(shown.elapsed, is: 20)
        for second in [360.0, -300] {
            let refusal = try phone.refusal(of: "seek", #""at":\#(Timestamp.at(second).seconds)"#)
            expect(refusal.code, is: -32005)
            expect(refusal.subject, is: "main")
        }
    }

    @Test func `to an element, which plays from its beginning`() throws {
        try phone.command("pause")
        let then = try phone.destination(after: "seek", #""element":"\#(id(of: "Song 1"))""#)
        expect(then, is: "present:nowPlaying")
        let shown = try lockScreen()
        expect(shown.title, is: "Song 1")
        expect(shown.elapsed, is: 0)
        expect(shown.state, is: "playing")
        try expect(phone.refusal(of: "seek", #""element":"unknown""#).subject, is: "unknown")
    }

    @Test func `seeking while nothing plays starts playback there`() throws {
        try phone.command("stop")
        world.run(for: .seconds(10))
        try phone.command("seek", #""by":-60"#)
        let shown = try lockScreen()
        expect(shown.state, is: "playing")
        expect(shown.heard, is: 300)
    }

    @Test func `a pause stays one after a seek`() throws {
        try phone.command("pause")
        try phone.command("seek", #""by":-60"#)
        let shown = try lockScreen()
        expect(shown.state, is: "paused")
        expect(shown.heard, is: 290)
    }

    @Test func `to the live edge, and beyond it`() throws {
        try phone.command("seek", #""by":-120"#)
        try phone.command("live")
        try expect(lockScreen().isLive, is: true)
        try phone.command("seek", #""by":-20"#)
        try phone.command("seek", #""by":30"#)
        let shown = try lockScreen()
        expect(shown.isLive, is: true)
        expect(shown.title, is: "Song 3")
    }

    @Test func `where rewinding is not possible the refusal says so`() throws {
        let kitchen = #","session":"kitchen""#
        let world = World.programs(sessions: ["kitchen": .make(window: .zero)])
        let phone = Follower(world)
        try phone.command("select", #""station":"one""# + kitchen)
        world.run(for: .seconds(30))
        let refusal = try phone.refusal(of: "seek", #""by":-10"# + kitchen)
        expect(refusal.code, is: -32005)
        expect(refusal.subject, is: "kitchen")
        #expect(refusal.message.contains("rewindWindow is 0"))
        try phone.command("pause", #""session":"kitchen""#)
        world.run(for: .seconds(30))
        try phone.command("play", #""session":"kitchen""#)
        let index = try #require(world.hub.sessions.index(of: "kitchen"))
        expect(world.hub.sessions[index]?.reported.position, is: .live)
    }

    // MARK: Neighbours

    @Test func `rewound, next and previous go from element to element`() throws {
        try phone.command("seek", #""by":-120"#)
        var heard: [Double?] = []
        for action in ["previous", "previous", "next", "next"] {
            try phone.command(action)
            heard.append(try lockScreen().heard)
        }
        expect(heard, is: [200, 100, 200, 300])
        try phone.command("next")
        let shown = try lockScreen()
        expect(shown.isLive, is: true)
        expect(shown.title, is: "Song 3")
    }

    @Test func `behind by a mere pause, next and previous go from station to station`() throws {
        for action in ["next", "previous"] {
            try phone.command("pause")
            world.run(for: .seconds(30))
            try phone.command("play")
            let behind = try lockScreen()
            expect(behind.isLive, is: false)
            try phone.command(action)
            let other = try lockScreen()
            expect(other.isLive, is: true)
            #expect(other.queueIndex != behind.queueIndex)
        }
    }

    @Test func `a pause of a listener who has rewound stays among elements`() throws {
        try phone.command("seek", #""by":-120"#)
        for action in ["pause", "play", "previous"] { try phone.command(action) }
        try expect(lockScreen().heard, is: 200)
    }

    @Test func `before the first that is known there is nothing`() throws {
        try phone.command("seek", #""by":-348"#)
        let refusal = try phone.refusal(of: "previous")
        expect(refusal.code, is: -32005)
        #expect(refusal.message.contains("nothing before this"))
    }

    // MARK: Time

    @Test func `an element that ends is followed by the next, without a command`() throws {
        try phone.command("seek", #""by":-120"#)
        _ = try screen.records()
        world.run(for: .milliseconds(69_990))
        #expect(try screen.records().isEmpty)
        world.run(for: .milliseconds(20))
        let shown = try lockScreen()
        expect(shown.title, is: "Song 3")
        expect(shown.elapsed, is: 0)
        expect(shown.isLive, is: false)
    }

    @Test func `faster than life, the live edge is reached, where life goes on at rate 1`() throws {
        try phone.command("seek", #""by":-30"#)
        try phone.command("rate", #""value":2"#)
        _ = try screen.records()
        world.run(for: .milliseconds(29_900))
        #expect(try screen.records().isEmpty)
        world.run(for: .milliseconds(200))
        let shown = try lockScreen()
        expect(shown.isLive, is: true)
        expect(shown.rate, is: 1)
        #expect(try screen.records().isEmpty)
    }

    @Test func `slower than life, the window's edge is reached and kept to at rate 1`() throws {
        try phone.command("seek", #""at":\#(Timestamp.at(0).seconds)"#)
        try phone.command("rate", #""value":0.5"#)
        _ = try screen.records()
        // The listener is at 250 when the window begins there.
        world.run(to: 849.9)
        #expect(try screen.records().compactMap { $0.lockScreen?.rate }.allSatisfy { $0 == 0.5 })
        world.run(to: 850.1)
        let shown = try lockScreen()
        expect(shown.rate, is: 1)
        #expect(abs((shown.heard ?? 0) - 250) < 0.1)
        world.run(to: 899)
        #expect(try screen.records().isEmpty)
        world.run(to: 901)
        try expect(lockScreen().title, is: "Song 3")
    }

    @Test func `a pause that outlasts the window is carried along by its edge`() throws {
        try phone.command("seek", #""by":-120"#)
        try phone.command("pause")
        _ = try screen.records()
        // Paused at 230.
        world.run(to: 829)
        #expect(try screen.records().isEmpty)
        for time in stride(from: 865, through: 895, by: 30) {
            world.run(to: Double(time))
            let heard = try #require(try lockScreen().heard)
            #expect((Double(time) - 631...Double(time) - 599).contains(heard))
        }
        world.run(to: 901)
        let shown = try lockScreen()
        expect(shown.title, is: "Song 3")
        expect(shown.rate, is: 0)
        expect(shown.state, is: "paused")
        world.run(to: 930)
        try phone.command("play")
        try expect(lockScreen().heard, is: 330)
    }

    @Test func `a pause at the live edge goes on where it was, and time alone never sends`() throws
    {
        try phone.command("pause")
        try expect(lockScreen().elapsed, is: 50)
        world.run(to: 399)
        #expect(try screen.records().isEmpty)
        sing(4)
        world.run(to: 450)
        #expect(try screen.records().isEmpty)
        try phone.command("play")
        let shown = try lockScreen()
        expect(shown.title, is: "Song 3")
        expect(shown.elapsed, is: 50)
        expect(shown.asOf, is: 450)
    }

    @Test func `in a gap nothing is invented`() throws {
        world.run(to: 400)
        world.say(ProgramReport(nil))
        world.run(to: 450)
        sing(5)
        world.run(to: 510)
        try phone.command("seek", #""by":-40"#)
        let shown = try lockScreen()
        expect(shown.title, is: "Radio one")
        expect(shown["MPMediaItemPropertyPlaybackDuration"], is: nil)
        world.run(to: 541)
        try expect(lockScreen().title, is: "Song 5")
    }

    @Test func `an element of unknown length lasts until the next begins`() throws {
        world.run(to: 400)
        world.say(ProgramReport("Endless", at: 400))
        world.run(to: 1_000)
        try phone.command("seek", #""at":\#(Timestamp.at(500).seconds)"#)
        let shown = try lockScreen()
        expect(shown.title, is: "Endless")
        expect(shown.elapsed, is: 100)
        expect(shown["MPMediaItemPropertyPlaybackDuration"], is: nil)
    }

    // MARK: The clock

    @Test(arguments: [-3_600, 3_600] as [Int64])
    func `a clock that is set moves no listener`(step: Int64) throws {
        try phone.command("seek", #""by":-120"#)
        _ = try screen.records()
        world.stepWallClock(by: .seconds(step))
        world.handle(.woke)
        let shown = try lockScreen()
        expect(shown.title, is: "Song 2")
        expect(shown.isLive, is: false)
        expect(shown.heard, is: 230 + Double(step))
        world.run(for: .seconds(10))
        try phone.command("pause")
        let paused = try lockScreen()
        expect(paused.elapsed, is: 40)
        expect(paused.heard, is: 240 + Double(step))
    }
}

extension Tree {
    /// The time at which a position was true, in seconds after the start.
    fileprivate var asOf: Double? {
        self["asOf"]?.number.map { $0 - Timestamp.at(0).seconds }
    }
}
