import Feeds
import Hub
import NowPlaying
import Stations
import Support
import Protocols

extension StationConfiguration {
    private static let keys = [
        "id", "name", "url", "description", "feed", "defaultStreamer", "delay", "logo", "streams",
        "location",
    ]

    /// An element of `stations`.
    init?(_ value: ConfigurationValue) {
        guard let section = value.section(Self.keys) else { return nil }
        let id = section.required("id", example: "my-station")?.id()
        let feedValue = section.required("feed", example: "{ type: …, url: … }")
        let feedSection = feedValue?.section()
        let mistakes = value.reading.mistakeCount
        let feed = feedSection.flatMap(Feed.init)
        let dial = feedSection.map(Dial.init) ?? Dial()
        let decodesEntities = feedSection?["entities"]?.flag()

        // Asked for before the station is given up, so that all that is wrong with it is told.
        let name = section["name"]?.line()
        let url = section["url"]?.webURL()
        let description = section["description"]?.secret()?.trimmingWhitespace()
        let logo = section["logo"].flatMap(Station.Logo.init)
        let defaultStreamer = section["defaultStreamer"]?.line()
        let delay = section["delay"]?.duration(in: ConfigurationLimits.delay)
        let streams = section["streams"].flatMap(Stream.list) ?? []
        let location = section["location"].flatMap(Location.init)

        guard let id, let feed else { return nil }
        do {
            try self.init(id: id, feed: feed, dial: dial, among: value.reading.feedTypes)
        } catch {
            // Mostly it follows from what was told already.
            if value.reading.mistakeCount == mistakes {
                feedValue?.note("`feed`: \(error)", remedy: "change its address or its settings")
            }
            return nil
        }
        self.name = name
        self.url = url
        self.description = description
        self.logo = logo
        self.defaultStreamer = defaultStreamer
        self.streams = streams
        self.location = location
        if let decodesEntities { self.decodesEntities = decodesEntities }
        if let delay { self.delay = delay }
    }
}

extension StationConfiguration.Stream {
    fileprivate static func list(_ value: ConfigurationValue) -> [Self]? {
        guard let elements = value.list() else { return nil }
        elements.refuseRepeatedIDs()
        return elements.compactMap(Self.init)
    }

    private init?(_ value: ConfigurationValue) {
        guard let section = value.section(["id", "name", "url", "delay"]) else { return nil }
        let id = section.required("id", example: "high-quality")?.id()
        let url = section.required("url", example: "https://radio.example/stream")?.webURL()
        let name = section["name"]?.line()
        let delay = section["delay"]?.duration(in: ConfigurationLimits.delay)
        guard let id, let url else { return nil }
        self.init(id: id, name: name ?? id, url: url)
        if let delay { self.delay = delay }
    }
}

extension Location {
    fileprivate init?(_ value: ConfigurationValue) {
        guard let section = value.section(["latitude", "longitude"]) else { return nil }
        let latitude = section.required("latitude", example: "48.14")?
            .number(in: -90...90, "degrees north, from -90 to 90")
        let longitude = section.required("longitude", example: "11.58")?
            .number(in: -180...180, "degrees east, from -180 to 180")
        guard let latitude, let longitude else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}

extension Station.Logo {
    fileprivate init?(_ value: ConfigurationValue) {
        guard let section = value.section(["light", "dark", "square", "width", "height"]) else {
            return nil
        }
        self.init(
            light: section["light"]?.webURL(), dark: section["dark"]?.webURL(),
            square: section["square"]?.webURL(), size: Self.size(in: section))
    }

    /// The two lengths belong together.
    private static func size(in section: ConfigurationSection) -> ArtworkSize? {
        guard section["width"] != nil || section["height"] != nil else { return nil }
        let sides = ["width", "height"].map { name in
            section.required(name, example: "600")?.number(
                in: 1...10_000, "pixels, from 1 to 10000")
        }
        guard let width = sides[0], let height = sides[1] else { return nil }
        return ArtworkSize(width: Int(width), height: Int(height))
    }
}

extension [ConfigurationValue] {
    /// Notes every mapping whose `id` an earlier one has already.
    func refuseRepeatedIDs() {
        var firsts: [String: ConfigurationValue] = [:]
        for element in self {
            guard let id = element.member("id"), let raw = id.rawText,
                // A mistake in a variable is noted where the id is read.
                let text = try? id.reading.expandVariables(in: raw)
            else { continue }
            guard let first = firsts[text] else {
                firsts[text] = id
                continue
            }
            let place =
                first.reading === id.reading ? "line \(first.node.position.line)" : first.place
            id.note(
                "the id \(quote(raw)) is taken by `\(first.path)` in \(place)",
                remedy: "each needs an id of its own")
        }
    }
}
