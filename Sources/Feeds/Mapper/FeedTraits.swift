import NowPlaying
import Protocols

/// The settings of a mapping about the feed as a whole, beside those about its messages.
struct FeedTraits {
    static let keys = [
        "every", "stationsPerLink", "repeatsEvery", "subprotocols", "split", "artworkBase",
    ]

    /// The largest number of channels of a link. Each may bring its own state in the first frame.
    private static let stationsPerLinkBounds = 1...32

    /// The time between two requests to a server that is polled. Each takes it some work.
    private static let pollIntervals = Interval.seconds(5)...Interval.seconds(3_600)

    private var readsEvents = false
    private var pollInterval: Interval?
    private var stationsPerLink: Int?
    private var repeatsEvery: Interval?
    private var subprotocols: [String]?
    private var splitting: ArtistTitleSplitting?
    private var artworkBase: String?

    init(_ section: SettingSection) {
        section["values"]?.judgeValues()
        readsEvents = section["layer"]?.oneOrMore.first?.isEvents ?? false
        pollInterval = section["every"]?.duration(in: Self.pollIntervals)
        stationsPerLink = section["stationsPerLink"]?.whole(in: Self.stationsPerLinkBounds)
        repeatsEvery = section["repeatsEvery"]?.duration()
        subprotocols = section["subprotocols"]?.tokens()
        splitting = section["split"].flatMap { ArtistTitleSplitting($0) }
        artworkBase = section["artworkBase"]?.webAddress()
    }

    /// Applies the settings to a feed type.
    func apply(to type: inout FeedType) {
        if readsEvents { type.httpUse = .events }
        if let pollInterval { type.pollInterval = pollInterval }
        if let stationsPerLink { type.stationsPerLink = stationsPerLink }
        if let repeatsEvery { type.longestSilence = repeatsEvery }
        if let subprotocols { type.subprotocols = subprotocols }
        if let splitting { type.splitting = splitting }
        if let artworkBase { type.artworkBase = artworkBase }
    }
}

extension ArtistTitleSplitting {
    /// `{ by: " / ", order: titleFirst, at: last }`; `false` to switch splitting off.
    fileprivate init?(_ value: SettingValue) {
        self.init()
        if value.value == .flag(false) {
            separators = []
            return
        }
        guard let section = value.section(["by", "order", "at"]) else { return nil }
        if let by = section["by"] { separators = by.oneOrMore.compactMap { $0.text() } }
        let orders: [(String, Order)] = [
            ("artistFirst", .artistFirst), ("titleFirst", .titleFirst),
        ]
        if let order = section["order"]?.word(orders) { self.order = order }
        let places: [(String, Occurrence)] = [("first", .first), ("last", .last)]
        if let place = section["at"]?.word(places) { occurrence = place }
    }
}

extension SettingValue {
    /// Notes the mistakes in `values`, which are looked up where they are used.
    fileprivate func judgeValues() {
        members?.refuseUnusableNames()
        for (_, value) in members?.values ?? [] { _ = value.anyText() }
    }

    /// The layer of server-sent events.
    fileprivate var isEvents: Bool {
        switch value {
        case .text("sse"): true
        case .object(let members): members.first?.name == "sse"
        default: false
        }
    }

    /// Names of subprotocols, no two the same (RFC 6455, section 4.1).
    fileprivate func tokens() -> [String] {
        var tokens: [String] = []
        for element in oneOrMore {
            guard let token = element.token() else { continue }
            if tokens.contains(token) {
                element.note("a subprotocol is there twice", remedy: "keep one of them")
            } else {
                tokens.append(token)
            }
        }
        return tokens
    }

    /// The name of a subprotocol, by the characters of RFC 9110, section 5.6.2.
    fileprivate func token() -> String? {
        let expected = "a subprotocol's name, without spaces"
        guard let text = text(expected) else { return nil }
        return text.isToken ? text : refuse(mustBe: expected)
    }

    /// The base of relative addresses.
    fileprivate func webAddress() -> String? {
        let expected = "an address such as `https://radio.example/covers/`"
        guard let text = text(expected) else { return nil }
        return WebAddress(base: text) == nil ? refuse(mustBe: expected) : text
    }
}

extension Mapping {
    /// The mapping in a feed's settings.
    init(_ feed: Feed, mistakes reading: MappingReading) {
        let section = SettingSection(feed, reading: reading)
        self.init(section, names: feed.placeholders.keys.sorted())
    }
}

extension FeedTraits {
    /// The traits in a feed's settings.
    init(_ feed: Feed, mistakes reading: MappingReading) {
        self.init(SettingSection(feed, reading: reading))
    }

    /// The splitting of a feed's lines alone.
    init(splittingOf feed: Feed, mistakes reading: MappingReading) {
        let section = SettingSection(feed, reading: reading)
        splitting = section["split"].flatMap { ArtistTitleSplitting($0) }
    }
}

extension SettingSection {
    /// A feed's settings.
    fileprivate init(_ feed: Feed, reading: MappingReading) {
        let names = feed.settings.keys.sorted()
        let members = names.compactMap { name in
            feed.settings[name].map { Feed.Member(name: name, value: $0) }
        }
        self.init(members: members, path: [], reading: reading)
    }
}

extension Feed {
    private static let vocabulary = Set(Mapping.keys + FeedTraits.keys + ["values"])

    /// The values of placeholders: the settings that are not part of a mapping, with their
    /// defaults, and `values`.
    var placeholders: [String: Value] {
        var all: [String: Value] = [:]
        for setting in FeedType.named(type)?.settings ?? [] {
            all[setting.name] = setting.defaultText.map { .text($0) }
        }
        if case .object(let members) = settings["values"] {
            for member in members { all[member.name] = member.value }
        }
        for (name, value) in settings where !Self.vocabulary.contains(name) { all[name] = value }
        return all.filter { $0.value.plainText != nil }
    }
}
