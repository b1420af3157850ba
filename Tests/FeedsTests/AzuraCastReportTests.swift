import Expectations
import Feeds
import NowPlaying
import Testing

struct AzuraCastReportTests {
    private func report(_ nowPlaying: String) throws -> Report {
        var conversation = Conversation.connected()
        return try #require(conversation.receive(Fixture.push(nowPlaying)).reports.first)
    }

    private static let start = Timestamp(milliseconds: 1_734_713_887_000)

    @Test func `every field has its place`() throws {
        let report = try report(Fixture.nowPlaying())
        expect(report.station.name, is: "Nordlicht")
        expect(report.station.url, is: "https://nordlicht.example")
        expect(report.station.description, is: "Music from the north")
        expect(report.online, is: true)
        expect(report.listeners, is: Listeners(current: 6, unique: 5, total: 7))
        let track = try #require(report.track)
        expect(track.identity, is: .init(key: "900/abc", startedAt: Self.start))
        expect(track.text, is: "Aurora - First Light")
        expect(track.title, is: "First Light")
        expect(track.artist, is: "Aurora")
        expect(track.album, is: "Dawn")
        expect(track.genre, is: "Ambient")
        expect(track.isrc, is: "NO-AAA-20-00001")
        expect(track.artworkURL, is: "https://nordlicht.example/art/1.jpg")
        expect(track.duration, is: .seconds(677))
        expect(track.kind, is: nil)
        expect(report.state, is: .playing)
        expect(report.rate, is: 1)
        expect(report.live, is: nil)
        expect(report.next?.title, is: "Night")
        expect(report.next?.duration, is: .milliseconds(200_500))
        expect(report.next?.positions, is: [.startedAt(Timestamp(milliseconds: 1_734_714_564_000))])
        expect(report.history.map(\.title), is: ["Deep", "Jingle"])
        expect(report.history.map(\.duration), is: [.seconds(240), nil])
    }

    /// The server's `elapsed` runs 5 s ahead of its `played_at`.
    @Test func `both claims of the position agree`() throws {
        let track = try #require(try report(Fixture.nowPlaying()).track)
        expect(track.positions, is: [.startedAt(Self.start), .elapsed(.seconds(356))])
        let early = Fixture.current.replacing("\"elapsed\":361", with: "\"elapsed\":3")
        let begun = try #require(try report(Fixture.nowPlaying(current: early)).track)
        expect(begun.positions.last, is: .elapsed(.zero))
    }

    @Test func `a live streamer hides what the automation would play next`() throws {
        let live =
            #"{"is_live":true,"streamer_name":"Mette","broadcast_start":1734710000,"#
            + #""art":"https://nordlicht.example/mette.jpg"}"#
        let current = Fixture.current.replacing("\"duration\":677", with: "\"duration\":0")
        let report = try report(Fixture.nowPlaying(live: live, current: current))
        expect(report.live?.streamer, is: "Mette")
        expect(report.live?.startedAt, is: Timestamp(milliseconds: 1_734_710_000_000))
        expect(report.live?.artworkURL, is: "https://nordlicht.example/mette.jpg")
        expect(report.next, is: nil)
        expect(report.track?.duration, is: nil)
        expect(report.track?.title, is: "First Light")
    }

    @Test func `a live streamer without a name there has the one of the row`() throws {
        let live = #"{"is_live":true,"streamer_name":"","broadcast_start":null,"art":null}"#
        let current = Fixture.current.replacing("\"streamer\":\"\"", with: "\"streamer\":\"Liv\"")
        let report = try report(Fixture.nowPlaying(live: live, current: current))
        expect(report.live, is: LiveStreamer(streamer: "Liv"))
    }

    /// Off the air every number is 0, so that `elapsed` is the Unix time.
    private static let nothing =
        #"{"sh_id":0,"played_at":0,"duration":0,"playlist":null,"streamer":null,"#
        + #""is_request":false,"song":{"id":"5a6a865199cf5df73b1417326d2ff24f","#
        + #""art":"https://nordlicht.example/art/0.jpg","text":"Station Offline","artist":"","#
        + #""title":"Station Offline"},"elapsed":1734714245,"remaining":0}"#

    @Test(arguments: ["false", "true", "null"])
    func `a station off the air plays nothing, whatever its text says`(online: String) throws {
        let report = try report(Fixture.nowPlaying(current: Self.nothing, online: online))
        expect(report.track, is: nil)
        expect(report.online, is: ["false": false, "true": true][online])
        expect(report.history.count, is: 2)
        expect(report.live, is: nil)
        guard online != "true" else { return }
        expect(report.state, is: .stopped)
        expect(report.rate, is: 0)
        expect(report.next, is: nil)
    }

