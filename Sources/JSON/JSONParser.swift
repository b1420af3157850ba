internal import CSimdjson
import Support

/// Parses JSON (RFC 8259), one text after the other, in memory that it keeps.
///
/// A text is lent out as a `JSONValue` for the length of a closure. Memory grows to the needs of
/// the largest text (about fourteen times its length) and shrinks again some texts later, so that
/// one large message does not occupy it for months. One thread at a time; hence not `Sendable`.
///
/// A whole number that does not fit into 64 bits is read as the nearest double, and a number beyond
/// the range of doubles as `null`, so that one absurd number does not cost the whole text.
public final class JSONParser {
    /// Longer texts are refused.
    public let maximumLength: Int

    private let document: OpaquePointer
    private var isLent = false
    /// The number of successive texts that fit the ordinary capacity.
    private var ordinaryTexts = 0

    /// The capacity that is never given back: enough for the messages of nearly every station.
    private static let ordinaryCapacity = 64 << 10
    /// The number of successive ordinary texts after which surplus memory is given back.
    private static let ordinaryTextsBeforeShrinking = 16

    /// A parser for texts of at most `maximumLength` bytes.
    public init(maximumLength: Int = 1 << 20) {
        guard let document = json_document_create() else { crash("no memory for a parser") }
        self.document = document
        self.maximumLength = maximumLength
    }

    deinit {
        json_document_destroy(document)
    }

    /// The length of the longest text for which the parser has memory at present, in bytes.
    public var capacity: Int { json_document_capacity(document) }

    /// Parses a text and lends its value to `body`, which must not keep it or parse with it here.
    ///
    /// - Parameter omitted: The bytes of a value that is read as `null`, because it is known; from
    ///   a `RepeatedArray`.
    /// - Throws: `JSONError`, or what `body` throws.
    public func parse<Result>(
        _ text: UnsafeRawBufferPointer, without omitted: Range<Int>? = nil,
        _ body: (JSONValue) throws -> Result
    ) throws -> Result {
        invariant(!isLent, "the value of the text before is still in use")
        try parse(text, without: omitted)
        isLent = true
        defer { isLent = false }
        return try body(JSONValue(document: document, index: 1))
    }

    /// Parses a text and lends its value to `body`, which must not keep it or parse with it here.
    ///
    /// - Throws: `JSONError`, or what `body` throws.
    public func parse<Result>(
        _ text: ArraySlice<UInt8>, _ body: (JSONValue) throws -> Result
    ) throws -> Result {
        try text.withUnsafeBytes { try parse($0, body) }
    }

    /// Parses a text and lends its value to `body`, which must not keep it or parse with it here.
    ///
    /// - Throws: `JSONError`, or what `body` throws.
    public func parse<Result>(
        _ text: [UInt8], _ body: (JSONValue) throws -> Result
    ) throws -> Result {
        try text.withUnsafeBytes { try parse($0, body) }
    }

    private func parse(
        _ text: UnsafeRawBufferPointer, without omitted: Range<Int>?
    ) throws(JSONError) {
        guard text.count <= maximumLength else { throw JSONError(code: .tooLarge) }
        guard let start = text.baseAddress, !text.isEmpty else {
            throw JSONError(code: .empty)
        }
        try makeRoom(for: text.count)
        let bytes = start.assumingMemoryBound(to: UInt8.self)
        let status =
            if let omitted {
                json_document_parse_without(
                    document, bytes, text.count, omitted.lowerBound, omitted.upperBound)
            } else {
                json_document_parse(document, bytes, text.count)
            }
        if let code = JSONError.Code(status) { throw JSONError(code: code) }
    }

    private func makeRoom(for length: Int) throws(JSONError) {
        ordinaryTexts = length > Self.ordinaryCapacity ? 0 : ordinaryTexts + 1
        let isLarge = capacity > Self.ordinaryCapacity
        let hasSurplus = isLarge && ordinaryTexts >= Self.ordinaryTextsBeforeShrinking
        guard capacity < length || hasSurplus else { return }
        var wanted = Self.ordinaryCapacity
        while wanted < length { wanted *= 2 }
        guard json_document_resize(document, wanted) else { throw JSONError(code: .noMemory) }
    }
}

extension JSONError.Code {
    fileprivate init?(_ status: JSONStatus) {
        switch status {
        case JSONStatusParsed: return nil
        case JSONStatusTooLarge: self = .tooLarge
        case JSONStatusNoMemory: self = .noMemory
        case JSONStatusEmpty: self = .empty
        case JSONStatusNotUTF8: self = .notUTF8
        case JSONStatusTooDeep: self = .tooDeep
        case JSONStatusBadString: self = .badString
        case JSONStatusBadNumber: self = .badNumber
        case JSONStatusBadLiteral: self = .badLiteral
        default: self = .badStructure
        }
    }
}
