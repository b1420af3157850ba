import JSON
import NowPlaying

/// What Global Player tells of a service: its track, unless it is between songs, and its show.
struct GlobalPlayerMessage {
    let state: StationState

    /// Shows without a person begin and end with the hour.
    private static let slot: Int64 = 3_600_000

    /// The message.
    var json: [UInt8] { json(writeTrack) }

    /// The message of one who does not know the song yet.
    var jsonWithEmptySong: [UInt8] {
        json {
            $0.beginObject("now_playing")
            $0.member("type", "track")
            $0.nullable("title", String?.none)
            $0.nullable("artist", String?.none)
            $0.endObject()
        }
    }

    private func json(_ writeTrack: (inout JSONWriter) -> Void) -> [UInt8] {
        [UInt8](json: {
            $0.beginObject()
            $0.member("type", "station")
            writeTrack(&$0)
            writeShow(into: &$0)
            $0.endObject()
        })
    }

    private func writeTrack(into writer: inout JSONWriter) {
        guard let item = state.broadcast.current else {
            return writer.nullable("now_playing", String?.none)
        }
        writer.beginObject("now_playing")
        writer.member("type", "track")
        writer.member("title", item.track.title)
        writer.member("artist", item.track.artist)
        writer.member("artwork", state.picture(of: item.track.text))
        writer.member("id", String(item.number))
        writer.endObject()
    }

    private func writeShow(into writer: inout JSONWriter) {
        let show = state.broadcast.show
        let hour = Timestamp(
            milliseconds: state.time.milliseconds / Self.slot * Self.slot)
        let end = hour + Interval(milliseconds: Self.slot)
        writer.beginObject("current_show")
        writer.member("name", show?.streamer ?? "\(state.station.name) Non-Stop")
        writer.member("start", CivilTime(show?.startedAt ?? hour).isoWithMilliseconds)
        writer.member("finish", CivilTime(end).isoWithMilliseconds)
        let hasPicture = show?.hasPicture ?? true
        writer.member(
            "artwork", hasPicture ? state.picture(of: show?.streamer ?? "show") : nil)
        writer.endObject()
    }
}
