import JSON
import NowPlaying

/// A stream of a Snapserver: times in seconds. Its properties are told whole, although only what
/// changed makes them be told.
struct SnapcastStream: Sendable {
    let state: PlayerState
    let station: SimulatedStation

    /// Whether sound comes.
    var status: String { state.status == .playing ? "playing" : "idle" }

    /// The stream, as it stands in the server's status.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("id", station.shortcode)
        writer.member("properties", raw: properties)
        writer.member("status", status)
        writer.beginObject("uri")
        writer.member("fragment", "")
        writer.member("host", "")
        writer.member("path", "/tmp/\(station.shortcode)")
        writer.member("raw", "pipe:///tmp/\(station.shortcode)?name=\(station.shortcode)")
        writer.member("scheme", "pipe")
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    /// The properties.
    var properties: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for name in ["canControl", "canGoNext", "canGoPrevious", "canPause", "canPlay", "canSeek"] {
            writer.key(named: name)
            writer.bool(false)
        }
        writer.member("playbackStatus", playbackStatus)
        writer.member("rate", state.rate)
        if let item = state.item {
            writer.member("position", state.position.seconds)
            writer.key("metadata")
            write(item, into: &writer)
        }
        writer.endObject()
        return writer.bytes
    }

    /// The parameters of a notification about it.
    func parameters(_ name: String, _ value: [UInt8]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("id", station.shortcode)
        writer.key(named: name)
        writer.raw(value)
        writer.endObject()
        return writer.bytes
    }

    private var playbackStatus: String {
        switch state.status {
        case .playing: "playing"
        case .paused: "paused"
        case .stopped: "stopped"
        }
    }

    private func write(_ item: Broadcast.Item, into writer: inout JSONWriter) {
        let track = item.track
        writer.beginObject()
        writer.member("trackId", String(item.number))
        writer.member("title", track.title)
        writer.beginArray("artist")
        writer.string(track.artist)
        writer.endArray()
        if !track.album.isEmpty { writer.member("album", track.album) }
        writer.member("duration", state.duration?.seconds)
        writer.member("artUrl", "/__image_cache?name=\(hexadecimal(stableHash(track.text)))")
        writer.endObject()
    }
}
