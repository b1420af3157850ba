/// Stations write numbers as strings and strings as numbers, sometimes both in one message.
extension JSONValue {
    /// The number, or the number that the whole of the string is.
    public var lenientDouble: Double? {
        if let double { return double }
        guard let utf8, let text = Self.trimmed(utf8), text.allSatisfy(Self.isOfNumber),
            let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite
        else { return nil }
        return number
    }

    /// The whole number, or the one that the whole of the string is.
    public var lenientInt: Int? {
        int ?? lenientDouble.flatMap { Int(exactly: $0) }
    }

    /// The string as a text for people, or the number in its written form.
    public var lenientString: String? {
        if let readable { return readable }
        if let int { return String(int) }
        return double.map { String($0) }
    }

    private static func trimmed(
        _ text: UnsafeBufferPointer<UInt8>
    ) -> Slice<UnsafeBufferPointer<UInt8>>? {
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") }
        guard let first = text.firstIndex(where: { !isSpace($0) }),
            let last = text.lastIndex(where: { !isSpace($0) })
        else { return nil }
        return text[first...last]
    }

    /// Keeps out what else `Double` reads: `nan`, `inf`, hexadecimal.
    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
            UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
