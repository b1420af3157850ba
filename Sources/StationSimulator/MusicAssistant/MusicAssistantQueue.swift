import JSON
import NowPlaying

/// A player's queue in Music Assistant. The position is as of a time a little ago.
struct MusicAssistantQueue: Sendable {
    let state: PlayerState
    let station: SimulatedStation

    /// How old a position may be.
    private static let positionAge = Interval.seconds(2)

    /// The `PlayerQueue`.
    var json: [UInt8] {
        let asOf = max(state.touchedAt, state.time - Self.positionAge)
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("queue_id", station.shortcode)
        writer.member("active", true)
        writer.member("display_name", station.name)
        writer.member("available", true)
        writer.member("items", state.item == nil ? 0 : 2)
        writer.member("shuffle_enabled", false)
        writer.member("repeat_mode", "off")
        writer.member("current_index", 0)
        writer.member("elapsed_time", state.position(at: asOf).seconds)
        writer.member("elapsed_time_last_updated", asOf.seconds)
        writer.member("playback_speed", state.rate)
        writer.member("state", word)
        writer.key("current_item")
        if let item = state.item { writeCurrent(item, into: &writer) } else { writer.null() }
        writer.key("next_item")
        if let next = state.next {
            write(next.track, id: "next", length: next.length, into: &writer)
        } else {
            writer.null()
        }
        writer.endObject()
        return writer.bytes
    }

    /// A `Player`, as far as anybody asks for it.
    static func player(_ station: SimulatedStation) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("player_id", station.shortcode)
        writer.member("display_name", station.name)
        writer.member("available", true)
        writer.member("active_source", station.shortcode)
        writer.endObject()
        return writer.bytes
    }

    private var word: String {
        switch state.status {
        case .playing: "playing"
        case .paused: "paused"
        case .stopped: "idle"
        }
    }

    private func writeCurrent(_ item: Broadcast.Item, into writer: inout JSONWriter) {
        guard state.isStream else {
            return write(
                item.track, id: "\(item.number)", length: state.duration, into: &writer)
        }
        writer.beginObject()
        writer.member("queue_id", station.shortcode)
        writer.member("queue_item_id", "radio-\(state.entry ?? 0)")
        writer.member("name", station.name)
        writer.key("duration")
        writer.null()
        writer.beginObject("streamdetails")
        writer.member("media_type", "radio")
        writer.member("stream_title", item.track.text)
        writer.endObject()
        writer.beginObject("media_item")
        writer.member("media_type", "radio")
        writer.member("name", station.name)
        writer.endObject()
        writer.key("image")
        writer.null()
        writer.endObject()
    }

    private func write(
        _ track: SimulatedTrack, id: String, length: Interval?, into writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.member("queue_id", station.shortcode)
        writer.member("queue_item_id", id)
        writer.member("name", track.text)
        writer.member("duration", length.map { Int($0.seconds.rounded()) })
        writer.beginObject("media_item")
        writer.member("media_type", "track")
        writer.member("name", track.title)
        writer.beginArray("artists")
        Self.writeName(track.artist, into: &writer)
        writer.endArray()
        writer.key("album")
        Self.writeName(track.album, into: &writer)
        writer.endObject()
        writer.key("image")
        writeImage(of: track, into: &writer)
        writer.endObject()
    }

    private static func writeName(_ name: String, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.endObject()
    }

    /// Half of the pictures are on the server alone.
    private func writeImage(of track: SimulatedTrack, into writer: inout JSONWriter) {
        let hash = stableHash(track.text)
        let isRemote = hash % 2 == 0
        let name = "\(hexadecimal(hash)).jpg"
        writer.beginObject()
        writer.member("type", "thumb")
        writer.member(
            "path", isRemote ? "\(station.url)/art/\(name)" : "Artist/Album & more/\(name)")
        writer.member("provider", isRemote ? "builtin" : "filesystem_local--1")
        writer.member("remotely_accessible", isRemote)
        writer.endObject()
    }
}
