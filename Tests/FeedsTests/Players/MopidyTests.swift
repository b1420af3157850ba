import Expectations
import NowPlaying
import Testing

@testable import Feeds

struct MopidyTests {
    @Test func `a radio that says the title first is read as the config says`() throws {
        let titleFirst = Feed.Value.object([
            Feed.Member(name: "order", value: .text("titleFirst"))
        ])
        for split in [nil, titleFirst] {
            var talk = try PlayerTalk("mopidy", settings: ["split": split])
            _ = talk.open()
            _ = talk.hear(
                #"{"jsonrpc":"2.0","id":1,"result":{"tlid":1,"track":{"uri":"http://r","name":"R"}}}"#
            )
            _ = talk.hear(#"{"jsonrpc":"2.0","id":2,"result":"playing"}"#)
            let state = try talk.state(#"{"jsonrpc":"2.0","id":3,"result":"Deep - Fjord"}"#)
            expect(state.track?.title, is: split == nil ? "Fjord" : "Deep")
            expect(state.track?.artist, is: split == nil ? "Deep" : "Fjord")
        }
    }

    static let track =
        #"{"id":1,"jsonrpc":"2.0","result":{"tlid":7,"track":{"uri":"local:track:deep","#
        + #""name":"Deep","artists":[{"name":"Fjord"},{"name":"Fjell"}],"#
        + #""album":{"name":"Water"},"length":273000}}}"#
    static let state = #"{"id":2,"jsonrpc":"2.0","result":"playing"}"#
    static let position = #"{"id":3,"jsonrpc":"2.0","result":12500}"#
    static let images =
        #"{"id":4,"jsonrpc":"2.0","result":{"local:track:deep":[{"uri":"/local/a.jpeg"}]}}"#

    @Test func `what plays is asked for piece by piece, and told when it is whole`() throws {
        var talk = try PlayerTalk("mopidy")
        let ask = #"{"jsonrpc":"2.0","id":1,"method":"core.playback.get_current_tl_track"}"#
        expect(talk.open(), is: [ask])
        let actions = talk.hear(Self.track)
        #expect(actions.reports.isEmpty)
        expect(
            actions.sent,
            is: [
                #"{"jsonrpc":"2.0","id":2,"method":"core.playback.get_state"}"#,
                #"{"jsonrpc":"2.0","id":3,"method":"core.playback.get_time_position"}"#,
                #"{"jsonrpc":"2.0","id":4,"method":"core.library.get_images","params":{"uris":["local:track:deep"]}}"#,
            ])
        #expect(talk.hear(Self.state).reports.isEmpty)
        let state = try talk.state(Self.position)
        expect(state.track?.title, is: "Deep")
        expect(state.track?.artist, is: "Fjord, Fjell")
        expect(state.track?.album, is: "Water")
        expect(state.track?.duration, is: .seconds(273))
        expect(state.elapsed, is: 12.5)
        expect(state.state, is: .playing)
        expect(state.track?.artworkURL, is: nil)
        let pictured = try talk.state(Self.images)
        expect(pictured.track?.artworkURL, is: "http://player.example/local/a.jpeg")
    }

    @Test(arguments: [
        (#""date":"2018","#, 2018), (#""date":"2018-05-03","#, 2018), ("", 2011),
        (#""date":"soon","#, 2011),
    ])
    func `a year is that of the track's date, else of the album's`(date: String, year: Int) throws {
        let track = Self.track.replacing(
            #""album":{"name":"Water"},"#,
            with: #""album":{"name":"Water","date":"2011"},\#(date)"composers":[{"name":"Fjell"}],"#
        )
        var talk = try PlayerTalk.opened("mopidy", [:], [track, Self.state])
        let state = try talk.state(Self.position)
        expect(state.track?.year, is: year)
        expect(state.track?.composer, is: "Fjell")
    }

    @Test(arguments: ["tl_track", "track"])
    func `it does not matter how an event names the track`(name: String) throws {
        var talk = try PlayerTalk.opened("mopidy")
        let event = #"{"event":"track_playback_started","\#(name)":{"tlid":9,"track":{}}}"#
        let sent = talk.answer(event)
        expect(sent.count, is: 1)
        expect(sent.first?.contains("get_current_tl_track"), is: true)
    }

    @Test func `a stream has its station's name until it tells a title, and no position`() throws {
        var talk = try PlayerTalk.opened("mopidy")
        let sent = talk.answer(
            #"{"id":1,"result":{"tlid":8,"track":{"uri":"https://radio.example/s","name":"Nord"}}}"#
        )
        expect(sent.count, is: 2)
        expect(sent.last?.contains("get_stream_title"), is: true)
        _ = talk.hear(#"{"id":2,"result":"playing"}"#)
        let silent = try talk.state(#"{"id":3,"result":null}"#)
        expect(silent.track?.title, is: "Nord")
        expect(silent.track?.positions, is: [])
        _ = talk.answer(#"{"event":"stream_title_changed","title":"Fjord - Deep"}"#)
        _ = talk.hear(
            #"{"id":4,"result":{"tlid":8,"track":{"uri":"https://radio.example/s","name":"Nord"}}}"#
        )
        _ = talk.hear(#"{"id":5,"result":"playing"}"#)
        let titled = try talk.state(#"{"id":6,"result":"Fjord - Deep"}"#)
        expect(titled.track?.title, is: "Deep")
        expect(titled.track?.artist, is: "Fjord")
    }

    @Test func `a stream after a file has nothing of the file, nor a file after a stream`() throws {
        var talk = try PlayerTalk.opened("mopidy", [:], [Self.track, Self.state, Self.position])
        _ = talk.answer(#"{"event":"track_playback_started","tl_track":{"tlid":8}}"#)
        _ = talk.hear(#"{"id":5,"result":{"tlid":8,"track":{"uri":"http://r","name":"Nord"}}}"#)
        _ = talk.hear(#"{"id":6,"result":"playing"}"#)
        let radio = try talk.state(#"{"id":7,"result":null}"#).track
        expect(radio?.title, is: "Nord")
        expect(radio?.artist, is: nil)
        expect(radio?.duration, is: nil)
        expect(radio?.positions, is: [])
        _ = talk.answer(#"{"event":"track_playback_started","tl_track":{"tlid":7}}"#)
        _ = talk.hear(Self.track.parts(between: #""id":1"#).joined(separator: #""id":8"#))
        _ = talk.hear(#"{"id":9,"result":"playing"}"#)
        let file = try talk.state(#"{"id":10,"result":0}"#).track
        expect(file?.title, is: "Deep")
        expect(file?.artist, is: "Fjord, Fjell")
        expect(file?.duration, is: .seconds(273))
    }

    @Test func `nothing in it means stopped, and what has no picture is not a mistake`() throws {
        var talk = try PlayerTalk.opened("mopidy", [:], [Self.track, Self.state, Self.position])
        expect(talk.hear(#"{"id":4,"result":{"local:track:deep":[]}}"#), is: [])
        _ = talk.answer(#"{"event":"playback_state_changed","new_state":"stopped"}"#)
        let state = try talk.state(#"{"id":5,"result":null}"#)
        expect(state.track, is: nil)
        expect(state.state, is: .stopped)
    }

    @Test func `a pause is a state, and asking every 30 s shows that the server lives`() throws {
        var talk = try PlayerTalk.opened("mopidy", [:], [Self.track])
        _ = talk.hear(#"{"id":2,"result":"paused"}"#)
        try expect(talk.state(Self.position).state, is: .paused)
        expect(talk.wait, is: 30)
        expect(talk.wake(after: 30).sent.first?.contains("get_current_tl_track"), is: true)
    }

    @Test func `several replies may come in one frame`() throws {
        var talk = try PlayerTalk.opened("mopidy", [:], [Self.track])
        let state = try talk.state("[\(Self.state),\(Self.position)]")
        expect(state.elapsed, is: 12.5)
        expect(state.state, is: .playing)
    }
}
