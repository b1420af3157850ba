import Expectations
import NowPlaying
import Testing

@testable import Shell

/// Hooks as a config has them.
struct HookSettingsTests {
    private static let station = "stations: [{id: a, feed: {type: plain, url: wss://a.example/}}]\n"

    private func rules(
        _ text: String, in environment: PaperEnvironment = PaperEnvironment()
    ) throws -> [HookRule] {
        try environment.load(Self.station + "hooks:\n" + text).hooks?.rules ?? []
    }

    private func request(
        _ text: String, in environment: PaperEnvironment = PaperEnvironment()
    ) throws -> HookRequest {
        let rule = try #require(try rules("- {on: track, \(text)}", in: environment).first)
        guard case .request(let request) = rule.action else { throw RunFailure("no request") }
        return request
    }

    private func values(_ title: String) -> TemplateValues {
        var state = NowPlaying(
            station: Station(id: "a", name: "A"),
            connection: StationConnection(state: .live, since: Timestamp(milliseconds: 0)))
        state.track = Track(id: "t", title: title)
        let start = Timestamp(milliseconds: 1_700_000_000_900)
        state.playback = Playback(
            state: .playing, rate: 1,
            anchor: Anchor(elapsed: .zero, asOf: start, startedAt: start, quality: .exact))
        return TemplateValues(of: state, at: start)
    }

    @Test func `a hook has defaults, and a name of its own`() throws {
        let rules = try rules(
            """
            - {on: [track], run: [notify-send, "{title}"]}
            - {on: failing, for: 5m, run: [/usr/bin/notify-send], name: mine, attempts: 2}
            - {on: [connection], run: [notify-send], timeout: 2s, atStart: true, stations: [a]}
            """)
        expect(rules.map(\.name), is: ["notify-send", "mine", "notify-send-2"])
        expect(rules.map(\.patience), is: [.seconds(600), .seconds(300), .seconds(600)])
        expect(rules.map(\.limits.timeLimit), is: [.seconds(30), .seconds(30), .seconds(2)])
        expect(rules.map(\.limits.attempts), is: [5, 2, 5])
        expect(rules.map(\.runsAtStart), is: [false, false, true])
        expect(rules[2].stations, is: ["a"])
    }

    @Test(
        arguments: [
            ("{on: [trak], run: [x]}", "`on[0]` is `trak`"),
            ("{on: [], run: [x]}", "`on` has no event"),
            ("{run: [x]}", "has no `on`"),
            ("{on: track}", "has neither `run` nor `post`"),
            ("{on: track, run: [x], post: 'https://a.example'}", "has both `run` and `post`"),
            ("{on: track, run: []}", "`run` is empty"),
            (
                "{on: track, run: [x, '{titel}']}",
                "there is no field `{titel}`; did you mean `title`"
            ),
            ("{on: track, run: [sh, -c, 'echo {title}']}", "puts titles into code"),
            ("{on: track, run: [x], body: y}", "`body` has no effect on a program"),
            ("{on: track, run: [x], for: 5m}", "`for` has no effect"),
            ("{on: track, run: [x], stations: [b]}", "there is no station `b`"),
            ("{on: track, post: 'http://a.example'}", "sends to `a.example` without encryption"),
            ("{on: track, post: 'https://u:p@a.example/'}", "is not the address of a web server"),
            ("{on: track, post: 'https://a.example', method: put}", "`method` is `put`"),
            (
                "{on: track, post: 'https://a.example', method: GET, body: x}",
                "`body` has no effect"
            ),
            ("{on: track, post: 'https://a.example', body: '{x}'}", "there is no field `{x}`"),
            ("{on: track, post: 'https://a.example', body: {a: ['{x}']}}", "no field `{x}`"),
            ("{on: track, post: 'https://a.example/{x}'}", "there is no field `{x}`"),
            ("{on: track, post: 'https://a.example', hmac: 'file:k'}", "cannot be read"),
            ("{on: track, post: 'https://a.example', headers: {A: '${X}'}}", "`X` is not set"),
        ]) func `a mistake is told with its remedy`(text: String, said: String)
    {
        let complaints = PaperEnvironment().complaints(
            about: Self.station + "hooks:\n- \(text)")
        #expect(complaints.count == 1 && complaints[0].contains(said), "\(complaints)")
    }

    @Test(
        arguments: [
            "http://127.0.0.1:8080/x", "http://[::1]/", "http://localhost/", "http://nas/",
            "http://nas.local/", "http://192.168.1.4/", "http://172.31.0.1/", "http://[fd00::1]/",
        ]) func `near servers need no encryption`(url: String) throws
    {
        _ = try request("post: '\(url)'")
    }

    @Test(arguments: ["http://172.32.0.1/", "http://8.8.8.8/", "http://[2001:db8::1]/"])
    func `far servers need it`(url: String) {
        let text = Self.station + "hooks:\n- {on: track, post: '\(url)'}"
        expect(PaperEnvironment().complaints(about: text).count, is: 1)
    }

    @Test func `secrets come from files, and are in no message`() throws {
        var environment = PaperEnvironment()
        environment.files["/etc/nphub/url"] = Array("https://a.example/secret/{id}\n".utf8)
        environment.files["/etc/nphub/key"] = Array("topsecret\n".utf8)
        let request = try request("post: 'file:url', hmac: 'file:key'", in: environment)
        expect(request.host, is: "a.example")
        expect(request.server, is: "https://a.example")
        expect(request.target.text(values("")), is: "/secret/a")
        expect(request.key, is: Array("topsecret".utf8))
        expect(HookRule.Action.request(request).summary, is: "POST a.example")
    }

    @Test func `a document has fields in its texts, and leaves absent ones out`() throws {
        let request = try request(
            """
            post: 'https://a.example', body: {title: "{title}", at: "{startedAt}", album: "{album}",
              list: ["{artist}", 1, 1.5, true, null, "{station.name}!"], empty: ""}
            """)
        guard case .document(let document) = request.body else { return #expect(Bool(false)) }
        expect(
            String(decoding: document.json(values(#"a "quoted" \ title"#)), as: UTF8.self),
            is: #"{"title":"a \"quoted\" \\ title","at":1700000000,"#
                + #""list":["",1,1.5,true,null,"A!"],"empty":""}"#)
    }

    @Test(
        arguments: [
            ("text/plain", #"a&b="ü""#), ("application/json", #"a&b=\"ü\""#),
            ("application/x-www-form-urlencoded", "a%26b%3D%22%C3%BC%22"),
        ]) func `a text is escaped as its type needs it`(type: String, text: String) throws
    {
        let request = try request(
            "post: 'https://a.example', body: '{title}', headers: {content-type: \(type)}")
        guard case .text(let argument, let escaping) = request.body else {
            return #expect(Bool(false))
        }
        var values = values(#"a&b="ü""#)
        values.escape = escaping.escape
        expect(argument.text(values), is: text)
    }
}
