internal import CSimdjson
public import Support

/// A value in a parsed text, read in place: nothing is decoded until it is used.
///
/// It is valid only inside the closure that `JSONParser.parse` lends it to. After that it points
/// into memory of another text. Every accessor can be used on every value: one that does not apply
/// returns `nil` or nothing.
public struct JSONValue {
    let document: OpaquePointer
    let index: Int

    var type: JSONType { json_type(document, index) }

    /// It is `null`.
    public var isNull: Bool { type == JSONTypeNull }
    /// It is an object.
    public var isObject: Bool { type == JSONTypeObject }
    /// It is an array.
    public var isArray: Bool { type == JSONTypeArray }
    /// It is a string.
    public var isString: Bool { type == JSONTypeString }

    /// The truth value.
    public var bool: Bool? {
        switch type {
        case JSONTypeTrue: true
        case JSONTypeFalse: false
        default: nil
        }
    }

    /// The number, if it is a whole one, in any written form (`3`, `3.0`, `3e0`).
    public var int: Int? {
        switch type {
        case JSONTypeSigned: Int(Int64(bitPattern: json_number(document, index)))
        case JSONTypeUnsigned: Int(exactly: json_number(document, index))
        case JSONTypeDouble: Int(exactly: Double(bitPattern: json_number(document, index)))
        default: nil
        }
    }

    /// The number; always finite.
    public var double: Double? {
        switch type {
        case JSONTypeSigned: Double(Int64(bitPattern: json_number(document, index)))
        case JSONTypeUnsigned: Double(json_number(document, index))
        case JSONTypeDouble: Double(bitPattern: json_number(document, index))
        default: nil
        }
    }

    /// The string, as long as it came; good as long as the value is.
    public var text: ForeignText? { utf8.map { ForeignText($0) } }

    /// The string, if it is as short as ids, methods and other words for programs are.
    public var word: String? { text?.word }

    /// The string as a text for people: its beginning, safe to compare.
    public var readable: String? { text?.readable }

    /// The bytes of the string, unescaped; good as long as the value is.
    public var utf8: UnsafeBufferPointer<UInt8>? {
        guard type == JSONTypeString else { return nil }
        var length = 0
        let start = json_string(document, index, &length)
        return UnsafeBufferPointer(start: start, count: length)
    }

    /// The value as it stands in the text; good as long as the value is.
    public var source: UnsafeBufferPointer<UInt8> {
        var length = 0
        let start = json_source(document, index, &length)
        return UnsafeBufferPointer(start: start, count: length)
    }

    /// A hash of the whole value, much cheaper to compute than reading it.
    ///
    /// Identical values have the same hash, even in different texts. The order of members counts,
    /// white space and the escaping of strings do not.
    public var fingerprint: UInt64 { json_fingerprint(document, index) }

    /// True if the other value, of this text or another, has the same content in the same order.
    public func isIdentical(to other: JSONValue) -> Bool {
        json_identical(document, index, other.document, other.index)
    }
}
