/// The layers that a mapping asks for, the lowest first.
struct LayerSettings: Hashable, Sendable {
    /// The keys under which a layer with named messages has the name and the content.
    struct Namer: Hashable, Sendable {
        let name: String
        let content: String
        let example: String
        /// The value for content that is left out.
        let emptyContent: Feed.Value
    }

    private enum Kind: Hashable, Sendable {
        case plain, lines, sse, sockjs, jsonrpc
        case socketio(EngineIOLayer.ProtocolRevision, namespace: String, auth: MessageTemplate?)
        case phoenix(PhoenixLayer.Version, topic: String, payload: MessageTemplate?)
        case pusher(channel: String)
        case centrifugo(channel: String, isUnidirectional: Bool, token: String?)
    }

    private let kinds: [Kind]

    /// No layer at all.
    init() {
        kinds = []
    }

    /// The layer that a mapping asks for, or the list of them.
    ///
    /// - Parameter names: The allowed placeholders.
    init(_ value: SettingValue, names: [String]) {
        kinds = value.oneOrMore.compactMap { Self.kind($0, names: names) }
    }

    /// The keys of named messages above these layers; `nil` if messages have no names.
    var namer: Namer? {
        switch kinds.last {
        case .socketio, .phoenix, .pusher, .centrifugo:
            Namer(name: "event", content: "data", example: "getState", emptyContent: .null)
        case .jsonrpc:
            Namer(
                name: "method", content: "params", example: "Server.GetStatus",
                emptyContent: .text(""))
        case .plain, .lines, .sse, .sockjs, nil: nil
        }
    }

    /// The channel or topic of a station, with its settings in place; `nil` if the layer has none.
    func channel(_ fill: (String) -> String?) -> String? {
        switch kinds.last {
        case .phoenix(_, let channel, _), .pusher(let channel), .centrifugo(let channel, _, _):
            Placeholders.filled(channel, fill)
        case .plain, .lines, .sse, .sockjs, .socketio, .jsonrpc, nil: nil
        }
    }

    /// The layers for stations with these channels.
    func layers(
        channels: [String], _ fill: (String) -> String?
    ) -> [any MessageLayer] {
        kinds.flatMap { kind -> [any MessageLayer] in
            switch kind {
            case .plain: return [PlainLayer()]
            case .lines: return [LinesLayer()]
            case .sse: return [EventsLayer()]
            case .sockjs: return [SockJSLayer()]
            case .jsonrpc: return [JSONRPCLayer()]
            case .socketio(let revision, let namespace, let auth):
                let upper = SocketIOLayer(
                    revision, namespace: namespace, auth: Self.json(auth, fill))
                return [EngineIOLayer(revision), upper]
            case .phoenix(let version, _, let payload):
                let payload = Self.json(payload, fill) ?? "{}"
                return [PhoenixLayer(version, topics: channels, payload: payload)]
            case .pusher: return [PusherLayer(channels: channels)]
            case .centrifugo(_, let isUnidirectional, let token):
                let token = token.map { Placeholders.filled($0, fill) }
                return [
                    CentrifugoLayer(
                        channels: channels, isUnidirectional: isUnidirectional, token: token)
                ]
            }
        }
    }

    private static func json(
        _ template: MessageTemplate?, _ fill: (String) -> String?
    ) -> String? {
        template?.message { slot in
            guard case .name(let name) = slot else { return nil }
            return fill(name).map { .text($0) }
        }?.json
    }
}

extension LayerSettings {
    private static let names = [
        "plain", "lines", "sse", "sockjs", "socketio", "phoenix", "pusher", "centrifugo", "jsonrpc",
    ]

    /// A name, or a mapping of one name to its settings.
    private static func kind(_ value: SettingValue, names known: [String]) -> Kind? {
        guard case .object(let members) = value.value else {
            return kind(named: value.value.plainText ?? "", value, nil, names: known)
        }
        guard let section = value.section(names) else { return nil }
        guard members.count == 1, let member = section.values.first else {
            return value.refuse(mustBe: "one layer with its settings, or a list of layers")
        }
        guard names.contains(member.name) else { return nil }
        return kind(named: member.name, value, member.value, names: known)
    }

