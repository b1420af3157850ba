/// A value that stands in documents.
public protocol DocumentValue: Sendable {
    /// Its kind in the published form, for the schemas.
    static var shape: DocumentShape { get }
    /// Writes the value.
    func write(to writer: inout any DocumentWriter)
    /// Reads a value; `nil` for anything else.
    static func read(_ value: any DocumentReader) -> Self?
}

/// The kind of a value, as the JSON schemas describe it.
public indirect enum DocumentShape: Hashable, Sendable {
    case string, integer, number, boolean
    case array(DocumentShape)
    /// Any members with such values.
    case map(DocumentShape)
    /// The members by their names, and those that are always there.
    case object([String: DocumentShape], required: Set<String>)
}

extension String: DocumentValue {
    /// A text.
    public static var shape: DocumentShape { .string }
    /// Writes the text.
    public func write(to writer: inout any DocumentWriter) { writer.string(self) }
    /// Reads a text.
    public static func read(_ value: any DocumentReader) -> String? { value.string }
}

extension Bool: DocumentValue {
    /// A truth value.
    public static var shape: DocumentShape { .boolean }
    /// Writes the truth value.
    public func write(to writer: inout any DocumentWriter) { writer.bool(self) }
    /// Reads a truth value.
    public static func read(_ value: any DocumentReader) -> Bool? { value.bool }
}

extension Int: DocumentValue {
    /// A whole number.
    public static var shape: DocumentShape { .integer }
    /// Writes the number.
    public func write(to writer: inout any DocumentWriter) { writer.int(self) }
    /// Reads a whole number.
    public static func read(_ value: any DocumentReader) -> Int? { value.int }
}

extension Double: DocumentValue {
    /// A number.
    public static var shape: DocumentShape { .number }
    /// Writes the number.
    public func write(to writer: inout any DocumentWriter) { writer.double(self) }
    /// Reads a number.
    public static func read(_ value: any DocumentReader) -> Double? { value.double }
}

extension Timestamp: DocumentValue {
    /// A number of seconds.
    public static var shape: DocumentShape { .number }
    /// Writes the point in time.
    public func write(to writer: inout any DocumentWriter) { writer.time(self) }
    /// Reads a point in time.
    public static func read(_ value: any DocumentReader) -> Timestamp? { value.time }
}

extension Interval: DocumentValue {
    /// A number of seconds.
    public static var shape: DocumentShape { .number }
    /// Writes the length.
    public func write(to writer: inout any DocumentWriter) { writer.length(self) }
    /// Reads a length.
    public static func read(_ value: any DocumentReader) -> Interval? { value.length }
}

/// A word of a fixed list. An unknown word, such as one of a later version, is no value.
extension DocumentValue where Self: RawRepresentable<String> {
    /// A text.
    public static var shape: DocumentShape { .string }
    /// Writes the word.
    public func write(to writer: inout any DocumentWriter) { writer.string(rawValue) }
    /// Reads a known word.
    public static func read(_ value: any DocumentReader) -> Self? {
        value.string.flatMap { Self(rawValue: $0) }
    }
}

/// Elements that cannot be read are left out, such as those of a kind that a later version has.
extension Array: DocumentValue where Element: DocumentValue {
    /// An array.
    public static var shape: DocumentShape { .array(Element.shape) }
    /// Writes the elements.
    public func write(to writer: inout any DocumentWriter) {
        writer.beginArray()
        for element in self { element.write(to: &writer) }
        writer.endArray()
    }
    /// Reads the readable elements of an array.
    public static func read(_ value: any DocumentReader) -> [Element]? {
        value.elements?.compactMap { Element.read($0) }
    }
}

/// An object whose names are data, in the order of the names.
extension Dictionary: DocumentValue where Key == String, Value: DocumentValue {
    /// An object with any members.
    public static var shape: DocumentShape { .map(Value.shape) }
    /// Writes the members.
    public func write(to writer: inout any DocumentWriter) {
        writer.beginObject()
        for (key, value) in sorted(by: { $0.key < $1.key }) {
            writer.key(named: key)
            value.write(to: &writer)
        }
        writer.endObject()
    }
    /// Reads the readable members of an object.
    public static func read(_ value: any DocumentReader) -> [String: Value]? {
        value.members?.reduce(into: [:]) { read, member in
            read[member.name] = Value.read(member.value)
        }
    }
}

extension Box: DocumentValue where Value: DocumentValue {
    /// The shape of the value inside.
    public static var shape: DocumentShape { Value.shape }
    /// Writes the value inside.
    public func write(to writer: inout any DocumentWriter) { value.write(to: &writer) }
    /// Reads a value into a box.
    public static func read(_ value: any DocumentReader) -> Box? {
        Value.read(value).map { Box($0) }
    }
}
