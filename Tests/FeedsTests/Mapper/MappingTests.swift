import Expectations
import NowPlaying
import Testing

@testable import Feeds

/// The state that a mapping makes of a message's parts.
struct MappingTests {
    @Test func `everything of a state can be mapped`() throws {
        var talk = try MappedTalk(
            #"""
            {"track":{"key":["/id","/at"],"title":"/t","artist":"/a","album":"/l","genre":"/g",
                      "isrc":"/i","artwork":"/p","text":"/x","kind":"/k","start":"/at",
                      "duration":"/d","year":"/y","composer":"/c1","label":"/c2",
                      "requestedBy":"/c3","season":"/n1","episode":"/n2",
                      "links":{"spotify":"/w","qobuz":{"at":"/q","template":"https://q/{}"}}},
             "programme":{"id":"/s/id","title":"/s/n","kicker":"/s/k","artwork":"/s/p",
                          "start":"/s/b","end":"/s/e"},
             "live":{"name":"/dj/n","artwork":"/dj/p","start":"/dj/at"},
             "next":{"title":"/next/t"},
             "history":{"each":"/past","title":"/t","start":"/at"},
             "about":{"name":"/st/n","url":"/st/u","description":"/st/d","logo":"/st/l"},
             "online":"/on","state":"/state","rate":"/rate",
             "listeners":{"current":"/c","unique":"/u","total":"/all"}}
            """#)
        _ = talk.open()
        let report = try talk.reported(
            #"""
            {"id":7,"at":1700000000,"t":"T","a":"A","l":"L","g":"G","i":"I","p":"P","x":"X",
             "k":"ad","d":180,"y":"1994-05-03","c1":"C","c2":"E","c3":"R","n1":2,"n2":"7",
             "w":"https://s.example/7","q":"8","s":{"id":1,"n":"N","k":"K","p":"Q","b":1700000000,"e":1700003600},
             "dj":{"n":"D","p":"R","at":1700000001},"next":{"t":"U"},
             "past":[{"t":"V","at":1699999000},{"t":"W"}],"st":{"n":"S","u":"O","d":"E","l":"P"},
             "on":true,"state":"paused","rate":1.5,"c":1,"u":2,"all":3}
            """#)
        var track = ReportedTrack()
        track.identity = .init(
            key: "7/1700000000", startedAt: Timestamp(milliseconds: 1_700_000_000_000))
        (track.title, track.artist, track.album, track.genre) = ("T", "A", "L", "G")
        (track.isrc, track.artworkURL, track.text, track.kind) = ("I", "P", "X", .ad)
        track.positions = [.startedAt(Timestamp(milliseconds: 1_700_000_000_000))]
        track.duration = .seconds(180)
        (track.composer, track.label, track.requestedBy) = ("C", "E", "R")
        (track.year, track.season, track.episode) = (1994, 2, 7)
        track.links = [
            TrackLink(service: "spotify", address: "https://s.example/7"),
            TrackLink(service: "qobuz", address: "https://q/8"),
        ]
        expect(report.track, is: track)
        expect(report.programme?.title, is: "N")
        expect(report.programme?.id, is: "1")
        expect(report.programme?.kicker, is: "K")
        expect(report.programme?.artworkURL, is: "Q")
        expect(report.programme?.startsAt?.milliseconds, is: 1_700_000_000_000)
        expect(report.programme?.endsAt?.milliseconds, is: 1_700_003_600_000)
        expect(report.live?.streamer, is: "D")
        expect(report.live?.artworkURL, is: "R")
        expect(report.live?.startedAt?.milliseconds, is: 1_700_000_001_000)
        expect(report.next?.title, is: "U")
        expect(report.history.map(\.title), is: ["V", "W"])
        expect(
            report.history.first?.positions,
            is: [.startedAt(Timestamp(milliseconds: 1_699_999_000_000))])
        expect(report.station.name, is: "S")
        expect(report.station.url, is: "O")
        expect(report.station.description, is: "E")
        expect(report.station.logo, is: "P")
        expect(report.online, is: true)
        expect(report.state, is: .paused)
        expect(report.rate, is: 1.5)
        expect(report.listeners, is: Listeners(current: 1, unique: 2, total: 3))
    }

    @Test(arguments: [
        ("1994", 1994), (#""1994""#, 1994), (#""1994-05-03""#, 1994), (#""1994-""#, 1994),
        ("1994.5", nil), (#""03-05-1994""#, nil), (#""May 1994""#, nil), ("null", nil),
        (#""-1""#, -1), ("[1994]", nil),
    ])
    func `a year is a whole number, or what a date begins with`(
        value: String, expected: Int?
    ) throws {
        var talk = try MappedTalk(#"{"track":{"title":"/t","year":"/y"}}"#)
        _ = talk.open()
        try expect(talk.reported(#"{"t":"T","y":\#(value)}"#).track?.year, is: expected)
    }

    @Test(arguments: [
        (#"{"a":"https://a.example","b":7,"c":null}"#, ["a=https://a.example"]),
        (#"{"a":null}"#, nil), ("{}", nil), (#""https://a.example""#, nil),
    ])
    func `links can be an object of a message`(value: String, expected: [String]?) throws {
        var talk = try MappedTalk(#"{"track":{"title":"/t","links":"/l"}}"#)
        _ = talk.open()
        let links = try talk.reported(#"{"t":"T","l":\#(value)}"#).track?.links
        expect(links?.map(\.description), is: expected)
    }

    @Test func `links that a part of a state does not tell stay, and those that are none go`()
        throws
    {
        var talk = try MappedTalk(
            #"{"messages":[{"do":"partial"}],"track":{"title":"/t","links":{"a":"/a","b":"/b"}}}"#)
        _ = talk.open()
        try expect(talk.reported(#"{"t":"T","a":"https://a.example"}"#).track?.links?.count, is: 1)
        try expect(talk.reported(#"{"t":"T"}"#).track?.links?.count, is: 1)
        try expect(talk.reported(#"{"t":"T","a":null}"#).track?.links, is: nil)
    }

    private func positions(
        _ track: String, _ message: String
    ) throws -> [ReportedTrack.Position]? {
        var talk = try MappedTalk(#"{"track":{"title":"/t",\#(track)}}"#)
        _ = talk.open()
        return talk.report(message)?.track?.positions
    }

    @Test func `times have meanings`() throws {
        let time = Timestamp(milliseconds: 1_700_000_000_000)
        try expect(positions(#""end":"/e""#, #"{"t":"T","e":1700000000}"#), is: [.endsAt(time)])
        try expect(
            positions(#""elapsed":"/p""#, #"{"t":"T","p":12.5}"#),
            is: [.elapsed(.milliseconds(12_500))])
        try expect(
            positions(
                #""elapsed":{"at":"/p","unit":"ms","asOf":"/u"}"#,
                #"{"t":"T","p":1500,"u":1700000000}"#),
            is: [.elapsedAsOf(.milliseconds(1_500), time)])
        try expect(positions(#""elapsed":{"at":"/p","asOf":"/u"}"#, #"{"t":"T","p":15}"#), is: [])
        try expect(
            positions(#""remaining":"/r","duration":"/d""#, #"{"t":"T","r":20,"d":60}"#),
            is: [.elapsed(.seconds(40))])
        try expect(
            positions(#""remaining":"/r","duration":"/d""#, #"{"t":"T","r":90,"d":60}"#), is: [])
        try expect(
            positions(#""remaining":"/r","duration":"/d""#, #"{"t":"T","r":0,"d":0}"#), is: [])
        try expect(
            positions(
                #""start":"/s","elapsed":"/p""#, #"{"t":"T","s":1700000000,"p":3}"#),
            is: [.startedAt(time), .elapsed(.seconds(3))])
    }

    private func length(_ track: String, _ message: String) throws -> Interval? {
        var talk = try MappedTalk(#"{"track":{"title":"/t",\#(track)}}"#)
        _ = talk.open()
        return talk.report(message)?.track?.duration
    }

    @Test func `a length follows from two times`() throws {
        let times = #""start":"/s","end":"/e","elapsed":"/p","remaining":"/r","duration":"/d""#
        let start = 1_700_000_000
        try expect(length(times, #"{"t":"T","s":\#(start),"e":\#(start + 90)}"#), is: .seconds(90))
        try expect(
            length(times, #"{"t":"T","s":\#(start),"e":\#(start + 90),"d":0}"#), is: .seconds(90))
        try expect(
            length(times, #"{"t":"T","s":\#(start),"e":\#(start + 90),"d":60}"#), is: .seconds(60))
        try expect(length(times, #"{"t":"T","s":\#(start),"e":\#(start)}"#), is: nil)
        try expect(length(times, #"{"t":"T","p":20,"r":40}"#), is: .seconds(60))
        try expect(length(times, #"{"t":"T","p":20}"#), is: nil)
        let asOf = #""elapsed":{"at":"/p","asOf":"/u"},"remaining":"/r""#
        try expect(length(asOf, #"{"t":"T","p":20,"r":40,"u":1700000000}"#), is: nil)
    }

    @Test func `a length stays while what remains runs out`() throws {
        var talk = try MappedTalk(
            #"{"messages":[{"do":"partial"}],"track":{"title":"/t","elapsed":"/p","remaining":"/r"},"#
                + #""listeners":"/n"}"#)
        _ = talk.open()
        _ = talk.report(#"{"t":"T","p":20,"r":40}"#)
        talk.pass(100)
        let late = talk.report(#"{"n":1}"#)
        expect(late?.track?.duration, is: .seconds(60))
        expect(late?.track?.positions.first, is: .elapsed(.seconds(120)))
    }

    @Test func `what plays now is not in the history`() throws {
        var talk = try MappedTalk(
            #"""
            {"track":{"title":"/0/t","artist":"/0/a","start":"/0/s"},
             "history":{"each":"","title":"/t","artist":"/a","start":"/s"}}
            """#)
        _ = talk.open()
        func history(_ rows: String) -> [String?]? {
            talk.report("[\(rows)]")?.history.map(\.title)
        }
        let old = #"{"t":"U"},{"t":"T"}"#
        expect(history(#"{"t":"T","a":"A"},\#(old)"#), is: ["U", "T"])
        expect(history(#"{"t":"T","a":"A","s":1700000000},\#(old)"#), is: ["U", "T"])
        expect(history(#"{"t":null,"a":null},\#(old)"#), is: ["U", "T"])
        var apart = try MappedTalk(
            #"""
            {"track":{"title":"/n/t","start":"/n/s"},
             "history":{"each":"/h","title":"/t","start":"/s"}}
            """#)
        _ = apart.open()
        // The same song, played twice.
        let twice = apart.report(
            #"{"n":{"t":"T","s":1700000300},"h":[{"t":"T","s":1700000000},{"t":"U"}]}"#)
        expect(twice?.history.map(\.title), is: ["T", "U"])
        // A track that has ended was played.
        expect(apart.report(#"{"n":null,"h":[{"t":"T"}]}"#)?.history.map(\.title), is: ["T"])
    }

    @Test(
        arguments: [
            (#""/p""#, ["A", "B"]), (#""/p/*""#, ["A", "B"]), (#""/keyed""#, ["A", "B"]),
            (#""/keyed/*/song""#, ["A", "B"]), (#""/one""#, ["A"]), (#""/one/*""#, []),
            (#"["/none","/one"]"#, ["A"]), (#""/text""#, []), (#""/null""#, []),
            (#"["/text","/p"]"#, ["A", "B"]),
        ])
    func `a history is a list, the members of an object, or a single object`(
        each: String, expected: [String]
    ) throws {
        var talk = try MappedTalk(
            #"{"history":{"each":\#(each),"title":["/t","/song/t"]},"listeners":"/n"}"#)
        _ = talk.open()
        let report = talk.report(
            #"""
            {"n":1,"p":[{"t":"A"},{"t":"B"}],"one":{"t":"A","x":{}},"text":"x","null":null,
             "keyed":{"a":{"song":{"t":"A"}},"b":{"song":{"t":"B"}}}}
            """#)
        expect(report?.history.map(\.title), is: expected)
    }

    @Test func `a history may be in several places, one after the other`() throws {
        var talk = try MappedTalk(
            #"""
            {"history":[{"each":"","title":"/last_title","artist":"/last_artist"},
                        {"each":"/more","order":"oldestFirst","title":"/t"}],"listeners":"/n"}
            """#)
        _ = talk.open()
        let report = talk.report(
            #"{"last_title":"A","last_artist":"X","more":[{"t":"C"},{"t":"B"}]}"#)
        expect(report?.history.map(\.title), is: ["A", "B", "C"])
        expect(report?.history.first?.artist, is: "X")
        expect(talk.report(#"{"n":1}"#)?.history, is: [])
    }

    @Test func `a section counts only where its conditions hold`() throws {
        var talk = try MappedTalk(
            #"""
            {"track":{"when":{"/k":["song",null]},"title":"/t"},
             "programme":{"when":{"/k":"show"},"title":"/t"},
             "live":{"when":{"/live":true},"name":"/dj"}}
            """#)
        _ = talk.open()
        expect(talk.report(#"{"k":"song","t":"T"}"#)?.track?.title, is: "T")
        expect(talk.report(#"{"t":"T"}"#)?.track?.title, is: "T")
        let show = talk.report(#"{"k":"show","t":"T","dj":"D","live":false}"#)
        expect(show?.track, is: nil)
        expect(show?.programme?.title, is: "T")
        expect(show?.live, is: nil)
        expect(talk.report(#"{"k":"show","t":"T","dj":"D","live":true}"#)?.live?.streamer, is: "D")
    }

    @Test func `a history may be kept by number or begin with the oldest`() throws {
        var talk = try MappedTalk(
            #"{"history":{"each":["/none","/p"],"order":"oldestFirst","title":"/t"}}"#)
        _ = talk.open()
        let keyed = talk.report(#"{"p":{"10":{"t":"C"},"2":{"t":"B"},"1":{"t":"A"},"3":7}}"#)
        expect(keyed?.history.map(\.title), is: ["C", "B", "A"])
        expect(talk.report(#"{"p":null}"#)?.history, is: [])
    }

    @Test func `a single listener count needs only a pointer`() throws {
        var talk = try MappedTalk(#"{"listeners":"/n"}"#)
        _ = talk.open()
        expect(talk.report(#"{"n":"12"}"#)?.listeners, is: Listeners(current: 12))
        expect(talk.report(#"{"n":1.5}"#)?.listeners, is: nil)
        var other = try MappedTalk(#"{"listeners":{"at":["/n","/m"]}}"#)
        _ = other.open()
        expect(other.report(#"{"m":3}"#)?.listeners, is: Listeners(current: 3))
    }

    @Test func `a message without anything that is mapped is none`() throws {
        var talk = try MappedTalk(#"{"track":{"title":"/t"}}"#)
        _ = talk.open()
        expect(talk.receive(#"{"t":"T"}"#), is: ["accepted", "report 0 T"])
        expect(talk.receive(#"{"other":1}"#), is: ["rejected unmapped"])
        expect(talk.receive("[]"), is: ["rejected unmapped"])
        expect(talk.receive("7"), is: ["rejected unmapped"])
        expect(talk.receive(""), is: ["rejected notJSON"])
        expect(talk.receive(#"{"t":null}"#), is: ["report 0 nothing"])
    }

    @Test func `a whole state forgets what it leaves out`() throws {
        var talk = try MappedTalk(#"{"track":{"title":"/t","artist":"/a"},"listeners":"/n"}"#)
        _ = talk.open()
        _ = talk.report(#"{"t":"T","a":"A","n":3}"#)
        let second = talk.report(#"{"t":"T"}"#)
        expect(second?.track?.artist, is: nil)
        expect(second?.listeners, is: nil)
    }

    @Test func `the server's clock is told`() throws {
        var talk = try MappedTalk(#"{"clock":{"at":"/now","unit":"ms"},"track":{"title":"/t"}}"#)
        _ = talk.open()
        let actions = talk.read(#"{"now":1700000000123,"t":"T"}"#)
        let clock = ServerClock(
            time: Timestamp(milliseconds: 1_700_000_000_123), resolution: .milliseconds(1))
        expect(actions.first, is: .serverClock(clock))
        let whole = talk.read(#"{"now":1700000000000,"t":"T"}"#)
        let seconds = ServerClock(
            time: Timestamp(milliseconds: 1_700_000_000_000), resolution: .seconds(1))
        expect(whole.first, is: .serverClock(seconds))
    }
}
