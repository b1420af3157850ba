extension WebSocketURL {
    /// Takes `ws://` and `wss://` addresses apart.
    ///
    /// Characters that may not stand in a path or query are percent-encoded; encoded ones stay.
    public init(_ text: String) throws(WebSocketURLError) {
        if let scalar = text.unicodeScalars.first(where: Self.isForbidden) {
            throw .forbiddenScalar(scalar)
        }
        guard text.firstIndex(ofASCII: "#") == nil else { throw .fragment }
        let (isSecure, rest) = try Self.readScheme(from: text)
        let authorityEnd = rest.firstIndex(ofASCII: "/", "?") ?? rest.endIndex
        let authority = try Authority(inURL: rest[..<authorityEnd])

        self.isSecure = isSecure
        self.host = authority.host
        self.hostIsAddress = authority.hostIsAddress
        self.port = authority.port ?? Self.defaultPort(isSecure: isSecure)
        self.target = try Self.target(rest[authorityEnd...])
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        // Properties are looked up in tables, which takes long for 100,000 addresses.
        guard !scalar.isASCII else { return scalar.value <= 0x20 || scalar.value == 0x7F }
        return scalar.properties.generalCategory == .control || scalar.properties.isWhitespace
    }

    private static func readScheme(
        from text: String
    ) throws(WebSocketURLError) -> (isSecure: Bool, rest: Substring) {
        guard let colon = text.firstIndex(ofASCII: ":"),
            text.utf8[colon...].starts(with: "://".utf8)
        else { throw .noScheme }
        let rest = Substring(text.utf8[colon...].dropFirst(3))
        switch text[..<colon].asciiLowercased {
        case "ws": return (false, rest)
        case "wss": return (true, rest)
        case let scheme: throw .unknownScheme(scheme)
        }
    }

    /// RFC 6455 section 3: the resource name begins with a slash even where the path is empty.
    private static func target(_ text: Substring) throws(WebSocketURLError) -> String {
        var target = text.utf8.first == UInt8(ascii: "/") ? "" : "/"
        var bytes = text.utf8[...]
        while let byte = bytes.popFirst() {
            if byte == UInt8(ascii: "%") {
                let digits = bytes.prefix(2)
                guard digits.count == 2, digits.allSatisfy(\.isHexadecimalDigit) else {
                    throw .invalidEscape
                }
            }
            if byte.isAllowedInTarget {
                target.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                target += "%" + byte.hexadecimal
            }
        }
        return target
    }
}

extension UInt8 {
    /// RFC 3986 sections 3.3 and 3.4: unreserved, sub-delims, and `:@/?`; `%` is checked apart.
    fileprivate var isAllowedInTarget: Bool {
        isLetter || isDigit || "-._~!$&'()*+,;=:@/?%".utf8.contains(self)
    }
}

extension StringProtocol {
    /// The first place of one of some ASCII characters. A `Character` is not found if a combining
    /// mark follows it.
    fileprivate func firstIndex(ofASCII characters: Unicode.Scalar...) -> Index? {
        unicodeScalars.firstIndex { characters.contains($0) }
    }
}
