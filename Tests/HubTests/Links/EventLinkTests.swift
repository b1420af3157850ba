import Expectations
import Feeds
import Hub
import NowPlaying
import Protocols
import Support
import Testing

@testable import FanOut
@testable import Stations

/// Links to servers that send events over HTTP.
struct EventLinkTests {
    private let world: World
    private let wire: Wire
    private let link = LinkID(number: 1)
    private let watcher: ClientID

    init() throws {
        var feed = Feed(type: "json", url: "https://radio.example/events")
        feed.settings["layer"] = .text("sse")
        let rule = [Feed.Member(name: "event", value: .text("now"))]
        feed.settings["messages"] = .list([.object(rule)])
        feed.settings["track"] = .object([Feed.Member(name: "title", value: .text("/title"))])
        world = .dialling(HubConfiguration(stations: [.reading(feed, as: "one")]))
        wire = Wire(world)
        watcher = world.connect()
        try world.call("subscribe", #"{"view":"line","minInterval":0}"#, as: watcher)
        world.handle(.linkConnected(link))
    }

    private func answer(_ status: Int = 200, type: String = "text/event-stream; charset=utf-8") {
        var answer = PollAnswer(status: status, body: [])
        answer.fields["content-type"] = type
        world.handle(.linkAnswered(link, answer))
    }

    private func lines() throws -> [String?] {
        try world.updates(watcher).map(\.line)
    }

    @Test func `events of the wanted name are read`() throws {
        let request = try #require(wire.requests(of: link).first)
        expect(request.fields.map(\.value), is: ["text/event-stream"])
        expect(request.isEndless, is: true)
        answer()
        wire.say("event: now\ndata: {\"title\":\n", on: link)
        wire.say("data: \"A\"}\n\nevent: other\ndata: {\"title\":\"B\"}\n\n", on: link)
        try expect(lines().last, is: "A")
        try expect(world.connection().state, is: "live")
    }

    @Test func `the next connection goes on behind the last event, after the server's pause`()
        throws
    {
        _ = (wire.dials(), wire.requests(of: link))
        answer()
        wire.say("retry: 7000\nid: 42\nevent: now\ndata: {\"title\":\"A\"}\n\n", on: link)
        wire.drop(link)
        world.run(for: .milliseconds(6_900))
        expect(wire.dials(), is: [])
        world.run(for: .milliseconds(200))
        expect(wire.dials(), is: [link])
        world.handle(.linkConnected(link))
        let fields = try #require(wire.requests(of: link).last).fields
        expect(fields.map(\.name), is: ["Accept", "Last-Event-ID"])
        expect(fields.last?.value, is: "42")
    }

    @Test func `another kind of answer is told`() throws {
        answer(type: "application/json")
        try expect(world.connection().reason, is: "notEvents")
    }

    @Test func `a server that wants no more requests is asked again after long`() throws {
        answer(204)
        try expect(world.connection().state, is: "stopped")
    }

    @Test func `an event that is too large ends the connection`() throws {
        answer()
        wire.say("data: " + String(repeating: "a", count: 2 << 20), on: link)
        try expect(world.connection().reason, is: "messageTooBig")
    }
}
