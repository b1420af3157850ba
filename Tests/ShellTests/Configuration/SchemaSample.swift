import Shell
import Foundation

/// Makes configs by their schema, as JSON: most of what it asks for, and now and then something
/// else.
struct SchemaSample {
    /// The schemas, by the names of their files.
    private let schemas: [String: Any] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../schemas").standardized
        var schemas: [String: Any] = [:]
        for name in ["config.json", "mapping.json"] {
            let data = try? Data(contentsOf: folder.appending(path: name))
            schemas[name] = data.flatMap { try? JSONSerialization.jsonObject(with: $0) }
        }
        return schemas
    }()

    /// Deeper than any config needs; conditions and messages can be nested without an end.
    private static let depthMax = 9

    private var generator: SplitMix
    /// Of so many values one is something else than the schema asks for.
    private let valuesPerMistake: Int
    /// The alternatives of a feed are taken in turn, so that each comes up as often.
    private var turn: Int

    init(seed: UInt64, valuesPerMistake: Int) {
        generator = SplitMix(state: seed)
        self.valuesPerMistake = valuesPerMistake
        turn = Int(seed)
    }

    /// The parts of a config: each station, and each of the other sections, as JSON.
    mutating func parts() -> ConfigurationParts {
        let sections = ["socket", "sessions", "history", "mpris"].filter { _ in isOneOf(2) }
        return ConfigurationParts(
            stations: (0..<8).map { _ in
                turn += 1
                return value(of: ["$ref": "#/$defs/station"], in: "config.json", depth: 0)
            },
            sections: sections.map { name in
                let schema = ["$ref": "#/properties/\(name)"]
                return (name, value(of: schema, in: "config.json", depth: 0))
            })
    }

    // MARK: Values

    private mutating func value(
        of schema: Any, in file: String, named name: String = "", depth: Int
    ) -> String {
        let (node, file) = resolved(schema, in: file)
        if isOneOf(valuesPerMistake) { return anything() }
        if let constant = node["const"] { return Self.text(of: constant) }
        if let words = node["enum"] as? [Any] {
            return words.randomElement(using: &generator).map(Self.text) ?? "null"
        }
        if let choices = (node["anyOf"] ?? node["oneOf"]) as? [Any], node["properties"] == nil {
            // The first one is what is meant; the others are for secrets.
            let others = isOneOf(4) ? choices[...] : choices.prefix(1)
            let choice = others.randomElement(using: &generator) ?? true
            return value(of: choice, in: file, named: name, depth: depth + 1)
        }
        switch kind(of: node) {
        case "object": return object(node, in: file, depth: depth)
        case "array": return list(node, in: file, depth: depth)
        case "string": return Self.quoted(string(like: node, named: name))
        case "number", "integer": return number(like: node)
        case "boolean": return Bool.random(using: &generator) ? "true" : "false"
        case "null": return "null"
        default: return anything()
        }
    }

    private mutating func kind(of node: [String: Any]) -> String {
        if let kinds = node["type"] as? [String] {
            return kinds.randomElement(using: &generator) ?? ""
        }
        if let kind = node["type"] as? String { return kind }
        return node["properties"] != nil ? "object" : node["pattern"] != nil ? "string" : ""
    }

    private mutating func object(_ node: [String: Any], in file: String, depth: Int) -> String {
        var (properties, required) = (members(of: node, in: file), names(node["required"]))
        if let alternatives = node["oneOf"] as? [Any], !alternatives.isEmpty {
            let (chosen, chosenFile) = resolved(alternatives[turn % alternatives.count], in: file)
            properties.merge(members(of: chosen, in: chosenFile)) { _, own in own }
            required += names(chosen["required"])
        }
        var written: [String] = []
        for (name, member) in properties.sorted(by: { $0.key < $1.key })
        where required.contains(name) || name == "type" || (depth < Self.depthMax && isOneOf(4)) {
            if (member.schema as? Bool) == false { continue }
            let value = value(
                of: member.schema, in: member.file, named: name, depth: depth + 1)
            written.append(Self.quoted(name) + ":" + value)
        }
        if let others = node["additionalProperties"] as? [String: Any] {
            for _ in 0..<Int.random(in: 0...2, using: &generator) where depth < Self.depthMax {
                let name = string(
                    like: resolved(node["propertyNames"] ?? [:], in: file).node, named: "")
                let value = value(of: others, in: file, depth: depth + 1)
                written.append(Self.quoted(name) + ":" + value)
            }
        }
        if isOneOf(valuesPerMistake) { written.append(Self.quoted(OddText.all[0]) + ":1") }
        return "{" + written.joined(separator: ",") + "}"
    }

    private mutating func list(_ node: [String: Any], in file: String, depth: Int) -> String {
        let least = node["minItems"] as? Int ?? 0
        let count = Int.random(in: least...(least + 2), using: &generator)
        let elements = (0..<count).map { _ in
            value(of: node["items"] ?? true, in: file, depth: depth + 1)
        }
        return "[" + elements.joined(separator: ",") + "]"
    }

    /// A text that fits the pattern where one of the odd ones does; any other now and then.
    private mutating func string(like node: [String: Any], named name: String) -> String {
        if !isOneOf(3), let usual = OddText.usual[name]?.randomElement(using: &generator) {
            return usual
        }
        if isOneOf(valuesPerMistake) { return odd() }
        let pattern = node["pattern"] as? String
        let expression = pattern.flatMap { try? NSRegularExpression(pattern: $0) }
        for _ in 0..<60 {
            let text = odd()
            let whole = NSRange(text.startIndex..., in: text)
            let fits = expression.map { $0.firstMatch(in: text, range: whole) != nil } ?? true
            if fits, text.count >= node["minLength"] as? Int ?? 0 { return text }
        }
        return odd()
    }

    private mutating func number(like node: [String: Any]) -> String {
        let least = node["minimum"] as? Double ?? -10
        let most = node["maximum"] as? Double ?? 100
        let bounded = [least, most, (least + most) / 2, least.rounded(.up), 1, 2, 30]
        let odd = [0, -1, 1e300, -1e300, 1e-300, 0.1, 4_294_967_296]
        let number =
            (isOneOf(valuesPerMistake) ? odd : bounded).randomElement(using: &generator) ?? 0
        let isWhole = (node["type"] as? String) == "integer"
        return isWhole ? String(format: "%.0f", number) : "\(number)"
    }

    private mutating func anything() -> String {
        [
            "null", "true", "0", "-1", "1e300", "[]", "{}", "[[]]", "{\"a\":{}}",
            Self.quoted(odd()), Self.quoted(odd()), Self.quoted(odd()),
        ].randomElement(using: &generator) ?? "null"
    }

    private mutating func odd() -> String { OddText.all.randomElement(using: &generator) ?? "" }

    private mutating func isOneOf(_ count: Int) -> Bool {
        Int.random(in: 0..<count, using: &generator) == 0
    }
}

