import JSON
import NowPlaying

/// What to do with messages of one kind: which they are, what they mean, what to answer.
struct MessageRule: Hashable, Sendable {
    /// What a message means.
    enum Meaning: Hashable, Sendable {
        /// The whole state: what it leaves out is not known any more.
        case update
        /// Parts of the state: what it leaves out stays as it was.
        case partial
        /// Parts of the state that are told with the next ones: the rest of them is still to come.
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
        /// Nothing of concern.
        case ignore
        /// The server says that something is wrong.
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
    /// Where in the message what is mapped begins.
    let base: ValuePointer?
    /// Which element of the list there is meant, where that depends on the time.
    let current: CurrentElement?
    /// Where the state is, if not where the feed says.
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

    /// Whether it reads a state of its own, or is one by itself.
    var hasState: Bool {
        switch meaning {
        case .clear, .stopped, .offline, .online: true
        case .update, .partial, .remember: state.map { !$0.value.isEmpty } ?? false
        case .hello, .ignore, .error, .reconnect, .terminal: false
        }
    }

    /// The names that rules of a list pick values under, before the rules themselves are read.
    static func pickedNames(in value: SettingValue?) -> [String] {
        guard case .list(let rules) = value?.value else { return [] }
        return rules.flatMap(pickedNames)
    }

    /// The names that a rule picks values under.
    static func pickedNames(in rule: Feed.Value) -> [String] {
        guard case .object(let members) = rule,
            case .object(let picks) = members.first(where: { $0.name == "pick" })?.value
        else { return [] }
        return picks.map(\.name)
    }

    /// Whether a text that need not be JSON is meant; only rules with `text` judge those.
    func matches(text: ArraySlice<UInt8>) -> Bool {
        !texts.isEmpty
            && texts.contains { $0.plainText.map { $0.utf8.elementsEqual(text) } ?? false }
    }

    /// Whether a message is meant.
    func matches(_ root: MappedValue, event: String?) -> Bool {
        guard texts.isEmpty else { return false }
        if !events.isEmpty {
            guard let event, events.contains(where: { $0.plainText == event }) else { return false }
        }
        return conditions.hold(for: root)
    }
}

extension MessageRule {
    /// The list of which one element is meant.
    func rows(in root: MappedValue) -> [MappedValue]? {
        let rows = base.map { $0.rows(in: root) } ?? ValuePointer("")?.rows(in: root)
        return rows?.map(root.with)
    }

    /// The reason that the server gives.
    func reason(in root: MappedValue?) -> String? {
        root.flatMap { self.reason?.select(in: $0).known }.map { String($0.prefix(200)) }
    }
}
