public import NowPlaying

/// A track, as a feed gives it: now, next or past.
public struct ReportedTrack: DetailedTrack, Equatable, Sendable {
    /// The key by which the feed itself tells one track from another.
    public struct Identity: Equatable, Sendable {
        /// The feed's keys of the track, joined.
        public var key: String
        /// The time of its start, on the server's clock; another start is another play of it.
        public var startedAt: Timestamp?

        /// An identity with its parts.
        public init(key: String, startedAt: Timestamp? = nil) {
            self.key = key
            self.startedAt = startedAt
        }

        /// True if both mean the same play of the same track. Starts jitter by up to a second.
        public func matches(_ other: Identity) -> Bool {
            guard key == other.key else { return false }
            guard let startedAt, let otherStart = other.startedAt else { return true }
            return (startedAt - otherStart).magnitude <= .seconds(1)
        }
    }

    /// A feed's statement about the time at which a track plays.
    public enum Position: Equatable, Sendable {
        /// It began at this time on the server's clock.
        case startedAt(Timestamp)
        /// It ends at this time on the server's clock.
        case endsAt(Timestamp)
        /// This much had been played when the message was sent.
        case elapsed(Interval)
        /// This much had been played at this time on the server's clock.
        case elapsedAsOf(Interval, Timestamp)
        /// It is expected to stand here until the player measures it: the player has begun a track,
        /// or was told to seek.
        case assumed(Interval)

        /// The player has not measured it.
        public var isAssumed: Bool {
            switch self {
            case .assumed: true
            case .startedAt, .endsAt, .elapsed, .elapsedAsOf: false
            }
        }
    }

    /// The feed's own identity of it; `nil` if the feed has none, and the text must serve.
    public var identity: Identity?
    /// `Artist - Title` in one, or a line that may be that.
    public var text: String?
    /// The title.
    public var title: String?
    /// The artist.
    public var artist: String?
    /// The other fields of the track.
    public var details = TrackDetails()
    /// The claims of its position, best first; the first that can be used is used.
    public var positions: [Position] = []
    /// Its length; 0 means unknown.
    public var duration: Interval?
    /// It was on when the player was tuned in to it: its first report is not its beginning.
    public var isJoined = false

    /// A track with a title at most.
    public init(title: String? = nil) {
        self.title = title
    }

    /// The title of a cleaned track; never empty.
    public var name: String { title ?? "" }

    /// The time of its start, if the feed gives it.
    public var start: Timestamp? {
        for case .startedAt(let time) in positions { return time }
        return nil
    }
}
