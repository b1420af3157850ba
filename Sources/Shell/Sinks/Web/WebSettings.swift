internal import Glibc
import Loop

/// The web server.
public struct WebSettings: Equatable, Sendable {
    /// The numeric address at which it listens.
    public var host = "127.0.0.1"
    /// Its port.
    public var port: UInt16 = 8_420
    /// Clients without a token may read; `nil` for what is usual at the address.
    public var anonymous: Bool?
    /// The file of tokens; `nil` for none.
    public var tokens: String?
    /// The names by which clients ask for it, without port; those of this machine beside them.
    public var hosts: [String] = []
    /// The sites whose pages may read.
    public var origins: [String] = []
    /// The files that it shows over TLS; `nil` for a server without TLS.
    public var tls: Certificate?
    /// It has no TLS at an address of a home network: all clients may read, and no token is taken.
    public var isInsecure = false
    /// A proxy before it speaks TLS.
    public var isBehindProxy = false
    /// The header in which that proxy tells a client's address, in lower case.
    public var addressHeader: String?
    /// It serves the dashboard.
    public var dashboard = true

    /// A certificate and its key, in PEM.
    public struct Certificate: Equatable, Sendable {
        /// The file of the certificate, followed by those between it and its root.
        public var certificate: String
        /// The file of its private key.
        public var key: String
    }

    /// A server for this machine.
    public init() {}

    /// It listens at an address of this machine for itself.
    public var isOnLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

    /// Clients without a token may read.
    public var allowsAnonymous: Bool { anonymous ?? (isOnLoopback || isInsecure) }
}

extension WebSettings {
    /// The address at which a browser finds the dashboard. The name of a proxy or of a certificate
    /// comes first; a server that listens at all addresses is reached at this machine's own.
    ///
    /// - Parameter host: The numeric address at which it listens.
    func dashboardAddress(at host: String, port: UInt16) -> String {
        if isBehindProxy, let name = hosts.first { return "https://\(name)/" }
        let loopback = ["0.0.0.0": "127.0.0.1", "::": "::1"]
        let name = (tls == nil ? nil : hosts.first) ?? loopback[host] ?? host
        let isBare = name.contains(":") && !name.hasPrefix("[")
        return "\(tls == nil ? "http" : "https")://\(isBare ? "[\(name)]" : name):\(port)/"
    }
}

extension WebSettings: ComponentSettings {
    static var section: String { "web" }
    static var standard: WebSettings? { nil }

    private static let keys = [
        "listen", "anonymous", "tokens", "hosts", "origins", "tls", "insecure",
        "behindProxy", "addressHeader", "dashboard",
    ]

    init(_ value: ConfigurationValue, among sessions: [String]) {
        self.init()
        guard let section = value.section(Self.keys) else { return }
        if let listen = section["listen"] { readAddress(listen) }
        anonymous = section["anonymous"]?.flag()
        tokens = section["tokens"]?.line().map(value.reading.resolve)
        hosts = section["hosts"].map(Self.hosts) ?? []
        origins = section["origins"].map(Self.origins) ?? []
        tls = section["tls"].flatMap(Self.certificate)
        isBehindProxy = section["behindProxy"]?.flag() ?? false
        addressHeader = section["addressHeader"].flatMap {
            Self.addressHeader($0, isBehindProxy: isBehindProxy)
        }
        dashboard = section["dashboard"]?.flag() ?? true
        isInsecure = section["insecure"]?.flag() ?? false
        checkAddress(section["listen"] ?? value, hasTLS: section["tls"] != nil)
        checkInsecure(section)
    }

    /// Refuses an address at which others could read what is sent, unless the config says that this
    /// is known.
    private func checkAddress(_ place: ConfigurationValue, hasTLS: Bool) {
        guard !isOnLoopback, !hasTLS, !isBehindProxy, !(isInsecure && isPrivate) else { return }
        let insecure = isPrivate ? ", or `insecure: true` in a home network" : ""
        let problem =
            isInsecure
            ? "\(host) is not an address of a home network, and `insecure` is for these"
            : "\(host) is not a loopback address, and others could read what is sent"
        place.note(
            problem,
            remedy: """
                add `tls: {certificate: FILE, key: FILE}`, or `behindProxy: true` where a proxy \
                speaks TLS\(insecure), or listen at \(isInsecure ? "192.168.1.5" : "127.0.0.1")
                """)
    }

