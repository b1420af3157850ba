import Expectations
import Feeds
import JSON
import NowPlaying
import Testing

/// The facts that a server's messages tell about it.
struct HearingTests {
    private func hearing(_ texts: String..., at url: String = "ws://r.example/x") -> ProbeTranscript
    {
        ProbeTranscript(texts.map { .text(Array($0.utf8)[...]) }, at: url, using: JSONParser())
    }

    private func track(_ feed: Feed?, _ texts: String...) throws -> ReportedTrack? {
        let feed = try #require(feed)
        let type = try #require(FeedType.of(feed))
        #expect(type.mistakes(feed).isEmpty)
        var machine = type.makeMachine([feed])
        var events: [FeedEvent] = []
        let now = Moment(
            monotonic: Instant(milliseconds: 0), wall: Timestamp(milliseconds: 1_734_714_000_000))
        machine.opened(at: now, into: &events)
        for text in texts {
            machine.received(
                .text(Array(text.utf8)[...]), at: now, using: JSONParser(), into: &events)
        }
        return events.reports.last?.track
    }

    @Test(arguments: [
        (
            #"{"type":"auth_required","ha_version":"2024.3.3"}"#, "homeassistant",
            ["entity", "token"]
        ),
        (#"{"server_version":"2.8.0","schema_version":28}"#, "musicassistant", ["player"]),
        (#"{"op":0,"d":{"message":"Welcome","heartbeat":35000}}"#, "listenmoe", []),
        (#"{"id":1,"jsonrpc":"2.0","result":{"version":{"major":12,"minor":9}}}"#, "kodi", []),
    ])
    func `greetings and answers tell servers at any address`(
        text: String, type: String, missing: [String]
    ) throws {
        let guess = try #require(hearing("{}", text).guess(settings: [:]))
        expect(guess.feed.type, is: type)
        expect(guess.feed.url, is: "ws://r.example/x")
        expect(guess.missing.map(\.name), is: missing)
        expect(guess.evidence, is: "its messages")
    }

    @Test func `a server's list tells which values a setting can have`() throws {
        let status =
            #"{"id":1,"result":{"server":{"streams":[{"id":"mpd"},{"id":"custom"}]}}}"#
        let open = try #require(hearing(status).guess(settings: [:]))
        expect(open.choices, is: ["stream": ["mpd", "custom"]])
        #expect(open.wrong.isEmpty)
        let wrong = try #require(hearing(status).guess(settings: ["stream": "x"]))
        expect(wrong.wrong.map(\.name), is: ["stream"])
        let right = try #require(hearing(status).guess(settings: ["stream": "mpd"]))
        #expect(right.wrong.isEmpty)
    }

    @Test(arguments: ["", "{", "{}", "0", "o!", #"{"type":"auth_required"}"#, #"{"op":0}"#])
    func `what any server may say tells nothing`(text: String) {
        expect(hearing(text).guess(settings: [:]), is: nil)
        expect(hearing(text).layer, is: nil)
        #expect(hearing(text).readings().isEmpty)
    }

    @Test(arguments: [(3, "ws://r.example/?EIO=3"), (4, "ws://r.example/?EIO=4&x=1")])
    func `an event of Socket.IO is read under its name`(version: Int, url: String) throws {
        let open = #"0{"sid":"a","pingInterval":25000,"pingTimeout":20000}"#
        let event = #"42["status",{"song":{"title":"T","artist":"A"}}]"#
        let join = version == 4 ? #"40{"sid":"b"}"# : "40"
        let heard = hearing(open, join, #"42["chat","hello"]"#, event, at: url)
        expect(heard.layer, is: .socketIO)
        try expect(track(heard.readings().first?.feed, open, join, event)?.artist, is: "A")
        let alone = hearing(open, at: url)
        #expect(alone.readings().isEmpty)
        try expect(
            #require(alone.layered).settings["layer"],
            is: heard.readings().first?.feed.settings["layer"])
    }

    @Test func `a message of SockJS is read in its frame`() throws {
        let frame = #"a["{\"title\":\"T\",\"artists\":[{\"name\":\"A\"},{\"name\":\"B\"}]}"]"#
        let heard = hearing("o", frame)
        expect(heard.layer, is: .sockJS)
        try expect(track(heard.readings().first?.feed, "o", frame)?.artist, is: "A, B")
    }
}
