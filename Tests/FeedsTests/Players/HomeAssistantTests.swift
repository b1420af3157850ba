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
        #expect(talk.open() == [])
        #expect(talk.answer(Self.opening[0]) == [#"{"type":"auth","access_token":"secret"}"#])
        #expect(
            talk.answer(Self.opening[1]) == [
                #"{"id":1,"type":"subscribe_entities","entity_ids":["media_player.kitchen"]}"#
            ])
        #expect(talk.hear(Self.opening[2]) == [.accepted])
    }

    @Test func `a wrong token is told, and not tried again at once`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], [Self.opening[0]])
        let refused = talk.hear(#"{"type":"auth_invalid","message":"Invalid access token"}"#)
        #expect(refused.disconnects.first?.retry == .terminal)
        #expect(refused.disconnects.first?.reason == "Invalid access token")
    }

    @Test func `a position is as of the time at which it was one`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening)
        let state = try talk.state(Self.whole)
        #expect(state.track?.title == "Deep" && state.track?.artist == "Fjord")
        #expect(state.track?.album == "Water" && state.track?.duration == .seconds(273))
        let asOf = Timestamp(milliseconds: 1_734_713_990_250)
        #expect(state.track?.positions == [.elapsedAsOf(.seconds(12), asOf)])
        #expect(state.state == .playing && state.online == true)
        #expect(
            state.track?.artworkURL == "http://player.example/api/media_player_proxy/x?cache=1")
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
        #expect(actions.reports.last?.track?.positions == [.elapsedAsOf(.seconds(12), asOf)])
        let paused = try talk.state(
            Self.change(#"{"+":{"s":"paused","lu":1734714001},"-":{"a":["media_artist"]}}"#))
        #expect(paused.state == .paused && paused.track?.artist == nil)
        #expect(paused.track?.album == "Water")
        let idle = try talk.state(
            Self.change(#"{"+":{"s":"idle"},"-":{"a":["media_title","media_position"]}}"#))
        #expect(idle.state == .stopped && idle.track == nil)
    }

    @Test func `several messages may come in an array`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Array(Self.opening.prefix(2)))
        let actions = talk.hear("[\(Self.opening[2]),\(Self.whole)]")
        #expect(actions.first == .accepted)
        #expect(actions.reports.last?.track?.title == "Deep")
    }

    @Test func `what is unavailable is off the air, what is gone is unknown`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening + [Self.whole])
        let away = try talk.state(Self.change(#"{"+":{"s":"unavailable"}}"#))
        #expect(away.online == false && away.state == .stopped)
        let gone = try talk.state(
            #"{"id":1,"type":"event","event":{"r":["media_player.kitchen"]}}"#)
        #expect(gone.online == nil && gone.track == nil)
    }

    @Test func `a title without artist and length is a stream's line`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening)
        let state = try talk.state(
            #"{"id":1,"type":"event","event":{"a":{"media_player.kitchen":{"s":"playing","a":{"media_title":"Fjord - Deep"}}}}}"#
        )
        #expect(state.track?.title == "Deep" && state.track?.artist == "Fjord")
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
        #expect(state.track?.title == "The - Lock" && state.track?.album == "Tides")
        #expect(state.track?.season == season && state.track?.episode == episode)
    }

    @Test func `numbers may be texts, and what has a length is not a stream`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening)
        let state = try talk.state(
            Self.player(
                "playing",
                #""media_title":"Artist - Inside Title - Remix","media_duration":"90","#
                    + #""media_position":"12.5","#
                    + #""media_position_updated_at":"2024-12-20T16:59:50+00:00""#))
        #expect(state.track?.title == "Artist - Inside Title - Remix")
        #expect(state.track?.artist == nil && state.track?.duration == .seconds(90))
        let asOf = Timestamp(milliseconds: 1_734_713_990_000)
        #expect(state.track?.positions == [.elapsedAsOf(.milliseconds(12_500), asOf)])
        let clock = try talk.state(Self.change(##"{"+":{"a":{"media_duration":"1:30"}}}"##))
        #expect(clock.track?.duration == .seconds(90))
    }

    @Test(arguments: [
        #""media_album_name":"Water""#, #""media_series_title":"Water""#,
        #""media_content_type":"tvshow""#, #""media_content_type":"movie""#,
    ])
    func `a title with a structure around it is not split`(attribute: String) throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening)
        let state = try talk.state(
            Self.player("playing", #""media_title":"Fjord - Deep",\#(attribute)"#))
        #expect(state.track?.title == "Fjord - Deep" && state.track?.artist == nil)
    }

    @Test func `a paused player's position needs no time, a playing one's does`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening)
        let position = #""media_title":"Deep","media_duration":300,"media_position":155"#
        let paused = try talk.state(Self.player("paused", position))
        #expect(paused.track?.positions == [.elapsed(.seconds(155))])
        #expect(try talk.state(Self.player("playing", position)).track?.positions == [])
        #expect(try talk.state(Self.player("idle", position)).track?.positions == [])
    }

    @Test func `an episode has its series for an album`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening)
        let state = try talk.state(
            Self.player("playing", #""media_title":"Chapter 2","media_series_title":"Harbour""#))
        #expect(state.track?.title == "Chapter 2" && state.track?.album == "Harbour")
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
        #expect(state.track == nil && state.programme?.title == programme)
        #expect(try talk.state(Self.player("off", attributes)).programme == nil)
    }

    @Test func `a channel stays beside its titles, an app does not, and the name is the entity's`()
        throws
    {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening)
        let titled = #""media_title":"Deep","media_artist":"Fjord","friendly_name":"Kitchen""#
        let app = try talk.state(Self.player("playing", titled + #","app_name":"Radio""#))
        #expect(app.programme == nil && app.station.name == "Kitchen")
        let channel = try talk.state(Self.player("playing", titled + #","media_channel":"TOP""#))
        #expect(channel.programme?.title == "TOP" && channel.track?.title == "Deep")
    }

    @Test func `a title may be a number`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening)
        let state = try talk.state(
            Self.player("playing", #""media_title":1999,"media_artist":"Fjord""#))
        #expect(state.track?.title == "1999")
    }

    @Test func `numbers of commands grow, over pings, and begin anew with a connection`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening)
        #expect(talk.wake(after: 30).sent == [#"{"id":2,"type":"ping"}"#])
        #expect(talk.hear(#"{"id":2,"type":"pong"}"#) == [])
        #expect(talk.wake(after: 30).sent == [#"{"id":3,"type":"ping"}"#])
        _ = talk.open()
        _ = talk.hear(Self.opening[0])
        #expect(talk.answer(Self.opening[1]).first?.hasPrefix(#"{"id":1,"#) == true)
    }

    @Test func `other entities and other subscriptions are not taken for ours`() throws {
        var talk = try PlayerTalk.opened("homeassistant", [:], Self.opening)
        let other = Self.whole.parts(between: "media_player.kitchen").joined(separator: "light.a")
        #expect(talk.hear(other) == [])
        let strange = Self.whole.parts(between: #""id":1"#).joined(separator: #""id":7"#)
        #expect(talk.hear(strange).rejections == ["unexpectedShape"])
    }
}
