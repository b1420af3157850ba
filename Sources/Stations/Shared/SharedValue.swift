import JSON
import NowPlaying

/// A value that hubs tell each other, as JSON.
///
/// Hubs of different versions do: a member that is absent keeps its default, and one that is not
/// known is ignored.
protocol SharedValue: Sendable {
    func write(to writer: inout JSONWriter)
    /// `nil` for what is not such a value.
    static func read(_ value: JSONValue) -> Self?
}

/// A value of several members, each named once for both directions.
protocol SharedObject: SharedValue {
    /// The value before any member was read.
    static var blank: Self { get }
    static var members: [SharedMember<Self>] { get }
}

/// A member of a value.
struct SharedMember<Whole: Sendable>: Sendable {
    let write: @Sendable (Whole, inout JSONWriter) -> Void
    let read: @Sendable (inout Whole, JSONValue) -> Void

    init<Part: SharedValue>(
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

    init<Part: SharedValue>(
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
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for member in Self.members { member.write(self, &writer) }
        writer.endObject()
    }

    static func read(_ value: JSONValue) -> Self? {
        guard value.isObject else { return nil }
        var whole = blank
        for member in members { member.read(&whole, value) }
        return whole
    }
}

// MARK: Simple values

extension String: SharedValue {
    func write(to writer: inout JSONWriter) { writer.string(self) }

    static func read(_ value: JSONValue) -> String? { value.string }
}

extension Bool: SharedValue {
    func write(to writer: inout JSONWriter) { writer.bool(self) }

    static func read(_ value: JSONValue) -> Bool? { value.bool }
}

extension Int: SharedValue {
    func write(to writer: inout JSONWriter) { writer.int(self) }

    static func read(_ value: JSONValue) -> Int? { value.int }
}

extension Double: SharedValue {
    func write(to writer: inout JSONWriter) { writer.double(self) }

    static func read(_ value: JSONValue) -> Double? { value.double }
}

extension Timestamp: SharedValue {
    func write(to writer: inout JSONWriter) { writer.int(Int(milliseconds)) }

    static func read(_ value: JSONValue) -> Timestamp? {
        value.int.map { Timestamp(milliseconds: Int64($0)) }
    }
}

extension Interval: SharedValue {
    func write(to writer: inout JSONWriter) { writer.int(Int(milliseconds)) }

    static func read(_ value: JSONValue) -> Interval? {
        value.int.map { Interval(milliseconds: Int64($0)) }
    }
}

extension SharedValue where Self: RawRepresentable<String> {
    func write(to writer: inout JSONWriter) { writer.string(rawValue) }

    static func read(_ value: JSONValue) -> Self? { value.string.flatMap { Self(rawValue: $0) } }
}

extension Array: SharedValue where Element: SharedValue {
    func write(to writer: inout JSONWriter) {
        writer.beginArray()
        for element in self { element.write(to: &writer) }
        writer.endArray()
    }

    static func read(_ value: JSONValue) -> [Element]? {
        value.isArray ? value.elements.compactMap { Element.read($0) } : nil
    }
}

extension Box: SharedValue where Value: SharedValue {
    func write(to writer: inout JSONWriter) { value.write(to: &writer) }

    static func read(_ value: JSONValue) -> Box? { Value.read(value).map { Box($0) } }
}
