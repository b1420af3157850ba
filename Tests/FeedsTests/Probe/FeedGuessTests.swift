import Expectations
import Feeds
import Testing

/// The feeds that an address can lead to.
struct FeedGuessTests {
    private func first(_ address: String, _ settings: [String: String] = [:]) -> FeedGuess? {
        FeedGuess.all(from: address, settings: settings).first
    }

    @Test(arguments: [
        "wss://r.example/api/live/nowplaying/websocket?x=1", "https://r.example/public/nordlicht",
        "https://r.example/public/nordlicht/embed?theme=dark",
        "https://r.example/api/nowplaying/nordlicht",
        "wss://r.example/api/live/nowplaying/nordlicht",
    ])
    func `addresses around an AzuraCast station are its WebSocket's`(address: String) throws {
        let guess = try #require(first(address, ["station": "nordlicht"]))
        expect(guess.feed.type, is: "azuracast")
        expect(guess.feed.url, is: "wss://r.example/api/live/nowplaying/websocket")
        expect(guess.feed[text: "shortcode"], is: "nordlicht")
        #expect(guess.missing.isEmpty)
        let alone = try #require(first(address))
        expect(alone.missing.map(\.name), is: address.contains("websocket") ? ["shortcode"] : [])
    }

    @Test func `the address of AzuraCast's events names its station`() throws {
        let path = "https://r.example/api/live/nowplaying/sse"
        let query = "?cf_connect=%7B%22subs%22%3A%7B%22station%3Anordlicht%22%3A%7B%7D%7D%7D"
        let guess = try #require(first(path + query))
        expect(guess.feed.url, is: "wss://r.example/api/live/nowplaying/websocket")
        expect(guess.feed[text: "shortcode"], is: "nordlicht")
        try expect(#require(first(path)).missing.map(\.name), is: ["shortcode"])
    }

    @Test func `plain addresses stay plain`() {
        expect(
            first("http://r.example:8000/public/a")?.feed.url,
            is: "ws://r.example:8000/api/live/nowplaying/websocket")
    }

    @Test func `an address of a feed's own form gives its settings`() throws {
        let key = "redbm_jpnzfz9xn_vcpk"
        let guess = try #require(first("wss://api.streamabc.net/metadata/channel/\(key)"))
        expect(guess.feed.type, is: "streamabc")
        expect(guess.feed[text: "station"], is: key)
        #expect(guess.missing.isEmpty)
        expect(guess.evidence, is: "its address")
    }

    @Test func `a feed's own host is enough, what lacks is told`() throws {
        let guess = try #require(first("https://metadata.musicradio.com/v2"))
        expect(guess.feed.type, is: "globalplayer")
        expect(guess.missing.map(\.name), is: ["station"])
        let whole = try #require(first("https://metadata.musicradio.com", ["station": "heart"]))
        #expect(whole.missing.isEmpty)
        expect(whole.feed.url, is: "wss://metadata.musicradio.com/v2/now-playing")
    }

    @Test(arguments: [
        "", "x", "://", "wss://", "ftp://r.example/public/a", "wss://r.example/live",
        "https://r.example/public/", "https://r.example/", "wss://api.streamabc.net.evil/a",
    ])
    func `what is like nothing known is nothing known`(address: String) {
        expect(first(address), is: nil)
    }

    @Test func `paths of players tell them on any port`() throws {
        let mopidy = try #require(first("ws://127.0.0.1:20100/mopidy/ws"))
        expect(mopidy.feed.type, is: "mopidy")
        #expect(mopidy.missing.isEmpty)
        let both = FeedGuess.all(from: "ws://127.0.0.1:20390/jsonrpc", settings: [:])
        expect(Set(both.map(\.feed.type)), is: ["kodi", "snapcast"])
        let behind = try #require(first("wss://home.example/api/websocket"))
        expect(behind.feed.type, is: "homeassistant")
        expect(behind.feed.url, is: "wss://home.example/api/websocket")
        expect(behind.feed.settings["host"], is: nil)
        let proxied = try #require(first("ws://home.example/music/mopidy/ws"))
        expect(proxied.feed.type, is: "mopidy")
        expect(proxied.feed.url, is: "ws://home.example/music/mopidy/ws")
        expect(proxied.evidence, is: "its path")
        #expect(first("ws://home.example/notmopidy/ws/")?.feed.type != "mopidy")
    }

    @Test func `the station's name is given for whatever names it`() throws {
        let snapcast = FeedGuess.all(
            from: "ws://hifi.local:1780/jsonrpc", settings: ["station": "custom"])
        let guess = try #require(snapcast.first { $0.feed.type == "snapcast" })
        expect(guess.feed[text: "stream"], is: "custom")
        #expect(guess.missing.isEmpty)
    }

    @Test func `the path of a feed of one host tells it elsewhere once nothing is missing`() throws
    {
        let guess = try #require(first("ws://r.example:8000/metadata/channel/a_b_c"))
        expect(guess.feed.type, is: "streamabc")
        expect(guess.feed.url, is: "ws://r.example:8000/metadata/channel/a_b_c")
        expect(guess.evidence, is: "its path")
        let sockJS = "wss://r.example/api/123/4/websocket"
        expect(first(sockJS), is: nil)
        expect(first(sockJS, ["station": "s"])?.feed.type, is: "qmusic")
    }

    @Test(arguments: [
        ("http://hifi.local:6680/", "mopidy", "ws://hifi.local:6680/mopidy/ws"),
        ("http://[::1]:1780", "snapcast", "ws://[::1]:1780/jsonrpc"),
        ("http://tv.local:8080/", "kodi", "ws://tv.local:9090/jsonrpc"),
        ("http://ha.local:8123/lovelace", "homeassistant", "ws://ha.local:8123/api/websocket"),
    ])
    func `the port of a page leads to its player`(
        address: String, type: String, url: String
    ) throws {
        let guess = try #require(FeedGuess.beside(address, settings: [:]).first)
        expect(guess.feed.type, is: type)
        expect(guess.feed.url, is: url)
    }

    @Test func `beside a page on any other port are the WebSockets of servers that users have`() {
        let guesses = FeedGuess.beside("https://home.example/", settings: [:])
        let urls = Set(guesses.map(\.feed.url))
        #expect(
            urls.isSuperset(of: [
                "wss://home.example/mopidy/ws", "wss://home.example/api/websocket",
                "wss://home.example/api/live/nowplaying/websocket",
            ]))
        #expect(guesses.allSatisfy { !["qmusic", "exec", "json"].contains($0.feed.type) })
        #expect(FeedGuess.beside("nothing", settings: [:]).isEmpty)
    }
}
