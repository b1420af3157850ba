import JSON
import NowPlaying
import Support

/// An entry of AzuraCast's song history; the current track is one too.
struct AzuraCastEntry: Sendable {
    let item: Broadcast.Item
    /// In seconds; 0 for unknown.
    let duration: Int64
    let station: SimulatedStation

    /// The time by which sent start times are later than the backend's, for the buffers of
    /// listeners' players; `elapsed` is counted from the backend's start.
    static let bufferingSeconds: Int64 = 5

    /// The name of the playlist that automation plays from.
    static let playlist = "default"

    /// The start of an item that is sent, in Unix time.
    static func playedAt(_ item: Broadcast.Item) -> Int64 {
        item.startsAt.wholeSeconds + bufferingSeconds
    }

    /// Writes the members, to which the current track adds two of its own.
    func writeMembers(into writer: inout JSONWriter) {
        writer.member("sh_id", Int(item.number))
        writer.member("played_at", Int(Self.playedAt(item)))
        writer.member("duration", Int(duration))
        writer.member("playlist", item.show == nil ? Self.playlist : "")
        writer.member("streamer", item.show?.streamer ?? "")
        writer.member("is_request", false)
        writer.key("song")
        AzuraCastSong(track: item.track, station: station).write(into: &writer)
    }
}

/// The `song` object of AzuraCast.
struct AzuraCastSong: Sendable {
    private let id: String
    private let text: String
    private let track: SimulatedTrack
    private let art: String

    /// The id in every station that is off the air and has no own text for that.
    private static let offlineID = "5a6a865199cf5df73b1417326d2ff24f"

    /// A track of a station.
    init(track: SimulatedTrack, station: SimulatedStation) {
        id = Self.makeID(track.text)
        text = track.text
        self.track = track
        art = station.mediaURL + station.coverPath(id: id.prefix(24))
    }

    /// The substitute for a track while the station is off the air.
    init(offlineAt station: SimulatedStation) {
        id = Self.offlineID
        text = "Station Offline"
        track = SimulatedTrack(artist: "", title: text, album: "", genre: "")
        art = "\(station.url)/static/img/generic_song.jpg"
    }

    /// AzuraCast hashes the text, so that the same text has the same id on every station.
    private static func makeID(_ text: String) -> String {
        let hash = StableHash.number(of: text)
        return hash.hexadecimal + StableHash.number(of: "\(hash)").hexadecimal
    }

    /// Writes the object.
    func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("art", art)
        // PHP cannot tell an empty map from an empty list.
        writer.beginArray("custom_fields")
        writer.endArray()
        writer.member("text", text)
        writer.member("artist", track.artist)
        writer.member("title", track.title)
        writer.member("album", track.album)
        writer.member("genre", track.genre)
        writer.member("isrc", "")
        writer.member("lyrics", "")
        writer.endObject()
    }
}
