package import Loop

/// The settings of the web server.
package struct WebServerSettings: Sendable {
    /// The address on which it listens.
    package var address: SocketAddress
    /// Clients without a token may read.
    package var allowsAnonymous = true
    /// The names by which it is asked, without port.
    package var hosts: [String]
    /// The sites whose pages may read.
    package var origins: [String] = []
    /// It serves the dashboard.
    package var servesDashboard = true
    /// Others in the network can read what is sent: no token is taken.
    package var isInsecure = false
    /// All clients come from a proxy's address.
    package var isBehindProxy = false
    /// The header in which the proxy tells a client's address; `nil` where it tells none.
    package var addressHeader: String?
    /// The file of what stations played; `nil` where none is kept.
    package var historyFile: String?

    /// A server for this machine.
    package init(address: SocketAddress) {
        self.address = address
        hosts = HostPolicy.loopback
    }
}

extension WebServerSettings {
    /// Programs of this machine may see the metrics without a token, as what stations play.
    var showsMetricsToAll: Bool {
        allowsAnonymous && !isBehindProxy && HostPolicy.isLoopback(address)
    }

    /// Connections of many people come from the same address.
    var sharesAddress: Bool { isBehindProxy || HostPolicy.isLoopback(address) }
}

extension WebServerSettings {
    /// The address that a request comes from, in bytes; `nil` where those of many people cannot be
    /// told apart. What a proxy tells counts only where the config says that it does.
    func address(of request: HTTPRequest) -> [UInt8]? {
        if let addressHeader,
            let told = request.headers[addressHeader].flatMap({
                AddressBlock(forwarded: $0)
            })
        {
            return told.bytes
        }
        guard !sharesAddress || addressHeader != nil else { return nil }
        return request.peer.flatMap { AddressBlock($0) }?.bytes
    }
}

extension HostPolicy {
    /// True if an address is a loopback address of this machine.
    package static func isLoopback(_ address: SocketAddress) -> Bool {
        switch address {
        case .v4(let host, port: _): host.hasPrefix("127.")
        case .v6(let host, port: _): host == "::1"
        case .unix: true
        }
    }

    /// True if an address is one of a home network (RFC 1918, RFC 3927, RFC 4193, RFC 4291), or
    /// stands for all addresses of this machine.
    package static func isPrivate(_ address: SocketAddress) -> Bool {
        guard let bytes = AddressBlock(address)?.bytes else { return false }
        return switch (bytes.count, bytes[0], bytes[1]) {
        case (4, 10, _), (4, 192, 168), (4, 169, 254), (4, 172, 16...31): true
        case (8, 0xfc...0xfd, _), (8, 0xfe, 0x80...0xbf): true
        default: bytes.allSatisfy { $0 == 0 }
        }
    }
}
