public import NowPlaying

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The name of a member of a JSON object.
struct DocumentKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}

/// The members of a JSON object by their names. One that is absent, or makes no sense, reads as
/// nothing, so that an old client survives a new hub.
struct DocumentMembers {
    private let container: KeyedDecodingContainer<DocumentKey>

    init(_ decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: DocumentKey.self)
    }

    /// A member's value.
    subscript<Value: Decodable>(name: String) -> Value? {
        let name = DocumentKey(stringValue: name)
        return container.contains(name) ? try? container.decode(Value.self, forKey: name) : nil
    }

    /// A member without which the object is none of its kind.
    func required<Value: Decodable>(_ name: String) throws -> Value {
        try container.decode(Value.self, forKey: DocumentKey(stringValue: name))
    }

    /// The elements of an array, without those that make no sense.
    func list<Value: Decodable>(_ name: String) -> [Value] {
        let elements: LossyElements<Value>? = self[name]
        return elements?.values ?? []
    }
}

/// The elements of an array, without those that make no sense.
struct LossyElements<Value: Decodable>: Decodable {
    private struct Element: Decodable {
        let value: Value?

        init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
    }

    let values: [Value]

    init(from decoder: any Decoder) throws {
        values = try [Element](from: decoder).compactMap(\.value)
    }
}

/// An array in a document that is read without the elements that make no sense, such as those of a
/// kind that a later hub has.
@propertyWrapper
public struct LossyArray<Element: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// The elements that could be read.
    public var wrappedValue: [Element]

    /// An array with these elements.
    public init(wrappedValue: [Element]) {
        self.wrappedValue = wrappedValue
    }

    /// Reads what can be read.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try LossyElements(from: decoder).values
    }

    /// Writes the elements.
    public func encode(to encoder: any Encoder) throws {
        try wrappedValue.encode(to: encoder)
    }
}

extension Interval: Codable {
    /// Reads seconds.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        guard let length = Interval(seconds: try value.decode(Double.self)) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "no length of time")
        }
        self = length
    }

    /// Writes seconds.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(seconds)
    }
}

extension Timestamp: Codable {
    /// Reads Unix seconds.
    public init(from decoder: any Decoder) throws {
        self.init(milliseconds: try Interval(from: decoder).milliseconds)
    }

    /// Writes Unix seconds.
    public func encode(to encoder: any Encoder) throws {
        try sinceEpoch.encode(to: encoder)
    }
}

extension Timestamp {
    /// The same point in time, to the millisecond.
    public init(_ date: Date) {
        self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1_000).rounded()))
    }
}
