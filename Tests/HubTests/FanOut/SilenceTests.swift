import NowPlaying
import TestSupport
import Testing

@testable import FanOut
@testable import Hub

/// What is again what a subscription holds when its interval ends is no record.
struct SilenceTests {
    private let world: World
    private let client: ClientID

    init() {
        world = .programs([.program("one")])
        client = world.connect()
    }

    @Test(arguments: ["line", "lockScreen"])
    func `a title that changes to another and back inside an interval is no record`(
        view: String
    ) throws {
        world.run(to: 100)
        world.say(ProgramReport("Song", at: 99, for: 200))
        try world.call("command", #"{"action":"select","station":"one"}"#, as: client)
        let session = view == "lockScreen" ? "" : #","stations":["one"]"#
        try world.call(
            "subscribe", #"{"view":"\#(view)","minInterval":10\#(session)}"#, as: client)
        world.run(to: 105)
        world.say(ProgramReport("Slogan", at: 105))
        world.run(to: 108)
        world.say(ProgramReport("Song", at: 99, for: 200))
        world.run(to: 150)
        #expect(try world.updates(client).isEmpty)
        world.say(ProgramReport("Another", at: 150))
        world.run(to: 170)
        #expect(try world.updates(client).count == 1)
    }
}
