/// How the parts of a text become bytes.
extension JSONWriter {
    /// Puts the comma that a further value or key needs.
    mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    /// A place to go back to.
    struct Mark {
        fileprivate let count: Int
        fileprivate let needsComma: Bool
    }

    /// The place after what was written so far.
    var mark: Mark { Mark(count: bytes.count, needsComma: needsComma) }

    /// Takes back what was written since.
    mutating func goBack(to mark: Mark) {
        bytes.removeLast(bytes.count - mark.count)
        needsComma = mark.needsComma
    }

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func appendQuoted(_ text: String) {
        var text = text
        text.withUTF8 { appendQuoted($0) }
    }

    mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>) {
        guard Self.plainPrefix(of: text) == text.count else { return appendEscaped(text) }
        bytes.append(addingCapacity: text.count + 2) { span in
            span.append(UInt8(ascii: "\""))
            span.append(copying: text)
            span.append(UInt8(ascii: "\""))
        }
    }

    /// Writes a key that needs no escapes, and what goes around it, in one piece.
    mutating func appendKey(_ name: UnsafeBufferPointer<UInt8>) {
        assert(Self.plainPrefix(of: name) == name.count, "such a key is for key(named:)")
        bytes.append(addingCapacity: name.count + 4) { span in
            if needsComma { span.append(UInt8(ascii: ",")) }
            span.append(UInt8(ascii: "\""))
            span.append(copying: name)
            span.append(UInt8(ascii: "\""))
            span.append(UInt8(ascii: ":"))
        }
        needsComma = false
    }

    /// Copies the stretches between the bytes that need an escape.
    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        var rest = text
        while let special = rest.dropFirst(Self.plainPrefix(of: rest)).first {
            let plain = Self.plainPrefix(of: rest)
            bytes.append(contentsOf: rest.prefix(plain))
            append(escapeOf: special)
            rest = UnsafeBufferPointer(rebasing: rest.dropFirst(plain + 1))
        }
        bytes.append(contentsOf: rest)
        bytes.append(UInt8(ascii: "\""))
    }

    /// How many bytes can be copied before one that needs an escape (RFC 8259, section 7).
    private static func plainPrefix(of text: UnsafeBufferPointer<UInt8>) -> Int {
        let bytes = UnsafeRawBufferPointer(text)
        var count = 0
        while count + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: count, as: UInt64.self)
            if Self.hasSpecial(word) { break }
            count += 8
        }
        while count < bytes.count, !Self.isSpecial(bytes[count]) { count += 1 }
        return count
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// Whether one of eight bytes needs an escape, by the usual trick: subtracting borrows into
    /// the top bit of a byte that is too small, and `~word` forgives those that had it before.
    /// A borrow runs over into the next byte only out of one that is special itself.
    private static func hasSpecial(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let control = (word &- ones &* 0x20) & ~word
        let quote = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let backslash = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        let zeros = ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
        return (control | zeros) & (ones &* 0x80) != 0
    }

    private mutating func append(escapeOf byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case UInt8(ascii: "\n"): append("\\n")
        case UInt8(ascii: "\r"): append("\\r")
        case UInt8(ascii: "\t"): append("\\t")
        default:
            append("\\u00")
            bytes.append(Self.hexadecimal(byte >> 4))
            bytes.append(Self.hexadecimal(byte & 0xF))
        }
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }

    mutating func append(decimal value: UInt64) {
        if value < 10 { return bytes.append(UInt8(ascii: "0") + UInt8(value)) }
        // The largest, 2⁶⁴ − 1, has 20 digits.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = digits.count
            var rest = value
            while rest > 0 {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    /// Writes a fraction below 1,000 thousandths without the zeros at its end; nothing for 0.
    mutating func append(thousandths: UInt64) {
        guard thousandths > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        var rest = thousandths
        var unit: UInt64 = 100
        while rest > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(rest / unit))
            rest %= unit
            unit /= 10
        }
    }
}

extension OutputSpan<UInt8> {
    /// Appends all of `source`, for which there must be room.
    fileprivate mutating func append(copying source: UnsafeBufferPointer<UInt8>) {
        withUnsafeMutableBufferPointer { buffer, count in
            let free = UnsafeMutableBufferPointer(rebasing: buffer[count...])
            count += free.update(fromContentsOf: source)
        }
    }
}
