import JSON
import NowPlaying
import Support

/// A mistake in a script, with its line.
public struct ScriptError: Error, Equatable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The mistake, with its remedy.
    public let problem: String

    /// For people.
    public var description: String { "line \(line): \(problem)" }
}

/// A mistake in a line.
struct ScriptMistake: Error {
    let problem: String

    init(_ problem: String) {
        self.problem = problem
    }
}

/// Reads a script, line by line.
public struct ScriptReader {
    private var line = 0
    /// The part that was read so far; `nil` before the first line.
    private var script: ConversationScript?
    /// The names under which the steps so far keep values.
    private var names: Set<String> = []

    /// The largest number of steps; longer scripts are recordings.
    private static let stepsMax = 10_000

    /// A reader at the beginning of a script.
    public init() {}

    /// Reads the next line. Empty ones are counted and skipped.
    public mutating func read(_ text: ArraySlice<UInt8>) throws(ScriptError) {
        line += 1
        guard !text.isBlank else { return }
        do {
            try JSONParser().parse(text) { try read($0) }
        } catch {
            let problem = (error as? ScriptMistake)?.problem
            throw ScriptError(line: line, problem: problem ?? "not one JSON object: \(error)")
        }
    }

    /// The script of all lines.
    public func finish() throws(ScriptError) -> ConversationScript {
        guard let script else {
            throw ScriptError(line: 1, problem: "empty; a script begins with {\"path\": …}")
        }
        if let repeated = script.repeated, !script.steps[repeated...].contains(where: \.waits) {
            throw ScriptError(
                line: line,
                problem: "what is repeated has neither `after` nor `expect`, and would never rest")
        }
        return script
    }

    private mutating func read(_ value: JSONValue) throws {
        guard value.isObject else { throw ScriptMistake("a line is a JSON object") }
        guard let count = script?.steps.count else {
            return script = try Self.script(beginningWith: value)
        }
        if value["repeat"] != nil {
            try checkRepeat(value)
            script?.repeated = count
        } else {
            guard count < Self.stepsMax else {
                throw ScriptMistake("a script has at most \(Self.stepsMax) steps")
            }
            let step = try step(value)
            script?.steps.append(step)
        }
    }

    private func checkRepeat(_ value: JSONValue) throws {
        try Self.expect(value, hasOnly: ["repeat"], "this step")
        guard value["repeat"]?.string(equals: "rest") == true else {
            throw ScriptMistake("the rest of a script is repeated by {\"repeat\": \"rest\"}")
        }
        guard script?.repeated == nil else {
            throw ScriptMistake("`repeat` stands once in a script")
        }
    }
}

/// The steps.
extension ScriptReader {
    private mutating func step(_ value: JSONValue) throws -> ConversationScript.Step {
        switch Set(value.members.map(\.name.readable)) {
        case ["expect"]: return .expect(try pattern(value["expect"]))
        case ["send"]: return .send(try message(value["send"]))
        case ["after"]: return .after(try pause(value["after"]))
        case ["answer", "send"]:
            return .answer(try pattern(value["answer"]), try message(value["send"]))
        default:
            let keys = ["expect", "send", "after", "answer", "repeat"]
            try Self.expect(value, hasOnly: keys, "a step")
            throw ScriptMistake(
                "a step has one of `expect`, `send`, `after` and `repeat`, or `answer` with `send`")
        }
    }

    private mutating func pattern(_ value: JSONValue?) throws -> MessagePattern {
        guard let value else { throw ScriptMistake("a pattern is missing") }
        let pattern = try MessagePattern(value)
        names.formUnion(pattern.names)
        return pattern
    }

    /// A string is a text to send as it is, anything else JSON.
    private func message(_ value: JSONValue?) throws -> ScriptedMessage {
        guard let value else { throw ScriptMistake("a message is missing") }
        var writer = JSONWriter()
        writer.value(value)
        let template = try ScriptedMessage(
            try value.scriptText ?? String(decoding: writer.bytes, as: UTF8.self))
        for name in template.names where !names.contains(name) {
            throw ScriptMistake(
                "no `expect` or `answer` so far has `{{\(name.quotable)}}`, which is neither "
                    + "now.s, now.ms nor now.iso")
        }
        return template
    }

