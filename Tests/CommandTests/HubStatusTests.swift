import Expectations
import HubClient
import NowPlaying
import Support
import Testing

@testable import nphub

struct HubStatusTests {
    private static let document = """
        {"version":"1.2.3","epoch":"ab","revision":42,"startedAt":1000,"stations":3,
        "changesPerMinute":14,"links":[
        {"id":1,"url":"wss://a.example/live","feed":"azuracast","phase":"open","stations":\
        [{"id":"one","connection":"live","since":1000,"line":"Mara Ebb – Weir","trackSince":3880},\
        {"id":"off","connection":"live","since":1000,"online":false,"onlineSince":4300},\
        {"id":"two","connection":"failing","since":3000,"trackSince":2000,\
        "reason":"silent\\u001b[2J"}],\
        "dials":3,"opened":2,"bytes":20480,"messages":12,"reports":10}
        ],"clients":[{"id":7,"subscriptions":2,"queued":0,"blocked":true}],\
        "sessions":[{"id":"main","station":"one","state":"paused","live":false,"followers":2,\
        "player":7},{"id":"car","state":"stopped","live":true,"followers":0}],\
        "counters":{"reports":10,"rejections":{"notJSON":4},"losses":{}}}
        """

    private static let now = Timestamp(milliseconds: 4_600_000)

    private func text(
        _ document: String = document, _ change: (inout StatusForm) -> Void = { _ in }
    ) throws -> String {
        var form = StatusForm(at: Self.now)
        change(&form)
        return try HubStatus(document: Array(document.utf8)).text(form)
    }

