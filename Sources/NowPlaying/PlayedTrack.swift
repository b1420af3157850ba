/// What a station has played.
public struct PlayedTrack: DetailedTrack, Hashable, Sendable {
    /// The title; never empty.
    public var title: String
    /// The artist.
    public var artist: String?
    /// What else is known of it, as far as `TrackField.played` has it.
    public var details = TrackDetails()
    /// When it began, on the hub's wall clock.
    public var startedAt: Timestamp?
    /// Its length.
    public var duration: Interval?

    /// A played track of which only the title is known.
    public init(title: String) {
        self.title = title
    }
}
