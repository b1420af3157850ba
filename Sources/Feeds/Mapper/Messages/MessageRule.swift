import JSON
import NowPlaying

/// The treatment of messages of one kind: the conditions, the meaning, the answers.
struct MessageRule: Hashable, Sendable {
    /// The meaning of a message.
    enum Meaning: Hashable, Sendable {
        /// The whole state: left out parts are unknown from now on.
        case update
        /// Parts of the state: left out parts stay as they were.
        case partial
        /// Parts of the state that are reported with the next message, which brings the rest.
        case remember
        /// Nothing plays.
        case clear
        /// Nothing plays, and the player is stopped.
        case stopped
        /// The station is off the air.
        case offline
        /// The station is on the air again.
        case online
        /// The server agrees to serve.
        case hello
        /// Not needed.
        case ignore
        /// The server reports an error.
        case error
        /// The connection is of no more use; try again with the usual backoff.
        case reconnect
        /// The connection is of no more use; try again after the long pause.
        case terminal
    }

    private static let keys = [
        "event", "text", "when", "do", "at", "current", "map", "pick", "send", "reason",
    ]
    private static let meanings: [(String, Meaning)] = [
        ("update", .update), ("partial", .partial), ("remember", .remember), ("clear", .clear),
        ("stopped", .stopped), ("offline", .offline),
        ("online", .online), ("hello", .hello), ("ignore", .ignore), ("error", .error),
        ("reconnect", .reconnect), ("terminal", .terminal),
    ]

    /// A value to remember for later messages.
    struct Pick: Hashable, Sendable {
        let name: String
        let pointers: [ValuePointer]
    }

    private let events: [Feed.Value]
    private let texts: [Feed.Value]
    private let conditions: [Condition]
    let meaning: Meaning
    /// The place in the message at which the mapping begins.
    let base: ValuePointer?
    /// Selects the element of the list there, if that depends on the time.
    let current: CurrentElement?
    /// The places of the state, if the rule has its own.
    let state: Box<StateMapping>?
    let picks: [Pick]
    let answers: [MessageTemplate]
    let reason: Field<TextFormat>?

    /// The rule that a mapping asks for.
    init?(_ value: SettingValue, namer: LayerSettings.Namer?, names: [String]) {
        guard let section = value.section(Self.keys) else { return nil }
        events = section["event"]?.scalars() ?? []
        texts = section["text"]?.scalars() ?? []
        conditions = section["when"]?.conditions() ?? []
        meaning = section["do"].map { $0.word(Self.meanings) ?? .ignore } ?? .update
        base = section["at"]?.pointer()
        current = section["current"].flatMap { CurrentElement($0) }
        state = section["map"]?.section(StateMapping.keys).map { Box(StateMapping($0)) }
        let picks = section["pick"]?.members
        picks?.refuseUnusableNames()
        self.picks = (picks?.values ?? []).map {
            Pick(name: $0.name, pointers: $0.value.pointers())
        }
        answers =
            section["send"]?.oneOrMore.compactMap {
                MessageTemplate($0, namer: namer, names: names, allowsPointers: true)
            } ?? []
        reason = section["reason"].flatMap { Field($0) }
    }

    /// True if it reads a state of its own, or implies one.
    var hasState: Bool {
        switch meaning {
        case .clear, .stopped, .offline, .online: true
        case .update, .partial, .remember: state.map { !$0.value.isEmpty } ?? false
        case .hello, .ignore, .error, .reconnect, .terminal: false
        }
    }

    /// The names under which the rules of a list pick values, before the rules themselves are read.
    static func pickedNames(in value: SettingValue?) -> [String] {
        guard case .list(let rules) = value?.value else { return [] }
        return rules.flatMap(pickedNames)
    }

    /// The names under which a rule picks values.
    static func pickedNames(in rule: Feed.Value) -> [String] {
        guard case .object(let members) = rule,
            case .object(let picks) = members.first(where: { $0.name == "pick" })?.value
        else { return [] }
        return picks.map(\.name)
    }

    /// True if the rule is for this text, which need not be JSON. Only rules with `text` match
    /// here.
    func matches(text: ArraySlice<UInt8>) -> Bool {
        !texts.isEmpty
            && texts.contains { $0.plainText.map { $0.utf8.elementsEqual(text) } ?? false }
    }

    /// True if the rule is for this message.
    func matches(_ root: MappedValue, event: String?) -> Bool {
        guard texts.isEmpty else { return false }
        if !events.isEmpty {
            guard let event, events.contains(where: { $0.plainText == event }) else { return false }
        }
        return conditions.hold(for: root)
    }
}

extension MessageRule {
    /// The list from which one element is selected.
    func rows(in root: MappedValue) -> [MappedValue]? {
        let rows = base.map { $0.rows(in: root) } ?? ValuePointer("")?.rows(in: root)
        return rows?.map(root.with)
    }

    /// The reason that the server gives.
    func reason(in root: MappedValue?) -> String? {
        root.flatMap { self.reason?.select(in: $0).known }.map { String($0.prefix(200)) }
    }
}