extension SchemaSample {
    // MARK: Schemas

    /// A schema with what it refers to; what it says itself goes before that.
    private func resolved(_ schema: Any, in file: String) -> (node: [String: Any], file: String) {
        var (node, file) = (schema as? [String: Any] ?? [:], file)
        while let reference = node.removeValue(forKey: "$ref") as? String {
            let parts = reference.split(separator: "#", omittingEmptySubsequences: false)
            if let name = parts.first, !name.isEmpty { file = String(name) }
            var target = schemas[file]
            for step in (parts.dropFirst().first ?? "").split(separator: "/") {
                target = (target as? [String: Any])?[String(step)]
            }
            node.merge(target as? [String: Any] ?? [:]) { own, _ in own }
        }
        return (node, file)
    }

    private typealias Member = (schema: Any, file: String)

    /// The members of an object and of what it refers to.
    private func members(of node: [String: Any], in file: String) -> [String: Member] {
        let properties = node["properties"] as? [String: Any] ?? [:]
        return properties.mapValues { ($0, file) }
    }

    private func names(_ list: Any?) -> [String] { list as? [String] ?? [] }

    // MARK: JSON

    private static func text(of value: Any) -> String {
        let data = try? JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }

    private static func quoted(_ text: String) -> String { Self.text(of: text) }
}

/// A config in parts, of which some may be wrong.
struct ConfigurationParts {
    var stations: [String]
    var sections: [(name: String, value: String)]

