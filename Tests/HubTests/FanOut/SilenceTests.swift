import Expectations
import NowPlaying
import TestSupport
import Testing

@testable import FanOut
@testable import Hub

/// A state that a subscription holds already when its interval ends is no record.
struct SilenceTests {
    private let world: World
    private let client: ClientID

    init() {
        world = .programs([.program("one")])
        client = world.connect()
    }

    private static let views = [
        #""view":"nowPlaying","stations":["one"]"#,
        #""view":"nowPlaying","stations":["one"],"patch":true"#,
        #""view":"nowPlaying","session":"main""#,
        #""view":"line","stations":["one"]"#,
        #""view":"lockScreen""#,
    ]

    /// Subscribes to a song that is on air.
    private func hearSong(_ view: String) throws {
        world.run(to: 100)
        world.say(ProgramReport("Song", at: 99, for: 200))
        try world.call("command", #"{"action":"select","station":"one"}"#, as: client)
        try world.call("subscribe", "{\(view),\"minInterval\":10}", as: client)
        world.run(to: 105)
        world.say(ProgramReport("Slogan", at: 105))
        world.run(to: 108)
    }

    @Test(arguments: views)
    func `a title that changes to another and back inside an interval is no record`(
        view: String
    ) throws {
        try hearSong(view)
        world.say(ProgramReport("Song", at: 99, for: 200))
        world.run(to: 150)
        #expect(try world.updates(client).isEmpty)
        world.say(ProgramReport("Another", at: 150))
        world.run(to: 170)
        try expect(world.updates(client).count, is: 1)
    }

    @Test(arguments: views.filter { !$0.contains("line") })
    func `a title that is played anew inside an interval is a record`(view: String) throws {
        try hearSong(view)
        world.say(ProgramReport("Song", at: 107, for: 200))
        world.run(to: 150)
        try expect(world.updates(client).count, is: 1)
    }

    @Test
    func `a title that came back is a record where its place in the history changed`() throws {
        try hearSong(#""view":"nowPlaying","stations":["one"],"history":5"#)
        world.say(ProgramReport("Song", at: 99, for: 200))
        world.run(to: 150)
        try expect(world.updates(client).count, is: 1)
    }
}
