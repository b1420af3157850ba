import Expectations
import Foundation
import NowPlaying
import Testing

@testable import Feeds

private let captures = ProcessInfo.processInfo.environment["PLAYER_CAPTURES"]

/// Frames that were captured from real players, in the folder that `PLAYER_CAPTURES` names:
/// `volumio/*.json` and so on. They are other people's, and not kept here.
@Suite(.enabled(if: captures != nil))
struct PlayerCaptureTests {
    private func captured(_ name: String) throws -> String {
        let folder = URL(fileURLWithPath: try #require(captures))
        return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    @Test func `a radio that Volumio has stopped is not a track`() throws {
        var talk = try PlayerTalk.opened("volumio", [:], VolumioTests.opening)
        let captured = try captured("volumio/state_webradio_stopped.json")
        let state = try talk.state(#"42["pushState",\#(captured)]"#)
        expect(state.track, is: nil)
        expect(state.state, is: .stopped)
    }

    @Test(arguments: ["track_playback_started", "playback_state_changed"])
    func `Mopidy's events make the feed ask`(name: String) throws {
        var talk = try PlayerTalk.opened("mopidy")
        expect(talk.answer(try captured("mopidy/\(name).json")).count, is: 1)
    }

    @Test func `Kodi's notification makes the feed ask`() throws {
        var talk = try PlayerTalk.opened("kodi")
        expect(talk.answer(try captured("kodi/player_onplay.json")).count, is: 1)
    }

    @Test func `Snapcast's idle stream is stopped, and empty properties clear it`() throws {
        var talk = try PlayerTalk.opened("snapcast", ["stream": "stream 1"])
        let parts = try captured("snapcast/server_getstatus_result.json").parts(between: #""id":3"#)
        let state = try talk.state(parts.joined(separator: #""id":1"#))
        expect(state.state, is: .stopped)
        expect(state.track, is: nil)
        var other = try PlayerTalk.opened("snapcast", ["stream": "Pipe"])
        try expect(
            other.state(try captured("snapcast/stream_onproperties_empty.json")).track, is: nil)
    }

    @Test func `Home Assistant asks for the token, and others' events are not taken for ours`()
        throws
    {
        var talk = try PlayerTalk.opened("homeassistant")
        expect(talk.answer(try captured("homeassistant/auth_required.json")).count, is: 1)
        #expect(talk.hear(try captured("homeassistant/event_state_changed.json")).reports.isEmpty)
    }

    @Test func `Centrifugo's error is an end`() throws {
        var talk = try PlayerTalk.opened("centrifugo")
        let actions = talk.hear(try captured("centrifugo/bidi_reply_error.json"))
        expect(actions.disconnects.count, is: 1)
    }
}
