import Shell
import Feeds
import Hub
import NowPlaying
import Stations
import Testing

/// The hub takes every config that `check` accepts: at the start, at a reload, and whatever servers
/// say.
struct AcceptedConfigurationTests {
    private static let environment = PaperEnvironment(
        variables: ["SET": "hifi.local:8123"],
        files: [
            "/etc/nphub/secret": Array("[::1]:80\n".utf8), "/etc/nphub/empty": [],
            "/etc/nphub/ca.pem": Array("-----BEGIN CERTIFICATE-----".utf8),
        ], feedTypes: FeedType.all)

    /// Configs of one seed, of eight stations each.
    private static let count = 25

    @Test(arguments: 0..<8) func `a config that is accepted never kills`(seed: UInt64) {
        // From nearly all that is right to nearly all that is wrong.
        let valuesPerMistake = [400, 100, 50, 25][Int(seed % 4)]
        var sample = SchemaSample(seed: seed * 1_000, valuesPerMistake: valuesPerMistake)
        var life: HubLife?
        var accepted = 0
        for _ in 0..<Self.count {
            var parts = sample.parts()
            parts.drop(Self.environment.errors(in: Array(parts.text.utf8)))
            guard let config = try? Self.environment.load(parts.text).hub else { continue }
            accepted += config.stations.count
            HubLife.run(config)
            if life == nil { life = HubLife(of: config, isReplay: false) }
            life?.reload(config)
        }
        #expect(accepted > 8, "next to nothing is accepted")
    }

    /// Values that were meant for one setting, in each text of each feed type.
    @Test(arguments: FeedType.all.map(\.name))
    func `any text in any setting is refused or can be lived with`(type: String) throws {
        let feedType = try #require(FeedType.named(type))
        let settings = feedType.settings.filter { $0.kind != .tree || $0.isRequired }
        let texts = settings.map(\.name) + (feedType.program == nil ? ["url"] : [])
        var accepted = 0
        for setting in texts {
            for text in OddText.all {
                var members = feedType.example
                members[setting] = text
                let config = try? Self.environment.load(.feed(members.asYAML(of: type)))
                guard let config else { continue }
                accepted += 1
                HubLife.run(config.hub)
            }
        }
        #expect(accepted > 0)
    }
}

extension FeedType {
    /// The settings of an example config of this type.
    fileprivate var example: [String: String] {
        var members = address == nil && program == nil ? ["url": "wss://h/live"] : [:]
        for setting in settings where setting.isRequired {
            let texts = ["entity": "media_player.a", "stream": "https://h/s", "station": "1"]
            members[setting.name] = texts[setting.name] ?? "1"
        }
        if name == FeedType.json.name { members["track"] = "{ title: /t }" }
        return members
    }
}

extension [String: String] {
    fileprivate func asYAML(of type: String) -> String {
        let members = sorted(by: { $0.key < $1.key }).map { name, text in
            let isBare = name == "track" || name == "user" && Double(text) != nil
            return "\(name): " + (isBare ? text : "\"" + text.escapedForYAML + "\"")
        }
        return "{" + (["type: \(type)"] + members).joined(separator: ", ") + "}"
    }
}

extension String {
    fileprivate var escapedForYAML: String {
        unicodeScalars.map { scalar in
            scalar.value < 0x20 || scalar.value == 0x7F || "\"\\".unicodeScalars.contains(scalar)
                ? "\\u" + String(scalar.value + 0x10000, radix: 16).dropFirst() : String(scalar)
        }.joined()
    }
}

/// A hub, and servers that take every connection and say what no client expects.
private struct HubLife {
    private static let messages = [
        "", "{}", "[]", "null", "0", "\"a\"", "o", "h", "a[\"{}\"]", "0{\"sid\":\"a\"}", "40",
        "42[\"a\",{\"b\":1}]", "{\"connect\":{\"ping\":25,\"pong\":true}}",
        "{\"id\":1,\"result\":null}",
        "{\"a\":{\"b\":[1,{\"c\":\"d\"}]},\"t\":\"Artist - Title\",\"s\":1e300,\"d\":-1}",
        "\u{FEFF}",
        "{\"track\":{\"title\":\"A\",\"duration\":\"1:00\",\"startedAt\":1e300}}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"params\":{\"a\":[]}}",
    ]

    private var hub: Hub
    private var now = Moment(
        monotonic: Instant(milliseconds: 1_000),
        wall: Timestamp(milliseconds: 1_734_714_000_000))

    /// - Parameter isReplay: messages are said, in place of connections that are made.
    init(of configuration: HubConfiguration, isReplay: Bool) {
        hub = Hub(
            configuration: configuration, epoch: "life", seed: 1, isReplay: isReplay, at: now)
        handle(.started)
    }

    /// All that can happen to a config.
    static func run(_ configuration: HubConfiguration) {
        var dialling = HubLife(of: configuration, isReplay: false)
        for _ in 0..<3 { dialling.wake() }
        var replayed = HubLife(of: configuration, isReplay: true)
        for station in configuration.stations.prefix(4) {
            replayed.handle(.replayed(station: station.id, .opened))
            for message in messages {
                let text = FeedMessage.text(Array(message.utf8)[...])
                replayed.handle(.replayed(station: station.id, .message(text)))
            }
        }
        replayed.wake()
        _ = configuration.fingerprint
    }

    /// The config becomes another one.
    mutating func reload(_ configuration: HubConfiguration) {
        handle(.reconfigured(configuration))
        wake()
    }

    private mutating func wake() {
        guard let deadline = hub.nextDeadline else { return }
        now = now + max(deadline - now.monotonic, .zero)
        handle(.woke)
    }

    private mutating func handle(_ event: Event) {
        var effects: [Effect] = []
        hub.handle(event, at: now, into: &effects)
        for case .link(let link, .dial) in effects {
            handle(.linkConnected(link))
            handle(.linkReceived(link, Array("HTTP/1.1 200 No\r\n\r\n".utf8)))
        }
    }
}
