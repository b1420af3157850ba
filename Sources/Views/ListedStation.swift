public import NowPlaying

/// A station as a listener can choose it.
public struct ListedStation: Hashable, Sendable {
    /// What it plays.
    public var nowPlaying: NowPlaying
    /// Its streams, where it has several.
    public var streams: [StationStream]
    /// Where it is at home.
    public var location: Location?

    /// A station with its parts.
    public init(
        nowPlaying: NowPlaying, streams: [StationStream] = [], location: Location? = nil
    ) {
        self.nowPlaying = nowPlaying
        self.streams = streams
        self.location = location
    }

    /// The id that the config gives it.
    public var id: String { nowPlaying.station.id }
}
