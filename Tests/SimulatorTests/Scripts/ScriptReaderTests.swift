import Expectations
import Testing

@testable import Simulator

/// The contents of scripts, and the errors of bad ones.
struct ScriptReaderTests {
    private static let head = #"{"path":"/live"}"#

    private func script(_ lines: String...) throws(ScriptError) -> ConversationScript {
        try ConversationScript(Array(lines.joined(separator: "\n").utf8))
    }

    @Test func `the first line names path, source, subprotocols and stations`() throws {
        let script = try script(
            #"""
            {"source":"A recording.","path":"/api/*/ws","subprotocols":["v1"],"stations":[{"id":"a",\#
            "name":"A","feed":{"type":"json","url":"/api/1/ws?v=2","track":{"title":"/t"},"n":1}}]}
            """#)
        expect(script.source, is: "A recording.")
        expect(script.subprotocols, is: ["v1"])
        let station = try #require(script.stations.first)
        expect(station.id, is: "a")
        expect(station.name, is: "A")
        expect(station.type, is: "json")
        expect(station.path, is: "/api/1/ws?v=2")
        expect(station.settings.map(\.name), is: ["track", "n"])
        expect(station.settings.map(\.json), is: [#"{"title":"/t"}"#, "1"])
        #expect(script.path.matches("/api/x/ws"))
        #expect(!script.path.matches("/api//ws") && !script.path.matches("/api/x/y/ws"))
    }

    @Test func `a station is read at the script's path, and called by its id`() throws {
        let script = try script(
            #"{"path":"/live","stations":[{"id":"a","feed":{"type":"json"}}]}"#)
        expect(script.stations.map(\.path), is: ["/live"])
        expect(script.stations.map(\.name), is: ["a"])
    }

    @Test func `empty lines say nothing`() throws {
        try expect(script("", Self.head, "  ", #"{"send":1}"#, "").steps.count, is: 1)
    }

    /// A line that follows a good first line, and what is said of it.
    private static let mistakes = [
        ("{", "not one JSON object"),
        ("[]", "a line is a JSON object"),
        (
            #"{}"#,
            "a step has one of `expect`, `send`, `after` and `repeat`, or `answer` with `send`"
        ),
        (#"{"sned":1}"#, "a step has no `sned`; did you mean `send`?"),
        (#"{"answer":1}"#, "or `answer` with `send`"),
        (#"{"send":1,"after":1}"#, "a step has one of"),
        (#"{"after":0}"#, "whole number of milliseconds, 1 to 3600000"),
        (#"{"after":1.5}"#, "whole number of milliseconds"),
        (#"{"after":"8 s"}"#, "whole number of milliseconds"),
        (#"{"send":"{{id}}"}"#, "no `expect` or `answer` so far has `{{id}}`"),
        (#"{"send":"{{now.s+x}}"}"#, "`+x` is not a number of seconds"),
        (#"{"send":"{{id"}"#, "`{{` without `}}` behind it"),
        (#"{"expect":{"a":"{{a b}}"}}"#, "is not a name of letters"),
        (#"{"expect":{"a":["{{now.ms}}"]}}"#, "times are for messages that are sent"),
        (#"{"repeat":2}"#, #"{"repeat": "rest"}"#),
        (#"{"repeat":"rest","after":5}"#, "this step has no `after`; known here: `repeat`"),
    ]

    @Test(arguments: mistakes)
    func `a bad step is refused with its line and what would be right`(
        step: String, problem: String
    ) throws {
        let error = try #require(throws: ScriptError.self) {
            try script(Self.head, #"{"after":5}"#, step)
        }
        expect(error.line, is: 3)
        #expect(error.problem.contains(problem), "\(error)")
    }

    private static let badHeads = [
        ("", "empty; a script begins with {\"path\": …}"),
        (#"{"send":1}"#, "the first line has no `send`; known here: `source`, `path`"),
        (#"{"path":"live"}"#, "at which path clients connect"),
        (#"{"path":7}"#, "at which path clients connect"),
        (#"{"path":"/","source":1}"#, "`source` is a text"),
        (#"{"path":"/","subprotocols":"v1"}"#, "`subprotocols` is a list"),
        (#"{"path":"/","subprotocols":["a,b"]}"#, "`subprotocols` are"),
        (#"{"path":"/","stations":{}}"#, "`stations` is a list"),
        (#"{"path":"/","stations":[{"id":"a b","feed":{"type":"x"}}]}"#, "a station has an `id`"),
        (#"{"path":"/","stations":[{"id":"a"}]}"#, "a station has a `feed` with a `type`"),
        (
            #"{"path":"/","stations":[{"id":"a","feeds":{}}]}"#,
            "a station has no `feeds`; did you mean `feed`?"
        ),
        (#"{"path":"/*","stations":[{"id":"a","feed":{"type":"x"}}]}"#, "`url` is a path"),
    ]

    @Test(arguments: badHeads)
    func `a bad first line is refused`(line: String, problem: String) throws {
        let error = try #require(throws: ScriptError.self) { try script(line) }
        expect(error.line, is: 1)
        #expect(error.problem.contains(problem), "\(error)")
    }

    @Test func `what is repeated must rest, and only once`() throws {
        #expect(throws: ScriptError.self) {
            try script(Self.head, #"{"repeat":"rest"}"#, #"{"send":1}"#)
        }
        #expect(throws: ScriptError.self) { try script(Self.head, #"{"repeat":"rest"}"#) }
        let error = try #require(throws: ScriptError.self) {
            try script(
                Self.head, #"{"repeat":"rest"}"#, #"{"after":1}"#, #"{"repeat":"rest"}"#)
        }
        expect(error, is: ScriptError(line: 4, problem: "`repeat` stands once in a script"))
    }
}
