internal import Glibc

/// The host of a URL: a name, or an address.
struct Host {
    /// In lower case, without brackets.
    let text: String
    /// An IPv4 or IPv6 address.
    let isAddress: Bool

    /// Takes a host as it stands in a URL.
    init(_ text: Substring) throws(WebSocketURLError) {
        guard !text.isEmpty else { throw .emptyHost }
        let bare = text.hasPrefix("[") ? text.dropFirst().dropLast() : text
        let family = text.hasPrefix("[") ? AF_INET6 : AF_INET
        self.text = bare.asciiLowercased
        isAddress = Self.isAddress(self.text, family: family)
        let isName = family == AF_INET && Self.isName(bare)
        guard isAddress || isName else { throw .invalidHost(String(text)) }
    }

    /// The text is an IPv4 or IPv6 address.
    static func isAddress(_ text: String) -> Bool {
        isAddress(text, family: AF_INET) || isAddress(text, family: AF_INET6)
    }

    private static func isAddress(_ text: String, family: Int32) -> Bool {
        var address = in6_addr()
        return inet_pton(family, text, &address) == 1
    }

    /// RFC 1123 section 2.1, and underscores, which exist. A name that ends in a number would be
    /// an address: `256.1.1.1` is a mistake, not a name.
    private static func isName(_ text: Substring) -> Bool {
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
