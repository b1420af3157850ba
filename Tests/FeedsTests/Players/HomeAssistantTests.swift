import Expectations
import NowPlaying
import Testing

@testable import Feeds

struct HomeAssistantTests {
    static let opening = [
        #"{"type":"auth_required","ha_version":"2026.4.0"}"#,
        #"{"type":"auth_ok","ha_version":"2026.4.0"}"#,
        #"{"id":1,"type":"result","success":true,"result":null}"#,
    ]
    static let whole =
        #"{"id":1,"type":"event","event":{"a":{"media_player.kitchen":{"s":"playing","a":{"#
        + #""media_title":"Deep","media_artist":"Fjord","media_album_name":"Water","#
        + #""media_duration":273,"media_position":12,"#
        + #""media_position_updated_at":"2024-12-20T16:59:50.250000+00:00","#
        + #""entity_picture":"/api/media_player_proxy/x?cache=1","friendly_name":"Kitchen"},"#
        + #""c":"01J","lc":1734713990.25}}}}"#

    static func change(_ change: String) -> String {
        #"{"id":1,"type":"event","event":{"c":{"media_player.kitchen":\#(change)}}}"#
    }

    @Test func `the token is shown when asked for, then the entity subscribed to`() throws {
        var talk = try PlayerTalk("homeassistant")
        expect(talk.open(), is: [])
        expect(talk.answer(Self.opening[0]), is: [#"{"type":"auth","access_token":"secret"}"#])
        expect(
            talk.answer(Self.opening[1]),
            is: [
                #"{"id":1,"type":"subscribe_entities","entity_ids":["media_player.kitchen"]}"#
            ])
        expect(talk.hear(Self.opening[2]), is: [.accepted])
    }

    @Test func `a wrong token is told, and not tried again at once`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], [Self.opening[0]])
        let refused = talk.hear(#"{"type":"auth_invalid","message":"Invalid access token"}"#)
        expect(refused.disconnects.first?.retry, is: .terminal)
        expect(refused.disconnects.first?.reason, is: "Invalid access token")
    }

