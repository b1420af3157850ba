/// Checks UTF-8 piece by piece, as it comes (RFC 3629 section 4).
///
/// Pieces may end inside a character. Bytes that no continuation could make valid are found at
/// once: RFC 6455 section 8.1 wants the connection failed then.
struct UTF8Validator: Sendable {
    /// What a character that has begun still needs.
    private struct Rest {
        /// How many bytes are to come.
        var count: Int
        /// What the next of them may be. Only the second byte of a character is ever bound more
        /// closely than to 80…BF: against overlong forms, surrogates, and what lies beyond
        /// U+10FFFF.
        var next: ClosedRange<UInt8> = 0x80...0xBF

        static let nothing = Rest(count: 0)

        /// The table of RFC 3629 section 4; `nil` where no character begins so.
        init?(after byte: UInt8) {
            switch byte {
            case 0xC2...0xDF: self.init(count: 1)
            case 0xE0: self.init(count: 2, next: 0xA0...0xBF)
            case 0xED: self.init(count: 2, next: 0x80...0x9F)
            case 0xE1...0xEF: self.init(count: 2)
            case 0xF0: self.init(count: 3, next: 0x90...0xBF)
            case 0xF1...0xF3: self.init(count: 3)
            case 0xF4: self.init(count: 3, next: 0x80...0x8F)
            default: return nil
            }
        }

        init(count: Int, next: ClosedRange<UInt8> = 0x80...0xBF) {
            self.count = count
            self.next = next
        }
    }

    private var rest = Rest.nothing

    /// No character is left unfinished.
    var isComplete: Bool { rest.count == 0 }

    /// Whether the pieces so far, with this one, can begin a valid text.
    mutating func accept(_ slice: ArraySlice<UInt8>) -> Bool {
        let bytes = slice.span
        var rest = rest
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if rest.count > 0 {
                guard rest.next ~= byte else { return false }
                rest = Rest(count: rest.count - 1)
            } else if byte < 0x80 {
                index = Self.endOfASCII(in: bytes, from: index)
                continue
            } else if let begun = Rest(after: byte) {
                rest = begun
            } else {
                return false
            }
            index += 1
        }
        self.rest = rest
        return true
    }

    /// Where the next byte beyond ASCII is, looking at 64 bytes at a time, then at 8: nearly all
    /// of a station's messages is ASCII.
    private static func endOfASCII(in bytes: borrowing Span<UInt8>, from start: Int) -> Int {
        let raw = bytes.bytes
        var index = start
        // Every bit pattern is an integer, and both loads are checked against the end.
        while index + 64 <= raw.byteCount {
            let words = unsafe raw.unsafeLoadUnaligned(
                fromByteOffset: index, as: SIMD8<UInt64>.self)
            guard hasOnlyASCII(words) else { break }
            index += 64
        }
        while index + 8 <= raw.byteCount {
            let word = unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            let beyond = UInt64(littleEndian: word) & highBits
            guard beyond == 0 else { return index + beyond.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < bytes.count, bytes[index] < 0x80 { index += 1 }
        return index
    }

    /// Folded into one word first: a comparison for each would cost more than all the rest.
    private static func hasOnlyASCII(_ words: SIMD8<UInt64>) -> Bool {
        let four = words.lowHalf | words.highHalf
        let two = four.lowHalf | four.highHalf
        return (two.x | two.y) & highBits == 0
    }

    private static let highBits: UInt64 = 0x8080_8080_8080_8080
}
