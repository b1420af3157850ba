import Expectations
import Feeds
import Support
import Testing
import Protocols

@testable import Hub
@testable import Stations

/// The destinations of links, and the part of them that people are shown.
struct RouteTests {
    private func route(_ url: String, shortcode: String = "a") -> Route {
        var feed = Feed(type: "azuracast", url: url)
        feed.settings["shortcode"] = .text(shortcode)
        return Route(.reading(feed, as: shortcode))
    }

    @Test(arguments: [
        ("wss://h.example/live?key=secret", "wss://h.example/live"),
        ("ws://h.example:8080/a/b", "ws://h.example:8080/a/b"),
        ("ws://[::1]:9/?token=secret", "ws://[::1]:9/"),
    ])
    func `a query, which may hold a secret, is never shown`(url: String, shown: String) {
        expect(route(url).publicAddress, is: shown)
    }

    @Test func `stations that differ only in their short codes share a route`() {
        let url = "wss://h.example/live"
        expect(route(url, shortcode: "a"), is: route(url, shortcode: "b"))
        #expect(route(url) != route(url + "2"))
    }

    @Test func `how texts are read is not part of a route`() {
        var feed = Feed(type: "azuracast", url: "wss://h.example/live")
        feed.settings["shortcode"] = .text("a")
        feed.settings["split"] = .flag(false)
        expect(Route(.reading(feed, as: "a")), is: route("wss://h.example/live"))
    }

    @Test func `what an address has at random is new for each connection`() {
        let route = route("wss://h.example/{rand3}/{uuid}/websocket")
        var generator = SeededGenerator(seed: 1)
        let first = route.request(using: &generator).url.target
        let second = route.request(using: &generator).url.target
        #expect(first != second)
        #expect(!first.contains("{"))
        #expect(route.publicAddress.hasPrefix("wss://h.example/"))
    }

    @Test func `a feed's own settings say what otherwise its type does`() {
        var feed = Feed(type: "json", url: "wss://h.example")
        feed.settings["stationsPerLink"] = .number(5)
        feed.settings["station"] = .text("a")
        let route = Route(.reading(feed, as: "a"))
        expect(route.type.stationsPerLink, is: 5)
        feed.settings["station"] = .text("b")
        expect(Route(.reading(feed, as: "b")), is: route)
    }

    @Test(arguments: [
        ("azuracast", "", RouteError.address(.noScheme)),
        ("azuracast", "wss://radio.example:x/live", .address(.invalidPort("x"))),
        ("icecast", "wss://radio.example/live", .unknownType("icecast")),
        ("exec", "wss://radio.example/live", .noProgram),
    ])
    func `a station without a way to it is none`(type: String, url: String, error: RouteError) {
        #expect(throws: error) {
            try StationConfiguration(id: "a", feed: Feed(type: type, url: url))
        }
    }

    @Test func `what cannot be sent to open a WebSocket is found before it is dialled`() {
        var dial = StationConfiguration.Dial()
        dial.headers = [HeaderField(name: "Host", value: "other.example")]
        #expect(throws: RouteError.request(.reservedField("Host"))) {
            try StationConfiguration(id: "a", feed: Feed(type: "plaza", url: "ws://h"), dial: dial)
        }
    }
}
