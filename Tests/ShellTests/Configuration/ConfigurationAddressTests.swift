import Expectations
import Shell
import Feeds
import Hub
import Stations
import Testing

/// The addresses of feeds, made from the ways in which people write servers.
struct ConfigurationAddressTests {
    private static let environment = PaperEnvironment(
        variables: ["PLAYER": "http://hunter2.local"],
        files: ["/etc/nphub/host": Array("bücher.local:81\n".utf8)], feedTypes: FeedType.all)

    private func url(of feed: String) throws -> String? {
        try Self.environment.load(.feed(feed)).hub.stations.first?.feed.url
    }

    private func complaint(about feed: String) -> String {
        Self.environment.complaints(about: .feed(feed)).joined(separator: "\n")
    }

    @Test(arguments: [
        ("mopidy", "ws://localhost:6680/mopidy/ws"),
        ("mopidy, host: \"hifi.local:20100\"", "ws://hifi.local:20100/mopidy/ws"),
        ("mopidy, host: hifi.local, port: 20100", "ws://hifi.local:20100/mopidy/ws"),
        ("mopidy, host: \"::1\"", "ws://[::1]:6680/mopidy/ws"),
        ("mopidy, host: \"[::1]:81\"", "ws://[::1]:81/mopidy/ws"),
        ("kodi, host: file:host", "ws://xn--bcher-kva.local:81/jsonrpc"),
        ("centrifugo, host: h, channel: c", "wss://h:443/connection/websocket"),
        (
            "homeassistant, host: \"ha.local:80\", entity: media_player.a, token: t",
            "ws://ha.local:80/api/websocket"
        ),
    ]) func `a host may have a port, brackets and letters of any script`(
        feed: String, url: String
    ) throws {
        try expect(self.url(of: "{type: \(feed)}"), is: url)
    }

    @Test(arguments: [
        "https://radio.example", "https://radio.example/", "wss://radio.example/",
        "https://radio.example/sse", "https://radio.example/public/seewind",
        "https://radio.example/api/live/nowplaying/sse?cf_connect=a",
        "https://radio.example/api/live/nowplaying/websocket",
    ]) func `the address of an AzuraCast server is enough`(url: String) throws {
        let feed = "{type: azuracast, url: \"\(url)\", shortcode: seewind}"
        let path = "wss://radio.example/api/live/nowplaying/websocket"
        try expect(self.url(of: feed), is: path)
    }

    @Test(arguments: [
        "wss://radio.example/api/live/nowplaying/seewind", "ws://radio.example/proxy?a=b",
    ]) func `any other address stays as it is`(url: String) throws {
        let feed = "{type: azuracast, url: \"\(url)\", shortcode: seewind}"
        try expect(self.url(of: feed), is: url)
    }

    @Test func `a type that knows its path needs the server only`() throws {
        try expect(
            url(
                of: "{type: homeassistant, url: \"https://h\", entity: media_player.a, token: t}"),
            is: "wss://h/api/websocket")
        try expect(
            url(of: "{type: rainwave, url: \"http://h/\", station: 2, user: 1, key: k}"),
            is: "ws://h/api4/websocket/2")
    }

    @Test(arguments: [
        ("http://hifi.local", "write `hifi.local`"),
        ("http://hifi.local:6680/mopidy/ws", "write `hifi.local:6680`"),
        ("hifi.local/", "write `hifi.local`"),
        ("https://hifi.example/", "write `url: wss://hifi.example` in place of it"),
    ]) func `the address of a page as a host is told with what to write`(
        host: String, remedy: String
    ) {
        expect(
            complaint(about: "{type: mopidy, host: \"\(host)\"}"),
            is: "3:30: `host` is `\(host)`; \(remedy)")
    }

    @Test(arguments: ["a b", "hifi:", "hifi:99999", "256.1.1.1", "[::1", "me@hifi", "http://"])
    func `what is not a host is refused`(host: String) {
        let remedy = """
            it must be a name or an address, with a port behind it where that is another than \
            usual: `hifi.local`, `192.168.1.5:8080`, `[::1]`
            """
        #expect(complaint(about: "{type: mopidy, host: \"\(host)\"}").hasSuffix("; " + remedy))
    }

    @Test func `a host from elsewhere is not shown`() {
        #expect(
            complaint(about: "{type: mopidy, host: \"${PLAYER}\"}").hasPrefix(
                "3:30: `host`: what `${PLAYER}` stands for cannot be used; it must be a name"))
    }

    @Test func `a port is given once`() {
        expect(
            complaint(about: "{type: mopidy, host: \"hifi:80\", port: 81}"),
            is: "3:47: there is a port behind the `host`, too; keep one of them")
    }

    @Test(arguments: [
        ("kodi, player: abc", "`player` is `abc`; it must be a whole number from 0 to 2"),
        ("kodi, webPort: zz", "`webPort` is `zz`; it must be a whole number from 1 to 65535"),
        ("kodi, port: 0", "`port` is `0`; it must be a whole number from 1 to 65535"),
        ("qmusic, station: a, country: de", "`country` is `de`; it must be one of `nl`, `be`"),
        (
            "radiolise, stream: Radio 1",
            "`stream` is `Radio 1`; it must be an `http://` or `https://` address"
        ),
        (
            "homeassistant, entity: kitchen, token: t",
            "`entity` is `kitchen`; it must be a media player's entity id, "
                + "such as `media_player.kitchen`"
        ),
        (
            "json, url: \"ws://h\", subprotocols: [a, a]",
            "`subprotocols[1]`: a subprotocol is there twice; keep one of them"
        ),
    ]) func `numbers and choices that are written as texts are checked`(
        feed: String, complaint: String
    ) {
        #expect(self.complaint(about: "{type: \(feed)}").hasSuffix(": " + complaint))
    }
}
