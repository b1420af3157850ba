import Expectations
import NowPlaying
import Testing

@testable import Feeds

struct VolumioTests {
    static let opening = [#"0{"sid":"s","pingInterval":25000,"pingTimeout":60000}"#, "40"]
    static let playing =
        #"42["pushState",{"status":"play","title":"Deep","artist":"Fjord","album":"Water","#
        + #""albumart":"/albumart?web=Fjord/Water","seek":12500,"duration":273,"#
        + #""trackType":"flac","random":null,"repeat":null,"stream":false,"service":"mpd"}]"#

    @Test func `the state is asked for as soon as the server has let us in`() throws {
        var talk = try PlayerTalk("volumio")
        expect(talk.open(), is: [])
        expect(talk.answer(Self.opening[0]), is: [])
        expect(talk.answer("40"), is: [#"42["getState",""]"#])
    }

    @Test func `the client pings, and a server that is silent is gone`() throws {
        var talk = try PlayerTalk("volumio")
        _ = talk.open()
        #expect(talk.hear(Self.opening[0]).contains(.expectHeartbeat(every: .seconds(85))))
        expect(talk.wait, is: 25)
        expect(talk.wake(after: 25).sent, is: ["2"])
        expect(talk.hear("3"), is: [])
        expect(talk.wait, is: 25)
    }

    @Test func `seek is in milliseconds, duration in seconds, and a null is not a false`() throws {
        var talk = try PlayerTalk.opened("volumio", [:], Self.opening)
        let state = try talk.state(Self.playing)
        expect(state.track?.title, is: "Deep")
        expect(state.track?.artist, is: "Fjord")
        expect(state.track?.album, is: "Water")
        expect(state.track?.duration, is: .seconds(273))
        expect(state.elapsed, is: 12.5)
        expect(state.state, is: .playing)
        expect(state.rate, is: 1)
        expect(state.track?.artworkURL, is: "http://player.example/albumart?web=Fjord/Water")
    }

    @Test func `a pause holds the position`() throws {
        var talk = try PlayerTalk.opened("volumio", [:], Self.opening)
        let paused = Self.playing.parts(between: #""play""#).joined(separator: #""pause""#)
        let state = try talk.state(paused)
        expect(state.state, is: .paused)
        expect(state.elapsed, is: 12.5)
    }

    @Test func `a radio has its title in a line, and its seek is not the song's`() throws {
        var talk = try PlayerTalk.opened("volumio", [:], Self.opening)
        let state = try talk.state(
            #"42["pushState",{"status":"play","title":"Fjord - Deep","artist":null,"seek":912000,"#
                + #""duration":0,"trackType":"webradio","albumart":"/albumart"}]"#)
        expect(state.track?.title, is: "Deep")
        expect(state.track?.artist, is: "Fjord")
        expect(state.track?.positions, is: [])
        expect(state.track?.duration, is: nil)
    }

    @Test(
        arguments: [
            ("ogg", "Deep", "Fjord"), ("mp3", "Deep", nil), ("webradio", "Deep", nil),
        ] as [(String, String, String?)])
    func `a radio is known by its service, and has an artist where its stream has one`(
        trackType: String, title: String, artist: String?
    ) throws {
        var talk = try PlayerTalk.opened("volumio", [:], Self.opening)
        let state = try talk.state(
            #"42["pushState",{"status":"play","title":"Deep","artist":"Fjord","seek":615635,"#
                + #""duration":0,"trackType":"\#(trackType)","service":"webradio","stream":true}]"#)
        expect(state.track?.title, is: title)
        expect(state.track?.artist, is: artist)
        expect(state.track?.positions, is: [])
        expect(state.track?.duration, is: nil)
    }

    @Test func `a radio that is stopped has no track`() throws {
        var talk = try PlayerTalk.opened("volumio", [:], Self.opening)
        let state = try talk.state(
            #"42["pushState",{"status":"stop","albumart":"/albumart","trackType":"webradio","#
                + #""seek":668,"random":null,"repeat":null}]"#)
        expect(state.track, is: nil)
        expect(state.state, is: .stopped)
    }

    @Test func `other events are of no concern`() throws {
        var talk = try PlayerTalk.opened("volumio", [:], Self.opening)
        expect(talk.hear(#"42["pushQueue",[]]"#), is: [])
    }
}
