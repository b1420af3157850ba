import Expectations
import Feeds
import JSON
import NowPlaying
import Testing

/// The output of the user's own programs, read as a feed.
struct ExecFeedTests {
    private let parser = JSONParser()
    private let now = Moment(
        monotonic: Instant(milliseconds: 0), wall: Timestamp(milliseconds: 1_734_714_000_000))

    private func events(for lines: String...) throws -> [FeedEvent] {
        let type = try #require(FeedType.named("exec"))
        var machine = type.makeMachine([Feed(type: "exec", url: "")])
        var events: [FeedEvent] = []
        machine.opened(at: now, into: &events)
        for line in lines {
            machine.received(.text(Array(line.utf8)[...]), at: now, using: parser, into: &events)
        }
        return events
    }

    @Test func `a position without its time is that of now`() throws {
        let events = try events(for: #"{"track":{"title":"T","elapsed":12.5}}"#)
        let track = try #require(events.reports.last?.track)
        expect(track.positions, is: [.elapsed(.milliseconds(12_500))])
    }

    @Test func `a report may tell everything`() throws {
        let report = try #require(
            try events(
                for: #"""
                    {"track":{"id":"7","title":"T","artist":"A","album":"B","genre":"G",
                    "isrc":"USS1Z9900001","artworkURL":"https://a.example/1.jpg","kind":"music",
                    "year":1994,"composer":"C","label":"E","requestedBy":"R","season":2,
                    "episode":"7","links":{"spotify":"https://s.example/7","none":null},
                    "elapsed":12.5,"asOf":1734713990,"duration":200},
                    "state":"paused","rate":1.25,"online":true,"clock":1734714000,
                    "live":{"streamer":"L","startedAt":1734710000,"artworkURL":"/l.jpg"},
                    "programme":{"id":"p","title":"P","kicker":"K","startsAt":1734710000,
                    "endsAt":1734717200,"artworkURL":"/p.jpg"},
                    "next":{"title":"N","artist":"M","startsAt":1734714200,"duration":100},
                    "history":[{"title":"H","artist":"I","startedAt":1734713000,"kind":"talk"}],
                    "listeners":{"current":5,"unique":4,"total":6},
                    "station":{"name":"S","url":"https://s.example","description":"D",
                    "logo":"https://s.example/l.png"}}
                    """#
            ).reports.last)
        let track = try #require(report.track)
        expect(track.identity?.key, is: "7")
        expect([track.title, track.artist, track.album, track.genre], is: ["T", "A", "B", "G"])
        expect(track.isrc, is: "USS1Z9900001")
        expect(track.artworkURL, is: "https://a.example/1.jpg")
        expect(track.kind, is: .music)
        expect([track.composer, track.label, track.requestedBy], is: ["C", "E", "R"])
        expect([track.year, track.season, track.episode], is: [1994, 2, 7])
        expect(track.links, is: [TrackLink(service: "spotify", address: "https://s.example/7")])
        let asOf = Timestamp(milliseconds: 1_734_713_990_000)
        expect(track.positions, is: [.elapsedAsOf(.milliseconds(12_500), asOf)])
        expect(track.duration, is: .seconds(200))
        expect(report.state, is: .paused)
        expect(report.rate, is: 1.25)
        expect(report.online, is: true)
        expect(report.live?.streamer, is: "L")
        expect(report.programme?.title, is: "P")
        expect(report.programme?.endsAt, is: Timestamp(milliseconds: 1_734_717_200_000))
        expect(report.next?.title, is: "N")
        expect(report.history.map(\.title), is: ["H"])
        expect(report.history.map(\.kind), is: [.talk])
        expect(report.listeners, is: Listeners(current: 5, unique: 4, total: 6))
        expect(report.station.name, is: "S")
        expect(report.station.logo, is: "https://s.example/l.png")
    }

    @Test func `a line is the whole state: what it leaves out is gone`() throws {
        let reports = try events(
            for: #"{"track":{"title":"T"},"live":{"streamer":"L"}}"#, #"{"track":{"text":"A - T"}}"#
        ).reports
        expect(reports.map(\.track?.title), is: ["T", nil])
        expect(reports.last?.track?.text, is: "A - T")
        expect(reports.map(\.live?.streamer), is: ["L", nil])
    }

    @Test(arguments: ["", "title", "7", "[]", "{}", #"{"x":1}"#, #"{"track":7}"#, "{"])
    func `what is not a report is counted and changes nothing`(line: String) throws {
        let events = try events(for: line)
        #expect(events.reports.isEmpty)
        expect(events.rejections.count, is: 1)
    }

    @Test(
        arguments: [
            (.text("poll.sh 'a b'"), ["sh", "-c", "poll.sh 'a b'"]),
            (.list([.text("python3"), .number(5)]), ["python3", "5"]),
            (.list([]), nil), (.list([.null]), nil), (.list([.text("")]), nil),
            (.text(""), nil), (.number(1), nil), (.object([]), nil),
        ] as [(Feed.Value, [String]?)])
    func `a command is a line for sh or a list of words`(command: Feed.Value, expected: [String]?)
        throws
    {
        let type = try #require(FeedType.named("exec"))
        var feed = Feed(type: "exec", url: "")
        feed.settings["command"] = command
        expect(type.program?(feed), is: expected)
        expect(type.mistakes(feed).isEmpty, is: expected != nil)
    }
}