    private static func many(failing: Int) -> String {
        let stations = (1...2_000).map {
            let state = $0 > 2_000 - failing ? "failing" : "live"
            return #"{"id":"s\#($0)","connection":"\#(state)","since":4000}"#
        }
        let links = stations.map { #"{"id":1,"phase":"open","stations":[\#($0)]}"# }
        return #"{"startedAt":0,"stations":2000,"links":[\#(links.joined(separator: ","))]}"#
    }

    @Test func `a summary comes first, then a table for each kind of thing`() throws {
        try expect(
            text(),
            is: """
                1 live · 1 offline · 1 failing · 14 changes/min · up 1 h · nphub 1.2.3

                STATION  STATE    SINCE   LINK  AGE     PLAYS
                two      failing  26 min     1          silent [2J
                off      offline  5 min      1
                one      live     1 h        1  12 min  Mara Ebb – Weir

                LINK  FEED       PHASE  STATIONS  DIALS  OPENED  MESSAGES  REPORTS  RECEIVED  URL
                   1  azuracast  open          3      3       2        12       10    20 KiB  \
                wss://a.example/live

                CLIENT  SUBSCRIPTIONS  QUEUED  STATE
                     7              2       0  reads slowly

                SESSION  STATION  STATE    POSITION  FOLLOWERS  PLAYER
                main     one      paused   rewound           2  client 7
                car               stopped  live              0

                COUNTER     REASON   COUNT
                rejections  notJSON      4

                """)
        #expect(try text { $0.showsAll = true }.contains(/\nreports +10\n/))
    }

    @Test func `on a terminal, states have colours and columns stay in line`() throws {
        let coloured = try text { $0.isColoured = true }
        #expect(coloured.contains("\u{1B}[32mlive\u{1B}[0m"))
        #expect(coloured.contains("\u{1B}[31mfailing\u{1B}[0m  26 min"))
        try expect(coloured.replacing(/\u{1B}\[\d*m/, with: ""), is: text())
        let narrow = try text { $0.width = 40 }
        #expect(narrow.contains("AGE     PLAYS\n") && narrow.contains("  12 min  Mara"))
    }

    @Test(arguments: [80, 100, 120, 200])
    func `no line is wider than the terminal`(width: Int) throws {
        let long = String(repeating: "langer-name-", count: 5)
        let document = Self.document.replacing("\"one\"", with: "\"\(long)\"")
            .replacing("/live\"", with: "/\(long)\(long)\"")
        let lines = try text(document) { $0.width = width }.split(separator: "\n").dropFirst()
        #expect(lines.allSatisfy { String($0).columns <= width })
        #expect(lines.contains { $0.contains("  wss://a.example/lang") })
        expect(lines.contains { $0.contains("DIALS") }, is: width >= 120)
        #expect(lines.contains { $0.contains("Mara Ebb – Weir") })
    }

    @Test func `2,000 stations are 20 lines, the failing first, and the rest is counted`() throws {
        let lines = try text(Self.many(failing: 2)).split(separator: "\n")
        expect(lines[0], is: "1,998 live · 2 failing · 0 changes/min · up 1 h · nphub ")
        #expect(lines[2].hasPrefix("s1999    failing") && lines[3].hasPrefix("s2000"))
        #expect(lines[4].hasPrefix("s1 "))
        expect(lines[22], is: "… 1,980 more stations: --all")
        #expect(lines.count < 50)
        let worse = try text(Self.many(failing: 30))
        #expect(worse.contains("… 1,980 more stations: --failing or --all"))
        #expect(try text(Self.many(failing: 2)) { $0.showsAll = true }.count > 60_000)
    }

    @Test func `filters leave the stations that are asked for, and nothing else`() throws {
        let failing = try text { $0.showsOnlyFailing = true }.split(separator: "\n")
        expect(failing.dropFirst(2).map { $0.prefix(3) }, is: ["two", "off"])
        let one = try text { $0.stations = ["one"] }.split(separator: "\n")
        expect(one.dropFirst(2).map { $0.prefix(3) }, is: ["one"])
        let all = try text(Self.many(failing: 30)) { $0.showsOnlyFailing = true }
        expect(all.split(separator: "\n").count, is: 32)
    }

    private static let quiet = """
        {"changesPerMinute":1,"links":[{"id":1,"stations":[\
        {"id":"new","connection":"live","since":0,"trackSince":4000,"line":"Weir"},\
        {"id":"old","connection":"live","since":0,"trackSince":3399,"line":"Lock"},\
        {"id":"none","connection":"live","since":0,"untitledSince":1000},\
        {"id":"show","connection":"live","since":0,"line":"Dawn"},\
        {"id":"off","connection":"live","since":0,"online":false,"trackSince":0},\
        {"id":"dead","connection":"failing","since":0,"trackSince":0}]}]}
        """

    @Test func `stuck stations are those on air whose title is too old, or does not come`() throws {
        try expect(
            text(Self.quiet) { $0.stuckAfter = .seconds(1_200) },
            is: """
                4 live · 1 offline · 1 failing · 1 change/min · nphub

                STATION  STATE  SINCE  LINK  AGE     PLAYS
                old      live   1 h       1  20 min  Lock
                none     live   1 h       1  1 h     no title

                """.replacing("nphub\n", with: "nphub \n"))
        let both = try text(Self.quiet) {
            ($0.showsOnlyFailing, $0.stuckAfter) = (true, .seconds(1_300))
        }.split(separator: "\n")
        expect(both.dropFirst(2).map { $0.prefix(4) }, is: ["dead", "none", "off "])
        let coloured = try text(Self.quiet) { $0.isColoured = true }
        #expect(coloured.contains("\u{1B}[35m20 min") && !coloured.contains("\u{1B}[35m10 min"))
    }

    @Test func `trouble that is asked for is told, for the exit code`() throws {
        func hasTrouble(_ document: String, _ change: (inout StatusForm) -> Void) throws -> Bool {
            var form = StatusForm(at: Self.now)
            change(&form)
            return try HubStatus(document: Array(document.utf8)).hasTrouble(form)
        }
        let calm = Self.many(failing: 0)
        #expect(try !hasTrouble(Self.document) { $0.stations = ["two"] })
        #expect(try hasTrouble(Self.document) { $0.showsOnlyFailing = true })
        #expect(try !hasTrouble(calm) { $0.showsOnlyFailing = true })
        #expect(try hasTrouble(Self.quiet) { $0.stuckAfter = .seconds(3_000) })
        #expect(try !hasTrouble(Self.quiet) { $0.stuckAfter = .seconds(4_000) })
        let unread = Self.clustered(2, unread: 1, named: 2)
        #expect(try hasTrouble(unread) { $0.showsOnlyFailing = true })
        #expect(try !hasTrouble(unread) { $0.stuckAfter = .seconds(1) })
    }

    @Test func `a cluster is told with its members, and who reads what`() throws {
        let document = """
            {"epoch":"e1","cluster":{"name":"radio","member":"a","state":"alone","lag":0,\
            "reason":"no route","members":[\
            {"name":"a","own":true,"state":"alive","heardAt":4590,"upstreams":1},\
            {"name":"b","own":false,"state":"unknown","heardAt":4480,"upstreams":0}],\
            "owners":{"self":1,"others":0,"none":1},"upstreams":[\
            {"id":"v","url":"wss://b.example","stations":1},\
            {"id":"u","url":"wss://a.example","stations":2,"owner":"a","term":7}],\
            "takeovers":0,"losses":3}}
            """
        let lines = try text(String(decoding: Array(document.utf8), as: UTF8.self)).split(
            separator: "\n")
        expect(
            lines[1],
            is: """
                cluster radio: a is alone: no route · epoch e1 of its own · \
                members: 1 alive, 1 unknown · 2 upstreams, 1 without a known owner
                """)
        expect(
            lines[2...],
            is: [
                "MEMBER  STATE      UPSTREAMS  HEARD",
                "b       unknown  serves only  2 min",
                "a       alive              1   10 s",
                "OWNER  TERM  STATIONS  UPSTREAM",
                "none                1  wss://b.example",
                "a         7         2  wss://a.example",
                "COUNTER  REASON  COUNT", "cluster  losses      3",
            ])
    }

    @Test func `stations that other members read are counted, and where they are seen is told`()
        throws
    {
        let document = #"{"stations":3,"# + Self.clustered(1, unread: 0, named: 1).dropFirst()
        let lines = try text(document).split(separator: "\n")
        #expect(lines[0].hasPrefix("3 read by other members · 0 changes/min"))
        expect(lines[2], is: "`nphub watch` shows the stations that other members read")
    }

    private static func clustered(_ upstreamCount: Int, unread: Int, named: Int) -> String {
        let members = (1...3).map {
            #"{"name":"m\#($0)","own":true,"state":"\#($0 == 2 ? "dead" : "alive")"}"#
        }
        let upstreams = (1...named).map {
            #"{"id":"u\#($0)","stations":1\#($0 > unread ? #","owner":"m1","term":1"# : "")}"#
        }
        return """
            {"cluster":{"name":"radio","member":"m1","state":"joined","epoch":"e","lag":12,\
            "members":[\(members.joined(separator: ","))],\
            "owners":{"self":\(upstreamCount - unread),"others":0,"none":\(unread)},\
            "upstreams":[\(upstreams.joined(separator: ","))]}}
            """
    }

    @Test func `of many upstreams 20 are shown, and --failing has those without an owner`() throws {
        let lines = try text(Self.clustered(1_500, unread: 30, named: 500)).split(separator: "\n")
        expect(
            lines[1],
            is: "cluster radio: m1 is joined · 12 revisions behind · epoch e · "
                + "members: 2 alive, 1 dead · 1,500 upstreams, 30 without a known owner")
        #expect(lines[3].hasPrefix("m2      dead"))
        expect(lines.last, is: "… 1,480 more upstreams: --failing or --all")
        #expect(lines.count < 30)
        let failing = try text(Self.clustered(1_500, unread: 30, named: 500)) {
            $0.showsOnlyFailing = true
        }.split(separator: "\n")
        expect(failing.count { $0.hasPrefix("none") }, is: 30)
        expect(failing.filter { $0.hasPrefix("m") }.map { $0.prefix(2) }, is: ["m2"])
        #expect(!failing.contains { $0.hasPrefix("…") })
        let all = try text(Self.clustered(1_500, unread: 0, named: 500)) { $0.showsAll = true }
        #expect(all.contains("… 1,000 more upstreams: the hub names 500\n"))
        #expect(try text(Self.clustered(30, unread: 0, named: 30)).hasSuffix("upstreams: --all\n"))
    }

    @Test func `the stations of which most is missing in the history are named`() throws {
        let stations = (1...7).map {
            #"{"id":"s\#($0)","connection":"live","historyDropped":\#($0)}"#
        }
        let document = """
            {"history":{"state":"ok","dropped":28},
            "links":[{"stations":[{"id":"calm"},\(stations.joined(separator: ","))]}]}
            """
        let lines = try text(document).split(separator: "\n")
        expect(
            lines[1...2],
            is: [
                "history ok (28 dropped)",
                "dropped from the history: 7 of s7, 6 of s6, 5 of s5, 4 of s4, 3 of s3, …",
            ])
    }

    @Test func `the program and what is wrong with it come first`() throws {
        let document = """
            {"process":{"startedAt":1,"memory":20480,"descriptors":30,"descriptorLimit":1024},
            "loop":{"longest":0.0121},"health":{"status":"fail","output":"no station is live"}}
            """
        let lines = try text(document).split(separator: "\n")
        expect(
            lines[1...2],
            is: [
                "memory 20 KiB, 30 of 1024 descriptors, event loop at most 12 ms late",
                "no station is live",
            ])
    }

    @Test func `of a hub that says little, little is shown`() throws {
        try expect(text("{}"), is: "0 stations · 0 changes/min · nphub \n")
    }

    @Test func `what is not a status is an error`() {
        #expect(throws: HubClientError.self) { try HubStatus(document: Array("{".utf8)) }
    }

    @Test(arguments: [
        (0, "0 B"), (9_999, "9999 B"), (10_240, "10 KiB"), (50 << 20, "50 MiB"),
        (Int.max, "8388607 TiB"),
    ])
    func `bytes are short for a column`(bytes: Int, text: String) {
        expect(HubStatus.size(bytes), is: text)
    }
}
