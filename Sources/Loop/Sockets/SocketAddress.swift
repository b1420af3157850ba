/// The address where a socket is or leads to. It is numeric: names are looked up first, by a
/// `Resolver`.
public enum SocketAddress: Hashable, Sendable {
    /// IPv4: `127.0.0.1` and a port.
    case v4(host: String, port: UInt16)
    /// IPv6: `::1`, or `fe80::1%eth0`, and a port.
    case v6(host: String, port: UInt16)
    /// A Unix socket's path.
    case unix(path: String)

    /// An address from numeric text; nil for anything that would have to be looked up.
    public init?(numericHost host: String, port: UInt16) {
        if let address = NativeAddress(family: .v4, host: host, port: port)?.socketAddress {
            self = address
        } else if let address = NativeAddress(family: .v6, host: host, port: port)?.socketAddress {
            self = address
        } else {
            return nil
        }
    }

    /// The address to which a socket is bound; nil for one that has no address, or of another
    /// family.
    public init?(boundTo descriptor: Int32) {
        guard let native = NativeAddress(boundTo: descriptor) else { return nil }
        guard let address = native.socketAddress ?? native.path.map(SocketAddress.unix) else {
            return nil
        }
        self = address
    }

    /// The port; nil for a Unix socket.
    public var port: UInt16? {
        switch self {
        case .v4(_, let port), .v6(_, let port): port
        case .unix: nil
        }
    }

    /// The numeric host; nil for a Unix socket.
    public var host: String? {
        switch self {
        case .v4(let host, _), .v6(let host, _): host
        case .unix: nil
        }
    }

    /// The same address with another port.
    public func with(port: UInt16) -> SocketAddress {
        switch self {
        case .v4(let host, _): .v4(host: host, port: port)
        case .v6(let host, _): .v6(host: host, port: port)
        case .unix: self
        }
    }
}

extension SocketAddress: CustomStringConvertible {
    /// The address as it is written in a URL, or the path.
    public var description: String {
        switch self {
        case .v4(let host, let port): "\(host):\(port)"
        case .v6(let host, let port): "[\(host)]:\(port)"
        case .unix(let path): path
        }
    }
}
