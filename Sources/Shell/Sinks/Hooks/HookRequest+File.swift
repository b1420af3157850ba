import Protocols
import Stations
import Support

extension HookRequest {
    /// The keys of a hook that are for requests.
    static let keys = ["method", "body", "headers", "hmac", "tls"]

    private static let methods = ["POST", "PUT", "PATCH", "GET"]
    private static let schemes = [
        URLScheme("http", port: 80), URLScheme("https", isSecure: true, port: 443),
    ]

    /// A hook's `post`, and what is beside it; `nil` where the address is no good, which is noted.
    init?(_ post: ConfigurationValue, _ section: ConfigurationSection) {
        guard let address = post.webURL(), let url = Self.url(post, address) else { return nil }
        server = "\(url.scheme.name)://\(url.authority)"
        host = url.authority
        guard let target = Self.target(post, address, url) else { return nil }
        self.target = target
        if let tls = section["tls"] { self.tls = TLSSettings(tls) }
        if let setting = section["method"], let name = setting.text() {
            method = Self.methods.contains(name) ? name : setting.refuseMethod(Self.methods)
        }
        headers = section["headers"].map(StationConfiguration.Dial.headers) ?? []
        key = section["hmac"]?.secret().map { Array($0.utf8) }
        if method == "GET" { body = .none }
        if let body = section["body"] { read(body) }
        checkTrust(post, url, section["tls"])
    }

    // MARK: The address

    /// The beginning of the address, up to its path.
    private static func url(_ post: ConfigurationValue, _ address: String) -> ServerURL? {
        do {
            return try ServerURL(String(parts(of: address).server), among: schemes)
        } catch {
            post.note(
                "`post` is not the address of a web server: \(error)",
                remedy: "write one such as `https://ntfy.example/radio`, with a name and a "
                    + "password, if any, in `headers`")
            return nil
        }
    }

    private static func parts(of address: String) -> (server: Substring, target: Substring) {
        guard let slashes = address.firstRange(of: "://") else { return (address[...], "") }
        let rest = address[slashes.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        return (address[..<end], address[end...])
    }

    /// Path and query, in which fields stand as templates have them.
    private static func target(
        _ post: ConfigurationValue, _ address: String, _ url: ServerURL
    ) -> HookProgram.Argument? {
        let text = parts(of: address).target
        let path = text.hasPrefix("/") ? "\(text)" : "/\(text)"
        guard text.contains("{") else {
            let whole = try? ServerURL(
                "\(url.scheme.name)://\(url.authority)\(path)", among: schemes)
            guard let whole else { return post.refuse(mustBe: "an address without a fragment") }
            return .text(whole.target)
        }
        let ascii = path.unicodeScalars.map { scalar in
            scalar.isASCII ? "\(scalar)" : HookEscaping.percent.escape("\(scalar)")
        }
        return post.template(ascii.joined())
    }

    /// Without TLS, titles and tokens can be read on the way.
    private func checkTrust(
        _ post: ConfigurationValue, _ url: ServerURL, _ setting: ConfigurationValue?
    ) {
        if tls.fingerprint != nil {
            setting?.note("`tls.fingerprint` is not for hooks", remedy: "use `ca: FILE`")
        }
        guard !url.isSecure, !url.isNear, !tls.insecure else { return }
        post.note(
            "`post` sends to \(quote(url.host)) without encryption",
            remedy: "use `https://`; `http://` is for this machine and the local network")
    }

    // MARK: The content

    private mutating func read(_ setting: ConfigurationValue) {
        guard method != "GET" else {
            return setting.note("`body` has no effect on `GET`", remedy: "remove it")
        }
        switch setting.node.content {
        case .list, .mapping:
            if let document = HookDocument(setting) { body = .document(document) }
        case .null, .plain, .text:
            if let text = setting.template() { body = .text(text, escaping) }
        }
    }

    /// The escaping that the user's type of content asks for.
    private var escaping: HookEscaping {
        let type = headers.first { $0.name.lowercased() == "content-type" }?.value.lowercased()
        if type?.contains("json") == true { return .json }
        return type?.contains("x-www-form-urlencoded") == true ? .percent : .none
    }
}

extension ConfigurationValue {
    fileprivate func refuseMethod(_ methods: [String]) -> String {
        let names = methods.map { "`\($0)`" }.joined(separator: ", ")
        let none: String? = refuse(mustBe: "one of \(names), in capitals")
        return none ?? "POST"
    }
}

extension HookDocument {
    /// A document as the config has it; `nil` for mistakes, which are noted.
    fileprivate init?(_ value: ConfigurationValue) {
        switch value.node.content {
        case .null:
            self = .literal("null")
        case .plain(let text) where value.plainFlag != nil:
            self = .literal(text.lowercased())
        case .plain where value.number != nil:
            self = .literal(Self.number(value.number ?? 0))
        case .plain, .text:
            guard let text = value.rawText == nil ? .text("") : value.template() else {
                return nil
            }
            self = .text(text)
        case .list:
            self = .list((value.list() ?? []).compactMap(HookDocument.init))
        case .mapping:
            self = .object(
                (value.section()?.values ?? []).compactMap { member in
                    HookDocument(member).map { Pair(name: member.name, value: $0) }
                })
        }
    }

    private static func number(_ number: Double) -> String {
        Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}

extension ServerURL {
    /// The server is this machine, or one of the local network.
    fileprivate var isNear: Bool {
        if hostIsAddress { return host.contains(":") ? isNearIPv6 : isNearIPv4 }
        let ends = [".localhost", ".local", ".lan", ".home.arpa", ".internal"]
        return !host.contains(".") || ends.contains(where: host.hasSuffix)
    }

    /// RFC 1918, 3927, 6598 and loopback.
    private var isNearIPv4: Bool {
        let bytes = host.split(separator: ".").compactMap { UInt8($0) }
        guard bytes.count == 4 else { return false }
        switch (bytes[0], bytes[1]) {
        case (127, _), (10, _), (192, 168), (169, 254), (172, 16...31), (100, 64...127):
            return true
        default:
            return false
        }
    }

    /// RFC 4193, 4291: loopback, link-local and unique local addresses.
    private var isNearIPv6: Bool {
        host == "::1" || ["fc", "fd", "fe8", "fe9", "fea", "feb"].contains(where: host.hasPrefix)
    }
}
