import Shell
import Feeds
import Testing

struct ConfigurationMistakeTests {
    /// A text with one mistake, and what is said of it.
    typealias Mistake = (text: String, complaint: String)

    private func expect(_ mistake: Mistake) {
        #expect(PaperEnvironment().complaints(about: mistake.text) == [mistake.complaint])
    }

    @Test(
        arguments: [
            ("", "1:1: the file is empty; it needs at least a list of `stations`"),
            ("# nothing\n", "1:1: the file is empty; it needs at least a list of `stations`"),
            (
                "[a]",
                "1:1: the file is a list; "
                    + "it must be a mapping of `include`, `defaults`, `discover`, `stations`, `sessions`, `history`, `cluster`, `socket`, `mpris`, `web`, `mqtt`, `hooks`"
            ),
            (
                "hello",
                "1:1: the file is `hello`; "
                    + "it must be a mapping of `include`, `defaults`, `discover`, `stations`, `sessions`, `history`, `cluster`, `socket`, `mpris`, `web`, `mqtt`, `hooks`"
            ),
            ("socket: {}", "1:1: the file has no `stations`; add `stations: […]`"),
            ("stations: []", "1:11: there are no stations; list from 1 to 20000"),
            ("stations:", "1:10: `stations` is empty; it must be a list (`- …` or `[…]`)"),
            (
                "stations: {a: b}",
                "1:11: `stations` is a mapping; it must be a list (`- …` or `[…]`)"
            ),
            ("stations: [a]", "1:12: `stations[0]` is `a`; it must be a mapping (`key: value`)"),
            (.root("sessoins: {}"), "1:1: unknown key `sessoins`; did you mean `sessions`?"),
            (
                .root("\"one\\ntwo\": 1"),
                "1:1: unknown key `one\\ntwo`; known here: `include`, `defaults`, `discover`, `stations`, `sessions`, `history`, `cluster`, "
                    + "`socket`, `mpris`, `web`, `mqtt`, `hooks`"
            ),
        ] as [Mistake]) func `a wrong file is told`(mistake: Mistake)
    { expect(mistake) }

    @Test(
        arguments: [
            "discover: {azuracast: 5}", "discover: [{every: 1}]", "include: {a: b}",
            "include: nowhere.yaml", "stations: {a: b}", "stations:",
        ]) func `where the list itself is wrong, stations are not said to be missing`(text: String)
    {
        let said = PaperEnvironment().complaints(about: text)
        #expect(!said.isEmpty && said.allSatisfy { !$0.contains("there are no stations") })
    }

    @Test func `a program that is missing is told once`() {
        let environment = PaperEnvironment(feedTypes: FeedType.all)
        let said = environment.complaints(about: .feed("{type: exec}"))
        #expect(said.count == 1 && said[0].contains("`stations[0].feed` has no `command`"))
    }

    @Test func `without stations, the other mistakes are told as well`() {
        let said = PaperEnvironment().complaints(
            about: "cluster: {nats: [a]}\nweb: {listen: x}\nhistory: no\nstations: {a: b}\n")
        #expect(said.map { $0.prefix(2) } == ["1:", "2:", "3:", "4:"])
        let none = PaperEnvironment().complaints(about: "cluster: {nats: [a]}\n")
        #expect(none.count == 2)
    }

    @Test(
        arguments: [
            (
                "stations: [",
                "2:1: this is not YAML: did not find expected node content while parsing a flow node; "
            ),
            (
                "a:\n\t- b",
                "2:1: this is not YAML: found character that cannot start any token "
                    + "while scanning for the next token; "
            ),
            (
                "a: \"b",
                "1:6: this is not YAML: found unexpected end of stream while scanning a quoted scalar; "
            ),
            ("a: 1\nb: \u{1}", "2:4: this is not YAML: control characters are not allowed; "),
        ] as [Mistake]) func `a text that is not YAML is told`(mistake: Mistake)
    {
        let remedy = """
            indent with spaces, close brackets and quotes, and quote texts that contain \
            `: ` or ` #`
            """
        expect((mistake.text, mistake.complaint + remedy))
    }

