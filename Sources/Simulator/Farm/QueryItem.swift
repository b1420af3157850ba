/// Reads the query of a request.
enum QueryItem {
    /// The decoded value of the first item with this name.
    static func value(of name: String, in query: String) -> [UInt8]? {
        for item in query.utf8.split(separator: UInt8(ascii: "&")) {
            guard let equals = item.firstIndex(of: UInt8(ascii: "=")),
                item[..<equals].elementsEqual(name.utf8)
            else { continue }
            return percentDecoded(item[item.index(after: equals)...])
        }
        return nil
    }

    /// Decodes as forms do: `+` is a space, a broken escape stands for itself.
    private static func percentDecoded(_ text: some Sequence<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        var rest = Array(text)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                decoded.append(UInt8(digits[0] << 4 | digits[1]))
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return decoded
    }
}
