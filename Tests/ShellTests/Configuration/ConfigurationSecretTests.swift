import Expectations
import Shell
import Feeds
import Hub
import Stations
import Testing
import Protocols

struct ConfigurationSecretTests {
    private let environment = PaperEnvironment(
        variables: ["TOKEN": "hunter2 hunter2", "HOST": "hunter2.example", "EMPTY": ""],
        files: [
            "/etc/nphub/token": Array(" hunter2\n".utf8),
            "/etc/nphub/lines": Array("hunter2\nhunter2".utf8),
            "/etc/nphub/latin": [0xE4, 0xF6],
            "/etc/nphub/large": Array(repeating: 0x61, count: 65_537),
        ])

    @Test func `secrets are put in their places`() throws {
        let configuration = try environment.load(
            .feed(
                "{type: keyed, url: \"wss://${HOST}/live\", shortcode: file:token, "
                    + "headers: {A: \"Bearer ${TOKEN}!\", B: file:token, C: \"$5 ${EMPTY}$\"}}"))
        let station = try #require(configuration.hub.stations.first)
        expect(station.feed.url, is: "wss://hunter2.example/live")
        expect(station.feed[text: "shortcode"], is: "hunter2")
        expect(
            station.dial.headers.map(\.value), is: ["Bearer hunter2 hunter2!", "hunter2", "$5 $"])
    }

    @Test func `file means nothing in a text that cannot be secret`() throws {
        let configuration = try environment.load(.station("name: file:token"))
        expect(configuration.hub.stations.first?.name, is: "file:token")
    }

    @Test func `descriptions show no secrets`() throws {
        let configuration = try environment.load(
            .feed("{type: plain, url: \"wss://${HOST}\", headers: {A: \"${TOKEN}\"}}"))
        #expect(!String(describing: configuration).contains("hunter2"))
        #expect(!String(reflecting: configuration).contains("hunter2"))
    }

    @Test(arguments: [
        ("\"ws://${TOKEN}\"", "`url` has a space or control character (U+20) in it"),
        ("\"ws://h:${HOST}\"", "`url` is not an address with its secret in place"),
        ("\"${HOST}://h\"", "`url` is not an address with its secret in place"),
        ("\"${HOST}\"", "`url` has no scheme: begin with ws:// or wss://"),
        ("file:lines", "`url` has a space or control character (U+a) in it"),
        ("file:token", "`url` has no scheme: begin with ws:// or wss://"),
    ]) func `a complaint shows no secret`(url: String, problem: String) {
        let complaints = environment.complaints(about: .feed("{type: plain, url: \(url)}"))
        expect(complaints, is: ["3:28: \(problem); it must be like `wss://radio.example/live`"])
    }

    @Test func `a literal password in an address is not shown`() {
        let complaints = environment.complaints(
            about: .feed("{type: plain, url: \"wss://me:hunter2@h/?key=hunter2\"}")
                + "  url: \"ftp://me:hunter2@h/?key=hunter2\"\n")
        expect(complaints.count, is: 2)
        #expect(!complaints.joined().contains("hunter2"))
    }

    @Test(arguments: [
        ("${NONE}", "the environment variable `NONE` is not set"),
        ("${A B}", "`A B` is not the name of an environment variable"),
        ("${}", "`` is not the name of an environment variable"),
        ("a${TOKEN", "`${` is not closed"),
    ]) func `a variable that is not there is told`(value: String, problem: String) {
        let complaints = environment.complaints(about: .station("name: \"\(value)\""))
        let remedy =
            "set the variable and write `${NAME}`, or write `$${` for a `${` that is meant as such"
        expect(complaints, is: ["4:9: \(problem); \(remedy)"])
    }

    @Test(arguments: [
        ("none", "cannot be read: No such file or directory"),
        ("large", "cannot be read: it has more than 65536 bytes"),
        ("latin", "cannot be read: it is not UTF-8"),
    ]) func `a secret's file that cannot be used is told`(file: String, problem: String) {
        let complaints = environment.complaints(
            about: .feed("{type: plain, url: \"ws://h\", headers: {A: file:\(file)}}"))
        let remedy =
            "`file:` must name a text of at most 65536 bytes, relative to the config's folder"
        expect(complaints, is: ["3:51: `\(file)` \(problem); \(remedy)"])
    }

    @Test func `a header field with a line break is told without its value`() {
        let complaints = environment.complaints(
            about: .feed("{type: plain, url: \"ws://h\", headers: {A: file:lines, Host: h}}"))
        expect(
            complaints,
            is: [
                "3:51: a header field: the value of the header field A has a line break or "
                    + "control character in it; change or remove it",
                "3:69: a header field: the header field Host is written by the WebSocket "
                    + "handshake itself; change or remove it",
            ])
    }
}
