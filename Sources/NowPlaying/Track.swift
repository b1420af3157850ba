/// What a station plays.
public struct Track: Hashable, Sendable {
    /// What kind of thing plays.
    public enum Kind: String, Sendable {
        case music, news, talk, ad, other
    }

    /// Changes exactly when another track begins; the same for everyone who asks.
    public var id: String
    /// The title; never empty.
    public var title: String
    /// The artist.
    public var artist: String?
    /// The album.
    public var album: String?
    /// The genre.
    public var genre: String?
    /// International Standard Recording Code (ISO 3901).
    public var isrc: String?
    /// Cover art, http or https.
    public var artworkURL: String?
    /// How large that is, where the feed says so.
    public var artworkSize: ArtworkSize?
    /// What kind of thing it is, where the feed says so.
    public var kind: Kind?

    /// A track with a title and nothing else known.
    public init(id: String, title: String) {
        self.id = id
        self.title = title
    }
}
