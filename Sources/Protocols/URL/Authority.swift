/// A host, and perhaps a port (RFC 3986 section 3.2, without user information), checked.
public struct Authority: Hashable, Sendable {
    /// In lower case; an IPv6 address without its brackets, a name in ASCII (RFC 5890).
    public let host: String
    /// The host is an IPv4 or IPv6 address.
    public let hostIsAddress: Bool
    /// The one that was given.
    public let port: UInt16?

    /// Takes apart what people call an address: an IPv6 address may be without brackets.
    public init(_ text: String) throws(WebSocketURLError) {
        try self.init(inURL: Host.isIPv6Address(text) ? "[\(text)]" : text[...])
    }

    /// Takes apart what stands between the slashes and the path of a URL.
    init(inURL text: Substring) throws(WebSocketURLError) {
        guard !text.utf8.contains(UInt8(ascii: "@")) else { throw .userInformation }
        let (hostText, portText) = try Self.split(text)
        let host = try Host(hostText)
        self.host = host.text
        hostIsAddress = host.isAddress
        port = try Self.port(portText)
    }

    /// The host as it stands in a URL: an IPv6 address in brackets.
    public var hostInURL: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host }

    /// An IPv6 address stands in brackets (RFC 3986 section 3.2.2), for the sake of its colons.
    private static func split(
        _ authority: Substring
    ) throws(WebSocketURLError) -> (host: Substring, port: Substring?) {
        let bytes = authority.utf8
        let hostEnd: Substring.Index
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else {
                throw .invalidHost(String(authority))
            }
            hostEnd = bytes.index(after: bracket)
        } else {
            hostEnd = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        }
        var rest = bytes[hostEnd...]
        guard let colon = rest.popFirst() else { return (authority, nil) }
        guard colon == UInt8(ascii: ":") else { throw .invalidHost(String(authority)) }
        return (Substring(bytes[..<hostEnd]), Substring(rest))
    }

    private static func port(_ text: Substring?) throws(WebSocketURLError) -> UInt16? {
        guard let text else { return nil }
        guard text.utf8.allSatisfy(\.isDigit), let port = UInt16(text), port > 0 else {
            throw .invalidPort(String(text))
        }
        return port
    }
}
