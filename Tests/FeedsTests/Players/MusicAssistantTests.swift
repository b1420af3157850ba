import NowPlaying
import Testing

@testable import Feeds

struct MusicAssistantTests {
    static let hello = #"{"server_id":"a","server_version":"2.7.0","schema_version":28}"#
    static let ok = #"{"message_id":"auth","result":{"authenticated":true},"partial":false}"#
    static let opening = [hello, ok]

    static func queue(
        _ image: String =
            #"{"path":"https://x.example/a.jpg","provider":"p","remotely_accessible":true}"#
    ) -> String {
        #"{"queue_id":"0","state":"playing","elapsed_time":12.5,"#
            + #""elapsed_time_last_updated":1734713990.25,"playback_speed":1.5,"#
            + #""current_item":{"queue_item_id":"q1","name":"Fjord - Deep","duration":273,"#
            + #""media_item":{"name":"Deep","artists":[{"name":"Fjord"},{"name":"Fjell"}],"#
            + #""album":{"name":"Water"},"metadata":{"genres":["Jazz","Folk"]},"#
            + #""external_ids":[["barcode","7"],["isrc","NOAAA2000001"]]},"image":\#(image)},"#
            + #""next_item":{"name":"Polar - Night","media_item":{"name":"Night","artists":[{"name":"Polar"}]}}}"#
    }

    static func updated(_ queue: String, player: String = "0") -> String {
        #"{"event":"queue_updated","object_id":"\#(player)","data":\#(queue)}"#
    }

    @Test func `the server speaks first, then the token is shown, then the queues asked for`()
        throws
    {
        var talk = try PlayerTalk("musicassistant")
        #expect(talk.open() == [])
        #expect(
            talk.answer(Self.hello)
                == [#"{"message_id":"auth","command":"auth","args":{"token":"secret"}}"#])
        #expect(
            talk.answer(Self.ok) == [#"{"message_id":"queues","command":"player_queues/all"}"#])
    }

    @Test func `an old server wants no token`() throws {
        var talk = try PlayerTalk.opened("musicassistant")
        let old = #"{"server_id":"a","schema_version":27}"#
        #expect(
            talk.answer(old) == [#"{"message_id":"queues","command":"player_queues/all"}"#])
    }

    @Test func `a wrong token is told, and not tried again at once`() throws {
        var talk = try PlayerTalk.opened("musicassistant", [:], [Self.hello])
        let refused = talk.hear(
            #"{"message_id":"auth","error_code":21,"details":"Invalid or expired token"}"#)
        #expect(refused.disconnects.first?.retry == .terminal)
        #expect(refused.disconnects.first?.reason == "Invalid or expired token")
    }

    @Test func `a list comes in parts, of which one has the queue`() throws {
        var talk = try PlayerTalk.opened("musicassistant", [:], Self.opening)
        let other = #"{"message_id":"queues","result":[{"queue_id":"9"}],"partial":true}"#
        #expect(talk.hear(other) == [])
        let state = try talk.state(
            #"{"message_id":"queues","result":[\#(Self.queue())],"partial":false}"#)
        #expect(state.track?.title == "Deep" && state.track?.artist == "Fjord, Fjell")
        #expect(state.track?.genre == "Jazz, Folk" && state.track?.isrc == "NOAAA2000001")
        #expect(state.track?.album == "Water" && state.track?.duration == .seconds(273))
        #expect(state.next?.title == "Night" && state.next?.artist == "Polar")
        let asOf = Timestamp(milliseconds: 1_734_713_990_250)
        #expect(state.track?.positions == [.elapsedAsOf(.milliseconds(12_500), asOf)])
        #expect(state.rate == 1.5 && state.state == .playing)
        #expect(state.track?.artworkURL == "https://x.example/a.jpg")
    }

    @Test func `a track has its year, its label and where services have it`() throws {
        var talk = try PlayerTalk.opened("musicassistant", [:], Self.opening)
        let item =
            #"{"name":"Deep","album":{"name":"Water","year":1991},"metadata":{"label":"Sluice"},"#
            + #""provider_mappings":[{"provider_domain":"filesystem_local","url":null},"#
            + #"{"provider_domain":"tidal","url":"https://tidal.example/7"},"#
            + #"{"provider_domain":"spotify","url":"https://open.spotify.com/track/7"}]}"#
        let queue =
            #"{"queue_id":"0","state":"playing","current_item":{"queue_item_id":"1","name":"Deep","#
            + #""duration":273,"media_item":\#(item)}}"#
        let track = try talk.state(Self.updated(queue)).track
        #expect(track?.year == 1991 && track?.label == "Sluice")
        let links = ["spotify=https://open.spotify.com/track/7", "tidal=https://tidal.example/7"]
        #expect(track?.links?.map(\.description) == links)
        let dated = queue.replacing(#","year":1991"#, with: "")
            .replacing(#""label":"Sluice""#, with: #""release_date":"1992-02-18T00:00:00+00:00""#)
        let other = try talk.state(Self.updated(dated)).track
        #expect(other?.year == 1992 && other?.label == nil)
    }

    @Test func `the time alone is a bare number`() throws {
        var talk = try PlayerTalk.opened("musicassistant", [:], Self.opening)
        _ = talk.hear(Self.updated(Self.queue()))
        let state = try talk.state(
            #"{"event":"queue_time_updated","object_id":"0","data":20.25}"#)
        #expect(state.elapsed == 20.25 && state.track?.title == "Deep")
        #expect(talk.hear(#"{"event":"queue_time_updated","object_id":"9","data":1}"#) == [])
        #expect(talk.hear(Self.updated(Self.queue(), player: "9")) == [])
    }

    @Test(arguments: [
        (
            #"{"path":"a b/50%.jpg","provider":"fs--1","remotely_accessible":false}"#,
            "http://player.example/imageproxy?path=a%2520b/50%2525.jpg&provider=fs--1&size=512"
        ),
        (
            #"{"path":"a","provider":"fs","remotely_accessible":false,"proxy_id":"xy"}"#,
            "http://player.example/imageproxy/xy?size=512"
        ),
    ])
    func `pictures on the server alone come through its proxy`(image: String, url: String) throws {
        var talk = try PlayerTalk.opened("musicassistant", [:], Self.opening)
        #expect(try talk.state(Self.updated(Self.queue(image))).track?.artworkURL == url)
    }

    @Test func `a radio has its title in its stream, and the position is not the song's`() throws {
        var talk = try PlayerTalk.opened("musicassistant", [:], Self.opening)
        let radio =
            #"{"queue_id":"0","state":"playing","elapsed_time":900,"elapsed_time_last_updated":1734713990,"#
            + #""current_item":{"name":"Nord","duration":null,"media_item":{"name":"Nord"},"#
            + #""streamdetails":{"media_type":"radio","stream_title":"Fjord - Deep"},"image":null}}"#
        let state = try talk.state(Self.updated(radio))
        #expect(state.track?.title == "Deep" && state.track?.artist == "Fjord")
        let timed = try talk.state(
            #"{"event":"queue_time_updated","object_id":"0","data":901}"#)
        #expect(timed.track?.title == "Deep" && timed.track?.positions == [])
    }

    @Test func `an empty queue is idle`() throws {
        var talk = try PlayerTalk.opened("musicassistant", [:], Self.opening)
        let state = try talk.state(
            Self.updated(#"{"queue_id":"0","state":"idle","elapsed_time":0,"current_item":null}"#))
        #expect(state.track == nil && state.state == .stopped)
    }
}
