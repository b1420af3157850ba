public import NowPlaying

/// A track, as a feed gives it: now, next or past.
public struct ReportedTrack: DetailedTrack, Equatable, Sendable {
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
        /// It stands here, as far as can be told before the player measures it: it has begun a
        /// track, or was told to seek.
        case assumed(Interval)

        /// The player has not measured it.
        public var isAssumed: Bool {
            switch self {
            case .assumed: true
            case .startedAt, .endsAt, .elapsed, .elapsedAsOf: false
            }
        }
    }

    /// How the feed tells it from others; `nil` where it does not, and the text has to do.
    public var identity: Identity?
    /// `Artist - Title` in one, or a line that may be that.
    public var text: String?
    /// The title.
    public var title: String?
    /// The artist.
    public var artist: String?
    /// What else is known of it.
    public var details = TrackDetails()
    /// Where it stands, best claim first; the first that can be used is.
    public var positions: [Position] = []
    /// Its length; 0 means unknown.
    public var duration: Interval?
    /// It was on when the player was tuned in to it: that it is told now is not a beginning.
    public var isJoined = false

    /// A track of which no more is known yet.
    public init(title: String? = nil) {
        self.title = title
    }

    /// What a cleaned track is called; never empty.
    public var name: String { title ?? "" }

    /// When it began or will, where that is said.
    public var start: Timestamp? {
        for case .startedAt(let time) in positions { return time }
        return nil
    }
}
