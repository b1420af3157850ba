import Expectations
import NowPlaying
import TestSupport
import Testing

@testable import FanOut
@testable import Hub

/// Every request that can be made, and every mistake that can be made in one.
struct RequestTests {
    private let world = World(.make(["one", "two"]))
    private let client: ClientID

    init() {
        client = world.connect()
    }

    private func answer(_ line: String) throws -> [Tree] {
        world.write(line + "\n", as: client)
        return try world.receive(client)
    }

    @Test func `hello tells protocol, version, epoch and the hub's time`() throws {
        let answer = try #require(try world.call("hello", as: client).first)
        expect(answer["jsonrpc"]?.string, is: "2.0")
        expect(answer["id"]?.int, is: 1)
        expect(answer["result"]?.names, is: ["epoch", "protocol", "time", "version"])
        expect(answer["result"]?["time"]?.number, is: Timestamp.at(0).seconds)
        expect(answer["result"]?["protocol"]?.int, is: 1)
    }

    @Test(arguments: [#""a\u00e9""#, "17", "-1.5", "null", #""""#])
    func `an answer has the id of its request`(id: String) throws {
        let answers = try answer(#"{"jsonrpc":"2.0","id":\#(id),"method":"hello"}"#)
        let expected = try Tree(Array("[\(id)]".utf8)).elements.first
        expect(answers.map { $0["id"] }, is: [expected])
    }

    @Test(arguments: ["1.0", "-0", "1e2", "18446744073709551616", "1e400", "0.1000"])
    func `an id that is a number is answered as it was written`(id: String) throws {
        world.write(#"{"jsonrpc":"2.0","method":"hello","id":\#(id)}"# + "\n", as: client)
        let lines = world.deliveries(to: client).map {
            String(decoding: $0.bytes, as: UTF8.self)
        }
        expect(lines.map { $0.hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"result":"#) }, is: [true])
    }

    @Test func `a number that no type holds is a wrong parameter, not a broken line`() throws {
        let answer = try answer(
            #"{"jsonrpc":"2.0","id":1,"method":"get","params":{"view":"line","history":1e400}}"#)
        expect(answer.first?["error"]?["code"]?.int, is: -32_602)
        expect(answer.first?["error"]?["data"]?["parameter"]?.string, is: "history")
    }

    @Test func `a request without an id is carried out and not answered`() throws {
        let messages = try answer(
            #"{"jsonrpc":"2.0","method":"subscribe","params":{"view":"line"}}"#)
        #expect(messages.allSatisfy { $0["method"] != nil })
        expect(messages.count, is: 3)
        #expect(try answer(#"{"jsonrpc":"2.0","method":"nonsense"}"#).isEmpty)
    }

    @Test func `several requests in one piece are answered in their order`() throws {
        let lines = (1...3).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"hello"}"# }
        let answers = try answer(lines.joined(separator: "\n"))
        expect(answers.map { $0["id"]?.int }, is: [1, 2, 3])
    }

    @Test func `a request may come byte by byte`() throws {
        for byte in #"{"jsonrpc":"2.0","id":1,"method":"hello"}"#.utf8 {
            #expect(world.events(when: [byte], comeFrom: client).isEmpty)
        }
        #expect(try world.receive(client).isEmpty)
        try expect(answer("").count, is: 1)
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let line: String
        let code: Int
        /// The name and the value of the error's `data`.
        var subject: (name: String, value: String)?

        var testDescription: String { line }

        /// A call with these parameters.
        static func call(
            _ method: String, _ parameters: String, _ code: Int, _ name: String? = nil,
            _ value: String = ""
        ) -> Mistake {
            Mistake(
                line: #"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":\#(parameters)}"#,
                code: code, subject: name.map { ($0, value) })
        }

        /// A subscription with a wrong parameter.
        static func parameter(
            _ name: String, _ value: String, view: String = "line"
        ) -> Mistake {
            call(
                "subscribe", #"{"view":"\#(view)","\#(name)":\#(value)}"#, -32602, "parameter",
                name)
        }
    }

    static let damaged = [
        Mistake(line: "{", code: -32700), Mistake(line: "nonsense", code: -32700),
        Mistake(line: #"{"id":1}garbage"#, code: -32700),
        Mistake(line: "\u{1}", code: -32700), Mistake(line: "[]", code: -32600),
        Mistake(line: "17", code: -32600),
        Mistake(line: #"[{"jsonrpc":"2.0","id":1,"method":"hello"}]"#, code: -32600),
        Mistake(line: #"{"jsonrpc":"2.0","id":{},"method":"hello"}"#, code: -32600),
        Mistake(line: #"{"jsonrpc":"2.0","id":[1],"method":"hello"}"#, code: -32600),
    ]

    @Test(arguments: damaged)
    func `what is not a request at all is answered without an id`(mistake: Mistake) throws {
        let answers = try answer(mistake.line)
        expect(answers.count, is: 1)
        expect(answers.first?["id"], is: .null)
        expect(answers.first?["error"]?["code"]?.int, is: mistake.code)
        expect(answers.first?["error"]?["message"]?.string?.isEmpty, is: false)
        #expect(try world.call("hello", as: client).first?["result"] != nil, "it lives on")
    }

    static let wrong: [Mistake] = [
        Mistake(line: #"{"id":7,"method":"hello"}"#, code: -32600),
        Mistake(line: #"{"jsonrpc":"1.0","id":7,"method":"hello"}"#, code: -32600),
        Mistake(line: #"{"jsonrpc":"2.0","id":7}"#, code: -32600),
        Mistake(line: #"{"jsonrpc":"2.0","id":7,"method":1}"#, code: -32600),
        .call("sing", "{}", -32601, "method", "sing"),
        .call("hello", "[]", -32602, "parameter", "params"),
        .call("hello", #"{"x":1}"#, -32602, "parameter", "x"),
        .call("subscribe", "{}", -32602, "parameter", "view"),
        .call("subscribe", #"{"view":1}"#, -32602, "parameter", "view"),
        .call("subscribe", #"{"view":"map"}"#, -32003, "view", "map"),
        .call("subscribe", #"{"view":"line","session":"x y"}"#, -32002, "session", "x y"),
        .call("subscribe", #"{"view":"line","stations":["x"]}"#, -32001, "station", "x"),
        .parameter("stations", #""one""#), .parameter("stations", "[1]"),
        .parameter("minInterval", "-1"), .parameter("minInterval", "3600.1"),
        .parameter("minInterval", #""1""#), .parameter("patch", "1"),
        .parameter("patch", "true"), .parameter("history", "3"),
        .parameter("history", "-1", view: "nowPlaying"),
        .parameter("history", "51", view: "nowPlaying"),
        .parameter("history", "1.5", view: "nowPlaying"),
        .parameter("listeners", #""yes""#), .parameter("options", "[]"),
        .parameter("options", #"{"locale":"de"}"#, view: "nowPlaying"),
        .parameter("since", "5"), .parameter("interval", "1"),
        .call("subscribe", #"{"view":"line","options":{"x":1}}"#, -32602, "parameter", "x"),
        .call(
            "subscribe", #"{"view":"line","session":"main","stations":[]}"#, -32602, "parameter",
            "session"),
        .call(
            "subscribe", #"{"view":"line","since":{"revision":1}}"#, -32602, "parameter",
            "epoch"),
        .call(
            "subscribe", #"{"view":"line","since":{"epoch":"e"}}"#, -32602, "parameter",
            "revision"),
        .call(
            "subscribe", #"{"view":"line","since":{"epoch":"e","revision":-1}}"#, -32602,
            "parameter", "revision"),
        .call("unsubscribe", "{}", -32602, "parameter", "subscription"),
        .call("unsubscribe", #"{"subscription":99}"#, -32006, "subscription", "99"),
        .call("configure", #"{"subscription":1}"#, -32602, "parameter", "options"),
        .call("configure", #"{"subscription":99,"options":{}}"#, -32006, "subscription", "99"),
        .call("get", #"{"view":"line","minInterval":1}"#, -32602, "parameter", "minInterval"),
        .call("get", #"{"view":"line","after":"x"}"#, -32001, "after", "x"),
        .call("status", #"{"after":-1}"#, -32602, "parameter", "after"),
    ]

    @Test(arguments: wrong)
    func `a wrong request is answered with what is wrong`(mistake: Mistake) throws {
        let answers = try answer(mistake.line)
        expect(answers.count, is: 1)
        let error = answers.first?["error"]
        expect(answers.first?["id"]?.int, is: 7)
        expect(error?["code"]?.int, is: mistake.code)
        expect(error?["message"]?.string?.isEmpty, is: false)
        if let subject = mistake.subject {
            expect(error?["data"], is: .object([subject.name: .string(subject.value)]))
        }
    }

    @Test func `a client cannot touch the subscription of another`() throws {
        let other = world.connect()
        _ = try world.call("subscribe", #"{"view":"line"}"#, as: other)
        for (method, rest) in [("unsubscribe", ""), ("configure", #","options":{}"#)] {
            let parameters = #"{"subscription":1"# + rest + "}"
            let answer = try world.call(method, parameters, as: client).first
            expect(answer?["error"]?["code"]?.int, is: -32006)
        }
    }

    @Test func `options that make no sense with a view are refused later too`() throws {
        _ = try world.call("subscribe", #"{"view":"nowPlaying"}"#, as: client)
        let answer = try world.call(
            "configure", #"{"subscription":1,"options":{"locale":"de"}}"#, as: client
        ).first
        expect(answer?["error"]?["code"]?.int, is: -32602)
        expect(answer?["error"]?["data"]?["parameter"]?.string, is: "options")
    }
}
