extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= self }

    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")) ~= self | 0x20 }

    var isHexadecimalDigit: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")) ~= self | 0x20
    }

    /// RFC 9110 section 5.6.2: what names of header fields and subprotocols are made of.
    var isTokenCharacter: Bool {
        isDigit || isLetter || "!#$%&'*+-.^_`|~".utf8.contains(self)
    }

    /// Two digits, upper case.
    var hexadecimal: String {
        let digits = String(self, radix: 16, uppercase: true)
        return digits.utf8.count == 2 ? digits : "0" + digits
    }
}

extension StringProtocol {
    /// Names in HTTP and URLs compare without the case of ASCII letters only; Unicode's idea of
    /// lower case would make other letters equal to them, such as the Kelvin sign to `k`.
    var asciiLowercased: String {
        String(decoding: utf8.map { $0.isLetter ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// True if it is a token, as names of header fields and subprotocols are (RFC 9110 section
    /// 5.6.2).
    public var isToken: Bool { !isEmpty && utf8.allSatisfy(\.isTokenCharacter) }
}
