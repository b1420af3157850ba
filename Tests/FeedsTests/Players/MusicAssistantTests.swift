import Expectations
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

    static let lists = [
        #"{"message_id":"queues","command":"player_queues/all"}"#,
        #"{"message_id":"players","command":"players/all"}"#,
    ]

    /// A player that plays from elsewhere, unless it is said to be on its queue.
    static func player(_ source: String = "line-in", _ more: String = "") -> String {
        #"{"player_id":"0","available":true,"playback_state":"playing","#
            + #""active_source":"\#(source)","current_media":{"title":"Night","artist":"Polar","#
            + #""album":"Dark","duration":200,"elapsed_time":30,"#
            + #""elapsed_time_last_updated":1734713990}\#(more)}"#
    }

    static func told(_ player: String) -> String {
        #"{"event":"player_updated","object_id":"0","data":\#(player)}"#
    }

    static func updated(_ queue: String, player: String = "0") -> String {
        #"{"event":"queue_updated","object_id":"\#(player)","data":\#(queue)}"#
    }

    @Test func `the server speaks first, then the token is shown, then all is asked for`()
        throws
    {
        var talk = try PlayerTalk("musicassistant")
        expect(talk.open(), is: [])
        expect(
            talk.answer(Self.hello),
            is: [#"{"message_id":"auth","command":"auth","args":{"token":"secret"}}"#])
        expect(talk.answer(Self.ok), is: Self.lists)
    }

    @Test func `an old server wants no token`() throws {
        var talk = try PlayerTalk.opened("musicassistant")
        let old = #"{"server_id":"a","schema_version":27}"#
        expect(talk.answer(old), is: Self.lists)
    }

    @Test func `a wrong token is told, and not tried again at once`() throws {
        var talk = try PlayerTalk.opened("musicassistant", [:], [Self.hello])
        let refused = talk.hear(
            #"{"message_id":"auth","error_code":21,"details":"Invalid or expired token"}"#)
        expect(refused.disconnects.first?.retry, is: .terminal)
        expect(refused.disconnects.first?.reason, is: "Invalid or expired token")
    }

    @Test func `a list comes in parts, of which one has the queue`() throws {
        var talk = try PlayerTalk.opened("musicassistant", [:], Self.opening)
        let other = #"{"message_id":"queues","result":[{"queue_id":"9"}],"partial":true}"#
        expect(talk.hear(other), is: [])
        let state = try talk.state(
            #"{"message_id":"queues","result":[\#(Self.queue())],"partial":false}"#)
        expect(state.track?.title, is: "Deep")
        expect(state.track?.artist, is: "Fjord, Fjell")
        expect(state.track?.genre, is: "Jazz, Folk")
        expect(state.track?.isrc, is: "NOAAA2000001")
        expect(state.track?.album, is: "Water")
        expect(state.track?.duration, is: .seconds(273))
        expect(state.next?.title, is: "Night")
        expect(state.next?.artist, is: "Polar")
        let asOf = Timestamp(milliseconds: 1_734_713_990_250)
        expect(state.track?.positions, is: [.elapsedAsOf(.milliseconds(12_500), asOf)])
        expect(state.rate, is: 1.5)
        expect(state.state, is: .playing)
        expect(state.track?.artworkURL, is: "https://x.example/a.jpg")
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
        expect(track?.year, is: 1991)
        expect(track?.label, is: "Sluice")
        let links = ["spotify=https://open.spotify.com/track/7", "tidal=https://tidal.example/7"]
        expect(track?.links?.map(\.description), is: links)
        let dated = queue.replacing(#","year":1991"#, with: "")
            .replacing(#""label":"Sluice""#, with: #""release_date":"1992-02-18T00:00:00+00:00""#)
        let other = try talk.state(Self.updated(dated)).track
        expect(other?.year, is: 1992)
        expect(other?.label, is: nil)
    }

    @Test func `the time alone is a bare number`() throws {
        var talk = try PlayerTalk.opened("musicassistant", [:], Self.opening)
        _ = talk.hear(Self.updated(Self.queue()))
        let state = try talk.state(
            #"{"event":"queue_time_updated","object_id":"0","data":20.25}"#)
        expect(state.elapsed, is: 20.25)
        expect(state.track?.title, is: "Deep")
        expect(talk.hear(#"{"event":"queue_time_updated","object_id":"9","data":1}"#), is: [])
        expect(talk.hear(Self.updated(Self.queue(), player: "9")), is: [])
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
        try expect(talk.state(Self.updated(Self.queue(image))).track?.artworkURL, is: url)
    }

    @Test func `a radio has its title in its stream, and the position is not the song's`() throws {
        var talk = try PlayerTalk.opened("musicassistant", [:], Self.opening)
        let radio =
            #"{"queue_id":"0","state":"playing","elapsed_time":900,"elapsed_time_last_updated":1734713990,"#
            + #""current_item":{"name":"Nord","duration":null,"media_item":{"name":"Nord"},"#
            + #""streamdetails":{"media_type":"radio","stream_title":"Fjord - Deep"},"image":null}}"#
        let state = try talk.state(Self.updated(radio))
        expect(state.track?.title, is: "Deep")
        expect(state.track?.artist, is: "Fjord")
        let timed = try talk.state(
            #"{"event":"queue_time_updated","object_id":"0","data":901}"#)
        expect(timed.track?.title, is: "Deep")
        expect(timed.track?.positions, is: [])
    }

    @Test func `of a radio that says only that an ad plays its name stays`() throws {
        var talk = try PlayerTalk.opened("musicassistant", [:], Self.opening)
        let radio =
            #"{"queue_id":"0","state":"playing","current_item":{"name":"Nord","#
            + #""streamdetails":{"media_type":"radio","stream_title":"STOP_AD_BREAK_30"}}}"#
        try expect(talk.state(Self.updated(radio)).track?.title, is: "Nord")
        let named = radio.replacing(
            #""stream_title":"STOP_AD_BREAK_30""#,
            with: #""stream_metadata":{"title":"Deep","artist":"Fjord"}"#)
        let state = try talk.state(Self.updated(named))
        expect(state.track?.title, is: "Deep")
        expect(state.track?.artist, is: "Fjord")
    }

    @Test(arguments: ["idle", "off", "unknown"])
    func `what an idle queue still holds is no track`(state: String) throws {
        var talk = try PlayerTalk.opened("musicassistant", [:], Self.opening)
        let left = Self.queue().replacing(#""playing""#, with: "\"\(state)\"")
        let report = try talk.state(Self.updated(left))
        expect(report.track, is: nil)
        expect(report.next, is: nil)
        expect(report.state, is: .stopped)
    }

    @Test func `a player on another source is told by itself, until its queue plays`() throws {
        var talk = try PlayerTalk.opened("musicassistant", [:], Self.opening)
        let idle = Self.queue().replacing(#""playing""#, with: #""idle""#)
        _ = talk.hear(#"{"message_id":"queues","result":[\#(idle)]}"#)
        let other = try talk.state(#"{"message_id":"players","result":[\#(Self.player())]}"#)
        expect(other.track?.title, is: "Night")
        expect(other.track?.artist, is: "Polar")
        expect(other.track?.album, is: "Dark")
        expect(other.state, is: .playing)
        expect(other.online, is: true)
        let asOf = Timestamp(milliseconds: 1_734_713_990_000)
        expect(other.track?.positions, is: [.elapsedAsOf(.seconds(30), asOf)])
        let paused = Self.player().replacing(#""playing""#, with: #""paused""#)
        try expect(talk.state(Self.told(paused)).state, is: .paused)
        let back = try talk.state(Self.updated(Self.queue()))
        expect(back.track?.title, is: "Deep")
        expect(back.state, is: .playing)
        let stopped = Self.player().replacing(#""playing""#, with: #""idle""#)
        try expect(talk.state(Self.told(stopped)).track?.title, is: "Deep")
        try expect(talk.state(Self.updated(idle)).track, is: nil)
    }

    @Test func `of what its own queue plays the queue tells`() throws {
        var talk = try PlayerTalk.opened("musicassistant", [:], Self.opening)
        let idle = Self.queue().replacing(#""playing""#, with: #""idle""#)
        _ = talk.hear(Self.updated(idle))
        try expect(talk.state(Self.told(Self.player("0"))).track, is: nil)
    }

    @Test(arguments: [
        updated(
            #"{"queue_id":"0","available":false,"state":"playing","current_item":{"name":"x"}}"#),
        told(#"{"player_id":"0","available":false,"state":"playing","active_source":"0"}"#),
        #"{"event":"player_removed","object_id":"0"}"#,
    ])
    func `a player that goes away plays no more, and comes back`(message: String) throws {
        var talk = try PlayerTalk.opened("musicassistant", [:], Self.opening)
        try expect(talk.state(Self.updated(Self.queue())).state, is: .playing)
        let gone = try talk.state(message)
        expect(gone.online, is: false)
        expect(gone.state, is: .stopped)
        expect(gone.track, is: nil)
        let queue = Self.queue().replacing(#""queue_id""#, with: #""available":true,"queue_id""#)
        let back = try talk.state(Self.updated(queue))
        expect(back.online, is: true)
        expect(back.state, is: .playing)
        expect(back.track?.title, is: "Deep")
    }

    @Test func `whole seconds do not replace a position that is more exact`() throws {
        var talk = try PlayerTalk.opened("musicassistant", [:], Self.opening)
        let cut = Self.queue().replacing("12.5", with: "12")
            .replacing("1734713990.25", with: "1734714000").replacing("1.5", with: "1")
        _ = talk.hear(Self.updated(cut))
        let exact = Self.player(
            "0", #","elapsed_time":12.7,"elapsed_time_last_updated":1734714000"#)
        let asOf = Timestamp(milliseconds: 1_734_714_000_000)
        let state = try talk.state(Self.told(exact))
        expect(state.track?.positions, is: [.elapsedAsOf(.milliseconds(12_700), asOf)])
        talk.pass(2)
        func second(_ number: Int) -> String {
            #"{"event":"queue_time_updated","object_id":"0","data":\#(number)}"#
        }
        try expect(talk.state(second(14)).track?.positions, is: state.track?.positions)
        talk.pass(1)
        let again = cut.replacing("12", with: "15").replacing("1734714000", with: "1734714003")
        try expect(talk.state(Self.updated(again)).elapsed, is: 15.7)
        try expect(talk.state(second(100)).elapsed, is: 100)
        try expect(talk.state(second(0)).elapsed, is: 0)
    }

    @Test func `what a player has played of a whole stream is not the item's position`() throws {
        var talk = try PlayerTalk.opened("musicassistant", [:], Self.opening)
        let before = try talk.state(Self.updated(Self.queue())).track?.positions
        let flow = Self.player("0", #","elapsed_time":900,"elapsed_time_last_updated":1734714000"#)
        try expect(talk.state(Self.told(flow)).track?.positions, is: before)
    }

    @Test func `an empty queue is idle`() throws {
        var talk = try PlayerTalk.opened("musicassistant", [:], Self.opening)
        let state = try talk.state(
            Self.updated(#"{"queue_id":"0","state":"idle","elapsed_time":0,"current_item":null}"#))
        expect(state.track, is: nil)
        expect(state.state, is: .stopped)
    }
}
