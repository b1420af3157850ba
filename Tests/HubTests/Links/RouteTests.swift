import Feeds
import Testing

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
}
