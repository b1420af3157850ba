import Feeds
import Testing

/// What an address may be the address of.
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
        #expect(guess.feed.type == "azuracast")
        #expect(guess.feed.url == "wss://r.example/api/live/nowplaying/websocket")
        #expect(guess.feed[text: "shortcode"] == "nordlicht")
        #expect(guess.missing.isEmpty)
        let alone = try #require(first(address))
        #expect(alone.missing.map(\.name) == (address.contains("websocket") ? ["shortcode"] : []))
    }

    @Test func `plain addresses stay plain`() {
        #expect(
            first("http://r.example:8000/public/a")?.feed.url
                == "ws://r.example:8000/api/live/nowplaying/websocket")
    }

    @Test func `an address of a feed's own form gives its settings`() throws {
        let key = "redbm_jpnzfz9xn_vcpk"
        let guess = try #require(first("wss://api.streamabc.net/metadata/channel/\(key)"))
        #expect(guess.feed.type == "streamabc")
        #expect(guess.feed[text: "station"] == key)
        #expect(guess.missing.isEmpty)
        #expect(guess.evidence == "its address")
    }

    @Test func `a feed's own host is enough, what lacks is told`() throws {
        let guess = try #require(first("https://metadata.musicradio.com/v2"))
        #expect(guess.feed.type == "globalplayer")
        #expect(guess.missing.map(\.name) == ["station"])
        let whole = try #require(first("https://metadata.musicradio.com", ["station": "heart"]))
        #expect(whole.missing.isEmpty)
        #expect(whole.feed.url == "wss://metadata.musicradio.com/v2/now-playing")
    }

    @Test(arguments: [
        "", "x", "://", "wss://", "ftp://r.example/public/a", "wss://r.example/live",
        "https://r.example/public/", "https://r.example/", "wss://api.streamabc.net.evil/a",
    ])
    func `what is like nothing known is nothing known`(address: String) {
        #expect(first(address) == nil)
    }
}
