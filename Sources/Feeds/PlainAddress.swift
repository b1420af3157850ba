/// An address in its parts, whatever its scheme is: a WebSocket's, or that of a page beside it.
struct PlainAddress {
    /// Over TLS: `https` or `wss`.
    let isSecure: Bool
    /// The scheme is one of the web's, not of WebSockets.
    let isOfWeb: Bool
    /// Host and port.
    let authority: String
    /// The part behind the authority, without the query.
    let path: String
    /// Path and query.
    let target: String

    init?(_ text: String) {
        guard let scheme = text[...].firstPlace(of: "://") else { return nil }
        let name = text[..<scheme.lowerBound].lowercased()
        guard ["ws", "wss", "http", "https"].contains(name) else { return nil }
        isSecure = name == "wss" || name == "https"
        isOfWeb = name.hasPrefix("http")
        let rest = text[scheme.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        self.authority = String(authority)
        target = String(rest.dropFirst(authority.count))
        path = String(target.prefix { $0 != "?" && $0 != "#" })
    }

    /// The scheme of a WebSocket there, with the slashes.
    var webSocketScheme: String { isSecure ? "wss://" : "ws://" }

    /// The port behind the host, if there is one.
    var port: String? {
        guard let colon = authority.lastIndex(of: ":") else { return nil }
        let digits = authority[colon...].dropFirst()
        return digits.isEmpty || digits.contains("]") ? nil : String(digits)
    }

    /// The authority without the port.
    var host: String { String(authority.dropLast(port.map { $0.count + 1 } ?? 0)) }

    /// The end of the target that has as many steps as another address; `nil` if it has fewer.
    func end(asLongAs other: PlainAddress) -> String? {
        let count = other.path.filter { $0 == "/" }.count
        let slashes: [String.Index] = path.indices.filter { path[$0] == "/" }
        guard count > 0, slashes.count >= count else { return nil }
        let start = slashes[slashes.count - count]
        return String(path[start...]) + target.dropFirst(path.count)
    }

    /// The steps of the path.
    var steps: [String] { path.split(separator: "/").map(String.init) }
}

extension FeedAddress {
    /// The address of the WebSocket beside an address that people have: that of the server alone,
    /// or of one of its pages, with the scheme of a browser. Any other stays as it is.
    public static func completed(_ address: String, for type: FeedType) -> String {
        guard let path = type.path, let plain = PlainAddress(address) else { return address }
        let isPage =
            ["", "/"].contains(plain.target)
            || type.pagePaths.contains { plain.steps.starts(with: $0) }
        guard isPage || plain.isOfWeb else { return address }
        return plain.webSocketScheme + plain.authority + (isPage ? path : plain.target)
    }

    /// An address with the scheme of WebSockets; `nil` if its scheme is neither theirs nor the
    /// web's.
    public static func webSocket(of address: String) -> String? {
        PlainAddress(address).map { $0.webSocketScheme + $0.authority + $0.target }
    }

    /// An address with the scheme of the web; `nil` if its scheme is neither that nor one of
    /// WebSockets.
    public static func web(of address: String) -> String? {
        PlainAddress(address).map {
            ($0.isSecure ? "https://" : "http://") + $0.authority + $0.target
        }
    }

    /// True if an address is that of a server alone.
    public static func isOfServer(_ address: String) -> Bool {
        PlainAddress(address).map { ["", "/"].contains($0.target) } ?? false
    }
}
