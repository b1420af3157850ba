/// Checks UTF-8 piece by piece, as it comes (RFC 3629 section 4).
///
/// Pieces may end inside a character. Bytes that no continuation could make valid are found at
/// once: RFC 6455 section 8.1 wants the connection failed then.
struct UTF8Validator: Sendable {
    /// The bytes that a character that has begun still needs.
    private struct Rest {
        /// The number of bytes to come.
        var count: Int
        /// The allowed values of the next of them. Only the second byte of a character is ever
        /// bound more closely than to 80…BF: against overlong forms, surrogates, and what lies
        /// beyond U+10FFFF.
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

    /// True if the pieces so far, with this one, can begin a valid text.
    mutating func accept(_ slice: ArraySlice<UInt8>) -> Bool {
        let bytes = slice.span
        var index = 0
        while index < bytes.count {
            if isComplete {
                index = Self.endOfUsual(in: bytes, from: index)
                guard index < bytes.count else { break }
            }
            guard take(bytes[index]) else { return false }
            index += 1
        }
        return true
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        if rest.count > 0 {
            guard rest.next ~= byte else { return false }
            rest = Rest(count: rest.count - 1)
            return true
        }
        guard let begun = byte < 0x80 ? Rest.nothing : Rest(after: byte) else { return false }
        rest = begun
        return true
    }

    /// The place of the next byte that neither is ASCII nor belongs to a character of two bytes.
    /// Nearly all of a station's messages is ASCII, and nearly all letters beyond it have two
    /// bytes: the text is looked at in blocks of 64 bytes, and in words of 8 where that is not so.
    private static func endOfUsual(in bytes: borrowing Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index + blockLength <= bytes.count {
            // Every bit pattern is an integer, and the load is checked against the end.
            let words = unsafe bytes.bytes.unsafeLoadUnaligned(
                fromByteOffset: index, as: SIMD8<UInt64>.self)
            let end = index + blockLength
            if hasOnlyASCII(words) {
                index = end
            } else {
                index = endOfUsualWords(in: bytes, from: index, to: end)
                // Another character, which comes before the block's last word is looked at.
                if index + wordLength <= end { return index }
            }
        }
        index = endOfUsualWords(in: bytes, from: index, to: bytes.count)
        while index < bytes.count, bytes[index] < 0x80 { index += 1 }
        return index
    }

    /// The same, as far as whole words lie before the end.
    private static func endOfUsualWords(
        in bytes: borrowing Span<UInt8>, from start: Int, to end: Int
    ) -> Int {
        var index = start
        while index + wordLength <= end {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(
                fromByteOffset: index, as: UInt64.self)
            let beyond = UInt64(littleEndian: word) & highBits
            if beyond == 0 {
                index += wordLength
            } else {
                index += beyond.trailingZeroBitCount / 8
                guard hasPair(bytes, at: index) else { return index }
                index += 2
            }
        }
        return index
    }

    /// A whole character of two bytes is there.
    private static func hasPair(_ bytes: borrowing Span<UInt8>, at index: Int) -> Bool {
        guard index + 1 < bytes.count else { return false }
        return 0xC2...0xDF ~= bytes[index] && UTF8.isContinuation(bytes[index + 1])
    }

    private static let blockLength = 64
    private static let wordLength = 8

    /// Folded into one word first: a comparison for each would cost more than all the rest.
    private static func hasOnlyASCII(_ words: SIMD8<UInt64>) -> Bool {
        let four = words.lowHalf | words.highHalf
        let two = four.lowHalf | four.highHalf
        return (two.x | two.y) & highBits == 0
    }

    private static let highBits: UInt64 = 0x8080_8080_8080_8080
}
