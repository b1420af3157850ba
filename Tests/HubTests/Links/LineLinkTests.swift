import Expectations
import Feeds
import Hub
import NowPlaying
import Support
import Testing

@testable import FanOut
@testable import Stations

/// Links to servers that send lines over TCP.
struct LineLinkTests {
    private let world: World
    private let wire: Wire
    private let link = LinkID(number: 1)
    private let watcher: ClientID

    init() throws {
        var feed = Feed(type: "json", url: "tls://radio.example:4000")
        feed.settings["track"] = .object([.init(name: "title", value: .text("/title"))])
        feed.settings["open"] = .list([.text("hello"), .text("again")])
        world = .dialling(HubConfiguration(stations: [.reading(feed, as: "one")]))
        wire = Wire(world)
        watcher = world.connect()
        try world.call("subscribe", #"{"view":"line","minInterval":0}"#, as: watcher)
    }

    @Test func `lines are messages, in both directions`() throws {
        expect(wire.accept(link), is: "hello\nagain\n")
        wire.say(#"{"title":"A"}"# + "\n\r\n" + #"{"title""#, on: link)
        try expect(world.connection().state, is: "live")
        wire.say(#":"B"}"# + "\r\n", on: link)
        try expect(world.updates(watcher).last?.line, is: "B")
    }

    @Test func `a server that is silent is not dead`() throws {
        _ = wire.accept(link)
        wire.say(#"{"title":"A"}"# + "\n", on: link)
        world.run(for: .seconds(7_200))
        try expect(world.connection().state, is: "live")
    }

    @Test func `a connection that ends is made again`() throws {
        _ = wire.accept(link)
        _ = wire.dials()
        wire.drop(link)
        world.run(for: .milliseconds(1_100))
        expect(wire.dials(), is: [link])
        expect(wire.accept(link), is: "hello\nagain\n")
    }

    @Test func `a line without an end is the connection's`() throws {
        _ = wire.accept(link)
        wire.say(String(repeating: "x", count: Limits().messageSize + 1), on: link)
        expect(wire.hangUps(), is: [link])
        try expect(world.connection().reason, is: "lineTooLong")
    }

    @Test func `the address is shown as it is dialled`() {
        let feed = Feed(type: "json", url: "tcp://Radio.example:4000")
        var station = feed
        station.settings["track"] = .object([.init(name: "title", value: .text("/t"))])
        expect(
            Route(.reading(station, as: "a")).publicAddress, is: "tcp://radio.example:4000")
    }
}
