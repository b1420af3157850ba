internal import Glibc
internal import Protocols

/// The cluster of hubs that share one state.
public struct ClusterSettings: Equatable, Sendable {
    /// The addresses of the NATS servers, which may hold passwords.
    public var servers: [String]
    /// The cluster's name: clusters of different names can share NATS servers.
    public var name = "nphub"
    /// This member's name, which no other member has.
    public var member: String
    /// The file of its credentials, as `nsc` makes them.
    public var credentials: String?
    /// The file of certificates by which the servers are verified; `nil` for the system's.
    public var authorities: String?
    /// The number of NATS servers that keep the state.
    public var replicas = 1
    /// It reads stations for the cluster, and does not only serve clients.
    public var owns = true

    /// A member by the machine's name.
    public init(servers: [String]) {
        self.servers = servers
        member = Self.hostName
    }

    private static var hostName: String {
        var name = utsname()
        guard uname(&name) == 0 else { return "hub" }
        let text = withUnsafeBytes(of: name.nodename) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        let plain = text.map { isPlain($0) ? $0 : "-" }
        return plain.isEmpty ? "hub" : String(plain.prefix(64))
    }
}

extension ClusterSettings {
    private static let keys = [
        "nats", "name", "member", "credentials", "tls", "replicas", "own",
    ]

    /// `nil` where no server can be used. What else is wrong has the default, and is reported.
    init?(_ value: ConfigurationValue) {
        guard let section = value.section(Self.keys) else { return nil }
        let nats = section.required("nats", example: "[\"nats://10.0.0.1:4222\"]")
        let servers = nats.flatMap(Self.servers)
        self.init(servers: servers ?? [])
        if let name = section["name"].flatMap(Self.name) { self.name = name }
        if let member = section["member"].flatMap(Self.name) { self.member = member }
        credentials = section["credentials"]?.line().map(value.reading.resolve)
        authorities = section["tls"].flatMap(Self.authorities)
        if let replicas = section["replicas"].flatMap(Self.replicas) { self.replicas = replicas }
        owns = section["own"]?.flag() ?? true
        if servers == nil { return nil }
    }

    private static func servers(_ value: ConfigurationValue) -> [String]? {
        guard let elements = value.list() else { return nil }
        let servers = elements.compactMap { element -> String? in
            guard let text = element.secret("the address of a NATS server") else { return nil }
            guard let problem = problem(withServer: text) else { return text }
            // Not told: it may hold a password.
            element.note(
                "`\(element.name)` \(problem)",
                remedy: "write one such as nats://10.0.0.1:4222 or tls://nats.example:4222")
            return nil
        }
        if elements.isEmpty {
            let _: Never? = value.refuse(mustBe: "a list of at least one address")
        }
        return servers.isEmpty ? nil : servers
    }

    private static func problem(withServer text: String) -> String? {
        let scheme = ["nats://", "tls://"].first { text.hasPrefix($0) }
        guard let scheme, !text.contains(where: \.isWhitespace) else {
            return "is not the address of a NATS server"
        }
        let place =
            text.dropFirst(scheme.count).split(
                separator: "@", omittingEmptySubsequences: false
            ).last ?? ""
        do throws(WebSocketURLError) {
            _ = try Authority(String(place.prefix { $0 != "/" }))
            return nil
        } catch {
            // The text may be a password whose host is missing.
            guard case .invalidPort = error else { return "is not the address of a NATS server" }
            return "has a port that is not a number from 1 to 65535"
        }
    }

    /// NATS takes no other characters in the names of buckets.
    private static func name(_ value: ConfigurationValue) -> String? {
        guard let name = value.line() else { return nil }
        guard name.utf8.count <= 64, name.allSatisfy(isPlain) else {
            return value.refuse(mustBe: "1 to 64 of the characters A-Z, a-z, 0-9, _ and -")
        }
        return name
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "_-".contains(character))
    }

    private static func authorities(_ value: ConfigurationValue) -> String? {
        let section = value.section(["ca"])
        return section?.required("ca", example: "FILE")?.line().map(value.reading.resolve)
    }

    private static func replicas(_ value: ConfigurationValue) -> Int? {
        guard let number = value.number("1, 3 or 5, without quotes") else { return nil }
        guard [1, 3, 5].contains(number) else { return value.refuse(mustBe: "1, 3 or 5") }
        return Int(number)
    }
}
