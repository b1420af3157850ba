public import Feeds
public import NowPlaying
public import Protocols

/// One station, as the config describes it.
public struct StationConfiguration: Equatable, Sendable {
    /// One of several streams of a station, such as a region's.
    public struct Stream: Equatable, Sendable {
        /// Unique within the station.
        public var id: String
        /// The name to show.
        public var name: String
        /// The address of the audio stream.
        public var url: String
        /// Added to the station's delay.
        public var delay = Interval.zero

        /// A stream without a delay of its own.
        public init(id: String, name: String, url: String) {
            self.id = id
            self.name = name
            self.url = url
        }
    }

    /// The settings for reaching its feed, beyond the address.
    public struct Dial: Hashable, Sendable {
        /// Header fields to send with the upgrade request.
        public var headers: [HeaderField] = []
        /// The certificates that are accepted.
        public var tls = TLSSettings()

        /// The default: no extra fields, certificates verified.
        public init() {}
    }

    /// The unique id, by which subscribers name it.
    public var id: String
    /// The name to show. If the config gives none: the feed's own, else the id.
    public var name: String?
    /// The station's site. If the config gives none: the feed's own.
    public var url: String?
    /// A sentence about it. If the config gives none: the feed's own.
    public var description: String?
    /// The station's picture.
    public var logo: Station.Logo?
    /// The protocol by which it is read.
    public internal(set) var feed: Feed
    /// The settings for reaching its feed.
    public internal(set) var dial: Dial
    /// True if HTML entities in its texts are decoded.
    public var decodesEntities = true
    /// The streamer name that means automation (AutoDJ).
    public var defaultStreamer: String?
    /// The time by which its metadata runs ahead of its audio.
    public var delay = Interval.zero
    /// Its streams, if it has several.
    public var streams: [Stream] = []
    /// Its geographic location.
    public var location: Location?

    /// A station with an id and a feed that can be reached. Errors in the feed type, the address,
    /// the fields or the program are found here, and nowhere later.
    ///
    /// - Parameter types: the feed types that there are.
    public init(
        id: String, feed: Feed, dial: Dial = Dial(), among types: [FeedType] = FeedType.all
    ) throws(RouteError) {
        try RouteError.check(feed, dial, among: types)
        self.id = id
        self.feed = feed
        self.dial = dial
    }

    /// The same settings for another station of its server, with another short code. The short code
    /// is part of no address.
    public func discovered(as id: String, shortcode: String) -> StationConfiguration {
        var station = self
        station.id = id
        station.feed.settings["shortcode"] = .text(shortcode)
        return station
    }

    /// The same as another station of its server, a stream.
    public func discovered(as id: String, at url: String) -> StationConfiguration {
        var station = self
        station.id = id
        station.feed.url = url
        return station
    }
}

extension StationConfiguration {
    /// The standing facts that the config itself gives.
    package var facts: Station {
        var facts = Station(id: id, name: name ?? id)
        facts.url = url
        facts.description = description
        facts.logo = logo
        facts.streams = streams.map { StationStream(id: $0.id, name: $0.name, url: $0.url) }
        return facts
    }

    /// The settings by which its texts are cleaned.
    func normaliserSettings(of type: FeedType?) -> Normaliser.Settings {
        var settings = Normaliser.Settings()
        settings.decodesEntities = decodesEntities
        settings.baseURL = type?.artworkBase ?? feed.url
        if let type { settings.splitting = type.splitting }
        return settings
    }
}

extension Station {
    /// The same, with the gaps of the config filled from the feed's own facts.
    func adopting(
        _ facts: ReportedStation, under configuration: StationConfiguration
    ) -> Station {
        var station = self
        if configuration.name == nil, let name = facts.name { station.name = name }
        station.url = url ?? facts.url
        station.description = description ?? facts.description
        // A picture without a stated background is for light ones, and dark ones take it.
        station.logo = logo ?? facts.logo.map { Logo(light: $0) }
        return station
    }
}
