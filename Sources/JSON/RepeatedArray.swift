internal import CSimdjson

/// An array that successive texts repeat, byte for byte: found by comparing, it needs no parsing.
///
/// A name with its quotes and its colon stands in a JSON text only at the beginning of a member:
/// inside a string, quotes are escaped.
public struct RepeatedArray: Sendable {
    /// The length below which comparing and keeping is not worth it.
    private static let minimumLength = 256

    private let name: [UInt8]
    private var known: [UInt8] = []

    /// Begins without a known array for the first member with this name.
    public init(named name: String) {
        self.name = Array("\"\(name)\":".utf8)
    }

    /// The range of the array in a text, counted from its start, if it is the known one.
    public func range(in text: ArraySlice<UInt8>) -> Range<Int>? {
        guard !known.isEmpty else { return nil }
        return text.withUnsafeBytes { text in
            guard let bytes = text.bytes, let start = start(in: text),
                known.count <= text.count - start,
                json_text_equals(bytes + start, known, known.count)
            else { return nil }
            return start..<(start + known.count)
        }
    }

    /// Keeps the array as it stands in its text, and forgets the one before.
    public mutating func learn(_ value: JSONValue?) {
        known.removeAll(keepingCapacity: true)
        guard let value, value.isArray, let source = value.source(ofMember: name),
            source.count >= Self.minimumLength
        else { return }
        known.append(contentsOf: source)
    }

    private func start(in text: UnsafeRawBufferPointer) -> Int? {
        guard let bytes = text.bytes else { return nil }
        let start = json_text_member(bytes, text.count, name, name.count)
        return start == 0 ? nil : start
    }
}

extension JSONValue {
    /// The array or the object in the first member of the whole text that has this name, written
    /// with its quotes and its colon.
    fileprivate func source(ofMember name: [UInt8]) -> UnsafeBufferPointer<UInt8>? {
        var length = 0
        return json_member_source(document, name, name.count, &length).map {
            UnsafeBufferPointer(start: $0, count: length)
        }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate var bytes: UnsafePointer<UInt8>? {
        baseAddress?.assumingMemoryBound(to: UInt8.self)
    }
}
