/// The address of a WebSocket (RFC 6455 section 3), checked and taken apart.
public struct WebSocketURL: Hashable, Sendable {
    /// Over TLS: `wss`.
    public let isSecure: Bool
    /// In lower case; an IPv6 address without its brackets, a name in ASCII (RFC 5890).
    public let host: String
    /// The one that was given, else 80 or 443.
    public let port: UInt16
    /// Path and query as they go into the request line: ASCII, at least `/`.
    public let target: String

    /// The host is an IPv4 or IPv6 address, which is verified as one and has no SNI.
    public let hostIsAddress: Bool

    /// The value of the `Host` field: the port is left out if it is the scheme's own.
    public var authority: String {
        let bracketed = host.contains(":") ? "[\(host)]" : host
        return port == Self.defaultPort(isSecure: isSecure) ? bracketed : "\(bracketed):\(port)"
    }

    static func defaultPort(isSecure: Bool) -> UInt16 { isSecure ? 443 : 80 }
}

extension WebSocketURL: CustomStringConvertible {
    /// The whole address. The query may hold a secret: log `authority` instead.
    public var description: String { "\(isSecure ? "wss" : "ws")://\(authority)\(target)" }
}