    @Test func `a position is as of the time at which it was one`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening)
        let state = try talk.state(Self.whole)
        expect(state.track?.title, is: "Deep")
        expect(state.track?.artist, is: "Fjord")
        expect(state.track?.album, is: "Water")
        expect(state.track?.duration, is: .seconds(273))
        let asOf = Timestamp(milliseconds: 1_734_713_990_250)
        expect(state.track?.positions, is: [.elapsedAsOf(.seconds(12), asOf)])
        expect(state.state, is: .playing)
        expect(state.online, is: true)
        expect(
            state.track?.artworkURL, is: "http://player.example/api/media_player_proxy/x?cache=1")
    }

    @Test func `attributes come, change and go, and a change tells the server's clock`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening + [Self.whole])
        let later = Self.change(
            #"{"+":{"lu":1734714000.5,"a":{"media_position_updated_at":"2024-12-20T17:00:00.000000+00:00"}}}"#
        )
        let actions = talk.hear(later)
        let clock = ServerClock(
            time: Timestamp(milliseconds: 1_734_714_000_500), resolution: .milliseconds(1))
        #expect(actions.contains(.serverClock(clock)))
        let asOf = Timestamp(milliseconds: 1_734_714_000_000)
        expect(actions.reports.last?.track?.positions, is: [.elapsedAsOf(.seconds(12), asOf)])
        let paused = try talk.state(
            Self.change(#"{"+":{"s":"paused","lu":1734714001},"-":{"a":["media_artist"]}}"#))
        expect(paused.state, is: .paused)
        expect(paused.track?.artist, is: nil)
        expect(paused.track?.album, is: "Water")
        let idle = try talk.state(
            Self.change(#"{"+":{"s":"idle"},"-":{"a":["media_title","media_position"]}}"#))
        expect(idle.state, is: .stopped)
        expect(idle.track, is: nil)
    }

    @Test func `several messages may come in an array`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Array(Self.opening.prefix(2)))
        let actions = talk.hear("[\(Self.opening[2]),\(Self.whole)]")
        expect(actions.first, is: .accepted)
        expect(actions.reports.last?.track?.title, is: "Deep")
    }

    @Test func `what is unavailable is off the air, what is gone is unknown`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening + [Self.whole])
        let away = try talk.state(Self.change(#"{"+":{"s":"unavailable"}}"#))
        expect(away.online, is: false)
        expect(away.state, is: .stopped)
        let gone = try talk.state(
            #"{"id":1,"type":"event","event":{"r":["media_player.kitchen"]}}"#)
        expect(gone.online, is: nil)
        expect(gone.track, is: nil)
    }

    @Test func `a title without artist and length is a stream's line`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening)
        let state = try talk.state(
            #"{"id":1,"type":"event","event":{"a":{"media_player.kitchen":{"s":"playing","a":{"media_title":"Fjord - Deep"}}}}}"#
        )
        expect(state.track?.title, is: "Deep")
        expect(state.track?.artist, is: "Fjord")
    }

    private static func player(_ state: String, _ attributes: String) -> String {
        #"{"id":1,"type":"event","event":{"a":{"media_player.kitchen":{"s":"\#(state)","a":{\#(attributes)}}}}}"#
    }

    @Test(
        arguments: [
            (#""media_season":4,"media_episode":2"#, 4, 2),
            (#""media_season":"4","media_episode":"2""#, 4, 2),
            (#""media_season":"S04","media_episode":null"#, nil, nil),
        ] as [(String, Int?, Int?)])
    func `an episode has its series for an album, its season and its number`(
        more: String, season: Int?, episode: Int?
    ) throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening)
        let state = try talk.state(
            Self.player(
                "playing", #""media_title":"The - Lock","media_series_title":"Tides",\#(more)"#))
        expect(state.track?.title, is: "The - Lock")
        expect(state.track?.album, is: "Tides")
        expect(state.track?.season, is: season)
        expect(state.track?.episode, is: episode)
    }

    @Test func `numbers may be texts, and what has a length is not a stream`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening)
        let state = try talk.state(
            Self.player(
                "playing",
                #""media_title":"Artist - Inside Title - Remix","media_duration":"90","#
                    + #""media_position":"12.5","#
                    + #""media_position_updated_at":"2024-12-20T16:59:50+00:00""#))
        expect(state.track?.title, is: "Artist - Inside Title - Remix")
        expect(state.track?.artist, is: nil)
        expect(state.track?.duration, is: .seconds(90))
        let asOf = Timestamp(milliseconds: 1_734_713_990_000)
        expect(state.track?.positions, is: [.elapsedAsOf(.milliseconds(12_500), asOf)])
        let clock = try talk.state(Self.change(##"{"+":{"a":{"media_duration":"1:30"}}}"##))
        expect(clock.track?.duration, is: .seconds(90))
    }

    @Test(arguments: [
        #""media_album_name":"Water""#, #""media_series_title":"Water""#,
        #""media_content_type":"tvshow""#, #""media_content_type":"movie""#,
    ])
    func `a title with a structure around it is not split`(attribute: String) throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening)
        let state = try talk.state(
            Self.player("playing", #""media_title":"Fjord - Deep",\#(attribute)"#))
        expect(state.track?.title, is: "Fjord - Deep")
        expect(state.track?.artist, is: nil)
    }

    @Test func `a paused player's position needs no time, a playing one's does`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening)
        let position = #""media_title":"Deep","media_duration":300,"media_position":155"#
        let paused = try talk.state(Self.player("paused", position))
        expect(paused.track?.positions, is: [.elapsed(.seconds(155))])
        try expect(talk.state(Self.player("playing", position)).track?.positions, is: [])
        try expect(talk.state(Self.player("idle", position)).track?.positions, is: [])
    }

    @Test func `an episode has its series for an album`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening)
        let state = try talk.state(
            Self.player("playing", #""media_title":"Chapter 2","media_series_title":"Harbour""#))
        expect(state.track?.title, is: "Chapter 2")
        expect(state.track?.album, is: "Harbour")
    }

    @Test(arguments: [
        (#""media_channel":"TOP","app_name":"Radio","source":"TV""#, "TOP"),
        (#""app_name":"Radio","source":"TV""#, "Radio"), (#""source":"TV""#, "TV"),
    ])
    func `a player without a title shows its channel, its app or its input`(
        attributes: String, programme: String
    ) throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening)
        let state = try talk.state(Self.player("playing", attributes))
        expect(state.track, is: nil)
        expect(state.programme?.title, is: programme)
        try expect(talk.state(Self.player("off", attributes)).programme, is: nil)
    }

    @Test func `a channel stays beside its titles, an app does not, and the name is the entity's`()
        throws
    {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening)
        let titled = #""media_title":"Deep","media_artist":"Fjord","friendly_name":"Kitchen""#
        let app = try talk.state(Self.player("playing", titled + #","app_name":"Radio""#))
        expect(app.programme, is: nil)
        expect(app.station.name, is: "Kitchen")
        let channel = try talk.state(Self.player("playing", titled + #","media_channel":"TOP""#))
        expect(channel.programme?.title, is: "TOP")
        expect(channel.track?.title, is: "Deep")
    }

    @Test func `a title may be a number`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening)
        let state = try talk.state(
            Self.player("playing", #""media_title":1999,"media_artist":"Fjord""#))
        expect(state.track?.title, is: "1999")
    }

    @Test func `numbers of commands grow, over pings, and begin anew with a connection`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening)
        expect(talk.wake(after: 30).sent, is: [#"{"id":2,"type":"ping"}"#])
        expect(talk.hear(#"{"id":2,"type":"pong"}"#), is: [])
        expect(talk.wake(after: 30).sent, is: [#"{"id":3,"type":"ping"}"#])
        _ = talk.open()
        _ = talk.hear(Self.opening[0])
        expect(talk.answer(Self.opening[1]).first?.hasPrefix(#"{"id":1,"#), is: true)
    }

    @Test func `other entities and other subscriptions are not taken for ours`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening)
        let other = Self.whole.parts(between: "media_player.kitchen").joined(separator: "light.a")
        expect(talk.hear(other), is: [])
        let strange = Self.whole.parts(between: #""id":1"#).joined(separator: #""id":7"#)
        expect(talk.hear(strange).rejections, is: ["unexpectedShape"])
    }
}
