import Expectations
import Feeds
import Foundation
import JSON
import NowPlaying
import Testing

/// The choice of the current track in messages without a description.
struct TrackChoiceTests {
    private static let now = Timestamp(milliseconds: 1_734_714_000_000)

    private func readings(_ messages: [String]) -> [ProbeTranscript.Reading] {
        let texts = messages.map { FeedMessage.text(Array($0.utf8)[...]) }
        return ProbeTranscript(texts, at: "ws://r.example/x", using: JSONParser()).readings(
            at: Self.now)
    }

    /// The tracks that a feed reads in the messages, in a line each.
    private func heard(by feed: Feed, _ messages: [String]) throws -> [String] {
        try reports(by: feed, messages).compactMap(\.track).map {
            $0.text ?? [$0.artist, $0.title].compactMap { $0 }.joined(separator: " – ")
        }
    }

    /// The reports that a feed makes of the messages.
    private func reports(by feed: Feed, _ messages: [String]) throws -> [Report] {
        let type = try #require(FeedType.of(feed))
        #expect(type.mistakes(feed).isEmpty)
        var machine = type.makeMachine([feed])
        var events: [FeedEvent] = []
        let now = Moment(monotonic: Instant(milliseconds: 0), wall: Self.now)
        machine.opened(at: now, into: &events)
        for message in messages {
            machine.received(
                .text(Array(message.utf8)[...]), at: now, using: JSONParser(), into: &events)
        }
        return events.reports
    }

