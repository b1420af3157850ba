/// A track that a station played before.
public struct PlayedTrack: DetailedTrack, Hashable, Sendable {
    /// The title; never empty.
    public var title: String
    /// The artist.
    public var artist: String?
    /// Further details, as far as `TrackField.played` has them.
    public var details = TrackDetails()
    /// Its start, on the hub's wall clock.
    public var startedAt: Timestamp?
    /// Its length.
    public var duration: Interval?

    /// A played track of which only the title is known.
    public init(title: String) {
        self.title = title
    }
}
