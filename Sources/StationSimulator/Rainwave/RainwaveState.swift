import JSON
import NowPlaying

/// Rainwave's full state: what is on, what comes, what was.
struct RainwaveState {
    let state: StationState

    /// What was planned is off by so much, as it is after each song that ran longer.
    private static let planError = Interval.seconds(-40)

    /// The message.
    var json: [UInt8] {
        [UInt8](json: {
            $0.beginObject()
            if let item = state.broadcast.current {
                writeSchedule(item, into: &$0)
            } else {
                writeOffline(into: &$0)
            }
            $0.beginObject("api_info")
            $0.member("exectime", 0.002)
            $0.member("time", Int(state.time.wholeSeconds))
            $0.endObject()
            $0.endObject()
        })
    }

    private func writeOffline(into writer: inout JSONWriter) {
        writer.beginObject("sync_result")
        writer.member("success", false)
        writer.member("tl_key", "station_offline")
        writer.member("text", "The station is offline.")
        writer.endObject()
    }

    private func writeSchedule(_ item: Broadcast.Item, into writer: inout JSONWriter) {
        writer.key("sched_current")
        write(item, into: &writer)
        writer.beginArray("sched_next")
        if item.show == nil { write(state.broadcast.next, after: item, into: &writer) }
        writer.endArray()
        writer.beginArray("sched_history")
        for past in state.broadcast.history { write(past, into: &writer) }
        writer.endArray()
        writer.beginObject("user")
        writer.member("id", RainwaveSession.userID)
        writer.member("name", "Anonymous")
        writer.endObject()
        writer.beginObject("all_stations_info")
        writer.endObject()
    }

    private func write(_ item: Broadcast.Item, into writer: inout JSONWriter) {
        let length = Int(item.length.wholeSeconds)
        let start = Int(item.startsAt.wholeSeconds)
        writer.beginObject()
        writer.member("id", Int(item.number))
        writer.member("type", "Election")
        writer.member("start", start + Int(Self.planError.wholeSeconds))
        writer.member("start_actual", start)
        writer.member("end", start + length)
        writer.member("length", length)
        writeSongs(item.track, length: length, into: &writer)
        writer.endObject()
    }

    private func write(
        _ next: Broadcast.Next, after item: Broadcast.Item, into writer: inout JSONWriter
    ) {
        let length = Int(next.length.wholeSeconds)
        let start = Int(next.expectedAt.wholeSeconds)
        writer.beginObject()
        writer.member("id", Int(item.number) + 1)
        writer.member("type", "Election")
        writer.member("start", start)
        writer.nullable("start_actual", String?.none)
        writer.member("end", start + length)
        writer.member("length", length)
        writeSongs(next.track, length: length, into: &writer)
        writer.endObject()
    }

    /// The first song is the one that plays; the others lost the election.
    private func writeSongs(
        _ track: SimulatedTrack, length: Int, into writer: inout JSONWriter
    ) {
        writer.beginArray("songs")
        writer.beginObject()
        writer.member("id", SimulatedTrack.number(of: track.text))
        writer.member("title", track.title)
        writer.member("rating", "4.1")
        writer.member("length", length)
        writer.beginArray("artists")
        writeNamed(track.artist, art: nil, into: &writer)
        writer.endArray()
        writer.beginArray("albums")
        writeNamed(
            track.album, art: StationState.picturePath(of: track.text), into: &writer)
        writer.endArray()
        writer.endObject()
        writer.endArray()
    }

    private func writeNamed(_ name: String, art: String?, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", SimulatedTrack.number(of: name))
        writer.member("name", name)
        writer.member("art", art)
        writer.endObject()
    }
}
