import Expectations
import Shell
import Feeds
import Hub
import NowPlaying
import Stations
import Testing
import Protocols

/// Configs for thousands of stations: files that are included, defaults, and discovered stations.
struct ManyStationsTests {
    private static let azuracast =
        #"{ type: azuracast, url: "wss://radio.example/live", shortcode: one }"#

    private func environment(_ files: [String: String] = [:]) -> PaperEnvironment {
        var environment = PaperEnvironment()
        environment.feedTypes = FeedType.all
        for (name, text) in files { environment.files["/etc/nphub/" + name] = Array(text.utf8) }
        return environment
    }

    private func station(_ id: String) -> String {
        "stations: [{ id: \(id), feed: \(Self.azuracast) }]\n"
    }

    private func complaints(_ text: String, _ files: [String: String] = [:]) -> [String] {
        environment(files).errors(in: Array(text.utf8)).map { "\($0)" }
    }

    // MARK: include

    @Test func `files are included in the order of their names, behind the file's own`() throws {
        let files = ["d/b.yaml": station("b"), "d/a.yaml": station("a"), "c.yaml": station("c")]
        let config = try environment(files).load(
            station("z") + "include: [d/*.yaml, c.yaml]\n")
        expect(config.hub.stations.map(\.id), is: ["z", "a", "b", "c"])
    }

    @Test func `a mistake in an included file is told with its file and line`() {
        let said = complaints(
            "include: d/*.yaml\n",
            ["d/a.yaml": station("a") + "sessions: {}\n", "d/b.yaml": "stations:\n  - id: a b\n"])
        expect(said.count, is: 3)
        #expect(said[0].hasPrefix("/etc/nphub/d/a.yaml:2:1: unknown key `sessions`"))
        #expect(said[1].hasPrefix("/etc/nphub/d/b.yaml:2:5: `stations[0]` has no `feed`"))
        #expect(said[2].hasPrefix("/etc/nphub/d/b.yaml:2:9: `id` is `a b`"))
    }

