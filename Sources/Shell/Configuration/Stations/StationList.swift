import Feeds
import Hub
import NowPlaying
import Stations
import Support
import Protocols

/// The stations of a config and of the files that it includes, and where others are discovered.
struct StationList {
    /// The keys of an included file.
    private static let includedKeys = ["include", "defaults", "stations", "discover"]

    /// All that are listed, in their order.
    private(set) var stations: [ConfigurationValue] = []
    /// The servers that list further stations.
    private(set) var discoveries: [StationDiscovery] = []
    /// The value that names each file that is included.
    private var includers: [String: ConfigurationValue] = [:]

    /// The stations of a whole config.
    init(_ section: ConfigurationSection) {
        add(section, defaults: StationDefaults(), chain: [section.reading.file])
    }

    private mutating func add(
        _ section: ConfigurationSection, defaults outer: StationDefaults, chain: [String]
    ) {
        let defaults = StationDefaults(section["defaults"], over: outer)
        stations += (section["stations"]?.list() ?? []).map(defaults.completed)
        discoveries += StationDiscovery.list(section["discover"], defaults: defaults)
        for pattern in section["include"].map(\.textOrTexts) ?? [] {
            for file in files(matching: pattern, chain: chain) {
                include(file, for: pattern, defaults: defaults, chain: chain)
            }
        }
    }

    /// The files that a pattern means: of a name without wildcards, that one, be it there or not.
    private func files(matching pattern: ConfigurationValue, chain: [String]) -> [String] {
        guard let text = pattern.text("the name of a file, or a pattern such as `stations/*.yaml`")
        else { return [] }
        let path = pattern.reading.resolve(text)
        guard path.utf8.contains(where: { "*?[".utf8.contains($0) }) else { return [path] }
        let patterns = path.utf8.split(separator: UInt8(ascii: "/"))
            .filter { $0.contains { "*?[".utf8.contains($0) } }
        guard patterns.count <= ConfigurationLimits.patterns else {
            pattern.note(
                "\(pattern.node.quoted) has \(patterns.count) folders or files that are patterns",
                remedy: "name the folders, so that at most \(ConfigurationLimits.patterns) remain")
            return []
        }
        // A pattern may well match the file in which it stands.
        return pattern.reading.files(matching: path).filter { !chain.contains($0) }
    }

    private mutating func include(
        _ file: String, for pattern: ConfigurationValue, defaults: StationDefaults,
        chain: [String]
    ) {
        if chain.contains(file) {
            let way = (chain.drop { $0 != file } + [file]).joined(separator: " → ")
            return pattern.note(
                "\(pattern.node.quoted) includes itself: \(way)",
                remedy: "include each file once")
        }
        if let first = includers[file] {
            return pattern.note(
                "\(quote(file)) is included already, in \(first.place)",
                remedy: "include each file once")
        }
        includers[file] = pattern
        guard includers.count <= ConfigurationLimits.includedFiles,
            chain.count <= ConfigurationLimits.includeDepth
        else {
            return pattern.note(
                "too many files are included",
                remedy: """
                    include at most \(ConfigurationLimits.includedFiles), and at most \
                    \(ConfigurationLimits.includeDepth) from one another
                    """)
        }
        let reading = pattern.reading.including(file)
        guard let root = ConfigurationFile.root(of: reading, namedBy: pattern),
            let section = root.document(Self.includedKeys)
        else { return }
        add(section, defaults: defaults, chain: chain + [file])
    }
}

extension ConfigurationValue {
    /// The place of the value, for messages about another one.
    var place: String { "\(reading.file):\(node.position.line)" }

    /// It, or what is in it where it is a list.
    fileprivate var textOrTexts: [ConfigurationValue] {
        if case .list = node.content { return list() ?? [] }
        return [self]
    }
}

extension StationDiscovery {
    private static let kinds: [(key: String, kind: Kind)] = [
        ("azuracast", .azuraCast), ("icecast", .icecast),
    ]
    private static let keys = kinds.map(\.key) + ["every", "prefix"]
    private static let example = "an address such as `https://radio.example`"

