extension ServerURL {
    /// Takes an address with one of some schemes apart.
    ///
    /// Characters that may not stand in a path or query are percent-encoded; encoded ones stay.
    public init(_ text: String, among schemes: [URLScheme]) throws(WebSocketURLError) {
        if let scalar = text.unicodeScalars.first(where: Self.isForbidden) {
            throw .forbiddenScalar(scalar)
        }
        guard text.firstIndex(ofASCII: "#") == nil else { throw .fragment }
        let (scheme, rest) = try Self.readScheme(from: text, among: schemes)
        let authorityEnd = rest.firstIndex(ofASCII: "/", "?") ?? rest.endIndex
        let authority = try Authority(inURL: rest[..<authorityEnd])
        guard let port = authority.port ?? scheme.port else { throw .noPort }
        let target = rest[authorityEnd...]
        guard scheme.hasPath || target.isEmpty else { throw .path(scheme: scheme.name) }

        self.scheme = scheme
        self.host = authority.host
        self.hostIsAddress = authority.hostIsAddress
        self.port = port
        self.target = scheme.hasPath ? try Self.target(target) : ""
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        // Properties are looked up in tables, which takes long for 100,000 addresses.
        guard !scalar.isASCII else { return scalar.value <= 0x20 || scalar.value == 0x7F }
        return scalar.properties.generalCategory == .control || scalar.properties.isWhitespace
    }

    private static func readScheme(
        from text: String, among schemes: [URLScheme]
    ) throws(WebSocketURLError) -> (scheme: URLScheme, rest: Substring) {
        guard let colon = text.firstIndex(ofASCII: ":"),
            text.utf8[colon...].starts(with: "://".utf8)
        else { throw .noScheme }
        let name = text[..<colon].asciiLowercased
        guard let scheme = schemes.first(where: { $0.name == name }) else {
            throw .unknownScheme(name)
        }
        return (scheme, Substring(text.utf8[colon...].dropFirst(3)))
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
