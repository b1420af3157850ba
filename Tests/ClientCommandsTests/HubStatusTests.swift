import HubClient
import Testing

@testable import ClientCommands

struct HubStatusTests {
    private static let document = """
        {"version":"1.2.3","epoch":"ab","revision":42,"stations":2,"links":[
        {"id":1,"url":"wss://a.example/live","feed":"azuracast","phase":"open","stations":\
        [{"id":"one","connection":"live"},\
        {"id":"two","connection":"failing","reason":"silent\\u001b[2J"}],\
        "dials":3,"opened":2,"bytes":20480,"messages":12,"reports":10}
        ],"clients":[{"id":7,"subscriptions":2,"queued":0,"blocked":true}],\
        "sessions":[{"id":"main","station":"one","state":"paused","live":false,"followers":2,\
        "player":7},{"id":"car","state":"stopped","live":true,"followers":0}],\
        "counters":{"reports":10,"rejections":{"notJSON":4},"losses":{}}}
        """

    @Test func `the status is a table for each kind of thing`() throws {
        let status = try HubStatus(document: Array(Self.document.utf8))
        #expect(
            status.text(isColoured: false) == """
                nphub 1.2.3, epoch ab, revision 42, 2 stations

                LINK  FEED       PHASE  STATIONS  DIALS  OPENED  MESSAGES  REPORTS  RECEIVED  URL
                   1  azuracast  open          2      3       2        12       10    20 KiB  \
                wss://a.example/live

                STATION  LINK  CONNECTION  REASON
                one         1  live
                two         1  failing     silent [2J

                CLIENT  SUBSCRIPTIONS  QUEUED  READS
                     7              2       0  slowly

                SESSION  STATION  STATE    POSITION  FOLLOWERS  PLAYER
                main     one      paused   rewound           2  client 7
                car               stopped  live              0

                COUNTER     REASON   COUNT
                rejections  notJSON      4
                reports                 10

                """)
    }

    @Test func `on a terminal, states have colours and columns stay in line`() throws {
        let status = try HubStatus(document: Array(Self.document.utf8))
        let coloured = status.text(isColoured: true)
        #expect(coloured.contains("\u{1B}[32mlive\u{1B}[0m"))
        #expect(coloured.contains("\u{1B}[31mfailing\u{1B}[0m     silent [2J"))
        let bare = coloured.replacing(/\u{1B}\[\d*m/, with: "")
        #expect(bare == status.text(isColoured: false))
    }

    @Test func `a cluster is told with its members, and who reads what`() throws {
        let document = """
            {"cluster":{"name":"radio","member":"a","state":"alone","reason":"no route",\
            "members":[{"name":"a","own":true},{"name":"b","own":true}],"upstreams":[\
            {"id":"u","url":"wss://a.example","stations":2,"owner":"a","term":7},\
            {"id":"v","url":"wss://b.example","stations":1}]}}
            """
        let lines = try HubStatus(document: Array(document.utf8)).text(isColoured: false).split(
            separator: "\n")
        #expect(
            lines[1...] == [
                "cluster radio: a is alone, members a, b: no route",
                "OWNER  TERM  STATIONS  UPSTREAM", "a         7         2  wss://a.example",
                "none                1  wss://b.example",
            ])
    }

    @Test func `the stations of which most is missing in the history are named`() throws {
        let stations = (1...7).map {
            #"{"id":"s\#($0)","connection":"live","historyDropped":\#($0)}"#
        }
        let document = """
            {"history":{"state":"ok","dropped":28},
            "links":[{"stations":[{"id":"calm"},\(stations.joined(separator: ","))]}]}
            """
        let lines = try HubStatus(document: Array(document.utf8)).text(isColoured: false).split(
            separator: "\n")
        #expect(
            lines[1...2] == [
                "history ok (28 dropped)",
                "dropped from the history: 7 of s7, 6 of s6, 5 of s5, 4 of s4, 3 of s3, …",
            ])
    }

    @Test func `the program and what is wrong with it come first`() throws {
        let document = """
            {"process":{"startedAt":1,"memory":20480,"descriptors":30,"descriptorLimit":1024},
            "loop":{"longest":0.0121},"health":{"status":"fail","output":"no station is live"}}
            """
        let lines = try HubStatus(document: Array(document.utf8)).text(isColoured: false).split(
            separator: "\n")
        #expect(
            lines[1...2] == [
                "memory 20 KiB, 30 of 1024 descriptors, longest turn of the loop 13 ms",
                "no station is live",
            ])
    }

    @Test func `of a hub that says little, little is shown`() throws {
        let status = try HubStatus(document: Array("{}".utf8))
        #expect(status.text(isColoured: false) == "nphub , epoch , revision 0, 0 stations\n")
    }

    @Test func `what is not a status is an error`() {
        #expect(throws: HubClientError.self) { try HubStatus(document: Array("{".utf8)) }
    }

    @Test(arguments: [
        (0, "0 B"), (9_999, "9999 B"), (10_240, "10 KiB"), (50 << 20, "50 MiB"),
        (Int.max, "8388607 TiB"),
    ])
    func `bytes are short for a column`(bytes: Int, text: String) {
        #expect(HubStatus.size(bytes) == text)
    }
}
