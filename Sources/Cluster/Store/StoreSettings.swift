/// The access to a cluster's NATS servers, and the names of its buckets.
package struct StoreSettings: Equatable, Sendable {
    /// The servers' addresses, which may hold passwords.
    package var servers: [String]
    /// The cluster's name, of which its buckets' names are made.
    package var cluster: String
    /// This member's name.
    package var member: String
    /// A file of credentials (a JWT and its seed), as `nsc` makes it.
    package var credentials: String?
    /// A file of certificates by which the servers' are verified, in PEM.
    package var authorities: String?
    /// The number of servers that keep the buckets.
    package var replicas = 1
    /// The time for which plays are kept, in milliseconds.
    package var playsKept: Int64 = 5 * 3_600_000
    /// The name of this process among all, of which its consumers' names are made.
    let life = "nphub-\(String(UInt64.random(in: 0 ... .max), radix: 36))"

    package init(servers: [String], cluster: String, member: String) {
        self.servers = servers
        self.cluster = cluster
        self.member = member
    }

    /// An address without user and password.
    package static func publicAddress(_ address: String) -> String {
        guard let scheme = address.firstRange(of: "://"), let end = address.lastIndex(of: "@"),
            end > scheme.lowerBound
        else { return address }
        return String(address[..<scheme.upperBound] + address[address.index(after: end)...])
    }

    /// The bucket of all but plays. Versions before 2 had one for heartbeats, and know no others.
    var bucket: String { "nphub-\(cluster)-2" }
    /// The bucket of plays, which expire.
    var plays: String { "nphub-\(cluster)-plays" }
}
