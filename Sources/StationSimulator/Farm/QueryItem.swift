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
        let bytes = Array(text)
        var decoded: [UInt8] = []
        var position = 0
        while position < bytes.count {
            if let byte = escaped(bytes[position...]) {
                decoded.append(byte)
                position += 3
            } else {
                let isPlus = bytes[position] == UInt8(ascii: "+")
                decoded.append(isPlus ? UInt8(ascii: " ") : bytes[position])
                position += 1
            }
        }
        return decoded
    }

    private static func escaped(_ rest: ArraySlice<UInt8>) -> UInt8? {
        guard rest.count >= 3, rest.first == UInt8(ascii: "%") else { return nil }
        let digits = rest.dropFirst().prefix(2).map { Character(UnicodeScalar($0)).hexDigitValue }
        guard let high = digits.first ?? nil, let low = digits.last ?? nil else { return nil }
        return UInt8(high << 4 | low)
    }
}
