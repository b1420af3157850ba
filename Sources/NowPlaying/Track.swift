/// What a station plays.
public struct Track: DetailedTrack, Hashable, Sendable {
    /// What kind of thing plays.
    public enum Kind: String, Sendable {
        case music, news, talk, ad, other
    }

    /// Changes exactly when another track begins; the same for every client.
    public var id: String
    /// The title; never empty.
    public var title: String
    /// The artist.
    public var artist: String?
    /// What else is known of it.
    public var details = TrackDetails()
    /// How large its cover art is, where the feed says so.
    public var artworkSize: ArtworkSize?

    /// A track with a title and nothing else known.
    public init(id: String, title: String) {
        self.id = id
        self.title = title
    }
}
