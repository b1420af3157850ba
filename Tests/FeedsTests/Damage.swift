import JSON

/// Good messages, damaged in every place.
enum Damage {
    private static let damages = ["null", "[]", "{}", "true", "[{}]", "{\"a\":[]}", "-1", "1e300"]

    /// Every version of a text in which one value was replaced, or one member left out.
    static func each(of text: String) throws -> [(path: String, text: String)] {
        try JSONParser().parse(Array(text.utf8)) { root in
            paths(in: root).flatMap { path in
                (damages + [nil]).map { damage in
                    (path, written(root, replacing: path, by: damage))
                }
            }
        }
    }

    private static func paths(in value: JSONValue, at path: String = "") -> [String] {
        let inside =
            value.members.map { ("\(path)/\($0.name)", $0.value) }
            + value.elements.enumerated().map { ("\(path)/\($0.offset)", $0.element) }
        return inside.flatMap { [$0.0] + paths(in: $0.1, at: $0.0) }
    }

    private static func written(
        _ root: JSONValue, replacing path: String, by damage: String?
    ) -> String {
        var writer = JSONWriter()
        write(root, at: "", replacing: path, by: damage, to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func write(
        _ value: JSONValue, at path: String, replacing target: String, by damage: String?,
        to writer: inout JSONWriter
    ) {
        if path == target { return writer.raw(Array((damage ?? "").utf8)) }
        if value.isObject {
            writer.beginObject()
            for member in value.members {
                let inner = "\(path)/\(member.name)"
                if inner == target, damage == nil { continue }
                writer.key(named: member.nameValue.readable ?? "")
                write(member.value, at: inner, replacing: target, by: damage, to: &writer)
            }
            writer.endObject()
        } else if value.isArray {
            writer.beginArray()
            for (place, element) in value.elements.enumerated() {
                let inner = "\(path)/\(place)"
                if inner == target, damage == nil { continue }
                write(element, at: inner, replacing: target, by: damage, to: &writer)
            }
            writer.endArray()
        } else {
            writer.value(value)
        }
    }

    static func isTrueOrAbsent<Value: Equatable>(_ value: Value?, _ truth: Value?) -> Bool {
        value == nil || value == truth
    }

    /// `-1` and `1e300` stand for numbers that cannot be; as texts they are what was sent.
    static func isTrueOrSent(_ value: String?, _ truth: String?) -> Bool {
        isTrueOrAbsent(value, truth) || ["-1", "1e+300"].contains(value)
    }
}
