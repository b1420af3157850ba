import Expectations
import NowPlaying
import Testing

@testable import Feeds

/// The tracks that each radio's conversation and songs become, and the traps of each radio.
struct RadioFeedTests {
    @Test(arguments: RadioSample.song.keys.sorted())
    func `a song becomes a track`(name: String) throws {
        var talk = try MappedTalk.openedRadio(name)
        let report = try talk.reported(try #require(RadioSample.song[name]))
        var normaliser = Normaliser()
        let track = try #require(normaliser.normalise(report).track)
        expect(track.title, is: "Deep")
        expect(track.artist, is: "Fjord")
        let hasAlbum = !["radiolise", "globalplayer", "qmusic"].contains(name)
        expect(track.album, is: hasAlbum ? "Water" : nil)
        expect(track.duration, is: hasAlbum ? .seconds(273) : nil)
        expect(track.artworkURL == nil, is: name == "radiolise")
    }

    @Test(
        arguments: [
            ("qmusic", nil, nil, ["spotify=https://open.spotify.com/track/7"]),
            ("listenmoe", nil, "Joni", nil), ("gensokyo", 2024, nil, nil),
            ("rainwave", nil, "Joni", ["page=https://x.example/deep"]), ("plaza", nil, nil, nil),
        ] as [(String, Int?, String?, [String]?)])
    func `a song has its year, its links and who asked for it, where its feed tells them`(
        name: String, year: Int?, requestedBy: String?, links: [String]?
    ) throws {
        var talk = try MappedTalk.openedRadio(name)
        let report = try talk.reported(try #require(RadioSample.song[name]))
        var normaliser = Normaliser()
        let track = try #require(normaliser.normalise(report).track)
        expect(track.year, is: year)
        expect(track.requestedBy, is: requestedBy)
        expect(track.links?.map(\.description), is: links)
    }

    @Test func `feeds that were never seen at work say so`() {
        let unverified = FeedType.all.filter(\.isUnverified).map(\.name).sorted()
        expect(
            unverified,
            is: [
                "centrifugo", "gensokyo", "globalplayer", "musicassistant", "plaza", "qmusic",
                "rainwave", "streamabc",
            ])
    }

    @Test func `Radiolise names the stream, and offers its subprotocol`() throws {
        var talk = try MappedTalk.radio("radiolise")
        expect(
            talk.open(),
            is: [
                #"send {"action":"subscribe","data":{"url":"https://radio.example/stream.mp3"}}"#
            ])
        expect(FeedType.named("radiolise")?.subprotocols, is: ["v1"])
        expect(FeedType.named("radiolise")?.stationsPerLink, is: 1)
        let error = #"{"action":"reportError","data":{"type":"serverUnreachable"}}"#
        let rejection = FeedRejection(
            code: "serverError", detail: "the server says: serverUnreachable")
        expect(talk.read(error), is: [.rejected(rejection)])
    }

    @Test func `Radiolise's titles have no times, and are divided as the config says`() throws {
        var talk = try MappedTalk.openedRadio("radiolise")
        let report = try talk.reported(
            #"{"action":"setTitle","data":{"title":"Tide / Mara Ebb"}}"#)
        expect(report.track?.positions, is: [])
        var feed = Feed(type: "radiolise", url: "wss://radio.example")
        feed.settings["split"] = .object([
            Feed.Member(name: "by", value: .text(" / ")),
            Feed.Member(name: "order", value: .text("titleFirst")),
        ])
        let type = try #require(FeedType.of(feed))
        #expect(type.mistakes(feed).isEmpty)
        var settings = Normaliser.Settings()
        settings.splitting = type.splitting
        var normaliser = Normaliser(settings)
        let track = normaliser.normalise(report).track
        expect(track?.title, is: "Tide")
        expect(track?.artist, is: "Mara Ebb")
        feed.settings["split"] = .text("/")
        expect(type.mistakes(feed).count, is: 1)
    }
}

/// LISTEN.moe: when songs end, who beats, and what is not a song.
struct ListenMoeTests {
    private func update(_ song: String, start: String) -> String {
        #"{"op":1,"t":"TRACK_UPDATE","d":{"song":\#(song),"event":null,"startTime":"\#(start)"}}"#
    }

    @Test func `LISTEN.moe's start is the song's end`() throws {
        var talk = try MappedTalk.openedRadio("listenmoe")
        let end = Timestamp(milliseconds: 1_734_714_173_000)
        let report = try talk.reported(RadioSample.listenMoe)
        expect(report.track?.positions, is: [.endsAt(end)])
        expect(report.programme?.title, is: "Nattradio")
        expect(report.listeners?.current, is: 92)
        expect(report.history.map(\.title), is: ["Mist"])
        expect(report.track?.artworkURL, is: "https://cdn.listen.moe/covers/w%20%C3%B8.jpg")
        // Told again when it is over, it is an end all the same.
        talk.pass(300)
        let late = RadioSample.listenMoe.replacing("TRACK_UPDATE", with: "TRACK_UPDATE_REQUEST")
        try expect(talk.reported(late).track?.positions, is: [.endsAt(end)])
    }

    @Test(arguments: [(-2, true), (-3, false), (0, true), (60, true)])
    func `a start of LISTEN.moe that is past by more than 2 s is a start`(
        seconds: Int64, isEnd: Bool
    ) throws {
        var talk = try MappedTalk.openedRadio("listenmoe")
        let time = talk.now.wall + .seconds(seconds)
        let second = 1_734_714_000 + seconds
        let clock = second >= 1_734_714_000 ? "17:0\(seconds / 60):00" : "16:59:\(60 + seconds)"
        let text = update(#"{"id":1,"title":"T","duration":90}"#, start: "2024-12-20T\(clock)Z")
        let positions = try talk.reported(text).track?.positions
        expect(positions, is: [isEnd ? .endsAt(time) : .startedAt(time)])
    }

    @Test func `a song of LISTEN.moe without a length is 0 s long`() throws {
        var talk = try MappedTalk.openedRadio("listenmoe")
        let text = update(
            #"{"id":1,"title":"T","duration":0}"#, start: "2024-12-20T17:01:00Z")
        try expect(talk.reported(text).track?.duration, is: nil)
    }

    @Test func `names that LISTEN.moe has in Latin letters only are taken from there`() throws {
        var talk = try MappedTalk.openedRadio("listenmoe")
        let song = #"""
            {"id":1,"title":null,"titleRomaji":"Yoru","duration":9,"albums":[
             {"name":null,"nameRomaji":"Umi","image":null}],"artists":[
             {"name":null,"nameRomaji":"Kumo","image":"k.jpg"},{"name":"雨","nameRomaji":"Ame"}]}
            """#
        let track = try talk.reported(update(song, start: "2024-12-20T17:00:09Z")).track
        expect(track?.title, is: "Yoru")
        expect(track?.artist, is: "Kumo, 雨")
        expect(track?.album, is: "Umi")
        expect(track?.artworkURL, is: "https://cdn.listen.moe/artists/k.jpg")
    }

    @Test(arguments: ["null", "{}", #""requests""#, #"{"displayName":null}"#])
    func `a song of LISTEN.moe without a requester is told so`(requester: String) throws {
        var talk = try MappedTalk.openedRadio("listenmoe")
        try expect(talk.reported(RadioSample.listenMoe).track?.requestedBy, is: "Joni")
        let next = RadioSample.listenMoe.replacing(#""id":450"#, with: #""id":451"#)
            .replacing(#"{"uuid":"u","displayName":"Joni"}"#, with: requester)
        try expect(talk.reported(next).track?.requestedBy, is: nil)
    }

    @Test(arguments: [
        #"{"op":1,"t":"NOTIFICATION","d":{"type":"EVENT","event":null}}"#,
        #"{"op":1,"t":"QUEUE_UPDATE","d":{"amount":2}}"#, #"{"op":10}"#,
    ])
    func `what LISTEN.moe tells besides songs changes nothing`(message: String) throws {
        var talk = try MappedTalk.openedRadio("listenmoe")
        _ = try talk.reported(RadioSample.listenMoe)
        expect(talk.receive(message), is: [])
    }

    @Test func `LISTEN.moe gets a sign of life as often as it says`() throws {
        var talk = try MappedTalk.openedRadio("listenmoe")
        _ = try talk.reported(RadioSample.listenMoe)
        expect(talk.wait, is: 35)
        expect(talk.wake(after: 35), is: [#"send {"op":9}"#])
        expect(talk.receive(#"{"op":10}"#), is: [])
        expect(talk.wait, is: 35)
    }

    @Test func `LISTEN.moe is asked if it tells no song within 3 s`() throws {
        var talk = try MappedTalk.openedRadio("listenmoe")
        expect(talk.wait, is: 3)
        expect(talk.wake(after: 3), is: [#"send {"op":2}"#])
        expect(talk.wait, is: 32)
    }
}

/// Nightwave Plaza: events of Socket.IO.
struct PlazaTests {
    @Test func `Plaza's song stood at its position at its time`() throws {
        var talk = try MappedTalk.openedRadio("plaza")
        let report = try talk.reported(RadioSample.song["plaza"] ?? "")
        let asOf = Timestamp(milliseconds: 1_734_713_990_000)
        expect(report.track?.positions, is: [.elapsedAsOf(.milliseconds(90_250), asOf)])
        expect(report.track?.artworkURL, is: "https://x.example/a.jpg")
        expect(report.listeners?.current, is: 92)
    }

    @Test func `Plaza's position may stand in the song`() throws {
        var talk = try MappedTalk.openedRadio("plaza")
        let text = #"42["status",{"song":{"title":"T","position":3},"updated_at":1734713990}]"#
        let asOf = Timestamp(milliseconds: 1_734_713_990_000)
        try expect(talk.reported(text).track?.positions, is: [.elapsedAsOf(.seconds(3), asOf)])
    }

    @Test func `a position of Plaza's that has no time is none`() throws {
        var talk = try MappedTalk.openedRadio("plaza")
        let text = #"42["status",{"song":{"title":"T"},"position":3,"updated_at":null}]"#
        try expect(talk.reported(text).track?.positions, is: [])
    }

    @Test func `Plaza's counts come alone, and change nothing else`() throws {
        var talk = try MappedTalk.openedRadio("plaza")
        _ = try talk.reported(RadioSample.song["plaza"] ?? "")
        let report = try talk.reported(#"42["listeners",12]"#)
        expect(report.listeners?.current, is: 12)
        expect(report.track?.title, is: "Deep")
        expect(talk.receive(#"42["reactions",4]"#), is: [])
    }

    @Test func `Plaza's pings are answered`() throws {
        var talk = try MappedTalk.openedRadio("plaza")
        expect(talk.receive("2"), is: ["send 3"])
    }
}

/// Gensokyo Radio: its ping, and its ways to write numbers.
struct GensokyoTests {
    @Test func `Gensokyo's ping is answered with the id of the welcome`() throws {
        var talk = try MappedTalk.radio("gensokyo")
        #expect(talk.open().contains(#"send {"message":"grInitialConnection"}"#))
        expect(talk.receive(#"{"message":"welcome","id":42}"#), is: ["accepted"])
        expect(talk.receive(#"{"message":"ping"}"#), is: [#"send {"message":"pong","id":42}"#])
        _ = talk.open()
        expect(talk.receive(#"{"message":"welcome","id":"x-7"}"#), is: ["accepted"])
        expect(talk.receive(#"{"message":"ping"}"#), is: [#"send {"message":"pong","id":"x-7"}"#])
    }

    @Test(arguments: ["100", "\"100\""])
    func `Gensokyo's seconds are numbers or strings, as of now`(played: String) throws {
        var talk = try MappedTalk.openedRadio("gensokyo")
        let text =
            #"{"songid":1,"title":"T","artist":"","circle":"C","duration":"","played":\#(played)}"#
        let track = try talk.reported(text).track
        expect(track?.positions, is: [.elapsed(.seconds(100))])
        expect(track?.artist, is: "C")
        expect(track?.duration, is: nil)
    }

    @Test func `Gensokyo's empty texts are nothing`() throws {
        var talk = try MappedTalk.openedRadio("gensokyo")
        let text =
            #"{"songid":0,"title":"","artist":"","album":"","circle":"","duration":"","played":""}"#
        try expect(talk.reported(text).track, is: nil)
    }
}

/// Rainwave: proof, the question that makes it speak, and what was planned.
struct RainwaveTests {
    @Test func `Rainwave is told who asks, by a number, and asked what is on`() throws {
        var talk = try MappedTalk.radio("rainwave")
        expect(talk.open().last, is: #"send {"action":"auth","user_id":1,"key":"k"}"#)
        expect(
            talk.receive(#"{"wsok":true}"#),
            is: [
                #"send {"action":"check_sched_current_id","sched_id":1}"#, "accepted",
            ])
        expect(
            talk.receive(#"{"ping":{"timestamp":1734714000}}"#), is: [#"send {"action":"pong"}"#])
    }

    @Test func `Rainwave's refusal ends the connection for long`() throws {
        var talk = try MappedTalk.radio("rainwave")
        _ = talk.open()
        let refusal = #"{"wserror":{"tl_key":"auth_failed","text":"Authorization failed."}}"#
        let end = talk.read(refusal).disconnects.first
        expect(end?.retry, is: .terminal)
        expect(end?.reason, is: "Authorization failed.")
        expect(
            talk.receive(#"{"wserror":{"tl_key":"404","text":"No."}}"#),
            is: ["rejected serverError"])
    }

    @Test func `Rainwave's songs begin when they did, on its clock`() throws {
        var talk = try MappedTalk.openedRadio("rainwave")
        let actions = talk.read(RadioSample.rainwave)
        let clock = ServerClock(
            time: Timestamp(milliseconds: 1_734_714_000_000), resolution: .seconds(1))
        #expect(actions.contains(.serverClock(clock)))
        let report = try #require(actions.reports.first)
        let start = Timestamp(milliseconds: 1_734_713_900_000)
        expect(report.track?.positions, is: [.startedAt(start)])
        expect(report.track?.identity?.key, is: "8")
        expect(report.track?.artworkURL, is: "https://rainwave.cc/album_art/2_5_320.jpg")
        expect(report.history.map(\.title), is: ["Mist"])
        expect(report.next?.title, is: "Night")
    }

    @Test func `what Rainwave's listeners still vote on does not come next`() throws {
        var talk = try MappedTalk.openedRadio("rainwave")
        let vote = RadioSample.rainwave.replacing(
            #"[{"title":"Night""#, with: #"[{"title":"Day"},{"title":"Night""#)
        try expect(talk.reported(vote).next, is: nil)
    }

    @Test func `Rainwave off the air is offline until a song comes`() throws {
        var talk = try MappedTalk.openedRadio("rainwave")
        _ = try talk.reported(RadioSample.rainwave)
        let off = try talk.reported(#"{"sync_result":{"tl_key":"station_offline"}}"#)
        expect(off.online, is: false)
        expect(off.track, is: nil)
        let on = try talk.reported(RadioSample.rainwave)
        #expect(on.online != false)
        expect(on.track?.title, is: "Deep")
    }

    @Test(arguments: [
        #"{"live_voting":[]}"#, #"{"user":{"id":1}}"#, #"{"pong":true}"#,
        #"{"outdated_data_warning":{"outdated":true}}"#, #"{"all_stations_info":{}}"#,
    ])
    func `what Rainwave tells besides songs changes nothing`(message: String) throws {
        var talk = try MappedTalk.openedRadio("rainwave")
        _ = try talk.reported(RadioSample.rainwave)
        expect(talk.receive(message), is: [])
    }
}