    /// `discover`: one server, or a list of them.
    fileprivate static func list(
        _ value: ConfigurationValue?, defaults: StationDefaults
    ) -> [StationDiscovery] {
        guard let value else { return [] }
        if case .list = value.node.content {
            return (value.list() ?? []).compactMap { StationDiscovery($0, defaults) }
        }
        return [StationDiscovery(value, defaults)].compactMap(\.self)
    }

    private init?(_ value: ConfigurationValue, _ defaults: StationDefaults) {
        guard let section = value.section(Self.keys) else { return nil }
        let given = Self.kinds.filter { section[$0.key] != nil }
        guard given.count < 2 else {
            value.note(
                "`\(value.name)` names two servers", remedy: "make a list of them, one in each")
            return nil
        }
        let (key, kind) = given.first ?? Self.kinds[0]
        let addressValue = section.required(key, example: "https://radio.example")
        let every = section["every"]?.duration(in: ConfigurationLimits.discoveryPause)
        let prefix = section["prefix"].map { $0.idPrefix() } ?? ""
        guard let addressValue, let prefix, let address = addressValue.serverAddress(kind)
        else {
            return nil
        }
        let model = defaults.completed(address.model(of: addressValue))
        guard let station = StationConfiguration(model) else { return nil }
        if station.dial.tls.fingerprint != nil {
            addressValue.note(
                "the stations of a server whose certificate is known by `fingerprint` cannot be "
                    + "discovered", remedy: "name its authority by `tls: { ca: FILE }`")
            return nil
        }
        self.init(kind, server: address.web, model: station)
        self.prefix = prefix
        if let every { self.every = every }
    }
}

/// A server's address, as pages and as WebSockets have it.
private struct ServerAddress {
    let kind: StationDiscovery.Kind
    let web: String

    /// A station of the server, of which only the short code or the path is made up.
    func model(of value: ConfigurationValue) -> ConfigurationValue {
        let socket = "ws" + web.dropFirst("http".count) + AzuraCastDirectory.webSocketPath
        func member(_ key: String, _ content: ConfigurationNode.Content)
            -> ConfigurationNode.Entry
        {
            ConfigurationNode.Entry(
                key: key, keyPosition: value.node.position,
                value: ConfigurationNode(content: content, position: value.node.position))
        }
        let feed: [ConfigurationNode.Entry] =
            switch kind {
            case .azuraCast:
                [
                    member("type", .text("azuracast")), member("url", .text(socket)),
                    member("shortcode", .text(Self.name)),
                ]
            case .icecast: [member("type", .text("icy")), member("url", .text(web + "/"))]
            }
        return ConfigurationValue(
            node: ConfigurationNode(
                content: .mapping([
                    member("id", .text(Self.name)), member("feed", .mapping(feed)),
                ]), position: value.node.position),
            name: value.name, path: value.path, reading: value.reading)
    }

    private static let name = "discovered"
}

extension ConfigurationValue {
    /// A server's address, whatever of its own paths stands behind it.
    fileprivate func serverAddress(_ kind: StationDiscovery.Kind) -> ServerAddress? {
        guard var text = webURL() else { return nil }
        let known =
            kind == .azuraCast
            ? ["/api/nowplaying", "/api"] : ["/status-json.xsl", "/status.xsl"]
        while text.hasSuffix("/") { text.removeLast() }
        if let end = known.first(where: text.hasSuffix) { text.removeLast(end.count) }
        while text.hasSuffix("/") { text.removeLast() }
        guard !text.contains("?"), !text.contains("#") else {
            return refuse(mustBe: "a server's address, such as `https://radio.example`")
        }
        let scheme = text.prefix { $0 != ":" }
        return ServerAddress(kind: kind, web: scheme.lowercased() + text.dropFirst(scheme.count))
    }

    /// The prefix of ids; it may be empty.
    fileprivate func idPrefix() -> String? {
        let expected = "at most 32 of the characters `A-Za-z0-9._-`"
        guard let text = text(expected) else { return nil }
        return text.isIdentifier && text.utf8.count <= 32 ? text : refuse(mustBe: expected)
    }
}
