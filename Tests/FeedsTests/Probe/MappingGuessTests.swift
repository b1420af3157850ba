import Feeds
import JSON
import NowPlaying
import Testing

/// Where messages without a description seem to have a track.
struct MappingGuessTests {
    private func guess(_ message: String) throws -> [String: String]? {
        try JSONParser().parse(Array(message.utf8)) { value in
            MappingGuess(value).map { guess in
                Dictionary(uniqueKeysWithValues: guess.track.map { ($0.field, $0.pointer) })
            }
        }
    }

    @Test(
        arguments: [
            (#"{"title":"T","artist":"A"}"#, ["title": "/title", "artist": "/artist"]),
            (
                #"{"now":{"Song":"T","Artist":"A","cover":"c.jpg","length":"200"}}"#,
                [
                    "title": "/now/Song", "artist": "/now/Artist", "artwork": "/now/cover",
                    "duration": "/now/length",
                ]
            ),
            (
                #"{"show":{"name":"S","image":"i"},"song":{"title":"T","artist":"A"}}"#,
                ["title": "/song/title", "artist": "/song/artist"]
            ),
            (
                #"{"a/b":{"c~d":{"title":"T","album":"B"}}}"#,
                ["title": "/a~1b/c~0d/title", "album": "/a~1b/c~0d/album"]
            ),
            (
                #"{"title":"T","artists":[{"name":"A"},{"name":"B"}],"albums":[{"name":"L"}]}"#,
                ["title": "/title", "artist": "/artists/*/name", "album": "/albums/0/name"]
            ),
            (
                #"{"title":"T","artist":{"name":"A"},"images":{"small":"","large":{"url":"i"}}}"#,
                [
                    "title": "/title", "artist": "/artist/name", "artwork": "/images/large/url",
                ]
            ),
            (
                #"{"song":"T","artist":["A"],"position":3,"start_timestamp":1734714000}"#,
                ["title": "/song", "artist": "/artist/*", "start": "/start_timestamp"]
            ),
        ] as [(String, [String: String])])
    func `the likeliest object is taken for the track`(
        message: String, expected: [String: String]
    ) throws {
        #expect(try guess(message) == expected)
    }

    @Test(arguments: [
        "{}", "[]", "7", #"{"name":"N"}"#, #"{"title":"","artist":"A"}"#,
        #"{"title":{"x":1},"artist":"A"}"#, #"{"title":"T","start":"2026-11-22T07:00:00Z"}"#,
        #"{"title":"T","start":12}"#, #"{"title":"T","artists":[],"images":{"a":{}}}"#,
        #"{"history":[{"title":"T","artist":"A"}]}"#,
        #"{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"title":"T","artist":"A"}}}}}}}}"#,
    ])
    func `nothing is made of what is not like a track`(message: String) throws {
        #expect(try guess(message) == nil)
    }

    @Test func `the feed that is made reads it`() throws {
        let message = Array(#"{"now":{"song":"T","artist":"A","duration":215000}}"#.utf8)
        let feed = try #require(
            try JSONParser().parse(message) { MappingGuess($0)?.feed(at: "wss://r.example") })
        let type = try #require(FeedType.of(feed))
        #expect(type.mistakes(feed).isEmpty)
        #expect(feed.url == "wss://r.example")
        var machine = type.makeMachine([feed])
        var events: [FeedEvent] = []
        let now = Moment(
            monotonic: Instant(milliseconds: 0), wall: Timestamp(milliseconds: 1_734_714_000_000))
        machine.opened(at: now, into: &events)
        machine.received(.text(message[...]), at: now, using: JSONParser(), into: &events)
        #expect(events.reports.first?.track?.title == "T")
        #expect(events.reports.first?.track?.duration == .seconds(215))
    }
}
