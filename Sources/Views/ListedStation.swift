public import NowPlaying

/// A station as a listener can choose it.
public struct ListedStation: Sendable {
    /// The station's state.
    public var snapshot: StationSnapshot
    /// Its place on the earth.
    public var location: Location?

    /// A station with its parts.
    public init(_ snapshot: StationSnapshot, location: Location? = nil) {
        self.snapshot = snapshot
        self.location = location
    }

    /// The state that its snapshot has.
    public var nowPlaying: NowPlaying {
        get { snapshot.nowPlaying }
        set { snapshot = StationSnapshot(newValue) }
    }

    /// The id that the config gives it.
    public var id: String { snapshot.nowPlaying.station.id }

    /// Its streams, as far as the config has them.
    var streams: [StationStream] { snapshot.nowPlaying.station.streams }
}

extension ListedStation: Hashable {
    /// The same place, and an equal state.
    public static func == (left: ListedStation, right: ListedStation) -> Bool {
        left.location == right.location
            && (left.snapshot === right.snapshot
                || left.snapshot.nowPlaying == right.snapshot.nowPlaying)
    }

    /// By its id.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
