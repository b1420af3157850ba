import Feeds
import Support

/// The settings that a config gives once for many stations, in `defaults`.
struct StationDefaults {
    /// The keys of `defaults`.
    static let keys = ["feed", "delay", "defaultStreamer", "logo", "location"]

    /// Values of stations, `feed` aside.
    private var members: [ConfigurationNode.Entry] = []
    private var feed: [ConfigurationNode.Entry] = []

    /// Nothing.
    init() {}

    /// Reads the defaults of a file; those that it lacks are taken from the file that includes it.
    init(_ value: ConfigurationValue?, over outer: StationDefaults) {
        self = outer
        guard let value, let section = value.section(Self.keys) else { return }
        let own = section.members.map { $0.read(by: value.reading) }
        members = own.filter { $0.key != "feed" }.merged(over: outer.members)
        guard let feedSection = section["feed"]?.section() else { return }
        Feed.check(defaults: feedSection)
        let ownFeed = feedSection.members.map { $0.read(by: value.reading) }
        feed = ownFeed.merged(over: ownFeed.contradicts(outer.feed) ? [] : outer.feed)
    }

    /// A station with what it does not say itself.
    func completed(_ station: ConfigurationValue) -> ConfigurationValue {
        guard !members.isEmpty || !feed.isEmpty, case .mapping(let own) = station.node.content
        else { return station }
        var all = own.merged(over: members)
        if let place = all.firstIndex(where: { $0.key == "feed" }) {
            all[place] = all[place].completed(by: feed)
        } else if !feed.isEmpty {
            all.append(feed.asFeed(at: station.node.position))
        }
        return ConfigurationValue(
            node: ConfigurationNode(content: .mapping(all), position: station.node.position),
            name: station.name, path: station.path, reading: station.reading)
    }
}

extension ConfigurationNode.Entry {
    /// Its mistakes are noted in the file in which it stands, wherever it is used.
    fileprivate func read(by reading: ConfigurationReading) -> Self {
        var member = self
        member.reading = member.reading ?? reading
        return member
    }

    /// A `feed` with what it does not say itself.
    fileprivate func completed(by defaults: [Self]) -> Self {
        guard case .mapping(let own) = value.content, !own.contradicts(defaults) else {
            return self
        }
        var member = self
        member.value = ConfigurationNode(
            content: .mapping(own.merged(over: defaults)), position: value.position)
        return member
    }
}

extension [ConfigurationNode.Entry] {
    /// These, then those of others whose keys are not among them.
    fileprivate func merged(over others: Self) -> Self {
        self + others.filter { other in !contains { $0.key == other.key } }
    }

    /// True if the feed is of another type, so that no other default fits.
    fileprivate func contradicts(_ defaults: Self) -> Bool {
        guard let own = type, let usual = defaults.type else { return false }
        return own != usual
    }

    private var type: String? {
        guard let value = first(where: { $0.key == "type" })?.value else { return nil }
        switch value.content {
        case .plain(let text), .text(let text): return text
        case .null, .list, .mapping: return nil
        }
    }

    /// A `feed` that a station does not have itself.
    fileprivate func asFeed(at position: ConfigurationError.Position) -> ConfigurationNode.Entry {
        ConfigurationNode.Entry(
            key: "feed", keyPosition: position,
            value: ConfigurationNode(content: .mapping(self), position: position))
    }
}