    @Test func `a station that plays nothing says so with null`() throws {
        try expect(report(Fixture.nowPlaying(current: "null")).track, is: nil)
    }

    @Test func `a start of 0 is ignored, and so is what was elapsed since`() throws {
        let current = Fixture.current.replacing("1734713887", with: "0")
        let track = try #require(try report(Fixture.nowPlaying(current: current)).track)
        expect(track.positions, is: [])
        expect(track.identity, is: .init(key: "900/abc"))
    }

    /// A server that imitates AzuraCast: fractions, no row numbers, few parts, and a history that
    /// begins with what still plays.
    @Test func `an imitation is read as far as it goes`() throws {
        let row =
            #"{"played_at":1735060884.4,"played_at_timestamp_old":"1735060884.39","#
            + #""duration":250.494943311,"elapsed":12.66,"playlist":"","filename":"/m/x.mp3","#
            + #""song":{"text":"Bay - Over","artist":"Bay","title":"Over","album":"Over EP"}}"#
        let past = row.replacing("1735060884.4", with: "1735060600.1").replacing("Over", with: "Up")
        let text =
            #"{"station":{"name":"Radio","shortcode":"radio"},"now_playing":\#(row),"#
            + #""song_history":[\#(row),\#(past)]}"#
        let report = try report(text)
        let start = Timestamp(milliseconds: 1_735_060_884_400)
        let track = try #require(report.track)
        expect(track.identity, is: .init(key: "Bay - Over", startedAt: start))
        expect(track.positions, is: [.startedAt(start), .elapsed(.milliseconds(12_660))])
        expect(track.duration, is: .milliseconds(250_495))
        expect(report.online, is: nil)
        expect(report.state, is: .playing)
        expect(report.listeners, is: nil)
        expect(report.history.map(\.title), is: ["Up"])
    }

    @Test func `numbers may come as strings and strings as numbers`() throws {
        let current = Fixture.current
            .replacing("1734713887", with: "\"1734713887\"").replacing("677", with: "\"677.5\"")
            .replacing("\"sh_id\":900", with: "\"sh_id\":\"900\"")
            .replacing("\"First Light\"", with: "1979")
        let report = try report(
            Fixture.nowPlaying(
                listeners: #"{"total":"7","unique":5.0,"current":null}"#, current: current))
        expect(report.track?.title, is: "1979")
        expect(report.track?.duration, is: .milliseconds(677_500))
        expect(report.track?.identity, is: .init(key: "900/abc", startedAt: Self.start))
        expect(report.listeners, is: Listeners(unique: 5, total: 7))
    }

    @Test func `the same song again is another play of it`() throws {
        let again = Fixture.current.replacing("1734713887", with: "1734714600")
        let first = try #require(try report(Fixture.nowPlaying()).track?.identity)
        let second = try #require(try report(Fixture.nowPlaying(current: again)).track?.identity)
        #expect(!first.matches(second))
        let jittered = Fixture.current.replacing("1734713887", with: "1734713888")
        let third = try #require(try report(Fixture.nowPlaying(current: jittered)).track?.identity)
        #expect(first.matches(third))
    }

    @Test func `tracks of an unchanged history are the same in memory`() throws {
        var conversation = Conversation.connected()
        let first = try #require(conversation.receive(Fixture.push()).reports.first)
        let later = Fixture.current.replacing("\"elapsed\":361", with: "\"elapsed\":374")
        let second = conversation.receive(
            Fixture.push(Fixture.nowPlaying(current: later))
        ).reports.first
        let pairs = zip(first.history, try #require(second).history)
        #expect(!first.history.isEmpty && pairs.allSatisfy { $0.isIdentical(to: $1) })
        let shorter = conversation.receive(
            Fixture.push(Fixture.nowPlaying(history: "[]"))
        ).reports.first
        expect(shorter?.history, is: [])
    }

    @Test func `a long history is cut to what a client may ask for`() throws {
        let row = #"{"played_at":1734713647,"song":{"title":"x","text":"x"}}"#
        let history = "[" + Array(repeating: row, count: 500).joined(separator: ",") + "]"
        try expect(report(Fixture.nowPlaying(history: history)).history.count, is: 50)
    }
}
