internal import CLibidn2
internal import Glibc

/// The host of an address: a name, or an IP address.
struct Host {
    /// In lower case, without brackets; what a name has beyond ASCII is in A-labels (RFC 5890).
    let text: String
    /// An IPv4 or IPv6 address.
    let isAddress: Bool

    /// Takes a host as it stands in a URL.
    init(_ text: Substring) throws(WebSocketURLError) {
        guard !text.isEmpty else { throw .emptyHost }
        let isBracketed = text.utf8.first == UInt8(ascii: "[")
        guard !isBracketed || text.utf8.last == UInt8(ascii: "]") else {
            throw .invalidHost(String(text))
        }
        let bare = isBracketed ? Substring(text.utf8.dropFirst().dropLast()) : text
        let family = isBracketed ? AF_INET6 : AF_INET
        guard let name = isBracketed ? bare.asciiLowercased : Self.inASCII(bare) else {
            throw .invalidHost(String(text))
        }
        self.text = name
        isAddress = Self.isAddress(name, family: family)
        let isName = !isBracketed && Self.isName(name)
        guard isAddress || isName else { throw .invalidHost(String(text)) }
    }

    /// The text is an IPv4 or IPv6 address.
    static func isAddress(_ text: String) -> Bool {
        isAddress(text, family: AF_INET) || isIPv6Address(text)
    }

    /// The text is an IPv6 address, without brackets.
    static func isIPv6Address(_ text: String) -> Bool { isAddress(text, family: AF_INET6) }

    private static func isAddress(_ text: String, family: Int32) -> Bool {
        // C would end the text there.
        guard !text.utf8.contains(0) else { return false }
        var address = in6_addr()
        return inet_pton(family, text, &address) == 1
    }

    /// The name as look-ups and certificates have it (RFC 5891); `nil` where there is no such.
    private static func inASCII(_ name: Substring) -> String? {
        guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return name.asciiLowercased }
        var converted: UnsafeMutablePointer<UInt8>?
        let flags = Int32(IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue)
        let status = idn2_lookup_u8(Array(name.utf8) + [0], &converted, flags)
        defer { idn2_free(converted) }
        guard status == IDN2_OK.rawValue, let converted else { return nil }
        return String(cString: converted)
    }

    /// RFC 1123 section 2.1, and underscores, which exist. A name that ends in a number would be
    /// an address: `256.1.1.1` is a mistake, not a name.
    private static func isName(_ text: String) -> Bool {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, let last = labels.last else { return false }
        return labels.allSatisfy(isLabel) && !last.allSatisfy(\.isDigit)
    }

    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        guard (1...63).contains(label.count), label.first != UInt8(ascii: "-") else { return false }
        return label.allSatisfy { byte in
            byte.isDigit || byte.isLetter || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
    }
}
