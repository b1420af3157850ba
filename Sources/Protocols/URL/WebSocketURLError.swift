import Support

/// The mistake in a text that is to be the address of a WebSocket, or of another server.
///
/// The sentences never repeat user information or queries: there may be secrets in them.
public enum WebSocketURLError: Error, Hashable, Sendable {
    /// Does not begin with a scheme and `://`.
    case noScheme
    /// Another scheme than those that are possible; of a WebSocket `ws` and `wss`.
    case unknownScheme(String)
    /// A space, a control character or the like.
    case forbiddenScalar(Unicode.Scalar)
    /// RFC 6455 section 3 allows no fragment.
    case fragment
    /// A user name or password before the host.
    case userInformation
    /// Nothing where the host should be.
    case emptyHost
    /// Not a host name, nor an address.
    case invalidHost(String)
    /// Not a number from 1 to 65535.
    case invalidPort(String)
    /// No port, and the scheme has none of its own.
    case noPort
    /// Something behind the host and the port, where the scheme has no paths.
    case path(scheme: String)
    /// A `%` that two hexadecimal digits do not follow.
    case invalidEscape
}

extension WebSocketURLError: CustomStringConvertible {
    /// The same for people, with what would be right.
    public var description: String {
        switch self {
        case .noScheme:
            "has no scheme: begin with ws:// or wss://"
        case .unknownScheme(let scheme):
            "has the scheme `\(scheme.quotable)`: a WebSocket's is ws or wss"
        case .forbiddenScalar(let scalar):
            "has a space or control character (U+\(String(scalar.value, radix: 16))) in it"
        case .fragment:
            "has a fragment (#…), which the address of a server cannot have"
        case .userInformation:
            "has a user name in it: send an Authorization header field instead"
        case .emptyHost:
            "has no host"
        case .invalidHost(let host):
            "has a host that is neither a name nor an address: `\(host.quotable)`"
        case .invalidPort(let port):
            "has the port `\(port.quotable)`: it must be from 1 to 65535"
        case .noPort:
            "has no port: write it behind the host, after a colon"
        case .path(let scheme):
            "has a path, which an address with \(scheme.quotable):// cannot have"
        case .invalidEscape:
            "has a % that is not followed by two hexadecimal digits: write %25 for a % itself"
        }
    }
}
