import JSON
import Support

/// A pattern for messages: JSON members that a message must have at least, or the whole text of a
/// message that is not JSON.
///
/// A string `{{name}}` matches anything, and keeps it under the name; within a longer string it
/// matches the shortest text that fits.
struct MessagePattern: Equatable, Sendable {
    /// JSON. A string stands for a text.
    private let json: [UInt8]

    /// The pattern that a script's JSON describes.
    init(_ value: JSONValue) throws(ScriptMistake) {
        for template in try Self.templates(in: value) where template.saysTime {
            throw ScriptMistake("times are for messages that are sent, not for those that come")
        }
        var writer = JSONWriter()
        writer.value(value)
        json = writer.bytes
    }

    /// The names under which it keeps matched values.
    var names: [String] {
        let names = try? JSONParser().parse(json) { try Self.templates(in: $0).flatMap(\.names) }
        return names ?? []
    }

    /// The values at the pattern's places in a message, as JSON; `nil` if it does not match.
    func values(in message: [UInt8]) -> [String: String]? {
        let values = try? JSONParser().parse(json) { pattern -> [String: String]? in
            if let text = pattern.text?.bounded(.max) {
                return try ScriptedMessage(text).values(
                    in: String(decoding: message, as: UTF8.self))
            }
            return try JSONParser().parse(message) { message in
                var values: [String: String] = [:]
                return Self.matches(pattern, message, &values) ? values : nil
            }
        }
        return values ?? nil
    }

    private static func matches(
        _ pattern: JSONValue, _ value: JSONValue, _ values: inout [String: String]
    ) -> Bool {
        if pattern.isObject {
            return value.isObject
                && pattern.members.allSatisfy { member in
                    value[named: member.name].map { matches(member.value, $0, &values) } ?? false
                }
        }
        if pattern.isArray {
            let (patterns, elements) = (Array(pattern.elements), Array(value.elements))
            return value.isArray && patterns.count == elements.count
                && zip(patterns, elements).allSatisfy { matches($0, $1, &values) }
        }
        if let text = pattern.text?.bounded(.max) { return matches(text, value, &values) }
        if let number = pattern.double { return value.double == number }
        return pattern.bool == value.bool && pattern.isNull == value.isNull
    }

    private static func matches(
        _ text: String, _ value: JSONValue, _ values: inout [String: String]
    ) -> Bool {
        guard let template = try? ScriptedMessage(text) else { return false }
        if case .value(.captured(let name), _) = template.parts.first, template.parts.count == 1 {
            var writer = JSONWriter()
            writer.value(value)
            values[name] = String(decoding: writer.bytes, as: UTF8.self)
            return true
        }
        guard let found = value.text?.bounded(.max).flatMap(template.values) else { return false }
        values.merge(found) { $1 }
        return true
    }

    private static func templates(in value: JSONValue) throws(ScriptMistake) -> [ScriptedMessage] {
        if let text = try value.scriptText { return [try ScriptedMessage(text)] }
        var templates: [ScriptedMessage] = []
        for element in value.elements { templates += try Self.templates(in: element) }
        for member in value.members { templates += try Self.templates(in: member.value) }
        return templates
    }
}

extension JSONValue {
    /// The whole of a string; `nil` for anything else.
    var scriptText: String? {
        get throws(ScriptMistake) {
            guard let text else { return nil }
            if let whole = text.bounded(.max) { return whole }
            throw ScriptMistake("a text has over 30 combining marks in a row")
        }
    }
}
