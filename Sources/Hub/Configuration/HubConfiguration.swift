import Feeds
public import NowPlaying

/// What the hub is asked to do, checked and with every default filled in.
public struct HubConfiguration: Equatable, Sendable {
    /// The stations, in the order in which people see them. Ids are unique.
    public var stations: [StationConfiguration]
    /// The sessions that exist from the start, by name.
    public var sessions: [String: SessionConfiguration]

    /// A configuration with these stations and no sessions besides `main`.
    public init(
        stations: [StationConfiguration], sessions: [String: SessionConfiguration] = [:]
    ) {
        self.stations = stations
        self.sessions = sessions
    }

    /// Tells one config from another, as far as a recording depends on it.
    public var fingerprint: String {
        var hash = StableHash()
        for station in stations {
            hash.combine(station.id)
            hash.combine(station.feed.type)
            hash.combine(station.feed.url)
            hash.combine(station.delay.milliseconds)
        }
        return hash.text
    }
}

/// Settings of a listening session.
public struct SessionConfiguration: Equatable, Sendable {
    /// The session pauses when its last subscriber goes.
    public var pauseOnDisconnect = false
    /// How far back a listener can go.
    public var rewindWindow = Interval.seconds(5 * 3_600)
    /// The rates that a listener can choose, ascending.
    public var rates = [1.0]

    /// A session with the defaults.
    public init() {}
}
