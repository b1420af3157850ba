public import NowPlaying

/// A document's value that a decoder holds.
struct DecodedValue: DocumentReader {
    let decoder: any Decoder

    var form: DocumentForm { .published }
    var string: String? { single() }
    var int: Int? { single() }
    var double: Double? { single() }
    var bool: Bool? { single() }
    var time: Timestamp? { single() }
    var length: Interval? { single() }

    private func single<Value: Decodable>() -> Value? {
        try? decoder.singleValueContainer().decode(Value.self)
    }

    private var container: KeyedDecodingContainer<DocumentKey>? {
        try? decoder.container(keyedBy: DocumentKey.self)
    }

    var isObject: Bool { container != nil }

    var elements: [any DocumentReader]? {
        guard var container = try? decoder.unkeyedContainer() else { return nil }
        var elements: [any DocumentReader] = []
        while !container.isAtEnd, let element = try? container.superDecoder() {
            elements.append(DecodedValue(decoder: element))
        }
        return elements
    }

    var members: [(name: String, value: any DocumentReader)]? {
        guard let container else { return nil }
        return container.allKeys.compactMap { name in
            (try? container.superDecoder(forKey: name))
                .map { (name.stringValue, DecodedValue(decoder: $0)) }
        }
    }

    func member(_ name: StaticString) -> (any DocumentReader)? {
        let name = DocumentKey(stringValue: name.description)
        guard let container, container.contains(name),
            let member = try? container.superDecoder(forKey: name)
        else { return nil }
        return DecodedValue(decoder: member)
    }
}

extension DocumentObject {
    /// Reads a document; throws where a required member is missing.
    public init(from decoder: any Decoder) throws {
        guard let read = Self.read(DecodedValue(decoder: decoder)) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "no \(Self.self)"))
        }
        self = read
    }
}

extension NowPlaying: Decodable {}

extension HubStatus: Decodable {}
