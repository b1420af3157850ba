package import JSON
package import NowPlaying
import Support

/// A value that hubs send each other, as JSON.
///
/// Hubs of different versions read each other: an absent member keeps its default, and an unknown
/// one is ignored.
package protocol SharedValue: Sendable {
    func write(to writer: inout JSONWriter)
    /// Reads a value; `nil` if the JSON is none.
    static func read(_ value: JSONValue) -> Self?
}

/// A value of several members, each named once for both directions.
package protocol SharedObject: SharedValue {
    /// The value before any member was read.
    static var blank: Self { get }
    static var members: [SharedMember<Self>] { get }
}

/// A member of a value.
package struct SharedMember<Whole: Sendable>: Sendable {
    let write: @Sendable (Whole, inout JSONWriter) -> Void
    let read: @Sendable (inout Whole, JSONValue) -> Void

    package init<Part: SharedValue>(
        _ name: StaticString, _ path: any WritableKeyPath<Whole, Part> & Sendable
    ) {
        write = { whole, writer in
            writer.key(name)
            whole[keyPath: path].write(to: &writer)
        }
        read = { whole, value in
            if let part = value[name].flatMap({ Part.read($0) }) { whole[keyPath: path] = part }
        }
    }

    package init<Part: SharedValue>(
        _ name: StaticString, _ path: any WritableKeyPath<Whole, Part?> & Sendable
    ) {
        write = { whole, writer in
            guard let part = whole[keyPath: path] else { return }
            writer.key(name)
            part.write(to: &writer)
        }
        read = { whole, value in whole[keyPath: path] = value[name].flatMap { Part.read($0) } }
    }
}

extension SharedObject {
    /// As JSON.
    package var bytes: [UInt8] {
        var writer = JSONWriter(capacity: 4_096)
        write(to: &writer)
        return writer.bytes
    }

    /// Reads the text of another hub; `nil` if it is not such a value.
    package init?(_ bytes: [UInt8], using parser: JSONParser) {
        guard let read = try? parser.parse(bytes, { Self.read($0) }) else { return nil }
        self = read
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for member in Self.members { member.write(self, &writer) }
        writer.endObject()
    }

    package static func read(_ value: JSONValue) -> Self? {
        guard value.isObject else { return nil }
        var whole = blank
        for member in members { member.read(&whole, value) }
        return whole
    }
}

// MARK: Simple values

extension String: SharedValue {
    package func write(to writer: inout JSONWriter) { writer.string(self) }

    package static func read(_ value: JSONValue) -> String? { value.readable }
}

extension Bool: SharedValue {
    package func write(to writer: inout JSONWriter) { writer.bool(self) }

    package static func read(_ value: JSONValue) -> Bool? { value.bool }
}

extension Int: SharedValue {
    package func write(to writer: inout JSONWriter) { writer.int(self) }

    package static func read(_ value: JSONValue) -> Int? { value.int }
}

extension Double: SharedValue {
    package func write(to writer: inout JSONWriter) { writer.double(self) }

    package static func read(_ value: JSONValue) -> Double? { value.double }
}

extension Timestamp: SharedValue {
    package func write(to writer: inout JSONWriter) { writer.int(Int(milliseconds)) }

    package static func read(_ value: JSONValue) -> Timestamp? {
        value.int.map { Timestamp(milliseconds: Int64($0)) }
    }
}

extension Interval: SharedValue {
    package func write(to writer: inout JSONWriter) { writer.int(Int(milliseconds)) }

    package static func read(_ value: JSONValue) -> Interval? {
        value.int.map { Interval(milliseconds: Int64($0)) }
    }
}

extension SharedValue where Self: RawRepresentable<String> {
    package func write(to writer: inout JSONWriter) { writer.string(rawValue) }

    package static func read(_ value: JSONValue) -> Self? {
        value.word.flatMap { Self(rawValue: $0) }
    }
}

extension Array: SharedValue where Element: SharedValue {
    package func write(to writer: inout JSONWriter) {
        writer.beginArray()
        for element in self { element.write(to: &writer) }
        writer.endArray()
    }

    package static func read(_ value: JSONValue) -> [Element]? {
        value.isArray ? value.elements.compactMap { Element.read($0) } : nil
    }
}

extension [String: String]: SharedValue {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for (key, value) in sorted(by: { $0.key < $1.key }) {
            writer.key(named: key)
            writer.string(value)
        }
        writer.endObject()
    }

    package static func read(_ value: JSONValue) -> [String: String]? {
        guard value.isObject else { return nil }
        return value.members.reduce(into: [:]) { read, member in
            guard let name = member.name.word else { return }
            read[name] = member.value.readable
        }
    }
}

extension Box: SharedValue where Value: SharedValue {
    package func write(to writer: inout JSONWriter) { value.write(to: &writer) }

    package static func read(_ value: JSONValue) -> Box? { Value.read(value).map { Box($0) } }
}
