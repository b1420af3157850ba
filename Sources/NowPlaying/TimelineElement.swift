/// One thing that a station broadcast: a track, a piece of news, a talk.
public struct TimelineElement: Hashable, Sendable {
    /// The track, news item or talk; its id is the element's.
    ///
    /// The id is made by the hub, of at most 64 of the characters `A-Z a-z 0-9 . _ -`; elements and
    /// programmes of one timeline never share one.
    public var track: Track
    /// The start, on the hub's wall clock; without it the element cannot be sought to.
    public var startedAt: Timestamp?
    /// Its length.
    public var duration: Interval?

    /// Its identifier.
    public var id: String { track.id }

    /// An element with its parts.
    public init(track: Track, startedAt: Timestamp?, duration: Interval? = nil) {
        self.track = track
        self.startedAt = startedAt
        self.duration = duration
    }
}
