import Hub
import NowPlaying
import Protocols
import Support

/// The MQTT broker to which states are published, and what is published there.
struct MQTTSettings: Equatable, Sendable {
    /// The place of the broker.
    var broker = Broker(host: "localhost", port: 1_883)
    /// The beginning of all topics of the hub.
    var prefix = "nphub"
    /// The beginning of the topics at which Home Assistant looks for devices; `nil` for none.
    var discovery: String?
    /// The stations that are published; `nil` for all.
    var stations: [String]?
    /// The sessions that are published and take commands.
    var sessions = [ListeningSession.main]
    /// The least time between two messages of a topic.
    var minInterval = Interval.seconds(1)

    /// A broker, and what it knows the hub by.
    struct Broker: Equatable, Sendable {
        /// The name or address.
        var host: String
        /// The port.
        var port: UInt16
        /// It speaks TLS.
        var isSecure = false
        /// The file of certificates by which it is verified; `nil` for the system's.
        var authorities: String?
        /// The hub's name for its connection; `nil` for one that is made of the prefix.
        var client: String?
        /// The user's name.
        var username: String?
        /// The password.
        var password: String?
        /// The quality of service of what is published: 0 or 1.
        var quality = 0

        /// The address as people may know it.
        var address: String {
            let host = host.contains(":") ? "[\(host)]" : host
            return "\(isSecure ? "mqtts" : "mqtt")://\(host):\(port)"
        }
    }

    /// The settings by which a broker knows the hub.
    struct Identity: Equatable, Sendable {
        let broker: Broker
        let sessions: [String]
    }

    /// The broker of this machine.
    init() {}

    /// The place at which topics and devices are: elsewhere they are others.
    var place: [String?] { [broker.address, prefix, discovery] }

    /// The settings that only another connection can change.
    var identity: Identity { Identity(broker: broker, sessions: sessions) }

    /// The name of the connection. It stays the same when the hub is started anew, so that the
    /// broker ends a connection that is left of the hub before.
    var clientID: String { broker.client ?? "nphub-" + prefix.hashText }
}

extension String {
    fileprivate var hashText: String {
        var hash = StableHash()
        hash.combine(self)
        return hash.text
    }
}

extension MQTTSettings: ComponentSettings {
    static var section: String { "mqtt" }
    static var standard: MQTTSettings? { nil }

    private static let keys = [
        "url", "username", "password", "prefix", "discovery", "stations", "sessions",
        "minInterval", "qos", "ca", "client",
    ]

    init(_ value: ConfigurationValue, among sessions: [String]) {
        self.init()
        guard let section = value.section(Self.keys) else { return }
        readBroker(section)
        if let prefix = section["prefix"].flatMap(Self.topic) { self.prefix = prefix }
        discovery = section["discovery"].flatMap(Self.topic)
        stations = section["stations"].flatMap(Self.ids)
        if let names = section["sessions"].flatMap({ Self.sessions($0, among: sessions) }) {
            self.sessions = names
        }
        let bounds = Interval.zero...Interval.seconds(3_600)
        if let interval = section["minInterval"]?.duration(in: bounds) { minInterval = interval }
    }

    private mutating func readBroker(_ section: ConfigurationSection) {
        let url = section.required("url", example: "mqtt://localhost:1883")
        if let broker = url.flatMap(Self.broker) { self.broker = broker }
        broker.username = section["username"]?.secret()
        broker.password = section["password"]?.secret()
        broker.client = section["client"].flatMap(Self.client)
        broker.quality = section["qos"].flatMap(Self.quality) ?? 0
        broker.authorities = section["ca"]?.line().map(section.reading.resolve)
        if broker.password != nil, section["username"] == nil {
            section["password"]?.note(
                "there is a `password` without a `username`", remedy: "add `username: NAME`")
        }
        if section["ca"] != nil, url != nil, !broker.isSecure {
            section["ca"]?.note(
                "`ca` verifies a broker that speaks TLS, and this one does not",
                remedy: "write `mqtts://` in `url`, or remove `ca`")
        }
    }

    private static func broker(_ value: ConfigurationValue) -> Broker? {
        let example = "write one such as mqtt://localhost:1883 or mqtts://broker.example"
        guard let text = value.secret("the address of an MQTT broker") else { return nil }
        // The text is not told: it may hold a password.
        let schemes = [("mqtt://", UInt16(1_883)), ("mqtts://", UInt16(8_883))]
        guard let (scheme, port) = schemes.first(where: { text.hasPrefix($0.0) }) else {
            value.note("`\(value.name)` does not begin with mqtt:// or mqtts://", remedy: example)
            return nil
        }
        let rest = text.dropFirst(scheme.count)
        let place = rest.hasSuffix("/") ? rest.dropLast() : rest
        do throws(WebSocketURLError) {
            let authority = try Authority(String(place))
            return Broker(
                host: authority.host, port: authority.port ?? port,
                isSecure: scheme == "mqtts://")
        } catch .userInformation {
            value.note(
                "`\(value.name)` holds a user's name", remedy: "use `username` and `password`")
        } catch {
            value.note("`\(value.name)` has no host and port that can be", remedy: example)
        }
        return nil
    }

    /// The beginning of topics: levels of characters without a meaning in filters.
    private static func topic(_ value: ConfigurationValue) -> String? {
        guard let text = value.line() else { return nil }
        let isTopic =
            (1...100).contains(text.utf8.count) && !text.hasPrefix("$")
            && !text.contains { "+#".contains($0) }
            && !text.split(separator: "/", omittingEmptySubsequences: false).contains("")
        guard isTopic else {
            return value.refuse(
                mustBe: """
                    the beginning of topics, such as `nphub` or `home/radio`: at most 100 bytes, \
                    without `+` and `#`, no `$` first, no empty level
                    """)
        }
        return text
    }

    private static func client(_ value: ConfigurationValue) -> String? {
        guard let name = value.line() else { return nil }
        let isName = name.utf8.count <= 64 && name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isName
            ? name : value.refuse(mustBe: "at most 64 characters of ASCII, without spaces")
    }

    private static func quality(_ value: ConfigurationValue) -> Int? {
        guard let number = value.number("0 or 1, without quotes") else { return nil }
        guard number == 0 || number == 1 else { return value.refuse(mustBe: "0 or 1") }
        return Int(number)
    }

    private static func ids(_ value: ConfigurationValue) -> [String]? {
        value.list()?.compactMap { $0.id() }
    }

    private static func sessions(
        _ value: ConfigurationValue, among sessions: [String]
    ) -> [String]? {
        value.list()?.compactMap { element in
            guard let name = element.id() else { return nil }
            guard name == ListeningSession.main || sessions.contains(name) else {
                element.note(
                    "there is no session \(quote(name))",
                    remedy: "name `main` or some of `sessions`")
                return nil
            }
            return name
        }
    }

    static func check(_ value: ConfigurationValue, among stations: [String]) {
        value.member("stations")?.noteUnknownStations(among: stations)
    }

    /// All can change while the hub runs.
    func changes(since others: MQTTSettings) -> [String] { [] }
}

extension ProgramConfiguration {
    /// The MQTT broker; `nil` for none.
    var mqtt: MQTTSettings? { components[MQTTSettings.self] }
}
