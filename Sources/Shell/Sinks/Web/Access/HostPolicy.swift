/// The names that the server answers to, and the other sites whose pages may read from it.
///
/// A page of any site can send requests to a server on this machine or in this network. The `Host`
/// ends DNS rebinding, by which such a page gives the server a name of its own; the `Origin` tells
/// which page has sent a request.
package struct HostPolicy: Sendable {
    /// The longest name in DNS, a dot and a port.
    private static let hostLength = 255 + 6
    /// A scheme, its `://` and a host.
    private static let originLength = 300

    private let hosts: Set<String>
    private let origins: Set<String>

    /// A policy.
    ///
    /// - Parameters:
    ///   - hosts: Names without a port.
    ///   - origins: Such as `https://radio.example`; `*` for all.
    package init(hosts: [String], origins: [String]) {
        self.hosts = Set(hosts.map { $0.lowercased() })
        self.origins = Set(origins.map { $0.lowercased() })
    }

    /// The names of this machine for itself.
    package static let loopback = ["localhost", "127.0.0.1", "[::1]"]

    /// True if a `Host` header names this server.
    package func admits(host: String) -> Bool {
        host.utf8.count <= Self.hostLength && hosts.contains(Self.name(of: host.lowercased()))
    }

    /// True if a page of this origin belongs to the server's own site, by the `Host` of the same
    /// request.
    package func isOwn(origin: String, host: String) -> Bool {
        guard origin.utf8.count <= Self.originLength else { return false }
        let origin = origin.lowercased()
        return ["http://", "https://"].contains { origin == $0 + host.lowercased() }
    }

    /// True if pages of another site may read.
    package func admits(origin: String) -> Bool {
        origin.utf8.count <= Self.originLength
            && (origins.contains("*") || origins.contains(origin.lowercased()))
    }

    /// A host without its port: `[::1]:8420` is `[::1]`.
    /// A text that is something else stays as it is: two headers come as one, and are no name.
    private static func name(of host: String) -> String {
        guard let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") else { return host }
        let (name, port) = (host[..<colon], host[host.index(after: colon)...])
        let isPort = port.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return isPort ? String(name) : host
    }
}
