import Expectations
import Shell
import Feeds
import Hub
import NowPlaying
import Sessions
import Stations
import Testing
import Protocols

struct ConfigurationFileTests {
    private static let environment = PaperEnvironment(
        variables: ["KEY": "k3y"],
        files: [
            "/etc/nphub/ca.pem": Array("-----BEGIN CERTIFICATE-----".utf8),
            "/run/token": Array("s3cret\n".utf8),
        ])

    /// Every key there is.
    private static let everything = """
        socket: { path: /run/hub.sock, mode: 0660, group: audio }
        stations:
          - id: one
            name: Station 1
            url: https://one.example/
            description: >
              The first
              station
            feed:
              type: keyed
              url: wss://one.example/live?key=${KEY}
              shortcode: 1
              version: 2.5
              compact: true
              tls: { ca: ca.pem }
              headers: { Authorization: file:/run/token, X-Price: "$${5}" }
              entities: false
            defaultStreamer: Robot
            delay: 500ms
            logo:
              light: "https://one.example/l.png"
              dark: "http://one.example/d.png"
              square: "https://one.example/s.png"
              width: 400
              height: 200
            streams:
              - { id: south, name: South, url: "https://one.example/s", delay: 2 }
              - { id: north, url: "https://one.example/n" }
            location: { latitude: 48.14, longitude: -11 }
        sessions: { main: { pauseOnDisconnect: true, rewindWindow: 2h, rates: [1, 1.5] } }
        history: { file: history.sqlite, keep: 7d }
        mpris: { enabled: false }
        """

    @Test func `a config with everything in it gives just that`() throws {
        let configuration = try Self.environment.load(Self.everything)

        var feed = Feed(type: "keyed", url: "wss://one.example/live?key=k3y")
        feed.settings = ["shortcode": .text("1"), "version": .number(2.5), "compact": .flag(true)]
        var dial = StationConfiguration.Dial()
        dial.headers = [
            HeaderField(name: "Authorization", value: "s3cret"),
            HeaderField(name: "X-Price", value: "${5}"),
        ]
        dial.tls.ca = "/etc/nphub/ca.pem"
        var station = try StationConfiguration(
            id: "one", feed: feed, dial: dial, among: [.plain, .keyed])
        station.name = "Station 1"
        station.url = "https://one.example/"
        station.description = "The first station"
        station.decodesEntities = false
        station.defaultStreamer = "Robot"
        station.delay = .milliseconds(500)
        station.logo = Station.Logo(
            light: "https://one.example/l.png", dark: "http://one.example/d.png",
            square: "https://one.example/s.png", size: ArtworkSize(width: 400, height: 200))
        station.streams = [
            .init(id: "south", name: "South", url: "https://one.example/s"),
            .init(id: "north", name: "north", url: "https://one.example/n"),
        ]
        station.streams[0].delay = .seconds(2)
        station.location = .init(latitude: 48.14, longitude: -11)
        var main = SessionConfiguration()
        main.pauseOnDisconnect = true
        main.rewindWindow = .seconds(7_200)
        main.rates = [1, 1.5]
        var expected = ProgramConfiguration(
            hub: HubConfiguration(stations: [station], sessions: ["main": main]))
        expected.socket.path = "/run/hub.sock"
        expected.socket.mode = 0o660
        expected.socket.group = "audio"
        expected.desktop.session = nil
        expected.history = HistorySettings(file: "/etc/nphub/history.sqlite")
        expected.history?.keep = .seconds(7 * 86_400)
        expect(configuration, is: expected)
    }

    @Test func `a config in JSON is one too, and everything but stations has a default`() throws {
        let configuration = try PaperEnvironment().load(
            #"{"stations": [{"id": "a", "feed": {"type": "plain", "url": "ws:\/\/h"}}]}"#)
        let station = try StationConfiguration(
            id: "a", feed: Feed(type: "plain", url: "ws://h"), among: [.plain])
        expect(configuration, is: ProgramConfiguration(hub: HubConfiguration(stations: [station])))
        expect(configuration.socket.mode, is: 0o600)
    }

    @Test(arguments: [
        ("0", 0), ("2", 2_000), ("0.25", 250), ("\"2\"", 2_000), ("500ms", 500), ("2s", 2_000),
        ("1.5m", 90_000), ("10m", 600_000), ("600", 600_000),
    ]) func `lengths of time are seconds or have a unit`(text: String, milliseconds: Int64) throws {
        let configuration = try PaperEnvironment().load(.station("delay: \(text)"))
        expect(configuration.hub.stations.first?.delay, is: .milliseconds(milliseconds))
    }

    @Test(arguments: ["0600", "600", "0o600", "\"0600\""])
    func `a mode is octal however it is written`(text: String) throws {
        let configuration = try PaperEnvironment().load(.root("socket: {mode: \(text)}"))
        expect(configuration.socket.mode, is: 0o600)
    }

    @Test func `a fingerprint is the same with and without colons and capitals`() throws {
        let pairs = Array(repeating: "Ab", count: 32)
        for text in [pairs.joined(), pairs.joined(separator: ":")] {
            let configuration = try PaperEnvironment().load(
                .feed("{type: plain, url: \"wss://h\", tls: {fingerprint: \"\(text)\"}}"))
            let tls = configuration.hub.stations.first?.dial.tls
            expect(tls?.fingerprint, is: String(repeating: "ab", count: 32))
        }
    }

    @Test func `what is shared by an alias is read in each place`() throws {
        let configuration = try PaperEnvironment().load(
            """
            stations:
            - {id: a, feed: {type: plain, url: "ws://h", headers: &shared {X-A: "1"}}}
            - {id: b, feed: {type: plain, url: "ws://h", headers: *shared}}
            """)
        let headers = configuration.hub.stations.map(\.dial.headers)
        expect(headers, is: Array(repeating: [HeaderField(name: "X-A", value: "1")], count: 2))
    }

    @Test func `a byte order mark is not part of the text`() throws {
        _ = try PaperEnvironment().load("\u{FEFF}" + .root(""))
    }

    @Test func `paths are relative to the folder of the config`() throws {
        let configuration = try PaperEnvironment().load(.root("history: {file: ../h.sqlite}"))
        expect(configuration.history, is: HistorySettings(file: "/etc/nphub/../h.sqlite"))
        expect(configuration.history?.keep, is: .seconds(30 * 86_400))
    }

    @Test(arguments: ["", "history: {}", "history: {enabled: true}"])
    func `a history is kept by default`(text: String) throws {
        try expect(PaperEnvironment().load(.root(text)).history, is: HistorySettings())
    }

    @Test func `a history can be turned off`() throws {
        let text = "history: {file: h, enabled: false}"
        try expect(PaperEnvironment().load(.root(text)).history, is: nil)
    }

    @Test func `20,000 stations are read, and no more`() throws {
        let lines = (0...20_000).map { index in
            """
              - id: s\(index)
                name: Station \(index)
                feed: { type: keyed, url: "wss://h\(index % 100).example/live", shortcode: s\(index) }
                delay: 2
                logo: { light: "https://h.example/\(index).png", dark: "https://h.example/d.png" }

            """
        }
        let most = "stations:\n" + lines.dropLast().joined()
        try expect(PaperEnvironment().load(most).hub.stations.count, is: 20_000)
        let complaints = PaperEnvironment().complaints(about: "stations:\n" + lines.joined())
        expect(complaints, is: ["2:3: there are 20001 stations; list from 1 to 20000"])
    }
}
