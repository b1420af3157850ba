import JSON
import NowPlaying

/// The conversion of a station's messages into its state, as data: the config of a feed of type
/// `json`, and the shipped feeds that consist of nothing else.
///
/// It is checked while it is read: all its mistakes are found then, and none later.
struct Mapping: Hashable, Sendable {
    /// A message to send when a connection begins.
    struct Opening: Hashable, Sendable {
        let message: MessageTemplate
        /// The delay after which it is sent, if no state came until then.
        let delay: Interval?
    }

    /// A message to send again and again.
    struct KeepAlive: Hashable, Sendable {
        let message: MessageTemplate
        /// The interval; `nil` if a hello tells it.
        let interval: Interval?
        /// The place of the interval in a hello.
        let announced: Field<LengthFormat>?
    }

    let layers: LayerSettings
    let unwrapping: [Unwrapping]
    let openings: [Opening]
    let keepAlives: [KeepAlive]
    /// The silence after which a link is dead.
    let staleAfter: Interval?
    /// The rules, tried in turn; without any, every message is the whole state.
    let rules: [MessageRule]
    /// The places of the state.
    let state: Box<StateMapping>
    /// The place of the station's name in a message.
    let which: Field<TextFormat>?
    /// The place of the server's time in a message.
    let clock: Field<TimeFormat>?
    let closeCodes: CloseCodes
    /// For each rule the names in its pointers that come from messages.
    let pickedNames: [Set<String>]
    /// The pause after which a message without a track counts, if none with a track follows.
    let emptyAfter: Interval?

    /// True if any message can change the station's state.
    var hasState: Bool { !state.value.isEmpty || rules.contains { $0.hasState } }
}

extension Mapping {
    /// The keys of the vocabulary.
    static let keys =
        [
            "layer", "unwrap", "open", "keepAlive", "staleAfter", "messages", "which", "clock",
            "close", "emptyAfter",
        ] + StateMapping.keys

    /// The mapping that settings ask for.
    ///
    /// - Parameter names: The settings that may stand in placeholders.
    init(_ section: SettingSection, names: [String]) {
        let layers = section["layer"].map { LayerSettings($0, names: names) } ?? LayerSettings()
        unwrapping =
            section["unwrap"]?.oneOrMore.compactMap { Unwrapping($0, names: names) } ?? []
        let names = names + MessageRule.pickedNames(in: section["messages"])
        self.layers = layers
        openings = Self.openings(section["open"], layers.namer, names)
        keepAlives =
            section["keepAlive"]?.oneOrMore.compactMap {
                KeepAlive($0, layers.namer, names)
            } ?? []
        staleAfter = section["staleAfter"]?.duration()
        rules =
            section["messages"]?.elements?.compactMap {
                MessageRule($0, namer: layers.namer, names: names)
            } ?? []
        state = Box(StateMapping(section))
        which = section["which"].flatMap { Field($0) }
        clock = section["clock"].flatMap { Field($0) }
        closeCodes = section["close"].map { CloseCodes($0) } ?? CloseCodes()
        emptyAfter = section["emptyAfter"]?.duration()
        pickedNames = Self.pickedNames(in: section.members)
    }

    private static func openings(
        _ value: SettingValue?, _ namer: LayerSettings.Namer?, _ names: [String]
    ) -> [Opening] {
        value?.oneOrMore.compactMap { Opening($0, namer, names) } ?? []
    }
}

extension Mapping.Opening {
    /// A message, or a mapping with the message under `send` and the delay under `after`.
    init?(_ value: SettingValue, _ namer: LayerSettings.Namer?, _ names: [String]) {
        var message = value
        var delay: Interval?
        if case .object(let members) = value.value, members.contains(where: { $0.name == "send" }) {
            guard let section = value.section(["send", "after"]),
                let send = section["send"]
            else { return nil }
            message = send
            delay = section["after"]?.duration()
        }
        guard
            let template = MessageTemplate(
                message, namer: namer, names: names, allowsPointers: false)
        else { return nil }
        self.init(message: template, delay: delay)
    }
}

extension Mapping.KeepAlive {
    /// `{ send: …, every: 30 }`, or `every` a field of the hello.
    fileprivate init?(
        _ value: SettingValue, _ namer: LayerSettings.Namer?, _ names: [String]
    ) {
        guard let section = value.section(["send", "every"]) else { return nil }
        let send = section.required("send", example: "ping")
        let every = section.required("every", example: "30s")
        guard let send, let every,
            let message = MessageTemplate(
                send, namer: namer, names: names, allowsPointers: false)
        else { return nil }
        let isField =
            switch every.value {
            case .object, .list: true
            case .text(let text): text.hasPrefix("/")
            case .number, .flag, .null: false
            }
        if isField {
            guard let field = Field<LengthFormat>(every) else { return nil }
            self.init(message: message, interval: nil, announced: field)
        } else {
            guard let interval = every.duration() else { return nil }
            self.init(message: message, interval: interval, announced: nil)
        }
    }
}

/// The meanings of close codes for a feed whose layers do not know them.
struct CloseCodes: Hashable, Sendable {
    private var terminal: [ClosedRange<Int>] = []
    private var fewer: [ClosedRange<Int>] = []
    private var retry: [ClosedRange<Int>] = []

    /// No code has a meaning.
    init() {}

    /// `{ terminal: [4000-4099, 1008], fewer: [4009], retry: [4100-4299] }`.
    init(_ value: SettingValue) {
        guard let section = value.section(["terminal", "fewer", "retry"]) else { return }
        terminal = section["terminal"]?.oneOrMore.compactMap { Self.range($0) } ?? []
        fewer = section["fewer"]?.oneOrMore.compactMap { Self.range($0) } ?? []
        retry = section["retry"]?.oneOrMore.compactMap { Self.range($0) } ?? []
    }

    /// The meaning of a code; `nil` if it is none of these.
    func disconnect(code: Int, reason: String) -> FeedDisconnect? {
        let meanings: [([ClosedRange<Int>], FeedDisconnect.Retry)] = [
            (terminal, .terminal), (fewer, .backoffWithFewerStations), (retry, .backoff),
        ]
        let meaning = meanings.first { $0.0.contains { $0.contains(code) } }
        return meaning.map { FeedDisconnect(code: code, reason: reason, retry: $0.1) }
    }

    private static func range(_ value: SettingValue) -> ClosedRange<Int>? {
        let expected = "a close code from 1000 to 4999, or a range such as `4000-4099`"
        let bounds = (value.value.plainText ?? "").split(separator: "-").compactMap { Int($0) }
        guard let low = bounds.first, let high = bounds.last, bounds.count <= 2,
            (1_000...4_999).contains(low), (low...4_999).contains(high)
        else { return value.refuse(mustBe: expected) }
        return low...high
    }
}
