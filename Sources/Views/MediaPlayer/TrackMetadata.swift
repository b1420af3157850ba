public import NowPlaying
import Support

/// The track or show that is heard, in the form of MPRIS's `Metadata`.
public struct TrackMetadata: Hashable, Sendable {
    /// Its object path: another one exactly when something else is heard.
    public var trackID: String
    /// Its length; absent at a station's live edge, where seeking in it is impossible, and
    /// present for a player.
    public var length: Interval?
    /// The address of its picture.
    public var artURL: String?
    /// The track's title, else the programme's, else the station's name.
    public var title: String
    /// The track's artist.
    public var artist: String?
    /// The station's name: that slot is the station's, for radio. For a player the track's album,
    /// where it is known.
    public var album: String
    /// The track's own album, where its slot is the station's.
    public var trackAlbum: String?
    /// The track's genre.
    public var genre: String?
    /// The station's site.
    public var url: String?
    /// The year in which the track came out.
    public var year: Int?
    /// The station's id.
    public var station: String

    /// The track or show that is heard of a station, as its lock screen shows it.
    init(of heard: NowPlaying, shownBy lockScreen: LockScreen) {
        trackID = Self.path(of: heard)
        length = lockScreen.duration ?? (heard.isPlayer ? heard.playback?.duration : nil)
        artURL = lockScreen.artwork?.url
        title = lockScreen.title ?? heard.station.name
        artist = lockScreen.artist
        album = (heard.isPlayer ? heard.track?.album : nil) ?? heard.station.name
        trackAlbum = heard.isPlayer ? nil : lockScreen.album
        genre = lockScreen.genre
        url = heard.station.url
        year = heard.track?.details.year
        station = heard.station.id
    }

    /// An object path of our own; nothing but MPRIS's may lie below `/org/mpris`.
    private static func path(of heard: NowPlaying) -> String {
        var hash = StableHash()
        hash.combine(heard.station.id)
        hash.combine(heard.track?.id ?? "")
        if heard.track == nil {
            hash.combine(heard.programme?.id ?? heard.programme?.title ?? "")
        }
        return "/org/nphub/track/" + hash.text
    }
}

extension TrackMetadata {
    /// The map, without what is unknown, with the types that MPRIS's metadata guidelines give.
    var entries: [DBusValue.Entry] {
        let entries: [(String, DBusValue?)] = [
            ("mpris:trackid", .objectPath(trackID)),
            ("mpris:length", length.map { .int64($0.microseconds) }),
            ("mpris:artUrl", artURL.map { .string($0) }),
            ("xesam:title", .string(title)),
            ("xesam:artist", artist.map { .strings([$0]) }),
            ("xesam:album", .string(album)),
            ("xesam:genre", genre.map { .strings([$0]) }),
            ("xesam:url", url.map { .string($0) }),
            ("xesam:contentCreated", year.map { .string("\($0)") }),
            ("nphub:station", .string(station)),
            ("nphub:album", trackAlbum.map { .string($0) }),
        ]
        return entries.compactMap { key, value in
            value.map { DBusValue.Entry(key: key, value: $0) }
        }
    }
}

extension Interval {
    /// The same length in MPRIS's unit.
    var microseconds: Int64 {
        let (product, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000)
        return overflow ? (milliseconds < 0 ? .min : .max) : product
    }
}
