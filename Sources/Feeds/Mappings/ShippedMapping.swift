import JSON
import NowPlaying
import Support

/// A feed type that is nothing but a mapping, as data: JSON in the vocabulary of the config's
/// `json` feeds, with `name`, `summary`, `silenceHint`, `url`, and the `settings` that a config
/// gives (`{ "station": { "summary": …, "kind": "number", "default": … } }`). A setting is a text
/// by default; `choices` and `range` limit its values. `"namesStation": true` marks the one that
/// only names the station. In pointers, in the values of `when` and in `artworkBase`, `{setting}`
/// stands for the value in the config.
///
/// `fallback` is a second mapping, whose state is used while nothing plays by the first.
///
/// `signs` tell a probe which servers are of the type (`FeedSigns`). `"unverified": true` marks a
/// type whose servers' real messages have not been seen. To add a station, add a file with such a
/// text, and the text to `texts`.
struct ShippedMapping {
    /// The reason why a text is not a feed type.
    struct Flaw: Error, Equatable {
        let mistakes: [FeedMistake]
    }

    /// All of them.
    static let texts = [
        globalPlayer, streamABC, qmusic, radiolise, listenMoe, plaza, gensokyo, rainwave,
        volumio, mopidy, snapcast, musicAssistant, centrifugo,
    ]

    /// The feed types of all texts; a test holds that each makes one.
    static let feedTypes = texts.compactMap { try? ShippedMapping($0).feedType }

    private static let keys = [
        "name", "summary", "silenceHint", "url", "settings", "unverified", "signs", "fallback",
    ]

    let feedType: FeedType
    private let tree: Feed.Value

    /// The feed type that a text describes. Its mapping is read when a feed first needs it: most
    /// are never needed.
    init(_ text: String) throws {
        let reading = MappingReading()
        let root = try SettingValue(json: text, reading: reading)
        let section = root.section(Self.keys + Mapping.keys + FeedTraits.keys)
        let type = section.flatMap { Self.feedType($0, root.value) }
        guard let type, reading.mistakes.isEmpty else { throw Flaw(mistakes: reading.mistakes) }
        feedType = type
        tree = root.value
    }

    /// The mistakes in the mapping. A test holds that there are none; the program does not look.
    var mistakes: [FeedMistake] {
        let reading = MappingReading()
        let settings = feedType.settings
        // The settings are values, never structure, so this check holds for all of them.
        let example = tree.settled { name in
            settings.first { $0.name == name }.map { $0.defaultText ?? "x" }
        }
        guard let section = Self.section(of: example, reading: reading) else { return [] }
        let names = settings.map(\.name)
        _ = Mapping(section, names: names)
        _ = section["fallback"].flatMap { $0.section(Mapping.keys) }
            .map { Mapping($0, names: names) }
        return reading.mistakes
    }

    private static func feedType(_ section: SettingSection, _ tree: Feed.Value) -> FeedType? {
        guard let name = section.required("name", example: "…")?.text(),
            let summary = section.required("summary", example: "…")?.text(),
            let hint = section.required("silenceHint", example: "…")?.text(),
            let address = section.required("url", example: "wss://…")?.text()
        else { return nil }
        let settings = (section["settings"]?.members?.values ?? []).compactMap {
            FeedSetting(named: $0.name, $0.value)
        }
        let isUnverified = section["unverified"]?.flag() ?? false
        var type = FeedType(
            name: name, summary: summary, settings: settings, stationsPerLink: 1,
            longestSilence: nil, silenceHint: hint,
            makeMachine: machines(by: tree, settings.map(\.name), isUnverified: isUnverified))
        type.address = address
        type.isUnverified = isUnverified
        if let signs = section["signs"] { type.signs = FeedSigns(signs) }
        FeedTraits(section).apply(to: &type)
        return type
    }

    private static func machines(
        by tree: Feed.Value, _ names: [String], isUnverified: Bool
    ) -> @Sendable ([Feed]) -> any FeedMachine {
        let mapping = DeferredMapping(tree, names)
        guard let fallback = tree[member: "fallback"].map({ DeferredMapping($0, names) }) else {
            return { feeds in
                MappedMachine.layered(mapping.value, feeds: feeds, isUnverified: isUnverified)
            }
        }
        return { feeds in
            let machine = FallbackMachine(
                MappedMachine(mapping.value, feeds: feeds, isUnverified: isUnverified),
                unlessPlaying: MappedMachine(fallback.value, feeds: feeds, isUnverified: true))
            return LayeredFeed(machine, over: [])
        }
    }

    fileprivate static func section(of tree: Feed.Value, reading: MappingReading) -> SettingSection?
    {
        SettingValue(value: tree, path: [], reading: reading).members
    }
}

/// A mapping with names in its pointers, read on first use.
private final class DeferredMapping: Sendable {
    private let tree: Feed.Value
    private let names: [String]
    private let read = Monitor<Box<Mapping>?>(nil)

    init(_ tree: Feed.Value, _ names: [String]) {
        self.tree = tree
        self.names = names
    }

    var value: Box<Mapping> {
        read.withLock { known in
            let mapping = known ?? Box(mapping)
            known = mapping
            return mapping
        }
    }

    /// The mapping; its mistakes were excluded by a test.
    private var mapping: Mapping {
        let section = ShippedMapping.section(of: tree, reading: MappingReading(names: nil))
        let empty = SettingSection(members: [], path: [], reading: MappingReading())
        return Mapping(section ?? empty, names: names)
    }
}

extension Feed.Value {
    /// The value of an object's key.
    fileprivate subscript(member name: String) -> Feed.Value? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }
}

extension SettingValue {
    /// The value in a text that ships with the program.
    init(json text: String, reading: MappingReading) throws {
        let value = try JSONParser().parse(Array(text.utf8)) { Feed.Value($0) }
        self.init(value: value, path: [], reading: reading)
    }
}

extension FeedSetting {
    /// A setting of a shipped mapping; one without a default must be given.
    fileprivate init?(named name: String, _ value: SettingValue) {
        let keys = ["summary", "kind", "choices", "range", "default", "namesStation"]
        guard let section = value.section(keys),
            let summary = section.required("summary", example: "…")?.text()
        else { return nil }
        let defaultText = section["default"]?.anyText()
        let namesStation = section["namesStation"]?.flag() ?? (name == "station")
        self.init(
            name: name, kind: Self.kind(section), isRequired: defaultText == nil,
            namesStation: namesStation, summary: summary, defaultText: defaultText)
    }

    private static func kind(_ section: SettingSection) -> Kind {
        if let words = section["choices"]?.oneOrMore {
            return .choice(words.compactMap { $0.text() })
        }
        if let bounds = section["range"]?.elements?.compactMap({ $0.whole(in: 0...1_000_000) }),
            let least = bounds.first, let most = bounds.last, least <= most
        {
            return .whole(least...most)
        }
        let kinds: [(String, Kind)] = [
            ("text", .text), ("number", .number), ("host", .host), ("port", .port),
            ("webAddress", .webAddress),
        ]
        return section["kind"].flatMap { $0.word(kinds) } ?? .text
    }
}
