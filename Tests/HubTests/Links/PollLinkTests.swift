import Expectations
import Feeds
import Hub
import NowPlaying
import Support
import Testing

@testable import FanOut
@testable import Stations

/// Links to servers that are polled.
struct PollLinkTests {
    private let world: World
    private let wire: Wire
    private let link = LinkID(number: 1)
    private let watcher: ClientID

    init() throws {
        world = .dialling(HubConfiguration(stations: [.reading(.polled(), as: "one")]))
        wire = Wire(world)
        watcher = world.connect()
        try world.call("subscribe", #"{"view":"line","minInterval":0}"#, as: watcher)
        world.handle(.linkConnected(link))
    }

    private func answer(_ status: Int, _ body: String = "", tag: String? = nil) {
        var answer = PollAnswer(status: status, body: Array(body.utf8))
        answer.version.tag = tag
        world.handle(.linkAnswered(link, answer))
    }

    private func title(_ title: String, tag: String? = nil) {
        answer(200, #"{"title":"\#(title)"}"#, tag: tag)
    }

    private func lines() throws -> [String?] {
        try world.updates(watcher).map(\.line)
    }

    @Test func `the server is asked at once, then each time an interval after its answer`() throws {
        expect(wire.requests(of: link).map(\.url), is: ["https://radio.example/now"])
        title("A")
        try expect(lines().last, is: "A")
        world.run(for: .milliseconds(14_900))
        expect(wire.requests(of: link), is: [])
        world.run(for: .milliseconds(1_700))
        expect(wire.requests(of: link).count, is: 1)
        // It is not asked again before it has answered.
        world.run(for: .seconds(60))
        expect(wire.requests(of: link), is: [])
        title("B")
        try expect(lines().last, is: "B")
    }

    @Test func `an answer that says that nothing is new keeps the station live`() throws {
        _ = wire.requests(of: link)
        title("A", tag: #"W/"1""#)
        for _ in 0..<100 {
            world.run(for: .milliseconds(16_600))
            expect(wire.requests(of: link).map(\.known.tag), is: [#"W/"1""#])
            answer(304)
            try expect(world.connection().state, is: "live")
        }
        expect(wire.hangUps(), is: [])
        try expect(lines(), is: ["A"])
    }

    @Test func `a station that repeats itself is live while nothing is new, and stale after`()
        throws
    {
        let feed = Feed.polled(["repeatsEvery": .text("20s")])
        let world = World.dialling(HubConfiguration(stations: [.reading(feed, as: "one")]))
        world.handle(.linkConnected(link))
        var body = PollAnswer(status: 200, body: Array(#"{"title":"A"}"#.utf8))
        body.version.modified = "Thu, 01 Jan 2026 00:00:00 GMT"
        world.handle(.linkAnswered(link, body))
        for _ in 0..<10 {
            world.run(for: .milliseconds(16_600))
            world.handle(.linkAnswered(link, PollAnswer(status: 304)))
        }
        try expect(world.connection().state, is: "live")
        world.run(for: .milliseconds(20_100))
        try expect(world.connection().state, is: "stale")
        world.handle(.linkAnswered(link, PollAnswer(status: 304)))
        try expect(world.connection().state, is: "live")
    }

    @Test func `what could not be used is not confirmed by its not being new`() throws {
        answer(200, #"{"name":"A"}"#, tag: "1")
        world.run(for: .milliseconds(16_600))
        answer(304)
        world.run(for: .milliseconds(60_000))
        try expect(world.connection().state, is: "failing")
    }

    @Test(arguments: [
        (500, "serverError"), (503, "serverError"), (404, "notFound"), (401, "unauthorized"),
        (403, "forbidden"), (429, "tooManyRequests"), (418, "requestRefused"),
        (302, "redirected"), (204, "unexpectedStatus"), (304, "unexpectedStatus"),
    ])
    func `any other answer is told, and the server asked again`(status: Int, code: String) throws {
        answer(status)
        try expect(world.connection().state, is: "failing")
        try expect(world.connection().reason, is: code)
        expect(wire.hangUps(), is: [link])
        _ = (wire.dials(), wire.requests(of: link))
        world.run(for: .milliseconds(1_100))
        expect(wire.dials(), is: [link])
        world.handle(.linkConnected(link))
        expect(wire.requests(of: link).count, is: 1)
        title("A")
        try expect(world.connection().state, is: "live")
    }

    @Test func `after a failure the state is asked for anew`() throws {
        title("A", tag: "1")
        world.run(for: .milliseconds(16_600))
        expect(wire.requests(of: link).last?.known.tag, is: "1")
        world.handle(.linkDisconnected(link, .init(code: "timedOut", text: "it was slow")))
        world.run(for: .milliseconds(1_100))
        world.handle(.linkConnected(link))
        expect(wire.requests(of: link).map(\.known.tag), is: [nil])
        world.run(for: .milliseconds(8_950))
        try expect(world.connection().state, is: "stale")
        try expect(world.connection().reason, is: "timedOut")
        title("A", tag: "1")
        try expect(world.connection().state, is: "live")
    }

    @Test func `bytes that are not UTF-8 are told`() throws {
        world.handle(.linkAnswered(link, PollAnswer(status: 200, body: [0x22, 0xFF, 0x22])))
        try expect(world.connection().reason, is: "notUTF8")
    }

    @Test func `a mark before UTF-8 does no harm`() throws {
        let body = [0xEF, 0xBB, 0xBF] + Array(#"{"title":"A"}"#.utf8)
        world.handle(.linkAnswered(link, PollAnswer(status: 200, body: body)))
        try expect(lines().last, is: "A")
    }

    @Test func `a server that does not answer is given up`() throws {
        world.run(for: .milliseconds(10_100))
        try expect(world.connection().reason, is: "timedOut")
    }

    @Test func `an answer that comes too late changes nothing`() throws {
        title("A")
        world.handle(.linkDisconnected(link, .init(code: "closed", text: "it was closed")))
        title("B")
        answer(500)
        try expect(lines(), is: ["A"])
    }
}

/// The pauses between polls, and what is asked.
struct PollWireTests {
    private var generator = SeededGenerator(seed: 1)
    private let now = Instant(milliseconds: 1_000_000)

    private func wire(_ feed: Feed = .polled()) -> PollWire {
        PollWire(of: Route(.reading(feed, as: "a")), limits: Box(Limits()))
    }

    /// The seconds until the next request, without those that chance adds.
    private mutating func pause(
        after answer: PollAnswer, _ feed: Feed = .polled()
    ) throws -> ClosedRange<Interval> {
        var pauses: [Interval] = []
        for _ in 0..<200 {
            var wire = wire(feed)
            _ = wire.open(using: &generator)
            wire.answered(answer, at: now, using: &generator)
            pauses.append(try #require(wire.deadline) - now)
        }
        return try #require(pauses.min())...(try #require(pauses.max()))
    }

    private func answer(_ cacheControl: String?, age: String? = nil) -> PollAnswer {
        var answer = PollAnswer(status: 200, body: Array("{}".utf8))
        (answer.cacheControl, answer.age) = (cacheControl, age)
        return answer
    }

    @Test(
        arguments: [
            (nil, nil, 15), ("max-age=60", nil, 60), ("public, MAX-AGE = 60", nil, 60),
            ("max-age=3", nil, 15), ("max-age=86400", nil, 300), ("max-age=60", "20", 40),
            ("max-age=60", "x", 60), ("max-age=60", "99999999999999999999", 15),
            ("max-age=99999999999999999999", nil, 300), ("max-age=-1", nil, 15),
            ("max-age=60, no-cache", nil, 15), ("no-store,max-age=60", nil, 15),
            ("max-age", nil, 15),
            ("s-maxage=60", nil, 15),
        ] as [(String?, String?, Int64)])
    mutating func `an answer that stays fresh lengthens the pause, and never shortens it`(
        cacheControl: String?, age: String?, seconds: Int64
    ) throws {
        let pause = try pause(after: answer(cacheControl, age: age))
        let usual = Interval.seconds(seconds)
        #expect(pause.lowerBound >= usual)
        #expect(pause.lowerBound < usual + .milliseconds(seconds * 20))
        #expect(pause.upperBound <= usual + .milliseconds(seconds * 100))
        #expect(pause.upperBound > usual + .milliseconds(seconds * 80))
    }

    @Test mutating func `a longer interval of the config's own is kept`() throws {
        let pause = try pause(after: answer("max-age=60"), .polled(["every": .text("10m")]))
        #expect(pause.lowerBound >= .seconds(600))
    }

    @Test mutating func `what an address has at random is new in each request`() throws {
        var feed = Feed.polled()
        feed.url = "http://bücher.example:8000/ü/{uuid}?x={rand3}"
        var wire = wire(feed)
        var urls: [String] = []
        _ = wire.open(using: &generator)
        for round in 0..<3 {
            while let event = wire.next(using: &generator) {
                if case .ask(let request) = event { urls.append(request.url) }
            }
            let later = now + .seconds(Int64(round) * 100)
            wire.answered(answer(nil), at: later, using: &generator)
            wire.woke(at: later + .seconds(50), using: &generator)
        }
        expect(Set(urls).count, is: 3)
        #expect(urls.allSatisfy { $0.hasPrefix("http://xn--bcher-kva.example:8000/%C3%BC/") })
        #expect(urls.allSatisfy { !$0.contains("{") })
    }

    @Test(arguments: [("7", 7), ("86400", 3_600), ("99999999999999999999", 3_600), ("soon", 0)])
    func `a server that wants to be left alone is obeyed within limits`(
        text: String, seconds: Int64
    ) throws {
        let world = World.dialling(
            HubConfiguration(stations: [.reading(.polled(), as: "one")]))
        let (wire, link) = (Wire(world), LinkID(number: 1))
        world.handle(.linkConnected(link))
        _ = wire.dials()
        var answer = PollAnswer(status: 503)
        answer.retryAfter = text
        world.handle(.linkAnswered(link, answer))
        world.run(for: .seconds(seconds) + .milliseconds(400))
        expect(wire.dials(), is: [])
        world.run(for: .milliseconds(700))
        expect(wire.dials(), is: [link])
    }
}

extension Feed {
    /// A feed that polls, with more settings.
    fileprivate static func polled(_ settings: [String: Value] = [:]) -> Feed {
        var feed = Feed(type: "json", url: "https://radio.example/now")
        feed.settings = settings
        feed.settings["track"] = .object([Member(name: "title", value: .text("/title"))])
        return feed
    }
}
