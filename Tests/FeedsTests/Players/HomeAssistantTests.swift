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