    private static func kind(
        named name: String, _ value: SettingValue, _ settings: SettingValue?, names: [String]
    ) -> Kind? {
        let empty = SettingValue(
            value: .object([]), path: value.path, reading: value.reading)
        let settings = settings.map { $0.value == .null ? empty : $0 } ?? empty
        switch name {
        case "plain": return settings.section([]).map { _ in .plain }
        case "lines": return settings.section([]).map { _ in .lines }
        case "sse": return settings.section([]).map { _ in .sse }
        case "sockjs": return settings.section([]).map { _ in .sockjs }
        case "jsonrpc": return settings.section([]).map { _ in .jsonrpc }
        case "socketio": return socketIO(settings, names: names)
        case "phoenix": return phoenix(settings, names: names)
        case "pusher":
            return settings.section(["channel"])
                .flatMap { channel($0, "channel", names: names) }.map { .pusher(channel: $0) }
        case "centrifugo": return centrifugo(settings, names: names)
        default:
            let all = Self.names.map { "`\($0)`" }.joined(separator: ", ")
            return value.refuse(mustBe: "one of \(all)")
        }
    }

    private static func socketIO(_ settings: SettingValue, names: [String]) -> Kind? {
        guard let section = settings.section(["version", "namespace", "auth"]) else { return nil }
        var revision = EngineIOLayer.ProtocolRevision.four
        if let value = section["version"] {
            let expected = "3 (socket.io 1 and 2) or 4 (socket.io 3 and 4), `EIO` in the address"
            guard let number = value.value.plainText.flatMap({ Int($0) }),
                let known = EngineIOLayer.ProtocolRevision(rawValue: number)
            else { return value.refuse(mustBe: expected) }
            revision = known
        }
        let namespace = section["namespace"]?.text("a path such as `/radio`") ?? "/"
        guard namespace.hasPrefix("/"), !namespace.contains(",") else {
            return section["namespace"]?.refuse(mustBe: "a path such as `/radio`")
        }
        let auth = section["auth"].flatMap {
            MessageTemplate($0, namer: nil, names: names, allowsPointers: false)
        }
        return .socketio(revision, namespace: namespace, auth: auth)
    }

    private static func phoenix(_ settings: SettingValue, names: [String]) -> Kind? {
        guard let section = settings.section(["topic", "version", "payload"]) else { return nil }
        var version = PhoenixLayer.Version.two
        if let value = section["version"] {
            let versions: [(String, PhoenixLayer.Version)] = [("1", .one), ("2", .two)]
            guard let known = value.word(versions) else { return nil }
            version = known
        }
        let payload = section["payload"].flatMap {
            MessageTemplate($0, namer: nil, names: names, allowsPointers: false)
        }
        return channel(section, "topic", names: names).map {
            .phoenix(version, topic: $0, payload: payload)
        }
    }

    private static func centrifugo(_ settings: SettingValue, names: [String]) -> Kind? {
        let keys = ["channel", "unidirectional", "token"]
        guard let section = settings.section(keys) else { return nil }
        let isUnidirectional = section["unidirectional"]?.flag() ?? false
        let token = section["token"].flatMap { $0.filledText(names: names) }
        return channel(section, "channel", names: names).map {
            .centrifugo(channel: $0, isUnidirectional: isUnidirectional, token: token)
        }
    }

    private static func channel(
        _ section: SettingSection, _ key: String, names: [String]
    ) -> String? {
        section.required(key, example: "\"radio:{station}\"")?.filledText(names: names)
    }
}

extension SettingValue {
    /// A text in which only these names may stand in braces.
    func filledText(names: [String]) -> String? {
        guard let text = text() else { return nil }
        for case .placeholder(let name) in Placeholders.parts(of: text)
        where !names.contains(name) {
            let known = names.map { "`{\($0)}`" }.joined(separator: ", ")
            return refuse("nothing stands for `{\(name)}`", remedy: "known here: \(known)")
        }
        return text
    }
}
