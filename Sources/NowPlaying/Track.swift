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

/// The size of a picture, in pixels, as the feed gives it.
public struct ArtworkSize: Hashable, Sendable {
    /// Pixels from left to right, at least 1.
    public var width: Int
    /// Pixels from top to bottom, at least 1.
    public var height: Int

    /// A size; `nil` for what no picture has.
    public init?(width: Int, height: Int) {
        guard width > 0, height > 0 else { return nil }
        self.width = width
        self.height = height
    }
}
