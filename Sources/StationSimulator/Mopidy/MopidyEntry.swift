import JSON
import NowPlaying

/// What is in a Mopidy player: a `TlTrack`, with lengths in milliseconds. A stream's track is named
/// for the station and has no length; what it plays is its title.
struct MopidyEntry: Sendable {
    private let state: PlayerState
    private let item: Broadcast.Item
    private let entry: Int64
    private let station: SimulatedStation

    /// What is in a player; `nil` for nothing.
    init?(state: PlayerState, station: SimulatedStation) {
        guard let item = state.item, let entry = state.entry else { return nil }
        self.state = state
        self.item = item
        self.entry = entry
        self.station = station
    }

    /// The title in the stream; `nil` for what is no stream.
    var streamTitle: String? { state.isStream ? item.track.text : nil }

    /// The `TlTrack`.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("__model__", "TlTrack")
        writer.member("tlid", Int(entry))
        writer.member("track", raw: track)
        writer.endObject()
        return writer.bytes
    }

    /// The `Track`; what is not known is left out.
    var track: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("__model__", "Track")
        writer.member("uri", uri)
        if state.isStream {
            writer.member("name", station.name)
        } else {
            writer.member("name", item.track.title)
            writer.beginArray("artists")
            Self.write(model: "Artist", name: item.track.artist, into: &writer)
            writer.endArray()
            writer.key("album")
            Self.write(model: "Album", name: item.track.album, into: &writer)
            writer.member("length", (state.duration?.milliseconds).map { Int($0) })
        }
        writer.endObject()
        return writer.bytes
    }

    private var uri: String {
        if state.isStream { return "\(station.url)/stream.mp3" }
        return "local:track:\(hexadecimal(stableHash(item.track.text))).flac"
    }

    private static func write(model: String, name: String, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("__model__", model)
        writer.member("name", name)
        writer.endObject()
    }

    /// The pictures of what these addresses mean, biggest first, on the server itself. Streams
    /// have none.
    static func images(of uris: [String]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for uri in Set(uris).sorted() {
            writer.key(named: uri)
            writer.beginArray()
            if uri.hasPrefix("local:") {
                writer.beginObject()
                writer.member("__model__", "Image")
                writer.member("uri", "/local/\(hexadecimal(stableHash(uri))).jpeg")
                writer.member("width", 600)
                writer.member("height", 600)
                writer.endObject()
            }
            writer.endArray()
        }
        writer.endObject()
        return writer.bytes
    }
}
