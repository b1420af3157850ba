import JSON
import NowPlaying

/// What Kodi says of the item in a player.
struct KodiItem: Equatable, Sendable {
    private var title: String?
    private var artist: String?
    private var album: String?
    private var genre: String?
    private var thumbnail: String?
    private var composer: String?
    private var year: Int?
    private var season: Int?
    private var episode: Int?
    /// The length in its tags, in whole seconds; that of the sound may be another.
    private(set) var duration: Interval?
    /// It was on already when the player was tuned in to it.
    var isJoined = false

    /// The properties to ask for.
    static let properties =
        #"["title","artist","album","genre","duration","thumbnail","showtitle","year","season","#
        + #""episode","displaycomposer"]"#

    init(_ item: JSONValue) {
        title = Self.text(item["title"]) ?? Self.text(item["label"])
        artist = Self.text(item["artist"])
        album = Self.text(item["album"]) ?? Self.text(item["showtitle"])
        genre = Self.text(item["genre"])
        thumbnail = Self.text(item["thumbnail"])
        composer = Self.text(item["displaycomposer"])
        year = item["year"]?.lenientInt
        // What is not an episode has -1, or 0 of each.
        let isEpisode = item["episode"]?.lenientInt ?? 0 > 0
        season = isEpisode ? item["season"]?.lenientInt : nil
        episode = isEpisode ? item["episode"]?.lenientInt : nil
        duration = item["duration"]?.lenientDouble.flatMap { Interval(seconds: $0) }
            .flatMap { $0 > .zero ? $0 : nil }
    }

    /// A text, or several in one.
    private static func text(_ value: JSONValue?) -> String? {
        guard let value else { return nil }
        let texts = value.isArray ? value.elements.map(\.lenientString) : [value.lenientString]
        let joined = texts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
        return joined.isEmpty ? nil : joined
    }

    /// Whether another is shown as the same.
    func isCalled(like other: KodiItem?) -> Bool {
        title == other?.title && artist == other?.artist
    }

    /// It, as a report has it; `nil` without a name.
    var track: ReportedTrack? {
        guard let title else { return nil }
        var track = ReportedTrack()
        track.title = title
        track.artist = artist
        track.album = album
        track.genre = genre
        track.composer = composer
        track.year = year
        track.season = season
        track.episode = episode
        // An address within Kodi, which its web server takes as one step of a path.
        track.artworkURL = thumbnail.map { "/image/" + PercentEncoding.encoded($0, keeping: "/") }
        track.isJoined = isJoined
        return track
    }
}

/// Where a player of Kodi's stands, as it answers.
struct KodiProgress: Sendable {
    /// Negative while it fills its buffers.
    let position: Interval?
    /// `nil` for a stream, and for what it does not know yet.
    let duration: Interval?
    /// 0 while it is paused; negative while it runs backwards.
    let speed: Double?

    /// The properties to ask for.
    static let properties = #"["time","totaltime","speed"]"#

    init(_ properties: JSONValue) {
        position = properties["time"].flatMap { Interval(parts: $0) }
        duration = properties["totaltime"].flatMap { Interval(parts: $0) }.flatMap {
            $0 > .zero ? $0 : nil
        }
        speed = properties["speed"]?.lenientDouble
    }
}
