import Expectations
import Shell
import Feeds
import Hub
import Stations
import Testing

/// Feeds whose messages the config describes.
struct ConfigurationMappingTests {
    private let machine = PaperEnvironment(
        variables: ["TOKEN": "s3cret"], files: ["/etc/nphub/key": Array("from a file\n".utf8)],
        feedTypes: FeedType.all)

    private func feed(_ lines: String) -> String {
        "stations:\n- id: a\n  feed:\n    type: json\n    url: wss://h\n"
            + lines.split(separator: "\n").map { "    \($0)\n" }.joined()
    }

    @Test func `a mapping is taken with all that it says`() throws {
        let text = feed(
            """
            station: xyz
            values: { token: "${TOKEN}", key: "file:key", user: 1 }
            layer: { socketio: { version: 4, namespace: /radio } }
            open:
            - { event: join, data: { id: "{station}", token: "{token}", empty: "", none: null } }
            messages:
            - { event: song, when: { /live: true }, do: update }
            track: { title: [/title, { at: /name, none: ["-", 0, null] }] }
            """)
        let settings = try machine.load(text).hub.stations[0].feed.settings
        let join: Feed.Value = .object([
            .init(name: "id", value: .text("{station}")),
            .init(name: "token", value: .text("{token}")),
            .init(name: "empty", value: .text("")), .init(name: "none", value: .null),
        ])
        expect(settings["station"], is: .text("xyz"))
        expect(
            settings["values"],
            is: .object([
                .init(name: "token", value: .text("s3cret")),
                .init(name: "key", value: .text("from a file")),
                .init(name: "user", value: .number(1)),
            ]))
        expect(
            settings["open"],
            is: .list([
                .object([
                    .init(name: "event", value: .text("join")),
                    .init(name: "data", value: join),
                ])
            ]))
        expect(settings["staleAfter"], is: nil)
    }

    @Test(arguments: [
        ("trakc: {}", "6:5: unknown key `trakc`; did you mean `track`?"),
        ("track:\n  titel: /t", "7:7: unknown key `titel`; did you mean `title`?"),
        (
            "track:\n  title: [/a, b]",
            "7:19: `title[1]` is `b`; it must be a JSON pointer, such as `/song/title` or "
                + "`/artists/*/name`"
        ),
        (
            "track: { start: { at: /s, unit: min } }",
            "6:37: `unit` is `min`; it must be one of `s`, `ms`, `us`, `iso`, `date`, `dotnet`"
        ),
        (
            "keepAlive: { send: ping }",
            "6:16: `stations[0].feed.keepAlive` has no `every`; add `every: 30s`"
        ),
        (
            "layer: [sockjs, sokjs]",
            "6:21: `layer[1]` is `sokjs`; it must be one of `plain`, `lines`, `sse`, `sockjs`, "
                + "`socketio`, `phoenix`, `pusher`, `centrifugo`, `jsonrpc`"
        ),
        (
            "open: 'hello {statoin}'",
            "6:11: `open`: nothing stands for `{statoin}`; known here: nothing"
        ),
        (
            "open: '{\"a\": [{\"b\": \"{x}\"}]}'",
            "6:11: `open`: nothing stands for `{x}`; known here: nothing"
        ),
        (
            "messages:\n- { do: { it: now } }",
            "7:13: `do` is a mapping; it must be one of `update`, `partial`, `remember`, `clear`, `stopped`, `offline`, "
                + "`online`, `hello`, `ignore`, `error`, `reconnect`, `terminal`"
        ),
        (
            "values: { token: '${NONE}' }\nopen: '{token}'",
            "6:22: the environment variable `NONE` is not set; set the variable and write "
                + "`${NAME}`, or write `$${` for a `${` that is meant as such"
        ),
        (
            "stationsPerLink: 99",
            "6:22: `stationsPerLink` is `99`; it must be a whole number from 1 to 32"
        ),
    ])
    func `a mistake in a mapping is told with its line and column`(lines: String, complaint: String)
    {
        let complaints = machine.complaints(about: feed(lines))
        #expect(complaints.contains(complaint))
    }

    @Test func `a secret in a mapping is never shown`() {
        let complaints = machine.complaints(
            about: feed("values: { token: \"${TOKEN}\" }\nstaleAfter: \"${TOKEN}\""))
        expect(complaints.count, is: 1)
        expect(complaints.first?.contains("`${TOKEN}`"), is: true)
        expect(complaints.first?.contains("s3cret"), is: false)
    }

    @Test func `an address has its settings in their places`() throws {
        let text = """
            stations:
            - id: a
              feed: { type: json, url: "wss://h/{station}/{rand3}", station: a b, track: {} }
            - id: b
              feed: { type: qmusic, station: joe_nl }
            - id: c
              feed: { type: qmusic, station: qmusic_be, country: be }
            - id: d
              feed: { type: qmusic, station: qmusic_be, url: "ws://localhost/{uuid}" }
            """
        let urls = try machine.load(text).hub.stations.map(\.feed.url)
        expect(
            urls,
            is: [
                "wss://h/a%20b/{rand3}", "wss://socket.qmusic.nl/api/{rand3}/{uuid}/websocket",
                "wss://socket.qmusic.be/api/{rand3}/{uuid}/websocket", "ws://localhost/{uuid}",
            ])
    }

    @Test(arguments: [
        (
            "{ type: json, url: \"wss://h/{staton}\", station: a, track: {} }",
            "3:28: `url`: nothing stands for `{staton}`; known here: `{station}`, `{rand3}`, `{uuid}`"
        ),
        (
            "{ type: json, url: \"wss://{uuid}.h/\", track: {} }",
            "3:28: `url` has a host with something at random in it; "
                + "`{rand3}` and `{uuid}` can stand in the path and behind it"
        ),
        (
            "{ type: json, url: \"wss://h/\", open: hello }",
            "3:9: `stations[0].feed` has no `track`; add `track: { title: /title }`"
        ),
        (
            "{ type: qmusic }",
            "3:9: `stations[0].feed` has no `station`; "
                + "add `station: … (the station's name, such as qmusic_nl or joe_nl)`"
        ),
        (
            "{ type: qmusic, station: a, track: {} }",
            "3:37: unknown key `track`; known here: `type`, `url`, `tls`, `headers`, `entities`, "
                + "`station`, `country`, `split`"
        ),
    ])
    func `a wrong address or setting is told`(feed: String, complaint: String) {
        expect(machine.complaints(about: .feed(feed)), is: [complaint])
    }
}