    @Test func `a file that is missing is told where it is named, a pattern may match nothing`() {
        expect(
            complaints(station("a") + "include: [no.yaml, no/*.yaml]\n"),
            is: [
                "/etc/nphub/hub.yaml:2:11: `/etc/nphub/no.yaml` cannot be read: No such file or "
                    + "directory; it must be a readable file of at most 16 MiB"
            ])
        #expect(
            complaints("include: no/*.yaml\n")[0].contains(
                "there are no stations in what `include` names"))
    }

    @Test func `a file that is included twice is told once, where it is named again`() {
        let files = ["a.yaml": station("a"), "b.yaml": "include: a.yaml\n" + station("b")]
        expect(
            complaints("include: [a.yaml, b.yaml]\n", files),
            is: [
                "/etc/nphub/b.yaml:1:10: `/etc/nphub/a.yaml` is included already, in "
                    + "/etc/nphub/hub.yaml:1; include each file once"
            ])
        let said = complaints("include: [a.yaml,\n  '*.yaml']\n", files)
        #expect(said.count == 2 && said[0].hasPrefix("/etc/nphub/hub.yaml:2:3: "))
    }

    @Test func `a file that includes itself is told, by whatever way it does`() {
        let said = complaints(
            station("z") + "include: a.yaml\n",
            ["a.yaml": "include: b.yaml\n", "b.yaml": "include: [hub.yaml, a.yaml]\n"])
        expect(said.count, is: 2)
        #expect(said[0].hasPrefix("/etc/nphub/b.yaml:1:11: `hub.yaml` includes itself: "))
        #expect(
            said[1].contains(
                "`a.yaml` includes itself: /etc/nphub/a.yaml → /etc/nphub/b.yaml → "
                    + "/etc/nphub/a.yaml"))
        // A pattern may match the file in which it stands.
        #expect(complaints(station("z") + "include: '*.yaml'\n").isEmpty)
    }

    @Test(arguments: [
        ("/*/*/*.yaml", 3), ("/srv/*/?/[ab].yaml", 3), ("*/*/*/*/*/*/*/*", 8),
        ("d/a?/" + String(repeating: "*/", count: 1_000) + "b", 1_001),
    ])
    func `a pattern that means too many folders is told, and not looked for`(
        pattern: String, count: Int
    ) {
        let said = complaints(station("a") + "include: '\(pattern)'\n")
        expect(said.count, is: 1)
        expect(
            said.first?.hasSuffix(
                " has \(count) folders or files that are patterns; name the folders, so that at "
                    + "most 2 remain"),
            is: true,
            "\(said)")
        expect(said.first?.hasPrefix("/etc/nphub/hub.yaml:2:10: "), is: true)
        #expect((said.first?.utf8.count ?? 0) < 1_000)
    }

    @Test func `a folder and a file of it may both be patterns`() {
        #expect(complaints(station("a") + "include: ['*/*.yaml', '/srv/[ab]/?.yaml']\n").isEmpty)
    }

    private func manyFiles(_ count: Int) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: (0..<count).map { ("d/\($0).yaml", station("s\($0)")) })
    }

    @Test func `1,000 files can be included, and of more it is told once`() {
        #expect(complaints("include: d/*.yaml\n", manyFiles(1_000)).isEmpty)
        expect(
            complaints("include: d/*.yaml\n", manyFiles(1_100)),
            is: [
                "/etc/nphub/hub.yaml:1:10: too many files are included; include at most 1000, and "
                    + "at most 8 from one another"
            ])
    }

    @Test func `8 files may include one another, and of a ninth it is told`() {
        func chain(_ count: Int) -> [String: String] {
            Dictionary(
                uniqueKeysWithValues: (1...count).map { place in
                    let next = place < count ? "include: \(place + 1).yaml\n" : ""
                    return ("\(place).yaml", next + station("s\(place)"))
                })
        }
        #expect(complaints("include: 1.yaml\n", chain(8)).isEmpty)
        expect(
            complaints("include: 1.yaml\n", chain(9)),
            is: [
                "/etc/nphub/8.yaml:1:10: too many files are included; include at most 1000, and "
                    + "at most 8 from one another"
            ])
    }

    @Test func `an id that two files have is told with both places`() {
        let said = complaints(station("a") + "include: a.yaml\n", ["a.yaml": station("a")])
        expect(
            said,
            is: [
                "/etc/nphub/a.yaml:1:18: the id `a` is taken by `stations[0].id` in "
                    + "/etc/nphub/hub.yaml:1; each needs an id of its own"
            ])
    }

    // MARK: defaults

    @Test func `what a station does not say itself the defaults say, also in included files`()
        throws
    {
        let files = [
            "a.yaml": """
            defaults: { delay: 5 }
            stations: [{ id: c, feed: { shortcode: c } }]
            """
        ]
        let config = try environment(files).load(
            """
            defaults: { delay: 2, feed: { type: azuracast, url: "wss://radio.example/live" } }
            stations:
              - { id: a, feed: { shortcode: a } }
              - { id: b, feed: { shortcode: b }, delay: 0 }
              - { id: other, feed: { type: listenmoe } }
            include: a.yaml
            """)
        let stations = config.hub.stations
        expect(stations.map(\.delay), is: [2, 0, 2, 5].map { .seconds($0) })
        expect(stations.map(\.feed.type), is: ["azuracast", "azuracast", "listenmoe", "azuracast"])
        expect(stations[3].feed.url, is: "wss://radio.example/live")
        expect(stations[3].feed[text: "shortcode"], is: "c")
    }

    @Test func `a mistake in the defaults is told once, where it stands`() {
        let said = complaints(
            """
            include: a.yaml
            defaults: { delay: soon, feed: { type: azuracast, url: "wss://radio.example" }, id: x }
            stations: [{ id: a, feed: { shortcode: a } }, { id: b, feed: { shortcode: b } }]
            """, ["a.yaml": "stations: [{ id: c, feed: { shortcode: c } }]\n"])
        expect(said.count, is: 2)
        #expect(said[0].hasPrefix("/etc/nphub/hub.yaml:2:20: `delay` is `soon`"))
        #expect(said[1].hasPrefix("/etc/nphub/hub.yaml:2:81: unknown key `id`"))
    }

    @Test(arguments: [
        ("{ typ: azuracast }", "did you mean `type`?"),
        ("{ type: azuracsat, shrotcode: x }", "did you mean `azuracast`?"),
        ("{ type: azuracast, shrotcode: x }", "did you mean `shortcode`?"),
        ("{ type: kodi, tsl: {} }", "did you mean `tls`?"),
    ])
    func `a slip in the defaults of feeds is told though no station needs it`(
        feed: String, remedy: String
    ) {
        let said = complaints(
            """
            defaults: { feed: \(feed) }
            stations:
              - { id: a, feed: { type: plaza } }
            """)
        expect(said.count, is: 1)
        expect(said.first?.hasSuffix(remedy), is: true, "\(said)")
    }

    // MARK: discover

    @Test func `a server's stations are like the defaults, and have its short codes`() throws {
        let config = try environment().load(
            """
            discover: { azuracast: "https://radio.example/", every: 1m, prefix: x- }
            defaults: { delay: 2, feed: { headers: { X-Key: "1" } } }
            """)
        #expect(config.hub.stations.isEmpty)
        let discovery = try #require(config.discoveries.first)
        expect(discovery.server, is: "https://radio.example")
        expect(discovery.every, is: .seconds(60))
        let station = try #require(discovery.station(named: "jazz"))
        expect(station.id, is: "x-jazz")
        expect(station.delay, is: .seconds(2))
        expect(station.feed[text: "shortcode"], is: "jazz")
        expect(station.feed.url, is: "wss://radio.example/api/live/nowplaying/websocket")
        expect(station.dial.headers.map(\.name), is: ["X-Key"])
        expect(discovery.station(named: "no id"), is: nil)
    }

    @Test(arguments: [
        ("https://radio.example", "https://radio.example"),
        ("HTTP://radio.example:8000//", "http://radio.example:8000"),
        ("https://radio.example/api/nowplaying", "https://radio.example"),
    ])
    func `a server is meant by several addresses`(address: String, server: String) throws {
        let config = try environment().load("discover: [{ azuracast: '\(address)' }]\n")
        expect(config.discoveries.map(\.server), is: [server])
    }

    @Test(arguments: [
        ("discover: {}", "has no `azuracast`"),
        ("discover: { azuracast: radio.example }", "it must be an `http://`"),
        ("discover: { azuracast: 'https://x/?a=b' }", "it must be a server's address"),
        ("discover: { azuracast: 'https://x', every: 1s }", "from 10s to 1d"),
        ("discover: { azuracast: 'https://x', prefix: 'a b' }", "at most 32"),
        ("discover: { azuracat: 'https://x' }", "did you mean `azuracast`?"),
        (
            "discover: { azuracast: 'https://x' }\ndefaults: { feed: { tls: { fingerprint: "
                + "\(String(repeating: "ab", count: 32)) } } }", "tls: { ca: FILE }"
        ),
    ])
    func `what is wrong with it is told`(text: String, words: String) {
        let said = complaints(text + "\n")
        #expect(said.contains { $0.contains(words) }, "\(said)")
    }

    // MARK: The usual place

    @Test func `a config that nothing names is in the folder for configs`() {
        func path(_ variables: [String: String]) -> String? {
            var environment = PaperEnvironment()
            environment.variables = variables
            return ConfigurationFile.usualPath(in: environment)
        }
        expect(path(["XDG_CONFIG_HOME": "/c", "HOME": "/h"]), is: "/c/nphub/stations.yaml")
        expect(path(["XDG_CONFIG_HOME": "c", "HOME": "/h"]), is: "/h/.config/nphub/stations.yaml")
        expect(path(["HOME": "/h"]), is: "/h/.config/nphub/stations.yaml")
        expect(path([:]), is: nil)
    }
}