    /// The config, in JSON.
    var text: String {
        let members = sections.map { "\"\($0.name)\":\($0.value)" }
        return "{"
            + (members + ["\"stations\":[\(stations.joined(separator: ","))]"])
            .joined(separator: ",") + "}"
    }

    /// Leaves out what is wrong.
    mutating func drop(_ errors: [ConfigurationError]) {
        let paths = errors.map(\.path)
        stations = stations.enumerated().filter { place, _ in
            !paths.contains { $0.hasPrefix("stations[\(place)]") }
        }.map(\.element)
        sections.removeAll { section in paths.contains { $0.hasPrefix(section.name) } }
    }
}

/// Texts as people write them, and others.
enum OddText {
    static let all =
        hosts + addresses + mappings
        + [
            "", " ", "a", "b", "c", "x", "1", "0", "-1", "660", "0600", "2s", "500ms", "1e3s",
            "30d", "true",
            "main", "media_player.kitchen", "nl", "be", "a b", "ü", "電台", "\u{0}", "\u{7F}",
            "a\r\nb", "\u{202E}abc", "\u{FEFF}", "e\u{301}", "📻", "X-Key", "Host",
            "Sec-WebSocket-Key", "${SET}", "$${", "${", "${UNSET}", "file:secret", "file:nowhere",
            "file:empty", "file:\u{0}", "v1", "iso", "python3 poll.py",
            String(repeating: "ab:", count: 32), String(repeating: "ab", count: 32),
            String(repeating: "a", count: 64), String(repeating: "ü", count: 300),
            String(repeating: "a.", count: 2_000),
        ]

    /// Texts that a setting of this name can mean.
    static let usual = [
        "ca": ["ca.pem"], "id": (0..<40).map { "station-\($0)" }, "entity": ["media_player.a"],
        "url": ["https://h/a", "wss://h/live", "ws://[::1]:9/{rand3}"], "country": ["nl", "be"],
        "stream": ["https://h/a", "Living Room"], "station": ["1", "5"], "player": ["0", "1"],
        "host": hosts, "light": ["https://h/a"], "dark": ["https://h/a"], "port": ["80", "8123"],
        "webPort": ["8080"], "title": ["/a", "/t"], "command": ["true"], "name": ["/n", "Name"],
    ]

    private static let hosts = [
        "hifi.local", "hifi.local:8123", "192.168.1.5", "127.0.0.1:20100", "::1", "[::1]",
        "[::1]:8123", "::ffff:1.2.3.4", "fe80::1%eth0", "bücher.local", "xn--bcher-kva.local",
        "localhost/", "http://hifi.local", "https://hifi.local:8123/", "me@hifi.local", "hifi:",
        "hifi:0", "hifi:65536", ":80", "256.1.1.1", "a..b", "-a", "%41", "{station}", "{host}",
        "{rand3}", "hifi?a=b", "hifi#a", "nl:8", "hifi\\a",
    ]

    private static let addresses = [
        "ws://h", "wss://h/", "wss://h/live", "ws://[::1]:9/x?y", "WSS://H:8443/{rand3}/{uuid}",
        "ws://h/{station}?k={key}", "ws://bücher.local:6680/ws", "ws://user@h/", "ws://a b/",
        "ws://h:99999/", "ws://{rand3}/", "ws://h/#a", "ws://h/%", "ws://", "https://h",
        "https://h/a?b=c#d", "http://", "http://[::1", "https://h/public/a", "https://h/sse",
        "ftp://h/", "rtmp://h/", "ws://${SET}/",
        "https://h/" + String(repeating: "y", count: 2_100),
    ]

    private static let mappings = [
        "/", "/a", "/a/*/b", "/[a=b]/c", "/[a|b]", "/~0~1", "/a~", "/{station}", "/0",
        "/99999999999999999999", "/*/*/*/*/*/*/*/*", "{}", "{} - *", "* {} *", "{/a}", "{id}",
        "https://x/{}?a={/b}", "+01:00", "Z", "+99:99", "4000-4099", "1008", "9999-1", "/[", "/[]",
        "/[=]", "[{\"a\":1}]", "{\"a\": \"{id}\"}",
    ]
}
