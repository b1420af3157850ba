import Expectations
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
        expect(talk.open(), is: [#"{"jsonrpc":"2.0","id":1,"method":"Player.GetActivePlayers"}"#])
        let sent = talk.answer(Self.active)
        expect(sent.count, is: 2)
        #expect(sent.allSatisfy { $0.contains(#""playerid":0,"#) })
        #expect(talk.hear(Self.item).reports.isEmpty)
        let state = try talk.state(Self.properties)
        expect(state.track?.title, is: "Deep")
        expect(state.track?.artist, is: "Fjord")
        expect(state.track?.album, is: "Water")
        expect(state.state, is: .playing)
    }

    @Test func `times are in parts, and pictures come from the web server`() throws {
        var talk = try PlayerTalk.opened("kodi", [:], [Self.active, Self.item])
        let state = try talk.state(Self.properties)
        expect(state.elapsed, is: 62.5)
        expect(state.track?.duration, is: .seconds(273))
        expect(
            state.track?.artworkURL,
            is: "http://player.example:8080/image/image%3A//music%2540a.flac/")
    }

    @Test(
        arguments: [
            (
                #""year":1967,"season":-1,"episode":-1,"displaycomposer":"Fjell""#, 1967, nil, nil,
                "Fjell"
            ),
            (#""year":0,"season":0,"episode":0,"displaycomposer":"""#, nil, nil, nil, nil),
            (#""year":2017,"season":4,"episode":2,"showtitle":"Tides""#, 2017, 4, 2, nil),
            (#""season":0,"episode":1"#, nil, 0, 1, nil), (#""season":4"#, nil, nil, nil, nil),
        ] as [(String, Int?, Int?, Int?, String?)])
    func `an item has its year and composer, an episode its numbers`(
        more: String, year: Int?, season: Int?, episode: Int?, composer: String?
    ) throws {
        let item = Self.item.replacing(#""type":"song""#, with: #""type":"song",\#(more)"#)
        var talk = try PlayerTalk.opened("kodi", [:], [Self.active, item])
        let track = try talk.state(Self.properties).track
        expect(track?.year, is: year)
        expect(track?.composer, is: composer)
        expect(track?.season, is: season)
        expect(track?.episode, is: episode)
    }

    @Test func `what an item is asked for is what is read of it`() throws {
        var talk = try PlayerTalk.opened("kodi")
        let asked = talk.answer(Self.active).joined()
        for name in ["showtitle", "year", "season", "episode", "displaycomposer"] {
            #expect(asked.contains("\"\(name)\""))
        }
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
        expect(sent.count, is: 1)
        expect(sent.first?.contains("GetActivePlayers"), is: true)
    }

    @Test func `a player that is not in use is stopped`() throws {
        var talk = try PlayerTalk.opened("kodi", [:], [Self.active, Self.item, Self.properties])
        _ = talk.answer(#"{"method":"Player.OnStop","params":{}}"#)
        #expect(talk.hear(#"{"id":4,"result":[{"playerid":1,"type":"video"}]}"#).reports.isEmpty)
        let reports = talk.wake(after: 1).reports.map { talk.cleaned($0) }
        expect(reports.map(\.state), is: [.stopped])
        expect(reports.first?.track, is: nil)
    }

    @Test func `one that is not in use at first is stopped at once`() throws {
        var talk = try PlayerTalk.opened("kodi")
        try expect(talk.state(#"{"id":1,"result":[]}"#).state, is: .stopped)
    }

    @Test func `a player of another type is the other player's`() throws {
        var talk = try PlayerTalk.opened("kodi", ["player": "1"])
        let state = try talk.state(#"{"id":1,"result":[{"playerid":1,"type":"audio"}]}"#)
        expect(state.state, is: .stopped)
        expect(state.track, is: nil)
    }

    private static func notification(
        _ method: String, _ time: String? = nil, speed: Int = 1, player: Int = 0
    ) -> String {
        let time = time.map { #","time":\#($0)"# } ?? ""
        return #"{"method":"Player.\#(method)","params":{"data":{"item":{"type":"unknown"},"#
            + #""player":{"playerid":\#(player),"speed":\#(speed)\#(time)}},"sender":"xbmc"}}"#
    }

    private static func properties(
        _ id: Int, _ time: String, of total: String = #"{"minutes":4,"seconds":33}"#,
        speed: Int = 1
    ) -> String {
        #"{"id":\#(id),"result":{"speed":\#(speed),"time":\#(time),"totaltime":\#(total)}}"#
    }

    private static func item(_ id: Int, _ title: String, of duration: Int = 273) -> String {
        #"{"id":\#(id),"result":{"item":{"title":"\#(title)","artist":["Fjord"],"#
            + #""duration":\#(duration)}}}"#
    }

    private static func active(_ id: Int) -> String {
        #"{"id":\#(id),"result":[{"playerid":0,"type":"audio"}]}"#
    }

    /// One that plays "Deep" at 62.5 s of 273.
    private func playing() throws -> PlayerTalk {
        try .opened("kodi", [:], [Self.active, Self.item(2, "Deep"), Self.properties])
    }

    @Test func `a track begins at 0 with its own length, whatever Kodi answers at once`() throws {
        var talk = try playing()
        #expect(talk.hear(Self.notification("OnPlay")).reports.isEmpty)
        _ = talk.hear(Self.active(4))
        _ = talk.hear(Self.item(5, "Wide", of: 240))
        let began = try talk.state(Self.properties(6, #"{"minutes":1,"seconds":3}"#))
        expect(began.track?.title, is: "Wide")
        expect(began.track?.duration, is: .seconds(240))
        expect(began.track?.positions, is: [.assumed(.zero)])
    }

    @Test func `it is asked again 0.3 s and 1 s later, and until the position moves`() throws {
        var talk = try playing()
        _ = talk.hear(Self.notification("OnPlay"))
        for message in [Self.active(4), Self.item(5, "Wide", of: 240)] { _ = talk.hear(message) }
        _ = talk.hear(Self.properties(6, #"{"minutes":1,"seconds":3}"#))
        _ = talk.hear(Self.notification("OnAVStart"))
        expect(talk.wait, is: 0.3)
        expect(talk.wake(after: 0.3).sent.first?.contains("GetActivePlayers"), is: true)
        for message in [Self.active(8), Self.item(9, "Wide", of: 240)] { _ = talk.hear(message) }
        // Still those of the track before: the lengths differ.
        let old = try talk.state(Self.properties(10, #"{"minutes":1,"seconds":4}"#))
        expect(old.track?.positions, is: [])
        expect(old.track?.duration, is: .seconds(240))
        expect(talk.wait, is: 0.7)
        #expect(!talk.wake(after: 0.7).sent.isEmpty)
        for message in [Self.active(11), Self.item(12, "Wide", of: 240)] { _ = talk.hear(message) }
        let total = #"{"minutes":4,"milliseconds":40}"#
        let settled = try talk.state(Self.properties(13, #"{"milliseconds":400}"#, of: total))
        expect(settled.track?.positions, is: [.assumed(.milliseconds(400))])
        expect(settled.track?.duration, is: .milliseconds(240_040))
        // It creeps while buffers are filled, and then it moves.
        for (first, position, isMoving) in [(14, 410, false), (17, 720, true)] {
            expect(talk.wait, is: 0.3)
            _ = talk.wake(after: 0.3)
            _ = talk.hear(Self.active(first))
            _ = talk.hear(Self.item(first + 1, "Wide", of: 240))
            let time = #"{"milliseconds":\#(position)}"#
            let state = try talk.state(Self.properties(first + 2, time, of: total))
            let claim = Interval.milliseconds(Int64(position))
            expect(state.track?.positions, is: [isMoving ? .elapsed(claim) : .assumed(claim)])
        }
        expect(talk.wait, is: 30)
    }

    @Test func `a radio that is being opened has not the length and position of what was before`()
        throws
    {
        var talk = try playing()
        _ = talk.hear(Self.notification("OnPlay"))
        for message in [Self.active(4), Self.item(5, "live.mp3", of: 0)] { _ = talk.hear(message) }
        let old = Self.properties(6, #"{"minutes":1,"seconds":3}"#)
        try expect(talk.state(old).track?.duration, is: nil)
        // As often as it is asked, for as long as the radio takes to answer.
        for (first, pause) in [(7, 1.0), (10, 5.0)] {
            _ = talk.wake(after: pause)
            _ = talk.hear(Self.active(first))
            _ = talk.hear(Self.item(first + 1, "live.mp3", of: 0))
            let state = try talk.state(
                Self.properties(first + 2, #"{"minutes":1,"seconds":3}"#))
            expect(state.track?.duration, is: nil)
            expect(state.track?.positions, is: [])
        }
    }

    @Test func `a track that follows by itself has started before it plays`() throws {
        var talk = try playing()
        _ = talk.hear(Self.notification("OnAVStart"))
        for message in [Self.active(4), Self.item(5, "Deep")] { _ = talk.hear(message) }
        _ = talk.hear(Self.properties(6, #"{"minutes":4}"#))
        _ = talk.hear(Self.notification("OnPlay"))
        for message in [Self.active(7), Self.item(8, "Wide")] { _ = talk.hear(message) }
        _ = talk.hear(Self.properties(9, #"{"minutes":4}"#))
        _ = talk.wake(after: 1)
        for message in [Self.active(10), Self.item(11, "Wide")] { _ = talk.hear(message) }
        let state = try talk.state(Self.properties(12, #"{"milliseconds":400}"#))
        expect(state.track?.title, is: "Wide")
        expect(state.track?.positions, is: [.assumed(.milliseconds(400))])
    }

    @Test func `where Kodi never says that a track has started, it is believed after 10 s`() throws
    {
        var talk = try playing()
        _ = talk.hear(Self.notification("OnPlay"))
        for (first, pause) in [(4, 0.3), (7, 0.7), (10, 9)] {
            _ = talk.hear(Self.active(first))
            _ = talk.hear(Self.item(first + 1, "Wide"))
            let early = try talk.state(Self.properties(first + 2, #"{"seconds":5}"#))
            expect(early.track?.positions.contains(.assumed(.seconds(5))), is: false)
            #expect(!talk.wake(after: pause).sent.isEmpty)
        }
        for message in [Self.active(13), Self.item(14, "Wide")] { _ = talk.hear(message) }
        let state = try talk.state(Self.properties(15, #"{"seconds":10}"#))
        expect(state.track?.positions, is: [.assumed(.seconds(10))])
    }

    @Test func `an event soon after another one is looked at 0.3 s after itself`() throws {
        var talk = try playing()
        _ = talk.hear(Self.notification("OnSeek", #"{"minutes":2}"#))
        talk.pass(0.2)
        _ = talk.hear(Self.notification("OnAVChange"))
        expect(talk.wait, is: 0.3)
        _ = talk.wake(after: 0.3)
        for message in [Self.active(6), Self.item(7, "Deep")] { _ = talk.hear(message) }
        let state = try talk.state(Self.properties(8, #"{"minutes":1,"seconds":59}"#))
        expect(state.track?.positions, is: [.assumed(.seconds(119))])
    }

    @Test(arguments: [("-1", "-92", -1_092), ("0", "0", 0)])
    func `a time up to 0 is that of a track that has not begun, and asked again`(
        seconds: String, milliseconds: String, position: Int64
    ) throws {
        var talk = try playing()
        _ = talk.hear(Self.notification("OnPlay"))
        for message in [Self.active(4), Self.item(5, "Wide")] { _ = talk.hear(message) }
        _ = talk.hear(Self.properties(6, #"{"seconds":0}"#))
        _ = talk.hear(Self.notification("OnAVStart"))
        _ = talk.wake(after: 1)
        for message in [Self.active(8), Self.item(9, "Wide")] { _ = talk.hear(message) }
        let time = #"{"seconds":\#(seconds),"milliseconds":\#(milliseconds)}"#
        let state = try talk.state(Self.properties(10, time))
        expect(state.track?.positions, is: [.assumed(.milliseconds(position))])
        expect(talk.wait, is: 0.3)
    }

    @Test func `an answer to what was asked before a track began is not about it`() throws {
        var talk = try playing()
        _ = talk.hear(Self.notification("OnAVStart"))
        _ = talk.hear(Self.active(4))
        _ = talk.hear(Self.notification("OnPlay"))
        #expect(talk.hear(Self.item(5, "Deep")).reports.isEmpty)
        #expect(talk.hear(Self.properties(6, #"{"minutes":4}"#)).reports.isEmpty)
        for message in [Self.active(7), Self.item(8, "Wide")] { _ = talk.hear(message) }
        let state = try talk.state(Self.properties(9, #"{"minutes":4}"#))
        expect(state.track?.title, is: "Wide")
        expect(state.track?.positions, is: [.assumed(.zero)])
    }

    @Test func `a seek is where the notification says, not where Kodi answers at once`() throws {
        var talk = try playing()
        let sought = try talk.state(Self.notification("OnSeek", #"{"minutes":2}"#))
        expect(sought.track?.positions, is: [.assumed(.seconds(120))])
        for message in [Self.active(4), Self.item(5, "Deep")] { _ = talk.hear(message) }
        let old = try talk.state(Self.properties(6, #"{"minutes":1,"seconds":3}"#))
        expect(old.track?.positions, is: [])
    }

    @Test func `a pause is told at once, and where it is when Kodi has come to rest`() throws {
        var talk = try playing()
        let paused = try talk.state(Self.notification("OnPause", speed: 0))
        expect(paused.state, is: .paused)
        expect(paused.track?.positions, is: [])
        for message in [Self.active(4), Self.item(5, "Deep")] { _ = talk.hear(message) }
        let old = try talk.state(Self.properties(6, #"{"minutes":1,"seconds":3}"#))
        expect(old.state, is: .paused)
        expect(old.track?.positions, is: [])
        _ = talk.wake(after: 1)
        for message in [Self.active(7), Self.item(8, "Deep")] { _ = talk.hear(message) }
        let rested = #"{"minutes":1,"seconds":3,"milliseconds":400}"#
        try expect(talk.state(Self.properties(9, rested, speed: 0)).elapsed, is: 63.4)
    }

    @Test func `a length of 0 does not take the place of the one in the tags`() throws {
        var talk = try PlayerTalk.opened("kodi", [:], [Self.active, Self.item(2, "Deep")])
        let zero = #"{"hours":0,"minutes":0,"seconds":0,"milliseconds":0}"#
        let state = try talk.state(Self.properties(3, zero, of: zero))
        expect(state.track?.duration, is: .seconds(273))
        expect(state.track?.positions, is: [])
        expect(talk.wait, is: 1)
    }

    @Test func `what runs backwards is asked every second`() throws {
        var talk = try playing()
        let back = try talk.state(Self.notification("OnSpeedChanged", speed: -4))
        #expect(back.runsBackwards)
        for message in [Self.active(4), Self.item(5, "Deep")] { _ = talk.hear(message) }
        _ = talk.hear(Self.properties(6, #"{"minutes":1}"#, speed: -4))
        _ = talk.wake(after: 1)
        for message in [Self.active(7), Self.item(8, "Deep")] { _ = talk.hear(message) }
        _ = talk.hear(Self.properties(9, #"{"seconds":56}"#, speed: -4))
        expect(talk.wait, is: 1)
    }

    @Test func `a stream's titles are asked every 5 s, and its first one has begun before`() throws
    {
        var talk = try playing()
        _ = talk.hear(Self.notification("OnPlay"))
        let zero = #"{"seconds":0}"#
        for message in [Self.active(4), Self.item(5, "live.mp3", of: 0)] { _ = talk.hear(message) }
        try expect(talk.state(Self.properties(6, zero, of: zero)).track?.isJoined, is: true)
        _ = talk.hear(Self.notification("OnAVStart"))
        _ = talk.wake(after: 1)
        for message in [Self.active(8), Self.item(9, "First", of: 0)] { _ = talk.hear(message) }
        let first = try talk.state(Self.properties(10, #"{"seconds":1}"#, of: zero))
        expect(first.track?.isJoined, is: true)
        expect(first.track?.positions, is: [])
        expect(talk.wait, is: 5)
        _ = talk.wake(after: 5)
        for message in [Self.active(11), Self.item(12, "Second", of: 0)] { _ = talk.hear(message) }
        try expect(
            talk.state(Self.properties(13, #"{"seconds":6}"#, of: zero)).track?.isJoined, is: false)
    }

    @Test func `what happens to other players is none of its own`() throws {
        var talk = try playing()
        #expect(talk.hear(Self.notification("OnSpeedChanged", speed: 0, player: 1)).reports.isEmpty)
        #expect(talk.hear(Self.notification("OnPlay", player: 1)).reports.isEmpty)
    }

    @Test func `a speed of 0 is a pause, and others are rates`() throws {
        var talk = try PlayerTalk.opened("kodi", [:], [Self.active, Self.item])
        let parts = Self.properties.parts(between: #""speed":1"#)
        let paused = try talk.state(parts.joined(separator: #""speed":0"#))
        expect(paused.state, is: .paused)
        expect(paused.rate, is: 0)
        expect(paused.elapsed, is: 62.5)
        _ = talk.answer(#"{"method":"Player.OnSpeedChanged","params":{}}"#)
        _ = talk.hear(#"{"id":4,"result":[{"playerid":0}]}"#)
        let fast = #"{"id":6,"result":{"speed":2,"time":{"minutes":2},"totaltime":{"minutes":4}}}"#
        let state = try talk.state(fast)
        expect(state.rate, is: 2)
        expect(state.elapsed, is: 120)
    }

    @Test func `what has no length is a stream, and its position not the song's`() throws {
        var talk = try PlayerTalk.opened("kodi", [:], [Self.active])
        _ = talk.hear(
            #"{"id":2,"result":{"item":{"label":"Fjord - Deep","title":"","artist":[]}}}"#)
        let stream =
            #"{"id":3,"result":{"speed":1,"time":{"minutes":9},"totaltime":{"hours":0,"minutes":0,"seconds":0}}}"#
        let state = try talk.state(stream)
        expect(state.track?.title, is: "Fjord - Deep")
        expect(state.track?.positions, is: [])
    }

    @Test func `a question every 30 s shows that it lives`() throws {
        var talk = try PlayerTalk.opened("kodi")
        expect(talk.wake(after: 30).sent.first?.contains("GetActivePlayers"), is: true)
    }
}
