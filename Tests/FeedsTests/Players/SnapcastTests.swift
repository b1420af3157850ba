import Expectations
import NowPlaying
import Testing

@testable import Feeds

struct SnapcastTests {
    static let status =
        #"{"id":1,"jsonrpc":"2.0","result":{"server":{"streams":[{"id":"attic","status":"idle"},"#
        + #"{"id":"kitchen","status":"playing","properties":{"playbackStatus":"playing","#
        + #""position":99.5,"rate":1.0,"metadata":{"title":"Deep","artist":["Fjord","Fjell"],"#
        + #""album":"Water","duration":273.5,"artUrl":"/__image_cache?name=ab"}}}]}}}"#

    static func properties(_ properties: String, stream: String = "kitchen") -> String {
        #"{"jsonrpc":"2.0","method":"Stream.OnProperties","params":{"id":"\#(stream)","properties":\#(properties)}}"#
    }

    static func playing(_ position: Double, title: String = "Deep", _ more: String = "") -> String {
        properties(
            #"{"playbackStatus":"playing","rate":1.0,"position":\#(position),"#
                + #""metadata":{"title":"\#(title)","artist":["Fjord"],"duration":273.5\#(more)}}"#)
    }

    @Test func `the status is asked for, and its position is too old to be one`() throws {
        var talk = try PlayerTalk("snapcast")
        expect(talk.open(), is: [#"{"jsonrpc":"2.0","id":1,"method":"Server.GetStatus"}"#])
        let state = try talk.state(Self.status)
        expect(state.track?.title, is: "Deep")
        expect(state.track?.artist, is: "Fjord, Fjell")
        expect(state.track?.duration, is: .milliseconds(273_500))
        expect(state.track?.artworkURL, is: "http://player.example/__image_cache?name=ab")
        expect(state.state, is: .playing)
        expect(state.track?.positions, is: [])
    }

    @Test func `properties have a position in seconds, but one that is repeated is old`() throws {
        var talk = try PlayerTalk.opened("snapcast", [:], [Self.status])
        try expect(talk.state(Self.playing(12.5)).elapsed, is: 12.5)
        talk.pass(60)
        try expect(talk.state(Self.playing(12.5)).elapsed, is: 72.5)
        try expect(talk.state(Self.playing(20)).elapsed, is: 20)
        try expect(talk.state(Self.playing(20, title: "Night")).elapsed, is: 20)
    }

    @Test func `properties are merged: what they leave out is none`() throws {
        var talk = try PlayerTalk.opened("snapcast", [:], [Self.status])
        let more = #","album":"Water","artUrl":"https://x.example/a.jpg""#
        try expect(talk.state(Self.playing(1, title: "Deep", more)).track?.album, is: "Water")
        let bare = try talk.state(Self.playing(2))
        expect(bare.track?.album, is: nil)
        expect(bare.track?.artworkURL, is: nil)
    }

    @Test func `a genre is a list`() throws {
        var talk = try PlayerTalk.opened("snapcast", [:], [Self.status])
        let more = #","genre":["Jazz","Folk"]"#
        try expect(talk.state(Self.playing(1, title: "Deep", more)).track?.genre, is: "Jazz, Folk")
        try expect(talk.state(Self.playing(2)).track?.genre, is: nil)
    }

    @Test(
        arguments: [
            (#","contentCreated":"2016""#, 2016), (#","originalDate":"1971-02-01""#, 1971),
            (#","date":"2016""#, 2016), ("", nil),
        ] as [(String, Int?)])
    func `year, composer and label are tags of the stream's`(more: String, year: Int?) throws {
        var talk = try PlayerTalk.opened("snapcast", [:], [Self.status])
        let tags = more + #","composer":["Fjell","Polar"],"label":"Sluice""#
        let state = try talk.state(Self.playing(1, title: "Deep", tags))
        expect(state.track?.year, is: year)
        expect(state.track?.label, is: "Sluice")
        expect(state.track?.composer, is: "Fjell, Polar")
        try expect(talk.state(Self.playing(2)).track?.composer, is: nil)
        let status = Self.status.replacing(#""album":"Water","#, with: #""album":"Water"\#(tags),"#)
        var early = try PlayerTalk.opened("snapcast")
        let first = try early.state(status).track
        expect(first?.year, is: year)
        expect(first?.label, is: "Sluice")
        expect(first?.composer, is: "Fjell, Polar")
    }

    @Test func `what has no title is called by its file, and without that it is none`() throws {
        var talk = try PlayerTalk.opened("snapcast")
        let untagged = Self.playing(1).parts(between: #""title":"Deep","artist":["Fjord"]"#)
        let named = try talk.state(untagged.joined(separator: #""url":"untagged.wav""#))
        expect(named.track?.title, is: "untagged.wav")
        expect(named.track?.artist, is: nil)
        expect(named.track?.duration, is: .milliseconds(273_500))
        try expect(talk.state(untagged.joined(separator: #""artist":["Fjord"]"#)).track, is: nil)
    }

    @Test func `paused, idle and stopped are told apart, and rates are taken`() throws {
        var talk = try PlayerTalk.opened("snapcast", [:], [Self.status])
        let paused =
            #"{"playbackStatus":"paused","rate":1.5,"position":3,"#
            + #""metadata":{"title":"Deep","duration":200}}"#
        let state = try talk.state(Self.properties(paused))
        expect(state.state, is: .paused)
        expect(state.rate, is: 0)
        expect(state.elapsed, is: 3)
        let idle = try talk.state(
            #"{"method":"Stream.OnUpdate","params":{"id":"kitchen","stream":{"status":"idle"}}}"#)
        expect(idle.state, is: .stopped)
        expect(idle.track?.title, is: "Deep")
        let stopped = try talk.state(Self.properties(#"{"playbackStatus":"stopped"}"#))
        expect(stopped.state, is: .stopped)
        expect(stopped.track, is: nil)
    }

    static func update(_ status: String, _ properties: String) -> String {
        #"{"method":"Stream.OnUpdate","params":{"id":"kitchen","stream":{"id":"kitchen","#
            + #""status":"\#(status)","properties":\#(properties)}}}"#
    }

    @Test func `a stream that changes may bring another song`() throws {
        var talk = try PlayerTalk.opened("snapcast", [:], [Self.status])
        _ = talk.hear(Self.playing(12.5))
        let song =
            #"{"playbackStatus":"unknown","position":0,"metadata":{"title":"Night","#
            + #""artist":["Polar"],"duration":200}}"#
        let state = try talk.state(Self.update("playing", song))
        expect(state.track?.title, is: "Night")
        expect(state.track?.artist, is: "Polar")
        expect(state.track?.album, is: nil)
        expect(state.track?.duration, is: .seconds(200))
        expect(state.track?.positions, is: [])
        expect(state.state, is: .playing)
    }

    @Test(arguments: [
        ("idle", "playing", Playback.State.stopped), ("disabled", "playing", .stopped),
        ("idle", "unknown", .stopped), ("idle", "paused", .paused),
        ("playing", "unknown", .playing),
        ("playing", "playing", .playing), ("playing", "paused", .paused),
    ])
    func `an idle stream plays nothing, whatever its properties still say`(
        status: String, playback: String, expected: Playback.State
    ) throws {
        let left = #"{"playbackStatus":"\#(playback)","metadata":{"title":"Deep"}}"#
        var talk = try PlayerTalk.opened("snapcast", [:], [Self.status])
        try expect(talk.state(Self.update(status, left)).state, is: expected)
        let first = Self.status.replacing(#""status":"playing""#, with: #""status":"\#(status)""#)
            .replacing(#""playbackStatus":"playing""#, with: #""playbackStatus":"\#(playback)""#)
        var early = try PlayerTalk.opened("snapcast")
        try expect(early.state(first).state, is: expected)
    }

    @Test func `without metadata nothing plays`() throws {
        var talk = try PlayerTalk.opened("snapcast", [:], [Self.status])
        try expect(talk.state(Self.properties("{}")).track, is: nil)
    }

    @Test func `other streams are of no concern, and an unknown one says nothing`() throws {
        var talk = try PlayerTalk.opened("snapcast", [:], [Self.status])
        expect(
            talk.hear(Self.properties(#"{"playbackStatus":"playing"}"#, stream: "attic")), is: [])
        var other = try PlayerTalk.opened("snapcast", ["stream": "cellar/~1"])
        expect(other.hear(Self.status), is: [])
    }

    @Test func `a question every 30 s shows that the server lives`() throws {
        var talk = try PlayerTalk.opened("snapcast")
        expect(talk.wake(after: 30).sent.first?.contains("Server.GetRPCVersion"), is: true)
        expect(talk.hear(#"{"id":2,"result":{"major":2}}"#), is: [])
    }
}
