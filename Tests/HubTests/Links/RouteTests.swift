import Feeds
import Testing
import WebSocket

@testable import Hub

/// Where links lead, and what of it people are told.
struct RouteTests {
    private func route(_ url: String, shortcode: String = "a") -> Route {
        var feed = Feed(type: "azuracast", url: url)
        feed.settings["shortcode"] = .text(shortcode)
        return Route(StationConfiguration(id: shortcode, feed: feed))
    }

    @Test(arguments: [
        ("wss://h.example/live?key=secret", "wss://h.example/live"),
        ("ws://h.example:8080/a/b", "ws://h.example:8080/a/b"),
        ("ws://[::1]:9/?token=secret", "ws://[::1]:9/"),
    ])
    func `a query, which may hold a secret, is shown to nobody`(url: String, shown: String) {
        #expect(route(url).publicAddress == shown)
    }

    @Test func `stations that differ only in their short codes share a route`() {
        let url = "wss://h.example/live"
        #expect(route(url, shortcode: "a") == route(url, shortcode: "b"))
        #expect(route(url) != route(url + "2"))
    }

    @Test func `how texts are read is no part of a route`() {
        var feed = Feed(type: "azuracast", url: "wss://h.example/live")
        feed.settings["shortcode"] = .text("a")
        feed.settings["split"] = .flag(false)
        #expect(Route(StationConfiguration(id: "a", feed: feed)) == route("wss://h.example/live"))
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
        let route = Route(StationConfiguration(id: "a", feed: feed))
        #expect(route.type.stationsPerLink == 5)
        feed.settings["station"] = .text("b")
        #expect(Route(StationConfiguration(id: "b", feed: feed)) == route)
    }
}
