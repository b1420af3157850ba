import JSON
import NowPlaying

/// A song of Gensokyo Radio: seconds that are sometimes numbers and sometimes strings, and empty
/// texts for what is not known.
struct GensokyoSong {
    let state: StationState

    /// The message.
    var json: [UInt8] {
        [UInt8](json: {
            $0.beginObject()
            writeTrack(into: &$0)
            writeTimes(into: &$0)
            $0.endObject()
        })
    }

    private var item: Broadcast.Item? { state.broadcast.current }

    private func writeTrack(into writer: inout JSONWriter) {
        let track = item?.track
        writer.member("songid", track.map { SimulatedTrack.number(of: $0.text) } ?? 0)
        writer.member("title", track?.title ?? "")
        writer.member("artist", track?.artist ?? "")
        writer.member("album", track?.album ?? "")
        writer.member("circle", track?.artist ?? "")
        writer.member("year", track == nil ? "" : "2026")
        writer.member("albumart", track.map { state.picture(of: $0.text) } ?? "")
    }

    private func writeTimes(into writer: inout JSONWriter) {
        let played = item.map { Int(state.position(of: $0).wholeSeconds) }
        let duration = item.flatMap(StationState.wholeDuration)
        let remaining = duration.map { max(0, $0 - (played ?? 0)) }
        for (name, seconds) in [
            ("duration", duration), ("played", played), ("remaining", remaining),
        ] {
            writer.key(named: name)
            write(seconds, into: &writer)
        }
    }

    private func write(_ seconds: Int?, into writer: inout JSONWriter) {
        guard let seconds else { return writer.string("") }
        if (item?.number ?? 0) % 2 == 0 { writer.int(seconds) } else { writer.string("\(seconds)") }
    }
}
