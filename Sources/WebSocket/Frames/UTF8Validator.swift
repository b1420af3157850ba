/// Checks UTF-8 piece by piece, as it comes (RFC 3629 section 4).
///
/// Pieces may end inside a character. Bytes that no continuation could make valid are found at
/// once: RFC 6455 section 8.1 wants the connection failed then.
struct UTF8Validator: Sendable {
    /// How many bytes of a character are still to come.
    private var owed = 0
    /// What the next of them may be. Only the second byte of a character is ever bound more
    /// closely than to 80…BF: against overlong forms, surrogates, and what lies beyond U+10FFFF.
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// No character is left unfinished.
    var isComplete: Bool { owed == 0 }

    /// Whether the pieces so far, with this one, can begin a valid text.
    mutating func accept(_ slice: ArraySlice<UInt8>) -> Bool {
        let bytes = slice.span
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if owed > 0 {
                guard allowed ~= byte else { return false }
                owed -= 1
                allowed = 0x80...0xBF
            } else if byte < 0x80 {
                index = Self.endOfASCII(in: bytes, from: index)
                continue
            } else if !begin(with: byte) {
                return false
            }
            index += 1
        }
        return true
    }

    /// The table of RFC 3629 section 4.
    private mutating func begin(with byte: UInt8) -> Bool {
        switch byte {
        case 0xC2...0xDF: owed = 1
        case 0xE0: (owed, allowed) = (2, 0xA0...0xBF)
        case 0xED: (owed, allowed) = (2, 0x80...0x9F)
        case 0xE1...0xEF: owed = 2
        case 0xF0: (owed, allowed) = (3, 0x90...0xBF)
        case 0xF1...0xF3: owed = 3
        case 0xF4: (owed, allowed) = (3, 0x80...0x8F)
        default: return false
        }
        return true
    }

    /// Where the next byte beyond ASCII is, looking at 32 bytes at a time: nearly all of a
    /// station's messages is ASCII.
    private static func endOfASCII(in bytes: borrowing Span<UInt8>, from start: Int) -> Int {
        let raw = bytes.bytes
        let highBits = SIMD4<UInt64>(repeating: 0x8080_8080_8080_8080)
        var index = start
        while index + 32 <= raw.byteCount {
            // Every bit pattern is an integer, and the load is checked against the end.
            let word = unsafe raw.unsafeLoadUnaligned(
                fromByteOffset: index, as: SIMD4<UInt64>.self)
            guard word & highBits == .zero else { break }
            index += 32
        }
        while index < bytes.count, bytes[index] < 0x80 { index += 1 }
        return index
    }
}
