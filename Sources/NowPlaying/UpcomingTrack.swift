/// A track that a station announces as its next.
public struct UpcomingTrack: DetailedTrack, Hashable, Sendable {
    /// The title; never empty.
    public var title: String
    /// The artist.
    public var artist: String?
    /// Further details, as far as `TrackField.upcoming` has them.
    public var details = TrackDetails()
    /// The announced start, on the hub's wall clock.
    public var startsAt: Timestamp?
    /// Its length.
    public var duration: Interval?

    /// An upcoming track of which only the title is known.
    public init(title: String) {
        self.title = title
    }
}
