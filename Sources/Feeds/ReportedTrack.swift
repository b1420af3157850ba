public import NowPlaying

/// A track, as a feed gives it: now, next or past.
public struct ReportedTrack: Equatable, Sendable {
    /// How the feed itself tells one track from another.
    public struct Identity: Equatable, Sendable {
        /// The feed's keys of it, joined.
        public var key: String
        /// When it began, on the server's clock; another start is another play of it.
        public var startedAt: Timestamp?

        /// An identity with its parts.
        public init(key: String, startedAt: Timestamp? = nil) {
            self.key = key
            self.startedAt = startedAt
        }

        /// Whether both mean the same play of the same track. Starts jitter by up to a second.
        public func matches(_ other: Identity) -> Bool {
            guard key == other.key else { return false }
            guard let startedAt, let otherStart = other.startedAt else { return true }
            return (startedAt - otherStart).magnitude <= .seconds(1)
        }
    }

    /// What a feed says of the time at which a track plays.
    public enum Position: Equatable, Sendable {
        /// It began at this time on the server's clock.
        case startedAt(Timestamp)
        /// It ends at this time on the server's clock.
        case endsAt(Timestamp)
        /// This much had been played when the message was sent.
        case elapsed(Interval)
        /// This much had been played at this time on the server's clock.
        case elapsedAsOf(Interval, Timestamp)
        /// It begins now: the player says so, but has not told a position yet.
        case beginning
    }

    /// How the feed tells it from others; `nil` where it does not, and the text has to do.
    public var identity: Identity?
    /// `Artist - Title` in one, or a line that may be that.
    public var text: String?
    /// The title.
    public var title: String?
    /// The artist.
    public var artist: String?
    /// The album.
    public var album: String?
    /// The genre.
    public var genre: String?
    /// International Standard Recording Code.
    public var isrc: String?
    /// Cover art; may be relative to the feed's base address.
    public var artworkURL: String?
    /// What kind of thing it is.
    public var kind: Track.Kind?
    /// Where it stands, best claim first; the first that can be used is.
    public var positions: [Position] = []
    /// Its length; 0 means unknown.
    public var duration: Interval?

    /// A track of which nothing is known yet.
    public init() {}
    /// When it began or will, where that is said.
    var start: Timestamp? {
        for case .startedAt(let time) in positions { return time }
        return nil
    }
}
