/// A scheme of the addresses of servers.
public struct URLScheme: Hashable, Sendable {
    /// Its name in small letters, such as `wss`.
    public let name: String
    /// The connection has TLS.
    public let isSecure: Bool
    /// The port of an address that names none; `nil` if every address must name one.
    public let port: UInt16?
    /// An address can have a path and a query.
    public let hasPath: Bool

    /// A scheme with its parts.
    public init(_ name: String, isSecure: Bool = false, port: UInt16?, hasPath: Bool = true) {
        self.name = name
        self.isSecure = isSecure
        self.port = port
        self.hasPath = hasPath
    }
}

/// The address of a server, checked and taken apart.
public struct ServerURL: Hashable, Sendable {
    /// The scheme.
    public let scheme: URLScheme
    /// In lower case; an IPv6 address without its brackets, a name in ASCII (RFC 5890).
    public let host: String
    /// The one that was given, else the scheme's own.
    public let port: UInt16
    /// Path and query as they go into a request: ASCII, at least `/`; empty if the scheme has none.
    public let target: String
    /// The host is an IPv4 or IPv6 address, which is verified as one and has no SNI.
    public let hostIsAddress: Bool

    /// Over TLS.
    public var isSecure: Bool { scheme.isSecure }

    /// The value of the `Host` field: the port is left out if it is the scheme's own.
    public var authority: String {
        let bracketed = host.contains(":") ? "[\(host)]" : host
        return port == scheme.port ? bracketed : "\(bracketed):\(port)"
    }
}

extension ServerURL: CustomStringConvertible {
    /// The whole address. The query may hold a secret: log `authority` instead.
    public var description: String { "\(scheme.name)://\(authority)\(target)" }
}
