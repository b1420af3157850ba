/// A station's state, normalised, as the hub knows it.
///
/// An unknown value is absent, never 0 or "". Times are on the hub's wall clock.
public struct NowPlaying: Hashable, Sendable {
    /// The station's standing facts.
    public var station: Station
    /// The state of the connection to the feed.
    public var connection: StationConnection
    /// True if the station reports that it is on air.
    public var online: Bool?
    /// The track on air.
    public var track: Track?
    /// Its state, rate and position.
    public var playback: Playback?
    /// It is a player, not a station. Documents do not say so.
    public var isPlayer = false
    /// The person on air.
    public var live: LiveStreamer?
    /// The show on air.
    public var programme: Programme?
    /// The track announced as next.
    public var next: UpcomingTrack?
    /// The tracks that were played, newest first. States that follow each other share them.
    public var history: [Box<PlayedTrack>] = []
    /// The number of listeners.
    public var listeners: Listeners?

    /// The state of a station of which nothing has been heard.
    public init(station: Station, connection: StationConnection) {
        self.station = station
        self.connection = connection
    }

    /// The streamer on air, where that is a person.
    public var personOnAir: String? {
        live?.isDefault == true ? nil : live?.streamer
    }

    /// True if a track or a programme says what is on air.
    public var hasTitle: Bool { track != nil || programme != nil }

    /// True while it plays; a player may be paused or stopped.
    public var isPlaying: Bool { playback?.state ?? .playing == .playing }

    /// True if it is live and on air, and says nothing of what that is.
    public var isUntitled: Bool {
        connection.state == .live && online != false && isPlaying && !hasTitle
    }

    /// A station whose title is older than this is stuck, where no other time is asked for. The
    /// alert `NphubStationStuck` has the same.
    public static let stuckAfter = Interval.seconds(1_200)

    /// The parts that are present, as a first record lists them.
    public var presentParts: StateParts {
        var present: StateParts = [.connection, .station]
        if online != nil { present.insert(.online) }
        if track != nil { present.insert(.track) }
        if playback != nil { present.insert(.playback) }
        if live != nil { present.insert(.live) }
        if programme != nil { present.insert(.programme) }
        if next != nil { present.insert(.next) }
        if !history.isEmpty { present.insert(.history) }
        if listeners != nil { present.insert(.listeners) }
        return present
    }

    /// The parts in which this state differs from an earlier one.
    public func changes(since earlier: NowPlaying) -> StateParts {
        var changed: StateParts = []
        if connection != earlier.connection { changed.insert(.connection) }
        if online != earlier.online { changed.insert(.online) }
        if track.differs(from: earlier.track) { changed.insert(.track) }
        if playback.differs(from: earlier.playback) { changed.insert(.playback) }
        if live.differs(from: earlier.live) { changed.insert(.live) }
        if programme.differs(from: earlier.programme) { changed.insert(.programme) }
        if next.differs(from: earlier.next) { changed.insert(.next) }
        if history != earlier.history { changed.insert(.history) }
        if station != earlier.station { changed.insert(.station) }
        if listeners != earlier.listeners { changed.insert(.listeners) }
        return changed
    }

    /// The same state with the position as of the moment at which an earlier one told it, where a
    /// reader who counts on from that has the right position; `nil` where not.
    public func countingOn(from earlier: NowPlaying) -> NowPlaying? {
        guard let playback, let held = earlier.playback?.anchor, track == earlier.track,
            let anchor = playback.anchor, anchor.continues(held, rate: playback.rate)
        else { return nil }
        var same = self
        same.playback?.anchor = held
        return same
    }
}

/// A person who is on air.
public struct LiveStreamer: Hashable, Sendable {
    /// The streamer's name, as the station gives it.
    public var streamer: String
    /// The name is that of the station's automation, not of a person.
    public var isDefault: Bool?
    /// The start of the broadcast, on the hub's wall clock.
    public var startedAt: Timestamp?
    /// The streamer's picture.
    public var artworkURL: String?

    /// A streamer whose name alone is known.
    public init(streamer: String) {
        self.streamer = streamer
    }
}

/// The number of listeners, as far as the station reports it.
public struct Listeners: Hashable, Sendable {
    /// Connections now.
    public var current: Int?
    /// Different listeners now.
    public var unique: Int?
    /// Listeners by the station's own way of counting them all.
    public var total: Int?

    /// Counts, each where it is known.
    public init(current: Int? = nil, unique: Int? = nil, total: Int? = nil) {
        self.current = current
        self.unique = unique
        self.total = total
    }
}
