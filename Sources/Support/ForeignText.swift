/// A text from outside, of any length, as a view of its bytes.
///
/// Swift normalises `String`s to compare and hash them, and sorts each run of combining marks for
/// it, in quadratic time: a text of 60 KB of marks takes seconds. Therefore a text from outside is
/// no `String` before it is bounded: it is neither `Equatable` nor `Hashable`, compares with known
/// words by its bytes, and becomes a `String` that is safe to compare as a `word`, as `readable`
/// text, or by `bounded(_:)`.
///
/// The view is good as long as the memory in which the text is.
public struct ForeignText {
    /// Longer than any id, method or kind of message, and with any content hashed in microseconds.
    public static let wordLength = 256
    /// Many times what is kept of a text that people read.
    public static let readableLength = 32 << 10

    /// The bytes: UTF-8, if the text is valid.
    public let bytes: UnsafeBufferPointer<UInt8>

    /// A text as it came.
    public init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The length in bytes.
    public var count: Int { bytes.count }

    /// There is nothing in it.
    public var isEmpty: Bool { bytes.isEmpty }

    /// The whole text; `nil` where it has more bytes than `length`, or more combining marks in a
    /// row than any language writes.
    public func bounded(_ length: Int) -> String? {
        guard count <= length else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return count <= Self.wordLength || text.isStreamSafe ? text : nil
    }

    /// The whole text, if it is as short as ids, methods and other words for programs are.
    public var word: String? { bounded(Self.wordLength) }

    /// The beginning of a text that people read, in the Stream-Safe Text Format.
    public var readable: String { beginning(Self.readableLength).streamSafe }

    /// The text as it can stand in a sentence of ours.
    public var quotable: String { quotable(String.quotableLength) }

    /// The text as it can stand in a sentence of ours, with at most so many characters (Unicode
    /// scalars) and an ellipsis.
    public func quotable(_ length: Int) -> String {
        // A scalar has at most four bytes.
        beginning(4 * (length + 1)).quotable(length)
    }

    /// The longest beginning of at most this many bytes that ends between two scalars.
    private func beginning(_ length: Int) -> String {
        var end = min(count, length)
        if end < count {
            while end > 0, UTF8.isContinuation(bytes[end]) { end -= 1 }
        }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }

    /// The text has the bytes of a known word.
    public static func == (text: Self, word: StaticString) -> Bool {
        word.withUTF8Buffer { text.bytes.elementsEqual($0) }
    }

    /// The text has the bytes of a known word.
    public static func == (text: Self, word: String) -> Bool {
        text.count == word.utf8.count && text.bytes.elementsEqual(word.utf8)
    }

    /// The text does not have the bytes of a known word.
    public static func != (text: Self, word: StaticString) -> Bool { !(text == word) }

    /// The text does not have the bytes of a known word.
    public static func != (text: Self, word: String) -> Bool { !(text == word) }

    /// The text is one of these words, byte by byte.
    public func isOne(of words: some Sequence<String>) -> Bool {
        words.contains { self == $0 }
    }
}

extension ForeignText: CustomStringConvertible {
    /// The beginning of the text.
    public var description: String { readable }
}

extension Collection<UInt8> {
    /// The whole text that the bytes are, if it is as short as words for programs are.
    public var word: String? {
        count <= ForeignText.wordLength ? String(decoding: self, as: UTF8.self) : nil
    }

    /// The beginning of the text that the bytes are, in the Stream-Safe Text Format.
    public var readable: String {
        withContiguousStorageIfAvailable { ForeignText($0).readable }
            ?? Array(self).withUnsafeBufferPointer { ForeignText($0).readable }
    }
}

extension String {
    /// The beginning of a text that people read, in the Stream-Safe Text Format.
    public var readable: String {
        var text = self
        return text.withUTF8 { ForeignText($0).readable }
    }
}

/// The Stream-Safe Text Format (UAX #15, section 13): at most 30 combining marks in a row, so that
/// normalising takes linear time.
extension StringProtocol {
    /// No run of combining marks is longer than the format allows.
    public var isStreamSafe: Bool {
        guard mayHaveLongRuns else { return true }
        var run = MarkRun()
        return unicodeScalars.allSatisfy { run.takes($0) }
    }

    /// The text with a combining grapheme joiner, which is not seen, inside each longer run.
    public var streamSafe: String {
        guard !isStreamSafe else { return String(self) }
        var safe = String.UnicodeScalarView()
        var run = MarkRun()
        for scalar in unicodeScalars {
            if !run.takes(scalar) {
                safe.append("\u{34F}")
                run = MarkRun()
                _ = run.takes(scalar)
            }
            safe.append(scalar)
        }
        return String(safe)
    }

    /// Each mark has at least two bytes, of which the first is that of U+0300 or higher.
    private var mayHaveLongRuns: Bool {
        utf8.count > 2 * MarkRun.longest && utf8.contains { $0 >= 0xCC }
    }
}

/// The marks since the last scalar that can stand alone.
private struct MarkRun {
    static let longest = 30

    private var length = 0

    /// Counts a scalar; false where it makes the run too long.
    mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x300: length = 0
        // Those that are decomposed into two marks; the class of some is that of a letter.
        case 0x344, 0xF73, 0xF75, 0xF81: length += 2
        default:
            let isMark = scalar.properties.canonicalCombiningClass != .notReordered
            length = isMark ? length + 1 : 0
        }
        return length <= Self.longest
    }
}
