import JSON
import NowPlaying

/// What QuantumCast tells of a channel. While nothing plays, the artist is the channel's name and
/// the song is empty, as on its talk channels.
struct StreamABCMessage {
    let state: StationState

    /// The local time of its broadcasters, in winter.
    private static let offsetHours: Int64 = 1

    /// The message.
    var json: [UInt8] {
        [UInt8](json: {
            $0.beginObject()
            $0.member("channel", state.station.shortcode)
            $0.member("station", state.station.name)
            $0.member("type", "now")
            writeTrack(into: &$0)
            writeImages(into: &$0)
            writeTimes(into: &$0)
            $0.member("isrc", "")
            $0.member("asin", "")
            $0.member("source", "playout")
            writeShow(into: &$0)
            $0.endObject()
        })
    }

    private var track: SimulatedTrack? { state.broadcast.current?.track }

    private var cover: String { track.map { state.picture(of: $0.text) } ?? "" }

    private func writeTrack(into writer: inout JSONWriter) {
        writer.member("artist", track?.artist ?? state.station.name)
        writer.member("song", track?.title ?? "")
        writer.member("album", track?.album ?? "")
        writer.member("cover", cover)
    }

    private func writeImages(into writer: inout JSONWriter) {
        writer.beginObject("images")
        writer.beginObject("large")
        writer.member("url", cover)
        writer.endObject()
        writer.beginObject("medium")
        writer.member("url", cover)
        writer.endObject()
        writer.beginObject("small")
        writer.member("url", "")
        writer.endObject()
        writer.endObject()
    }

    private func writeTimes(into writer: inout JSONWriter) {
        let start = state.broadcast.since
        let duration = state.broadcast.current.flatMap(StationState.wholeDuration)
        writer.member("start", CivilTime(start, offsetHours: Self.offsetHours).german)
        writer.member("start_timestamp", Int(start.wholeSeconds))
        writer.member("duration", (duration ?? 0) * 1_000)
    }

    private func writeShow(into writer: inout JSONWriter) {
        writer.beginObject("extdata")
        if let show = state.broadcast.show {
            writer.member("TitreEmission", "\(state.station.name) Live")
            writer.member("Presentateur", show.streamer)
            writer.member(
                "VisuelEmission", show.hasPicture ? state.picture(of: show.streamer) : "")
        }
        writer.endObject()
    }
}
