import JSON
import NowPlaying

/// Plaza's status: what plays, and where it stood at `updated_at`.
struct PlazaStatus {
    let state: StationState
    let item: Broadcast.Item

    /// The event's argument.
    var json: [UInt8] {
        [UInt8](json: {
            $0.beginObject()
            writeSong(into: &$0)
            $0.member("listeners", state.listeners.current ?? 0)
            $0.member("reactions", 0)
            $0.member("position", position.seconds)
            $0.member("updated_at", Int(state.time.wholeSeconds))
            $0.endObject()
        })
    }

    /// `updated_at` has whole seconds only, the position more.
    private var position: Interval {
        let told = Timestamp(milliseconds: state.time.wholeSeconds * 1_000)
        return max(.zero, told - item.startsAt)
    }

    private func writeSong(into writer: inout JSONWriter) {
        let picture = state.picture(of: item.track.text, suffix: "")
        writer.beginObject("song")
        writer.member("id", SimulatedTrack.number(of: item.track.text))
        writer.member("artist", item.track.artist)
        writer.member("album", item.track.album)
        writer.member("title", item.track.title)
        writer.member("length", StationState.wholeDuration(of: item) ?? 0)
        writer.member("artwork_src", picture + ".jpg")
        writer.member("artwork_sm_src", picture + "_sm.jpg")
        writer.nullable("preview_src", String?.none)
        writer.endObject()
    }
}