    /// One reading, which says `Bee – Now`, or that in a line.
    private func expectNow(
        _ messages: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let readings = readings(messages)
        #expect(
            readings.count == 1, "\(readings.map(\.words)) in \(messages)",
            sourceLocation: sourceLocation)
        guard let reading = readings.first else { return }
        let heard = try heard(by: reading.feed, messages)
        #expect(
            heard.last == "Bee – Now" || heard.last == "Bee - Now", "\(messages): \(heard)",
            sourceLocation: sourceLocation)
    }

    // MARK: Names

    static let current = [
        "now", "current", "nowPlaying", "now_playing", "nowplaying", "onAir", "on_air",
        "current_song",
        "currentTrack", "playing", "is-playing", "jetzt", "aktuell", "läuft", "enCours", "ahora",
        "adesso", "teraz", "nu", "agora", "сейчас", "song", "track", "musiktitel", "chanson",
    ]
    static let others = [
        "next", "playing_next", "nextTrack", "upNext", "upcoming", "queue", "coming_up", "danach",
        "nächster", "naechster_titel", "suivant", "siguiente", "prossimo", "volgende", "nastepny",
        "previous", "prev", "last", "lastPlayed", "last_song", "recently_played", "history",
        "vorher",
        "zuletzt", "precedent", "anterior", "vorige", "requests", "requested", "votes", "wishlist",
        "charts", "show", "currentShow", "programme", "sendung", "emission", "dj", "host",
        "moderator", "station", "channel", "ad", "nextAd", "jingle", "news", "chat",
    ]

    @Test(arguments: others)
    func `what names call something else is not taken, whichever stands first`(other: String) throws
    {
        let wrong = #""\#(other)":{"title":"Wrong","artist":"Else","album":"X","duration":200}"#
        for name in Self.current {
            let right = #""\#(name)":{"title":"Now","artist":"Bee"}"#
            try expectNow(["{\(wrong),\(right)}"])
        }
        try expectNow([#"{"data":{"song":{"title":"Now","artist":"Bee"},\#(wrong)}}"#])
        // A stream or a channel may have what plays in it.
        guard !["station", "channel"].contains(other) else { return }
        #expect(readings(["{\(wrong)}"]).isEmpty, "\(other) alone")
    }

    @Test(arguments: others.filter { !["currentShow", "nextAd"].contains($0) })
    func `names in front of fields tell as much`(other: String) throws {
        let wrong = #""\#(other)_title":"Wrong","\#(other)_artist":"Else""#
        for name in ["now", "current", "song", "nowPlaying", "track"] {
            let right = #""\#(name)_title":"Now","\#(name)_artist":"Bee""#
            try expectNow(["{\(wrong),\(right)}"])
        }
        try expectNow([#"{\#(wrong),"title":"Now","artist":"Bee"}"#])
    }

    @Test(arguments: ["next", "queued", "previous", "old", "history", "ad", "chat", "show"])
    func `a word beside the fields tells as much`(word: String) throws {
        let wrong = #"{"type":"\#(word)","title":"Wrong","artist":"Else"}"#
        for right in ["now", "song", "current", "playing", "track"] {
            let right = #"{"type":"\#(right)","title":"Now","artist":"Bee"}"#
            try expectNow([wrong, right])
            try expectNow([right, wrong, right])
        }
    }

    @Test(arguments: [
        #"{"playing_next":{"song":{"title":"Soon","artist":"A","text":"A - Soon"}},"now_playing":{"song":{"title":"Now","artist":"Bee","text":"Bee - Now"},"elapsed":5,"duration":200}}"#,
        #"{"title":"Radio X - the best hits","artist":"Radio X","current_song":"Bee - Now"}"#,
        #"{"last_played":[{"artist":"A","title":"1"},{"artist":"B","title":"2"}],"now":"Bee - Now"}"#,
        #"{"tracks":[{"status":"next","title":"Soon","artist":"A"},{"status":"now","title":"Now","artist":"Bee"},{"status":"old","title":"Old","artist":"C"}]}"#,
        #"{"event":"np","data":"{\"artist\":\"Bee\",\"title\":\"Now\"}"}"#,
        #"{"titel":"Now","interpret":"Bee","dauer":"3:52","cover":"https://x.example/c.jpg"}"#,
        #"{"show":{"title":"Morning","host":"Ann","artist":"Ann"},"song":{"name":"Now","performer":"Bee","seconds":215}}"#,
        #"{"slot":{"title":"Morning","artist":"Ann","presenter":"Ann"},"music":{"title":"Now","artist":"Bee"}}"#,
        #"{"station_name":"Seewind","title":"Good music","artist":"Seewind","on_air":{"title":"Now","artist":"Bee"}}"#,
        #"{"queue":{"current":{"title":"Now","artist":"Bee"},"upcoming":[{"title":"S","artist":"A"}]}}"#,
        #"{"current":{"title":"Morning","host":"Ann","song":{"title":"Now","artist":"Bee"}}}"#,
        #"{"artist":"Bee","current_song":"Now","next_song":"Soon","next_artist":"A"}"#,
        #"{"now_playing":[{"title":"Now","artist":"Bee"},{"title":"Old","artist":"A"}]}"#,
        #"{"track":{"name":"Now","artist":{"name":"Bee"},"album":{"name":"L"}}}"#,
        #"{"a":{"track":{"title":"Now"},"artist":{"name":"Bee"}}}"#,
        #"{"now":"Bee - Now","next":"A - Soon","show":"Ann - Morning"}"#,
        #"{"streamTitle":"Bee - Now"}"#,
    ])
    func `shapes of servers are read`(message: String) throws {
        try expectNow([message])
    }

    // MARK: Times

    @Test func `times tell what is over and what is to come`() throws {
        let at = Self.now.milliseconds / 1_000
        let past = #"{"title":"Old","artist":"A","start":\#(at - 500),"duration":200}"#
        let now = #"{"title":"Now","artist":"Bee","start":\#(at - 20),"duration":200}"#
        let future = #"{"title":"Soon","artist":"C","start":\#(at + 180),"duration":200}"#
        for (a, b, c) in [(past, now, future), (future, past, now), (now, future, past)] {
            try expectNow([#"{"x":\#(a),"y":\#(b),"z":\#(c)}"#])
        }
        #expect(readings(["{\"x\":\(future)}"]).isEmpty)
    }

    // MARK: Several messages

    @Test func `where nothing tells two apart, none is chosen and both are shown`() {
        let found = readings([#"{"a":{"title":"T","artist":"A"},"b":{"title":"U","artist":"B"}}"#])
        expect(found.map(\.words), is: ["A – T", "B – U"])
    }

    @Test func `titles that move on tell what plays`() throws {
        func message(_ a: String, _ b: String, _ c: String) -> String {
            let song = { (name: String) in #"{"title":"\#(name)","artist":"Bee"}"# }
            return #"{"c":\#(song(c)),"a":\#(song(a)),"b":\#(song(b))}"#
        }
        try expectNow([
            message("Soon", "T", "Old"), message("Later", "Soon", "T"),
            message("Last", "Now", "Soon"),
        ])
    }

    @Test func `what never changes while another does is no song`() throws {
        func message(_ title: String, _ artist: String) -> String {
            #"{"x":{"title":"Good music","artist":"All day"},"y":{"title":"\#(title)","artist":"\#(artist)"}}"#
        }
        try expectNow([message("T", "A"), message("Now", "Bee")])
    }

    @Test func `one title in two places is one reading`() throws {
        try expectNow([#"{"title":"Now","artist":"Bee","text":"Bee - Now"}"#])
        try expectNow([#"{"now_playing":"Bee - Now","song":{"title":"Now","artist":"Bee"}}"#])
    }

    @Test func `an advertisement of the song's shape is read as one`() throws {
        let messages = [
            #"{"type":"ad","title":"Buy","artist":"Sponsor"}"#,
            #"{"type":"song","title":"Now","artist":"Bee"}"#,
        ]
        let reading = try #require(readings(messages).first)
        try expect(reports(by: reading.feed, messages).map { $0.track?.kind }, is: [.ad, nil])
    }

    // MARK: What is made of it

    @Test func `what comes next is read, too`() throws {
        let message =
            #"{"next":{"title":"Soon","artist":"A"},"now":{"title":"Now","artist":"Bee"}}"#
        let feed = try #require(readings([message]).first?.feed)
        #expect(feed.settings["next"] != nil)
        try expectNow([message])
    }

    @Test func `AzuraCast's shape is known`() throws {
        let song = #"{"title":"Now","artist":"Bee"}"#
        for key in ["playing_next", "station", "song_history"] {
            let message = #"{"\#(key)":{},"now_playing":{"song":\#(song)}}"#
            expect(readings([message]).first?.evidence.contains("AzuraCast"), is: true)
        }
        expect(readings([song]).first?.evidence.contains("AzuraCast"), is: false)
    }

    @Test(arguments: [
        (#"{"title":"T","artist":"A","length":215000}"#, 215.0),
        (#"{"title":"T","artist":"A","duration":"3:35"}"#, 215.0),
        (#"{"title":"T","artist":"A","seconds":215}"#, 215.0),
    ])
    func `lengths are read however they are written`(message: String, seconds: Double) throws {
        let feed = try #require(readings([message]).first?.feed)
        var machine = FeedType.json.makeMachine([feed])
        var events: [FeedEvent] = []
        machine.received(
            .text(Array(message.utf8)[...]),
            at: Moment(monotonic: Instant(milliseconds: 0), wall: Self.now), using: JSONParser(),
            into: &events)
        expect(events.reports.first?.track?.duration, is: Interval(seconds: seconds))
    }

    @Test(arguments: [
        "{}", "[]", "7", #"{"name":"N"}"#, #"{"title":"","artist":"A"}"#,
        #"{"title":{"x":1},"artist":"A"}"#, #"{"title":"T","start":"2026-11-22T07:00:00Z"}"#,
        #"{"title":"T","start":12}"#, #"{"title":"T","artists":[],"images":{"a":{}}}"#,
        #"{"history":[{"title":"T","artist":"A"}]}"#, #"{"items":[{"title":"T","artist":"A"}]}"#,
        #"{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"title":"T","artist":"A"}}}}}}}}}"#,
        #"{"station":"Radio X","title":"The best","artist":"Radio X"}"#,
    ])
    func `nothing is made of what is not like a track`(message: String) throws {
        #expect(readings([message]).isEmpty)
    }
}