    @Test(
        arguments: [
            (
                .root("socket: {}\nsocket: {}"),
                "2:1: the key `socket` is there already, in line 1; keep one of them"
            ),
            (
                "a: *b",
                "1:4: there is no anchor `&b` before this alias; quote a text that begins with `*`"
            ),
            (
                "a: 1\n---\nb: 2",
                "2:1: a second document begins; a config is one document; remove the `---`"
            ),
            (
                "a: &a [x]\n*a : b",
                "2:1: a key is a list or a mapping; "
                    + "keys are texts; is a value in braces or brackets missing its quotes?"
            ),
            (
                "[a]: b",
                "1:1: a key is a list or a mapping; "
                    + "keys are texts; is a value in braces or brackets missing its quotes?"
            ),
            (
                String(repeating: "[", count: 40) + String(repeating: "]", count: 40),
                "1:33: values are nested over 32 levels deep; "
                    + "nothing in a config needs more than seven; is a bracket missing?"
            ),
        ] as [Mistake]) func `a tree that no config can be is told`(mistake: Mistake)
    {
        expect(mistake)
    }

    @Test(
        arguments: [
            (
                "stations:\n- {id: a}",
                "2:3: `stations[0]` has no `feed`; add `feed: { type: …, url: … }`"
            ),
            (
                "stations:\n- feed: {type: plain, url: \"ws://h\"}",
                "2:3: `stations[0]` has no `id`; add `id: my-station`"
            ),
            (
                "stations:\n- {id: a b, feed: {type: plain, url: \"ws://h\"}}",
                "2:8: `id` is `a b`; it must be 1 to 64 of the characters `A-Za-z0-9._-`"
            ),
            (
                "stations:\n- {id: [a], feed: {type: plain, url: \"ws://h\"}}",
                "2:8: `id` is a list; it must be 1 to 64 of the characters `A-Za-z0-9._-`"
            ),
            (
                "stations:\n- {id: \(String(repeating: "a", count: 65)), feed: {type: plain, url: \"ws://h\"}}",
                "2:8: `id` is `\(String(repeating: "a", count: 60))…`; "
                    + "it must be 1 to 64 of the characters `A-Za-z0-9._-`"
            ),
            (
                .root("").trimmingBracket + ", {id: a, feed: {type: plain, url: \"ws://h\"}}]",
                "2:62: the id `a` is taken by `stations[0].id` in line 2; each needs an id of its own"
            ),
            (.station("nmae: b"), "4:3: unknown key `nmae`; did you mean `name`?"),
            (
                .station("rewind: b"),
                "4:3: unknown key `rewind`; known here: `id`, `name`, `url`, `description`, `feed`, "
                    + "`defaultStreamer`, `delay`, `logo`, `streams`, `location`"
            ),
            (
                .station("Default_streamer: b"),
                "4:3: unknown key `Default_streamer`; did you mean `defaultStreamer`?"
            ),
            (
                .station("name:"),
                "4:8: `name` is empty; it must be a text on one line, without control characters"
            ),
            (
                .station("name: \"a\\tb\""),
                "4:9: `name` is `a\\tb`; it must be a text on one line, without control characters"
            ),
            (
                .station("url: ws://h"),
                "4:8: `url` is `ws://h`; it must be an `http://` or `https://` address "
                    + "without spaces, of at most 2048 bytes"
            ),
            (
                .station("logo: {light: \"http:///\"}"),
                "4:17: `light` is `http:///`; it must be an `http://` or `https://` address "
                    + "without spaces, of at most 2048 bytes"
            ),
            (
                .station("logo: {width: 0, height: 200}"),
                "4:17: `width` is `0`; it must be pixels, from 1 to 10000"
            ),
            (
                .station("location: {latitude: 91, longitude: 0}"),
                "4:24: `latitude` is `91`; it must be degrees north, from -90 to 90"
            ),
            (
                .station("location: {latitude: nan, longitude: 0}"),
                "4:24: `latitude` is `nan`; it must be degrees north, from -90 to 90"
            ),
            (
                .station("location: {longitude: 0}"),
                "4:13: `stations[0].location` has no `latitude`; add `latitude: 48.14`"
            ),
            (
                .station("streams: [{id: a}]"),
                "4:13: `stations[0].streams[0]` has no `url`; add `url: https://radio.example/stream`"
            ),
            (
                .station("streams: [{id: a, url: \"http://h\"}, {id: a, url: \"http://h\"}]"),
                "4:44: the id `a` is taken by `stations[0].streams[0].id` in line 4; "
                    + "each needs an id of its own"
            ),
        ] as [Mistake]) func `a wrong station is told`(mistake: Mistake)
    { expect(mistake) }

