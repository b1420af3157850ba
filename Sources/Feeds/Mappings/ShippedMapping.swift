import JSON
import NowPlaying

/// A feed type that is nothing but a mapping, as data: JSON in the vocabulary of the config's
/// `json` feeds, with `name`, `summary`, `silenceHint`, `url`, and the `settings` that a config
/// gives (`{ "station": { "summary": …, "default": … } }`).
///
/// `"unverified": true` says that nobody has seen what the servers really send. Adding a station is
/// adding a file with such a text, and the text to `texts`.
struct ShippedMapping {
    /// Why a text is no feed type.
    struct Flaw: Error, Equatable {
        let mistakes: [FeedMistake]
    }

    /// All of them.
    static let texts = [globalPlayer, streamABC, qmusic]

    /// The feed types of all texts; a test holds that each makes one.
    static let feedTypes = texts.compactMap { try? ShippedMapping($0).feedType }

    private static let keys = [
        "name", "summary", "silenceHint", "url", "settings", "unverified",
    ]

    let feedType: FeedType

    /// The feed type that a text describes.
    init(_ text: String) throws {
        let value = try JSONParser().parse(Array(text.utf8)) { Feed.Value($0) }
        let reading = MappingReading()
        let root = SettingValue(value: value, path: [], reading: reading)
        let section = root.section(Self.keys + Mapping.keys + FeedTraits.keys)
        let type = section.flatMap { Self.feedType($0) }
        guard let type, reading.mistakes.isEmpty else { throw Flaw(mistakes: reading.mistakes) }
        feedType = type
    }

    private static func feedType(_ section: SettingSection) -> FeedType? {
        let settings = (section["settings"]?.members?.values ?? []).compactMap {
            FeedSetting(named: $0.name, $0.value)
        }
        let mapping = Mapping(section, names: settings.map(\.name))
        let isUnverified = section["unverified"]?.flag() ?? false
        guard let name = section.required("name", example: "…")?.text(),
            let summary = section.required("summary", example: "…")?.text(),
            let hint = section.required("silenceHint", example: "…")?.text(),
            let address = section.required("url", example: "wss://…")?.text()
        else { return nil }
        var type = FeedType(
            name: name, summary: summary, settings: settings, stationsPerLink: 1,
            longestSilence: nil, silenceHint: hint
        ) { feeds in
            MappedDialogue.session(mapping, feeds: feeds, isUnverified: isUnverified)
        }
        type.address = address
        type.isUnverified = isUnverified
        FeedTraits(section).apply(to: &type)
        return type
    }
}

extension FeedSetting {
    /// A setting of a shipped mapping; one without a default must be given.
    fileprivate init?(named name: String, _ value: SettingValue) {
        guard let section = value.section(["summary", "default"]),
            let summary = section.required("summary", example: "…")?.text()
        else { return nil }
        let defaultText = section["default"]?.text()
        self.init(
            name: name, kind: .text, isRequired: defaultText == nil,
            namesStation: name == "station", summary: summary)
        self.defaultText = defaultText
    }
}
