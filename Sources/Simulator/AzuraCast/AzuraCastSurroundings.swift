import JSON
import NowPlaying

/// The tracks before and after the one on air, encoded: most of a publication's bytes, which stay
/// the same as long as the track lasts.
struct AzuraCastSurroundings: Sendable {
    /// The `playing_next` object.
    let next: [UInt8]
    /// The `song_history` array.
    let history: [UInt8]

    /// Encodes the surroundings of a broadcast.
    init(of broadcast: Broadcast, station: SimulatedStation) {
        next = Self.encode(broadcast.next, station: station)
        history = Self.encode(broadcast.history, station: station)
    }

    private static func encode(_ next: Broadcast.Next, station: SimulatedStation) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("cued_at", Int(next.cuedAt.wholeSeconds))
        writer.member("played_at", Int(next.expectedAt.wholeSeconds))
        writer.member("duration", next.length.seconds)
        writer.member("playlist", AzuraCastEntry.playlist)
        writer.member("is_request", false)
        writer.key("song")
        AzuraCastSong(track: next.track, station: station).write(into: &writer)
        writer.endObject()
        return writer.bytes
    }

    private static func encode(_ history: [Broadcast.Item], station: SimulatedStation) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginArray()
        for item in history {
            writer.beginObject()
            AzuraCastEntry(item: item, duration: item.length.wholeSeconds, station: station)
                .writeMembers(into: &writer)
            writer.endObject()
        }
        writer.endArray()
        return writer.bytes
    }
}
