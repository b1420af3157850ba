import Expectations
import NowPlaying
import Testing

@testable import Feeds

/// A player that plays a stream counts from the moment when it was switched on.
struct StreamPositionTests {
    /// Each player's feed with a stream that it plays, and a position in it.
    private static let streams: [String: [String]] = [
        "homeassistant": HomeAssistantTests.opening + [
            HomeAssistantTests.whole.replacing(#""media_duration":273,"#, with: "")
        ],
        "kodi": [
            #"{"id":1,"result":[{"playerid":0,"type":"audio"}]}"#,
            #"{"id":2,"result":{"item":{"title":"Fjord - Deep"}}}"#,
            #"{"id":3,"result":{"speed":1,"time":{"seconds":12},"totaltime":{"seconds":0}}}"#,
        ],
        "mopidy": [
            #"{"id":1,"result":{"tlid":1,"track":{"name":"Nord","uri":"http://a.example/"}}}"#,
            #"{"id":2,"result":"playing"}"#, #"{"id":3,"result":"Fjord - Deep"}"#,
            #"{"event":"seeked","time_position":12000}"#,
        ],
        "musicassistant": MusicAssistantTests.opening + [
            MusicAssistantTests.updated(
                MusicAssistantTests.queue().replacing(#""duration":273,"#, with: "")),
            #"{"event":"queue_time_updated","object_id":"0","data":13}"#,
        ],
        "snapcast": [
            SnapcastTests.status.replacing(#","duration":273.5"#, with: ""),
            SnapcastTests.playing(12.5).replacing(#","duration":273.5"#, with: ""),
        ],
        "volumio": [
            "0{\"sid\":\"a\",\"pingInterval\":25000,\"pingTimeout\":60000}", "40",
            #"42["pushState",{"status":"play","title":"Deep","artist":"Fjord","seek":12000,"duration":0}]"#,
        ],
    ]

    /// `centrifugo` is a station's, whose program knows its songs.
    @Test func `each player's feed is tried`() {
        let players = ["host"]
        let types = FeedType.all.filter { type in
            type.settings.contains { players.contains($0.name) } && type.name != "centrifugo"
        }
        expect(types.map(\.name).sorted(), is: Self.streams.keys.sorted())
    }

    @Test(arguments: streams.keys.sorted())
    func `a position since a stream was switched on is none`(feed: String) throws {
        var talk = try PlayerTalk.opened(feed)
        var report: Report?
        for message in try #require(Self.streams[feed]) {
            report = talk.hear(message).reports.last ?? report
        }
        let clean = talk.cleaned(try #require(report))
        #expect(clean.track?.title != nil)
        expect(clean.state, is: .playing)
        expect(clean.track?.positions, is: [])
    }
}