    private func pause(_ value: JSONValue?) throws -> Interval {
        guard let milliseconds = value?.int, (1...3_600_000).contains(milliseconds) else {
            throw ScriptMistake("`after` is a whole number of milliseconds, 1 to 3600000")
        }
        return .milliseconds(Int64(milliseconds))
    }
}

/// The first line.
extension ScriptReader {
    private static func script(
        beginningWith value: JSONValue
    ) throws -> ConversationScript {
        try expect(
            value, hasOnly: ["source", "path", "subprotocols", "stations"], "the first line")
        guard let path = value["path"]?.word, path.hasPrefix("/") else {
            throw ScriptMistake(
                "the first line says at which path clients connect, as {\"path\": \"/live\"}")
        }
        var script = ConversationScript(path: PathPattern(path))
        script.source = try optional(value["source"], "`source`")
        script.subprotocols = try elements(value["subprotocols"], "`subprotocols`").map(token)
        script.stations = try elements(value["stations"], "`stations`").map {
            try station($0, at: path)
        }
        return script
    }

    /// The name of a subprotocol, by RFC 6455, section 4.1 (10.).
    private static func token(_ value: JSONValue) throws -> String {
        let name = value.word ?? ""
        let isToken = name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ",") }
        guard !name.isEmpty, isToken else {
            throw ScriptMistake("`subprotocols` are texts of ASCII letters, as \"v1\"")
        }
        return name
    }

    private static func station(_ value: JSONValue, at path: String) throws -> ServedStation {
        try expect(value, hasOnly: ["id", "name", "feed"], "a station")
        guard let id = value["id"]?.word, id.isIdentifier else {
            throw ScriptMistake("a station has an `id` of letters, digits, `.`, `_` and `-`")
        }
        guard let feed = value["feed"], let type = feed["type"]?.word else {
            throw ScriptMistake("a station has a `feed` with a `type`, as a config has")
        }
        let url = try optional(feed["url"], "`url`") ?? path
        guard url.hasPrefix("/"), feed["url"] != nil || !PathPattern(path).isOpen else {
            throw ScriptMistake(
                "a station's `url` is a path such as /live, and is needed where `path` has `*`")
        }
        return ServedStation(
            id: id, name: try optional(value["name"], "`name`") ?? id, type: type, path: url,
            settings: feed.members.filter { !$0.name.isOne(of: ["type", "url"]) }.map {
                ServedStation.Setting(name: $0.name.readable, json: $0.value.json)
            })
    }

    private static func expect(
        _ value: JSONValue, hasOnly keys: [String], _ place: String
    ) throws {
        guard let surplus = value.members.first(where: { !$0.name.isOne(of: keys) }) else { return }
        let name = surplus.name.quotable
        throw ScriptMistake(
            "\(place) has no \(quote(name)); \(suggestion(for: name, among: keys))")
    }

    private static func optional(_ value: JSONValue?, _ place: String) throws -> String? {
        guard let value else { return nil }
        guard let text = value.readable else { throw ScriptMistake("\(place) is a text") }
        return text
    }

    private static func elements(_ value: JSONValue?, _ place: String) throws -> [JSONValue] {
        guard let value else { return [] }
        guard value.isArray else { throw ScriptMistake("\(place) is a list") }
        return Array(value.elements)
    }
}

extension ConversationScript {
    /// The script in a text.
    init(_ text: [UInt8]) throws(ScriptError) {
        var reader = ScriptReader()
        for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            try reader.read(line)
        }
        self = try reader.finish()
    }
}

extension ConversationScript.Step {
    /// True if it can take time.
    fileprivate var waits: Bool {
        switch self {
        case .expect, .after: true
        case .send, .answer: false
        }
    }
}

extension JSONValue {
    /// The value as a text of JSON.
    fileprivate var json: String {
        var writer = JSONWriter()
        writer.value(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
