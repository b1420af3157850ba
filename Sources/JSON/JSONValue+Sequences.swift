internal import CSimdjson
public import Support

/// The elements of an array, in order.
public struct JSONElements: Sequence, IteratorProtocol {
    private let document: OpaquePointer
    private var index: Int
    private let end: Int

    init(of value: JSONValue) {
        document = value.document
        index = value.index + 1
        end = value.isArray ? json_after(value.document, value.index) - 1 : index
    }

    /// The next element.
    public mutating func next() -> JSONValue? {
        guard index < end else { return nil }
        defer { index = json_after(document, index) }
        return JSONValue(document: document, index: index)
    }
}

/// One member of an object.
public struct JSONMember {
    /// The name, as the string value that it is in the text.
    public let nameValue: JSONValue
    /// The value that it names.
    public let value: JSONValue

    /// The name, as long as it came; good as long as the value is.
    public var name: ForeignText {
        nameValue.text ?? ForeignText(UnsafeBufferPointer(start: nil, count: 0))
    }
}

/// The members of an object, in order, including repeated names.
public struct JSONMembers: Sequence, IteratorProtocol {
    private let document: OpaquePointer
    private var index: Int
    private let end: Int

    init(of value: JSONValue) {
        document = value.document
        index = value.index + 1
        end = value.isObject ? json_after(value.document, value.index) - 1 : index
    }

    /// The next member.
    public mutating func next() -> JSONMember? {
        guard index < end else { return nil }
        defer { index = json_after(document, index + 1) }
        return JSONMember(
            nameValue: JSONValue(document: document, index: index),
            value: JSONValue(document: document, index: index + 1))
    }
}

extension JSONValue {
    /// The elements of the array; none if it is not one.
    public var elements: JSONElements { JSONElements(of: self) }

    /// The members of the object; none if it is not one.
    public var members: JSONMembers { JSONMembers(of: self) }
}
