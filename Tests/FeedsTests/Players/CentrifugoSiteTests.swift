import Expectations
import NowPlaying
import Testing

@testable import Feeds

struct CentrifugoSiteTests {
    static let opening = [
        #"{"id":1,"connect":{"client":"c","ping":25,"pong":true}}"#,
        #"{"id":2,"subscribe":{"recoverable":true,"epoch":"e"}}"#,
    ]
    static let song =
        #"{"push":{"channel":"radio","pub":{"offset":1,"data":{"online":true,"song":{"title":"Deep","#
        + #""artist":"Fjord","album":"Water","art":"/a.jpg"},"started_at":1734713990.25,"#
        + #""duration":273.5,"next":{"title":"Night","artist":"Polar"},"listeners":7}}}}"#

    @Test func `the channel is subscribed to, and pings are answered`() throws {
        var talk = try PlayerTalk("centrifugo")
        expect(talk.open(), is: [#"{"id":1,"connect":{"token":"secret"}}"#])
        expect(
            talk.answer(Self.opening[0]),
            is: [#"{"id":2,"subscribe":{"channel":"radio","recover":true}}"#])
        expect(talk.answer(Self.opening[1]), is: [])
        expect(talk.answer("{}"), is: ["{}"])
    }

    @Test func `a publication's usual names are found`() throws {
        var talk = try PlayerTalk.opened("centrifugo", [:], Self.opening)
        let state = try talk.state(Self.song)
        expect(state.track?.title, is: "Deep")
        expect(state.track?.artist, is: "Fjord")
        expect(state.track?.album, is: "Water")
        expect(state.online, is: true)
        expect(state.track?.artworkURL, is: "http://player.example/a.jpg")
        expect(state.track?.duration, is: .milliseconds(273_500))
        let start = Timestamp(milliseconds: 1_734_713_990_250)
        expect(state.track?.positions, is: [.startedAt(start)])
        expect(state.next?.title, is: "Night")
        expect(state.listeners?.current, is: 7)
    }

    @Test(arguments: [true, false])
    func `a publication in AzuraCast's shape is read`(isInNP: Bool) throws {
        var talk = try PlayerTalk.opened("centrifugo", [:], Self.opening)
        let song =
            #"{"text":"Fjord - Deep","title":"Deep","artist":"Fjord","album":"Water","genre":"Folk"}"#
        let np =
            #"{"station":{"name":"Nord"},"now_playing":{"played_at":1734713990.25,"duration":273.5,"#
            + #""song":\#(song)},"song_history":[{"played_at":1734713990.25,"song":\#(song)},"#
            + #"{"played_at":1734713700,"song":{"title":"Mist","artist":"Fjell"}}]}"#
        let data = isInNP ? #"{"np":\#(np)}"# : np
        let state = try talk.state(#"{"push":{"channel":"radio","pub":{"data":\#(data)}}}"#)
        expect(state.track?.title, is: "Deep")
        expect(state.track?.artist, is: "Fjord")
        expect(state.track?.album, is: "Water")
        expect(state.track?.genre, is: "Folk")
        expect(state.track?.duration, is: .milliseconds(273_500))
        expect(state.track?.positions, is: [.startedAt(Timestamp(milliseconds: 1_734_713_990_250))])
        expect(state.history.map(\.title), is: ["Mist"])
    }

    @Test func `a line of text will do`() throws {
        var talk = try PlayerTalk.opened("centrifugo", [:], Self.opening)
        let state = try talk.state(
            #"{"push":{"channel":"radio","pub":{"data":{"song":"Fjord - Deep","dj":"Mette"}}}}"#)
        expect(state.track?.title, is: "Deep")
        expect(state.live?.streamer, is: "Mette")
    }

    @Test func `stations whose feeds differ in the channel alone share a link`() throws {
        let type = try #require(FeedType.named("centrifugo"))
        expect(type.stationsPerLink, is: 32)
        expect(type.settings.filter(\.namesStation).map(\.name), is: ["channel"])
    }
}
