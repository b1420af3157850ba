import Expectations
import Feeds
import Hub
import NowPlaying
import Testing

@testable import FanOut
@testable import Stations

/// Links to programs of the user's own.
struct ProgramLinkTests {
    private let world: World
    private let wire: Wire
    private let link = LinkID(number: 1)
    private let watcher: ClientID

    init() throws {
        var feed = Feed(type: "exec", url: "")
        feed.settings["command"] = .list([.text("poll"), .text("secret")])
        let station = StationConfiguration.reading(feed, as: "one")
        world = .dialling(HubConfiguration(stations: [station]))
        wire = Wire(world)
        watcher = world.connect()
        try world.call("subscribe", #"{"view":"line","minInterval":0}"#, as: watcher)
    }

    private func start() {
        world.handle(.linkConnected(link))
    }

    private func write(_ text: String) {
        wire.say(text, on: link)
    }

    private func lines() throws -> [String?] {
        try world.updates(watcher).map(\.line)
    }

    private func end(_ text: String = "the program ended with status 1") {
        world.handle(
            .linkDisconnected(link, .init(code: "programEnded", text: text)))
    }

    @Test func `the program is started with its arguments, which are not shown`() throws {
        let destinations = world.effects.compactMap { effect in
            if case .link(_, .dial(let destination)) = effect { destination } else { nil }
        }
        expect(destinations, is: [.program(["poll", "secret"])])
        let status = try world.call("status", as: watcher).map { "\($0)" }.joined()
        #expect(status.contains("exec:poll"))
        #expect(!status.contains("secret"))
    }

    @Test func `each line is a report, however the bytes come`() throws {
        start()
        write(#"{"track":{"title":"A"}}"# + "\n" + #"{"track":{"ti"#)
        try expect(lines().last, is: "A")
        write(#"tle":"B"}}"# + "\r\n\n")
        try expect(lines(), is: ["B"])
    }

    @Test func `a program that is silent is not dead`() throws {
        start()
        write(#"{"track":{"title":"A"}}"# + "\n")
        world.run(for: .seconds(7_200))
        #expect(wire.hangUps().isEmpty)
        try expect(world.connection().state, is: "live")
    }

    @Test func `one that never reports is told of`() throws {
        start()
        world.run(for: .seconds(61))
        try expect(world.connection().state, is: "failing")
    }

    @Test(arguments: ["garbage\n", "\u{FF}\n", "{}\n"])
    func `what is not a report is counted, and too much of it is the end`(line: String) throws {
        start()
        for _ in 0..<Limits().uselessMessages { write(line) }
        expect(wire.hangUps(), is: [link])
        try expect(world.connection().reason, is: "garbage")
    }

    @Test func `a line without an end is the program's end`() throws {
        start()
        write(String(repeating: "x", count: Limits().messageSize + 1))
        expect(wire.hangUps(), is: [link])
        try expect(world.connection().reason, is: "lineTooLong")
    }

    @Test func `one that ends is started again, and the last state stays`() throws {
        start()
        write(#"{"track":{"title":"A"}}"# + "\n")
        _ = wire.dials()
        end()
        world.run(for: .milliseconds(1_100))
        expect(wire.dials(), is: [link])
        world.run(for: .milliseconds(8_900))
        try expect(world.connection().state, is: "stale")
        try expect(world.connection().reason, is: "programEnded")
        try expect(lines().last, is: "A")
    }

    @Test func `one that ends whenever it is started is stale after 10 s`() throws {
        start()
        write(#"{"track":{"title":"A"}}"# + "\n")
        end()
        let lost = world.now.monotonic
        _ = wire.dials()
        while world.now.monotonic - lost < .milliseconds(9_900) {
            world.run(for: .milliseconds(50))
            guard !wire.dials().isEmpty else { continue }
            start()
            end()
        }
        try expect(world.connection().state, is: "live")
        world.run(for: .milliseconds(200))
        try expect(world.connection().state, is: "stale")
    }

    @Test func `one that ends whenever it has reported is started less and less often`() throws {
        var starts: [Instant] = []
        for _ in 0..<100 {
            start()
            starts.append(world.now.monotonic)
            write(#"{"track":{"title":"A"}}"# + "\n")
            end()
            while wire.dials().isEmpty { world.run(for: .milliseconds(100)) }
        }
        let last = try #require(starts.last) - starts[50]
        #expect(last > .seconds(300))
    }

    @Test func `one that ran for long is started again soon`() throws {
        for _ in 0..<20 {
            start()
            write(#"{"track":{"title":"A"}}"# + "\n")
            end()
            while wire.dials().isEmpty { world.run(for: .milliseconds(100)) }
        }
        start()
        world.run(for: .seconds(60))
        write(#"{"track":{"title":"B"}}"# + "\n")
        end()
        world.run(for: .milliseconds(1_100))
        expect(wire.dials(), is: [link])
    }
}
