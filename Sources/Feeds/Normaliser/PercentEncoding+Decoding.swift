extension PercentEncoding {
    /// A text without its percent-encoding; `nil` if it has none, or if the result is not UTF-8.
    static func decoded(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return nil }
        var decoded: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let pair = String(rest.prefix(2)), pair.utf8.count == 2,
                pair.allSatisfy(\.isHexDigit), let value = UInt8(pair, radix: 16)
            else { return nil }
            decoded.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: decoded, as: UTF8.self)
    }

    /// A name or line that a server has encoded as a part of an address. It certainly is one if no
    /// blank stands in it, but encoded ones do: `100% Pure` is as it was meant.
    static func decodedName(_ text: String) -> String? {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }),
            !text.contains(where: \.isWhitespace)
        else { return nil }
        let isForm = text[...].firstPlace(of: "+-+") != nil
        let plain = isForm ? text.replacing("+", with: "%20") : text
        guard let name = decoded(plain), name.contains(" "), name.contains(where: \.isLetter)
        else { return nil }
        return name
    }
}
