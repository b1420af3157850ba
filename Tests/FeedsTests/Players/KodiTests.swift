import NowPlaying
import Testing

@testable import Feeds

struct KodiTests {
    static let active = #"{"id":1,"jsonrpc":"2.0","result":[{"playerid":0,"type":"audio"}]}"#
    static let item =
        #"{"id":2,"jsonrpc":"2.0","result":{"item":{"id":5,"title":"Deep","artist":["Fjord"],"#
        + #""album":"Water","label":"Deep","thumbnail":"image://music%40a.flac/","type":"song"}}}"#
    static let properties =
        #"{"id":3,"jsonrpc":"2.0","result":{"speed":1,"#
        + #""time":{"hours":0,"minutes":1,"seconds":2,"milliseconds":500},"#
        + #""totaltime":{"hours":0,"minutes":4,"seconds":33,"milliseconds":0}}}"#

    @Test func `what plays is asked for, of the player that is meant`() throws {
        var talk = try PlayerTalk("kodi")
        #expect(talk.open() == [#"{"jsonrpc":"2.0","id":1,"method":"Player.GetActivePlayers"}"#])
        let sent = talk.answer(Self.active)
        #expect(sent.count == 2)
        #expect(sent.allSatisfy { $0.contains(#""playerid":0,"#) })
        #expect(talk.hear(Self.item).reports.isEmpty)
        let state = try talk.state(Self.properties)
        #expect(state.track?.title == "Deep" && state.track?.artist == "Fjord")
        #expect(state.track?.album == "Water" && state.state == .playing)
    }

    @Test func `times are in parts, and pictures come from the web server`() throws {
        var talk = try PlayerTalk.opened("kodi", [:], [Self.active, Self.item])
        let state = try talk.state(Self.properties)
        #expect(state.elapsed == 62.5 && state.track?.duration == .seconds(273))
        #expect(
            state.track?.artworkURL
                == "http://player.example:8080/image/image%3A//music%2540a.flac/")
    }

    @Test(arguments: [
        "Player.OnPlay", "Player.OnAVStart", "Player.OnPause", "Player.OnResume", "Player.OnSeek",
        "Player.OnSpeedChanged", "Player.OnStop",
    ])
    func `a notification has only ids, and what it means is asked`(method: String) throws {
        var talk = try PlayerTalk.opened("kodi")
        let sent = talk.answer(
            #"{"jsonrpc":"2.0","method":"\#(method)","params":{"data":{"item":{"id":5}},"sender":"xbmc"}}"#
        )
        #expect(sent.count == 1 && sent.first?.contains("GetActivePlayers") == true)
    }

    @Test func `a player that is not in use is stopped`() throws {
        var talk = try PlayerTalk.opened("kodi", [:], [Self.active, Self.item, Self.properties])
        _ = talk.answer(#"{"method":"Player.OnStop","params":{}}"#)
        let state = try talk.state(#"{"id":4,"result":[{"playerid":1,"type":"video"}]}"#)
        #expect(state.track == nil && state.state == .stopped)
    }

    @Test func `a speed of 0 is a pause, and others are rates`() throws {
        var talk = try PlayerTalk.opened("kodi", [:], [Self.active, Self.item])
        let parts = Self.properties.parts(between: #""speed":1"#)
        let paused = try talk.state(parts.joined(separator: #""speed":0"#))
        #expect(paused.state == .paused && paused.rate == 0 && paused.elapsed == 62.5)
        _ = talk.answer(#"{"method":"Player.OnSpeedChanged","params":{}}"#)
        _ = talk.hear(#"{"id":4,"result":[{"playerid":0}]}"#)
        let fast = #"{"id":6,"result":{"speed":2,"time":{"minutes":2},"totaltime":{"minutes":4}}}"#
        let state = try talk.state(fast)
        #expect(state.rate == 2 && state.elapsed == 120)
    }

    @Test func `what has no length is a stream, and its position not the song's`() throws {
        var talk = try PlayerTalk.opened("kodi", [:], [Self.active])
        _ = talk.hear(
            #"{"id":2,"result":{"item":{"label":"Fjord - Deep","title":"","artist":[]}}}"#)
        let stream =
            #"{"id":3,"result":{"speed":1,"time":{"minutes":9},"totaltime":{"hours":0,"minutes":0,"seconds":0}}}"#
        let state = try talk.state(stream)
        #expect(state.track?.title == "Fjord - Deep" && state.track?.positions == [])
    }

    @Test func `a question every 30 s shows that it lives`() throws {
        var talk = try PlayerTalk.opened("kodi")
        #expect(talk.wake(after: 30).sent.first?.contains("GetActivePlayers") == true)
    }
}
