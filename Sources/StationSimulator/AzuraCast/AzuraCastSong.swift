import JSON

/// The `song` object of AzuraCast.
struct AzuraCastSong: Sendable {
    private let id: String
    private let text: String
    private let track: SimulatedTrack
    private let art: String

    /// The same for every station that is off the air and has no text of its own for it.
    private static let offlineID = "5a6a865199cf5df73b1417326d2ff24f"

    /// A track of a station.
    init(track: SimulatedTrack, station: SimulatedStation) {
        id = Self.makeID(track.text)
        text = track.text
        self.track = track
        art = "\(station.url)/api/station/\(station.shortcode)/art/\(id.prefix(24))-1700000000.jpg"
    }

    /// What stands for a track while the station is off the air.
    init(offlineAt station: SimulatedStation) {
        id = Self.offlineID
        text = "Station Offline"
        track = SimulatedTrack(artist: "", title: text, album: "", genre: "")
        art = "\(station.url)/static/img/generic_song.jpg"
    }

    /// AzuraCast hashes the text, so that the same text has the same id on every station.
    private static func makeID(_ text: String) -> String {
        let hash = stableHash(text)
        return hexadecimal(hash) + hexadecimal(stableHash("\(hash)"))
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
