/// The address of a WebSocket (RFC 6455 section 3), checked and taken apart.
public struct WebSocketURL: Hashable, Sendable {
    /// The schemes of WebSockets.
    public static let schemes = [
        URLScheme("ws", port: 80), URLScheme("wss", isSecure: true, port: 443),
    ]

    /// The same as any server's.
    public let server: ServerURL

    /// Takes `ws://` and `wss://` addresses apart.
    public init(_ text: String) throws(WebSocketURLError) {
        server = try ServerURL(text, among: Self.schemes)
    }

    /// Over TLS: `wss`.
    public var isSecure: Bool { server.isSecure }
    /// In lower case; an IPv6 address without its brackets, a name in ASCII (RFC 5890).
    public var host: String { server.host }
    /// The one that was given, else 80 or 443.
    public var port: UInt16 { server.port }
    /// Path and query as they go into the request line: ASCII, at least `/`.
    public var target: String { server.target }
    /// The host is an IPv4 or IPv6 address, which is verified as one and has no SNI.
    public var hostIsAddress: Bool { server.hostIsAddress }
    /// The value of the `Host` field: the port is left out if it is the scheme's own.
    public var authority: String { server.authority }
}

extension WebSocketURL: CustomStringConvertible {
    /// The whole address. The query may hold a secret: log `authority` instead.
    public var description: String { server.description }
}
