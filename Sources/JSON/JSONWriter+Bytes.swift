/// The conversion of the parts of a text into bytes.
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

    /// Removes everything that was written since.
    mutating func goBack(to mark: Mark) {
        bytes.removeLast(bytes.count - mark.count)
        needsComma = mark.needsComma
    }

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Appends at most `count` bytes, which `fill` puts at the given place, one after the other.
    @inline(__always)
    mutating func append(atMost count: Int, _ fill: (inout Place) -> Void) {
        bytes.append(addingCapacity: count) { span in
            span.withUnsafeMutableBufferPointer { buffer, count in
                guard let start = buffer.baseAddress else { return }
                var place = start + count
                fill(&place)
                count = place - start
            }
        }
    }

    /// Writes a member whose name needs no escapes, and whose value takes at most `count` bytes, in
    /// one piece.
    @inline(__always)
    mutating func appendMember(
        _ name: UnsafeBufferPointer<UInt8>, atMost count: Int = 0, _ fill: (inout Place) -> Void
    ) {
        assert(Self.isPlain(name), "such a key is for key(named:)")
        let comma = needsComma
        needsComma = true
        append(atMost: name.count + 4 + count) { place in
            if comma { place.put(UInt8(ascii: ",")) }
            place.put(UInt8(ascii: "\""))
            place.put(name)
            place.put(UInt8(ascii: "\""))
            place.put(UInt8(ascii: ":"))
            fill(&place)
        }
    }

    mutating func appendQuoted(_ text: String) {
        var text = text
        text.withUTF8 { appendQuoted($0) }
    }

    mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>) {
        guard Self.isPlain(text) else { return appendEscaped(text) }
        append(atMost: text.count + 2) { $0.put(quoted: text) }
    }

    /// Copies the stretches between the bytes that need an escape.
    mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
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

    /// True if no byte needs an escape.
    static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let bytes = UnsafeRawBufferPointer(text)
        guard bytes.count >= 8 else { return !text.contains(where: isSpecial) }
        for offset in stride(from: 0, to: bytes.count - 8, by: 8)
        where hasSpecial(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) {
            return false
        }
        // The last word overlaps the one before.
        return !hasSpecial(bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
    }

    /// The number of bytes before the first that needs an escape (RFC 8259, section 7).
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

    /// True if one of eight bytes needs an escape. The usual bit trick: subtracting borrows into
    /// the top bit of a byte that is too small, and `~word` excludes bytes whose top bit was set
    /// before. A borrow runs over into the next byte only out of one that is special itself.
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
        append(atMost: Place.decimalMax) { $0.put(decimal: value) }
    }
}

/// A pointer to free memory for the next byte.
typealias Place = UnsafeMutablePointer<UInt8>

extension Place {
    /// The largest, 2⁶⁴ − 1, has 20 digits.
    static var decimalMax: Int { 20 }
    /// A sign, 17 digits, a point and three more.
    static var secondsMax: Int { 22 }

    @inline(__always)
    mutating func put(_ byte: UInt8) {
        pointee = byte
        self += 1
    }

    @inline(__always)
    mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.baseAddress else { return }
        update(from: first, count: bytes.count)
        self += bytes.count
    }

    @inline(__always)
    mutating func put(quoted text: UnsafeBufferPointer<UInt8>) {
        put(UInt8(ascii: "\""))
        put(text)
        put(UInt8(ascii: "\""))
    }

    mutating func put(decimal value: UInt64) {
        var count = 1
        var limit: UInt64 = 10
        while count < Self.decimalMax, value >= limit {
            count += 1
            limit = limit &* 10
        }
        var rest = value
        for place in stride(from: count - 1, through: 0, by: -1) {
            self[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        self += count
    }

    /// Puts milliseconds as seconds, without the zeros at their end.
    mutating func put(milliseconds: Int64) {
        if milliseconds < 0 { put(UInt8(ascii: "-")) }
        let (whole, fraction) = milliseconds.magnitude.quotientAndRemainder(dividingBy: 1_000)
        put(decimal: whole)
        guard fraction > 0 else { return }
        put(UInt8(ascii: "."))
        var rest = fraction
        var unit: UInt64 = 100
        while rest > 0 {
            put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / unit))
            rest %= unit
            unit /= 10
        }
    }
}
