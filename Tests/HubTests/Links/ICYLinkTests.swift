import Expectations
import Feeds
import Hub
import NowPlaying
import Protocols
import Support
import TestSupport
import Testing

@testable import FanOut
@testable import Stations

/// Links to audio streams with titles in them.
struct ICYLinkTests {
    private let world: World
    private let wire: Wire
    private let link = LinkID(number: 1)
    private let watcher: ClientID

    init() throws {
        let feed = Feed(type: "icy", url: "https://radio.example/live")
        world = .dialling(HubConfiguration(stations: [.reading(feed, as: "one")]))
        wire = Wire(world)
        watcher = world.connect()
        try world.call("subscribe", #"{"view":"line","minInterval":0}"#, as: watcher)
        world.handle(.linkConnected(link))
    }

    private func lines() throws -> [String?] {
        try world.updates(watcher).map(\.line)
    }

    private func answer(_ fields: [String: String]) { answer(200, "", fields) }

    private func answer(_ status: Int, _ body: String, _ fields: [String: String]) {
        var answer = PollAnswer(status: status, body: Array(body.utf8))
        answer.fields = fields
        world.handle(.linkAnswered(link, answer))
    }

    private func open(_ fields: [String: String] = [:]) {
        let usual = ["content-type": "audio/mpeg", "icy-metaint": "10"]
        answer(usual.merging(fields) { $1 })
    }

    private func play(_ title: String?) {
        var bytes = [UInt8](repeating: 1, count: 10)
        let text = title.map { Array("StreamTitle='\($0)';".utf8) } ?? []
        bytes.append(UInt8((text.count + 15) / 16))
        bytes += text + [UInt8](repeating: 0, count: (16 - text.count % 16) % 16)
        wire.say(bytes, on: link)
    }

    @Test func `the stream is asked for once, with the field for titles`() throws {
        let request = try #require(wire.requests(of: link).first)
        expect(request.url, is: "https://radio.example/live")
        expect(request.fields.map(\.name), is: ["Icy-MetaData"])
        expect(request.isEndless, is: true)
        open()
        play("Mara Ebb - Undertow")
        try expect(lines().last, is: "Mara Ebb – Undertow")
        try expect(world.connection().state, is: "live")
        expect(wire.requests(of: link), is: [])
    }

    @Test func `an empty title means that nothing is known to play`() throws {
        open()
        play("A - B")
        _ = try lines()
        play("")
        try expect(lines().count, is: 1)
        play("")
        try expect(lines().count, is: 0)
        try expect(world.connection().state, is: "live")
    }

    @Test func `sound without titles is a sign of life, silence is not`() throws {
        open()
        play("A - B")
        for _ in 0..<100 {
            world.run(for: .seconds(10))
            wire.say([0, 0, 0], on: link)
        }
        expect(wire.hangUps(), is: [])
        try expect(world.connection().state, is: "live")
        world.run(for: .seconds(31))
        expect(wire.hangUps(), is: [link])
        world.run(for: .milliseconds(9_050))
        try expect(world.connection().reason, is: "streamSilent")
    }

    @Test func `a stream that has no titles is told so`() throws {
        answer(["content-type": "audio/mpeg"])
        try expect(world.connection().reason, is: "noTitles")
        try expect(world.connection().state, is: "failing")
        expect(wire.hangUps(), is: [link])
    }

    @Test(arguments: [(404, "notFound"), (403, "forbidden"), (503, "serverError")])
    func `a refusal is told`(status: Int, code: String) throws {
        answer(status, "", [:])
        try expect(world.connection().reason, is: code)
    }

    @Test func `a playlist leads to the first stream that works`() throws {
        answer(["content-type": "audio/x-scpls"])
        let list = wire.requests(of: link)
        expect(list.map(\.isEndless), is: [true, false])
        let addresses = (1...3).map { "File\($0)=http://ice\($0).example/live" }
        answer(200, addresses.joined(separator: "\n"), [:])
        let elsewhere = wire.requests(of: link)
        expect(elsewhere.map(\.url), is: ["http://ice1.example/live"])
        expect((list + elsewhere).map(\.isElsewhere), is: [false, false, true])
        world.handle(.linkDisconnected(link, .init(code: "refused", text: "it is refused")))
        expect(wire.requests(of: link).map(\.url), is: ["http://ice2.example/live"])
        answer(["content-type": "audio/ogg"])
        expect(wire.requests(of: link).map(\.url), is: ["http://ice3.example/live"])
        open()
        play("A - B")
        try expect(lines().last, is: "A – B")
    }

    @Test func `a playlist none of whose streams works is told by its first`() throws {
        answer(["content-type": "audio/x-mpegurl"])
        answer(200, "http://ice1.example/a\nhttp://ice2.example/b", [:])
        world.handle(.linkDisconnected(link, .init(code: "refused", text: "it is refused")))
        answer(404, "", [:])
        try expect(world.connection().reason, is: "refused")
    }

    @Test(arguments: ["", "[playlist]\n", "#EXTM3U\n#EXT-X-VERSION:3\na.ts"])
    func `a playlist without streams is told`(text: String) throws {
        answer(["content-type": "audio/x-mpegurl"])
        answer(200, text, [:])
        try expect(world.connection().state, is: "failing")
    }

    @Test func `the stream's own words say how much it is`() throws {
        open(["icy-br": "128"])
        play("A")
        try expect(soundPerHour(), is: 57_600_000)
        for _ in 0..<100 {
            world.run(for: .seconds(1))
            wire.say([UInt8](repeating: 0, count: 1), on: link)
        }
        let measured = try #require(try soundPerHour())
        expect(measured < 10_000, is: true)
    }

    private func soundPerHour() throws -> Double? {
        let status = try world.call("status", as: world.connect()).first
        return status?["result"]?["links"]?.elements.first?["soundPerHour"]?.number
    }

    @Test func `the stream's facts are the station's`() throws {
        open(["icy-name": "Radio X", "icy-url": "https://radio.example"])
        play("A - B")
        let records = try world.call("get", #"{"view":"nowPlaying"}"#, as: world.connect()).first
        let record = records?["result"]?["records"]?.elements.first
        expect(
            record?["nowPlaying"]?["station"]?["url"]?.string, is: "https://radio.example")
    }
}
