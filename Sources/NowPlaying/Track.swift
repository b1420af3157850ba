/// A track that a station plays.
public struct Track: DetailedTrack, Hashable, Sendable {
    /// The kind of track.
    public enum Kind: String, Sendable {
        case music, news, talk, ad, other
    }

    /// Changes exactly when another track begins; the same for every client.
    public var id: String
    /// The title; never empty.
    public var title: String
    /// The artist.
    public var artist: String?
    /// Its details besides title and artist.
    public var details = TrackDetails()
    /// The size of its cover art, where the feed reports it.
    public var artworkSize: ArtworkSize?

    /// A track with a title and nothing else known.
    public init(id: String, title: String) {
        self.id = id
        self.title = title
    }
}
