import JSON
import NowPlaying

/// The item in a player, from Kodi's answer.
struct KodiItem: Equatable, Sendable {
    /// The track of a report; perhaps without a name.
    private var reported: ReportedTrack
    /// The length in its tags, in whole seconds; that of the sound may be another.
    let duration: Interval?

    /// The properties to ask for.
    static let properties =
        #"["title","artist","album","genre","duration","thumbnail","showtitle","year","season","#
        + #""episode","displaycomposer"]"#

    init(_ item: JSONValue) {
        reported = ReportedTrack(title: Self.text(item["title"]) ?? Self.text(item["label"]))
        reported.artist = Self.text(item["artist"])
        reported.album = Self.text(item["album"]) ?? Self.text(item["showtitle"])
        reported.genre = Self.text(item["genre"])
        // The address is one within Kodi; its web server takes it as one step of a path.
        reported.artworkURL = Self.text(item["thumbnail"]).map {
            "/image/" + PercentEncoding.encoded($0, keeping: "/")
        }
        reported.year = item["year"]?.lenientInt
        reported.composer = Self.text(item["displaycomposer"])
        // Other items have -1, or 0 of each.
        if let episode = item["episode"]?.lenientInt, episode > 0 {
            reported.season = item["season"]?.lenientInt
            reported.episode = episode
        }
        duration = item["duration"]?.lenientDouble.flatMap { Interval(seconds: $0) }
            .flatMap { $0 > .zero ? $0 : nil }
    }

    /// A text, or several joined.
    private static func text(_ value: JSONValue?) -> String? {
        guard let value, value.isArray else { return value?.lenientString?.nonEmpty }
        let texts = value.elements.compactMap { $0.lenientString?.nonEmpty }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }

    /// It was on already when the player was tuned in to it.
    var isJoined: Bool {
        get { reported.isJoined }
        set { reported.isJoined = newValue }
    }

    /// True if another has the same title and artist.
    func isCalled(like other: KodiItem?) -> Bool {
        reported.title == other?.reported.title && reported.artist == other?.reported.artist
    }

    /// The track of a report; `nil` without a name.
    var track: ReportedTrack? { reported.title == nil ? nil : reported }
}

extension String {
    /// The text; `nil` if it is empty.
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

/// The position of a player of Kodi's, from its answer.
struct KodiProgress: Sendable {
    /// Negative while it fills its buffers.
    let position: Interval?
    /// `nil` for a stream, and while Kodi does not know it yet.
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
