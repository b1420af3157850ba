import JSON
import NowPlaying

/// A text with places for values: `{"id":"{{id}}"}`.
///
/// A place that fills a JSON string takes the value with its type, a number without quotes; one
/// within a longer string takes its text. Values were captured from the client's messages, or are
/// times: `{{now.s}}`, `{{now.ms}}` and `{{now.iso}}`, optionally with an offset in seconds, as
/// `{{now.iso+12}}`.
struct ScriptedMessage: Sendable {
    /// A piece of the text.
    enum Part: Equatable, Sendable {
        case literal(String)
        case value(Value, isWhole: Bool)
    }

    /// The value for a place.
    enum Value: Equatable, Sendable {
        case captured(String)
        case now(Unit, offset: Interval)
    }

    /// The form of a time.
    enum Unit: String, Sendable {
        case seconds = "now.s"
        case milliseconds = "now.ms"
        case iso = "now.iso"
    }

    private(set) var parts: [Part] = []

    /// A template that is written as text, or as JSON.
    init(_ text: String) throws(ScriptMistake) {
        var rest = text[...]
        while let opening = rest.firstRange(of: "{{") {
            guard let closing = rest[opening.upperBound...].firstRange(of: "}}") else {
                throw ScriptMistake("`{{` without `}}` behind it")
            }
            var literal = rest[..<opening.lowerBound]
            let value = try Value(rest[opening.upperBound..<closing.lowerBound])
            rest = rest[closing.upperBound...]
            let isWhole = literal.hasSuffix("\"") && rest.hasPrefix("\"")
            if isWhole {
                literal = literal.dropLast()
                rest = rest.dropFirst()
            }
            parts += [.literal(String(literal)), .value(value, isWhole: isWhole)]
        }
        parts.append(.literal(String(rest)))
        parts.removeAll { $0 == .literal("") }
    }

    /// The names whose values it needs.
    var names: [String] {
        parts.compactMap {
            if case .value(.captured(let name), _) = $0 { name } else { nil }
        }
    }

    /// True if it contains a time.
    var saysTime: Bool {
        parts.contains { if case .value(.now, _) = $0 { true } else { false } }
    }

    /// The message.
    ///
    /// - Parameter captured: JSON by names.
    func filled(with captured: [String: String], at now: Timestamp) -> [UInt8] {
        Array(
            parts.map { part in
                switch part {
                case .literal(let text): text
                case .value(.captured(let name), let isWhole):
                    Self.written(captured[name] ?? "null", isWhole)
                case .value(.now(let unit, let offset), let isWhole):
                    Self.written(unit.json(now + offset), isWhole)
                }
            }.joined().utf8)
    }

    /// The values at the places in a text of this form; `nil` for another form.
    func values(in text: String) -> [String: String]? {
        var values: [String: String] = [:]
        var rest = text[...]
        var open: (name: String, isWhole: Bool)?
        for part in parts + [.literal("")] {
            switch part {
            case .value(.captured(let name), let isWhole): open = (name, isWhole)
            case .value(.now, _): return nil
            case .literal(let literal):
                let found =
                    literal.isEmpty ? rest.endIndex..<rest.endIndex : rest.firstRange(of: literal)
                guard let found, open != nil || found.lowerBound == rest.startIndex else {
                    return nil
                }
                if let (name, isWhole) = open {
                    let value = String(rest[..<found.lowerBound])
                    values[name] = isWhole ? value : Self.quoted(value)
                }
                open = nil
                rest = rest[found.upperBound...]
            }
        }
        return rest.isEmpty ? values : nil
    }

    /// A value's JSON, or the part between its quotes.
    private static func written(_ json: String, _ isWhole: Bool) -> String {
        isWhole || !json.hasPrefix("\"") ? json : String(json.dropFirst().dropLast())
    }

    private static func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.string(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension ScriptedMessage.Value {
    fileprivate init(_ text: Substring) throws(ScriptMistake) {
        let sign = text.firstIndex { $0 == "+" || $0 == "-" } ?? text.endIndex
        if let unit = ScriptedMessage.Unit(rawValue: String(text[..<sign])) {
            guard sign != text.endIndex else {
                self = .now(unit, offset: .zero)
                return
            }
            guard let seconds = Double(decimal: text[sign...]),
                let offset = Interval(seconds: seconds)
            else { throw ScriptMistake("`\(text[sign...])` is not a number of seconds") }
            self = .now(unit, offset: offset)
        } else {
            guard String(text).isIdentifier else {
                throw ScriptMistake(
                    "`{{\(text)}}` is not a name of letters, digits, `.`, `_` and `-`")
            }
            self = .captured(String(text))
        }
    }
}

extension ScriptedMessage.Unit {
    fileprivate func json(_ time: Timestamp) -> String {
        switch self {
        case .seconds: "\(time.wholeSeconds)"
        case .milliseconds: "\(time.milliseconds)"
        case .iso: "\"\(CivilTime(time).isoWithMilliseconds)\""
        }
    }
}
