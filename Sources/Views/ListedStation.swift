public import NowPlaying

/// A station as a listener can choose it.
public struct ListedStation: Hashable, Sendable {
    /// What it plays.
    public var nowPlaying: NowPlaying
    /// Where it is at home.
    public var location: Location?

    /// A station with its parts.
    public init(nowPlaying: NowPlaying, location: Location? = nil) {
        self.nowPlaying = nowPlaying
        self.location = location
    }

    /// The id that the config gives it.
    public var id: String { nowPlaying.station.id }

    /// Its streams, as far as the config has them.
    var streams: [StationStream] { nowPlaying.station.streams }
}
