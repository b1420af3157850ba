/// What a station has played.
public struct PlayedTrack: Hashable, Sendable {
    /// The title; never empty.
    public var title: String
    /// The artist.
    public var artist: String?
    /// The album.
    public var album: String?
    /// Cover art.
    public var artworkURL: String?
    /// When it began, on the hub's wall clock.
    public var startedAt: Timestamp?
    /// Its length.
    public var duration: Interval?
    /// What kind of thing it was.
    public var kind: Track.Kind?

    /// A played track of which only the title is known.
    public init(title: String) {
        self.title = title
    }
}
