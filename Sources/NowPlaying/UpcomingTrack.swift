/// What a station says it will play next.
public struct UpcomingTrack: DetailedTrack, Hashable, Sendable {
    /// The title; never empty.
    public var title: String
    /// The artist.
    public var artist: String?
    /// What else is known of it, as far as `TrackField.upcoming` has it.
    public var details = TrackDetails()
    /// When it should start, on the hub's wall clock.
    public var startsAt: Timestamp?
    /// Its length.
    public var duration: Interval?

    /// An upcoming track of which only the title is known.
    public init(title: String) {
        self.title = title
    }
}