    private var isPrivate: Bool {
        SocketAddress(numericHost: host, port: port).map(HostPolicy.isPrivate) ?? false
    }

    /// Refuses keys that contradict `insecure`.
    private func checkInsecure(_ section: ConfigurationSection) {
        guard isInsecure, let place = section["insecure"] else { return }
        if isOnLoopback {
            place.note(
                "no other machine reaches \(host)",
                remedy: "add `listen: 192.168.1.5:8420` with this machine's address, or remove it")
        }
        let others = ["tls"].filter { section[$0] != nil } + (isBehindProxy ? ["behindProxy"] : [])
        for key in others {
            place.note("`insecure` and `\(key)` contradict each other", remedy: "keep one")
        }
        section["tokens"]?.note(
            "with `insecure` no token is taken: others in the network could read it",
            remedy: "remove `tokens`, or replace `insecure` by `tls`")
        guard anonymous == false else { return }
        section["anonymous"]?.note(
            "with `insecure` no client has a token, so that none could read",
            remedy: "remove `anonymous`, or replace `insecure` by `tls`")
    }

    private mutating func readAddress(_ value: ConfigurationValue) {
        guard let text = value.line() else { return }
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...]),
            let host = Self.numericHost(String(text[..<colon]))
        else {
            let _: Never? = value.refuse(
                mustBe: "an address and a port, such as 127.0.0.1:8420 or [::1]:8420")
            return
        }
        self.host = host
        self.port = port
    }

    private static func numericHost(_ text: String) -> String? {
        if text == "localhost" { return "127.0.0.1" }
        var storage = in6_addr()
        if text.hasPrefix("["), text.hasSuffix("]") {
            let host = String(text.dropFirst().dropLast())
            return inet_pton(AF_INET6, host, &storage) == 1 ? host : nil
        }
        return inet_pton(AF_INET, text, &storage) == 1 ? text : nil
    }

    private static func addressHeader(
        _ value: ConfigurationValue, isBehindProxy: Bool
    ) -> String? {
        guard let name = value.line() else { return nil }
        let isName =
            !name.isEmpty
            && name.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
                    || $0 == UInt8(ascii: "-")
            }
        guard isName else {
            return value.refuse(mustBe: "the name of a header, such as X-Forwarded-For")
        }
        guard name.lowercased() != "forwarded" else {
            value.note(
                "Forwarded tells an address among other things (RFC 7239)",
                remedy: "have the proxy set X-Forwarded-For, and name that")
            return nil
        }
        guard isBehindProxy else {
            value.note(
                "any client could send this header", remedy: "add `behindProxy: true`, or remove it"
            )
            return nil
        }
        return name.lowercased()
    }

    private static func hosts(_ value: ConfigurationValue) -> [String] {
        (value.list() ?? []).compactMap { element in
            guard let name = element.line() else { return nil }
            let isName = !name.isEmpty && !name.contains { "/@ ".contains($0) }
            let hasPort = !name.hasPrefix("[") && name.contains(":")
            guard isName, !hasPort else {
                return element.refuse(
                    mustBe: "a name without scheme and port, such as radio.example")
            }
            return name
        }
    }

    private static func origins(_ value: ConfigurationValue) -> [String] {
        (value.list() ?? []).compactMap { element in
            guard let origin = element.line() else { return nil }
            let parts = origin.split(separator: "/", omittingEmptySubsequences: false)
            let isOrigin =
                parts.count == 3 && ["http:", "https:"].contains(parts[0]) && parts[1].isEmpty
                && !parts[2].isEmpty
            guard isOrigin || origin == "*" else {
                return element.refuse(
                    mustBe:
                        "the beginning of a site's addresses, such as https://radio.example, or *")
            }
            return origin
        }
    }

    private static func certificate(_ value: ConfigurationValue) -> Certificate? {
        guard let section = value.section(["certificate", "key"]) else { return nil }
        let certificate = section.required("certificate", example: "FILE")?.line()
        let key = section.required("key", example: "FILE")?.line()
        guard let certificate, let key else { return nil }
        let resolve = value.reading.resolve
        return Certificate(certificate: resolve(certificate), key: resolve(key))
    }
}

extension ProgramConfiguration {
    /// The web server; `nil` for none.
    public var web: WebSettings? {
        get { components[WebSettings.self] }
        set { components[WebSettings.self] = newValue }
    }
}