    @Test(arguments: ["601", "-1", "1w", "s", "1 s", "ms", "1e999", "0x10", "[1]", "~", "\"\""])
    func `a wrong length of time is told`(text: String) {
        let complaints = PaperEnvironment().complaints(about: .station("delay: \(text)"))
        let remedy = """
            it must be a number of seconds or a text like `500ms`, `2s`, `5m`, `5h`, `30d`, \
            from 0 to 10m
            """
        let shown = ["[1]": "a list", "~": "empty", "\"\"": "empty"][text] ?? "`\(text)`"
        #expect(complaints == ["4:10: `delay` is \(shown); \(remedy)"])
    }

    @Test(
        arguments: [
            ("plain", "3:9: `feed` is `plain`; it must be a mapping (`key: value`)"),
            (
                "{type: plain}",
                "3:9: `stations[0].feed` has no `url`; add `url: wss://radio.example/live`"
            ),
            (
                "{url: \"ws://h\"}",
                "3:9: `stations[0].feed` has no `type`; add `type: plain`"
            ),
            (
                "{type: palin, url: \"ws://h\", x: y}",
                "3:16: there is no feed type `palin`; did you mean `plain`?"
            ),
            (
                "{type: x, url: \"ws://h\"}",
                "3:16: there is no feed type `x`; known here: `plain`, `keyed`"
            ),
            (
                "{type: plain, url: \"https://h\"}",
                "3:28: `url` has the scheme `https`: a WebSocket's is ws or wss; "
                    + "write `wss://` in place of `https://`"
            ),
            (
                "{type: plain, url: \"http://h\"}",
                "3:28: `url` has the scheme `http`: a WebSocket's is ws or wss; "
                    + "write `ws://` in place of `http://`"
            ),
            (
                "{type: plain, url: \"ws://h:0\"}",
                "3:28: `url` has the port `0`: it must be from 1 to 65535; "
                    + "it must be like `wss://radio.example/live`"
            ),
            (
                "{type: keyed, url: \"ws://h\"}",
                "3:9: `stations[0].feed` has no `shortcode`; "
                    + "add `shortcode: … (the station's short code)`"
            ),
            (
                "{type: keyed, url: \"ws://h\", shortcode: {}}",
                "3:49: `shortcode` is a mapping; it must be a text"
            ),
            (
                "{type: keyed, url: \"ws://h\", shortcode: a, version: two}",
                "3:61: `version` is `two`; it must be a number, without quotes"
            ),
            (
                "{type: keyed, url: \"ws://h\", shortcode: a, compact: yes}",
                "3:61: `compact` is `yes`; it must be `true` or `false`, without quotes"
            ),
            (
                "{type: keyed, url: \"ws://h\", shortcode: a, shortcod: a}",
                "3:52: unknown key `shortcod`; did you mean `shortcode`?"
            ),
            (
                "{type: plain, url: \"ws://h\", shortcode: a}",
                "3:38: unknown key `shortcode`; "
                    + "known here: `type`, `url`, `tls`, `headers`, `entities`"
            ),
            (
                "{type: plain, url: \"wss://h\", tls: {fingerprint: \"ab:cd\"}}",
                "3:58: `fingerprint` is `ab:cd`; "
                    + "it must be the 32 bytes of a SHA-256 in hexadecimal, colons between them or not"
            ),
            (
                "{type: plain, url: \"wss://h\", tls: {ca: ca.pem}}",
                "3:49: `ca`: `ca.pem` cannot be read: No such file or directory; "
                    + "it must be a PEM file of certificates, relative to the config's folder"
            ),
            (
                "{type: plain, url: \"wss://h\", tls: {fingerprint: \(String(repeating: "0a", count: 32)), insecure: true}}",
                "3:44: `fingerprint` and `insecure` contradict each other; keep one: each decides alone"
            ),
            (
                "{type: plain, url: \"ws://h\", headers: {\"A B\": c}}",
                "3:55: a header field: `A B` cannot be the name of a header field; change or remove it"
            ),
            (
                "{type: plain, url: \"ws://h\", headers: [a]}",
                "3:47: `headers` is a list; it must be a mapping (`key: value`)"
            ),
        ] as [Mistake]) func `a wrong feed is told`(mistake: Mistake)
    {
        expect((.feed(mistake.text), mistake.complaint))
    }

    @Test(
        arguments: [
            (
                "socket: {path: [a]}",
                "1:16: `path` is a list; it must be a text on one line, without control characters"
            ),
            (
                "socket: {mode: 0999}",
                "1:16: `mode` is `0999`; it must be three octal digits such as `0600`"
            ),
            (
                "socket: {mode: 4755}",
                "1:16: `mode` is `4755`; it must be three octal digits such as `0600`"
            ),
            ("socket: {mod: 0600}", "1:10: unknown key `mod`; did you mean `mode`?"),
            (
                "history: {enabled: on}",
                "1:20: `enabled` is `on`; it must be `true` or `false`, without quotes"
            ),
            (
                "history: {file: a, keep: 1s}",
                "1:26: `keep` is `1s`; it must be a number of seconds or a text like "
                    + "`500ms`, `2s`, `5m`, `5h`, `30d`, from 1m to 3650d"
            ),
            (
                "mpris: {session: car}",
                "1:18: there is no session `car`; name `main` or one of `sessions`"
            ),
            (
                "mpris: {enabled: 0}",
                "1:18: `enabled` is `0`; it must be `true` or `false`, without quotes"
            ),
            ("sessions: [main]", "1:11: `sessions` is a list; it must be a mapping (`key: value`)"),
            (
                "sessions: {a b: {}}",
                "1:17: the session's name is `a b`; "
                    + "it must be 1 to 64 of the characters `A-Za-z0-9._-`"
            ),
            (
                "sessions: {main: {rates: [2, 1]}}",
                "1:26: `rates` do not ascend; write each rate once, the lowest first, such as `[1, 1.25, 1.5, 2]`"
            ),
            (
                "sessions: {main: {rates: []}}",
                "1:26: `rates` is empty; write each rate once, the lowest first, such as `[1, 1.25, 1.5, 2]`"
            ),
            (
                "sessions: {main: {rates: [0]}}",
                "1:27: `rates[0]` is `0`; it must be a number from 0.1 to 10.0"
            ),
            (
                "sessions: {main: {rewindWindow: 6h}}",
                "1:33: `rewindWindow` is `6h`; it must be a number of seconds or a text like "
                    + "`500ms`, `2s`, `5m`, `5h`, `30d`, from 0 to 5h"
            ),
            (
                "sessions: {main: {pauseOnDisconnect: \"true\"}}",
                "1:38: `pauseOnDisconnect` is `true`; it must be `true` or `false`, without quotes"
            ),
        ] as [Mistake]) func `a wrong setting of the program is told`(mistake: Mistake)
    {
        expect((.root(mistake.text), mistake.complaint))
    }
}

extension String {
    /// Without the bracket, and what follows it, that closes the list of stations.
    fileprivate var trimmingBracket: String { String(prefix { $0 != "]" }) }
}
