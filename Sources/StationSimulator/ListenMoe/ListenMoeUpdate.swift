import JSON
import NowPlaying

/// A track update of LISTEN.moe. Its `startTime` is when the song ends.
struct ListenMoeUpdate {
    private let state: StationState
    private let item: Broadcast.Item

    /// The first message, with the period of beats in milliseconds.
    static func hello(beat period: Interval) -> [UInt8] {
        [UInt8](json: {
            $0.beginObject()
            $0.member("op", 0)
            $0.beginObject("d")
            $0.member("message", "Welcome to a station that does not exist!")
            $0.member("heartbeat", Int(period.milliseconds))
            $0.endObject()
            $0.endObject()
        })
    }

    /// The answer to a beat.
    static let acknowledgement = Array(#"{"op":10}"#.utf8)

    /// The update about a state; `nil` while nothing plays, which this protocol cannot say.
    init?(state: StationState) {
        guard let item = state.broadcast.current else { return nil }
        self.state = state
        self.item = item
    }

    /// The messages that follow a change. The begin of an event is also announced.
    var messages: [[UInt8]] {
        let show = state.broadcast.show
        let isNew = show.map { $0.startedAt == state.broadcast.since } ?? false
        return [json(type: "TRACK_UPDATE")] + (isNew ? [notification] : [])
    }

    /// One message.
    func json(type: String) -> [UInt8] {
        [UInt8](json: {
            $0.beginObject()
            $0.member("op", 1)
            $0.beginObject("d")
            $0.beginObject("song")
            write(item, into: &$0)
            $0.endObject()
            $0.nullable("requester", String?.none)
            writeEvent(into: &$0)
            $0.member("startTime", CivilTime(startTime).isoWithMilliseconds)
            writeLastPlayed(into: &$0)
            $0.member("listeners", state.listeners.current ?? 0)
            $0.endObject()
            $0.member("t", type)
            $0.endObject()
        })
    }

    private var notification: [UInt8] {
        [UInt8](json: {
            $0.beginObject()
            $0.member("op", 1)
            $0.beginObject("d")
            $0.member("type", "EVENT")
            writeEvent(into: &$0)
            $0.endObject()
            $0.member("t", "NOTIFICATION")
            $0.endObject()
        })
    }

    /// The end; for what has no known end, the start.
    private var startTime: Timestamp {
        item.startsAt + .seconds(Int64(StationState.wholeDuration(of: item) ?? 0))
    }

    private func writeLastPlayed(into writer: inout JSONWriter) {
        writer.beginArray("lastPlayed")
        for past in state.broadcast.history.prefix(2) {
            writer.beginObject()
            write(past, into: &writer)
            writer.endObject()
        }
        writer.endArray()
    }

    private func write(_ item: Broadcast.Item, into writer: inout JSONWriter) {
        let track = item.track
        writer.member("id", SimulatedTrack.number(of: track.text))
        writer.member("title", track.title)
        writer.beginArray("sources")
        writer.endArray()
        writer.beginArray("artists")
        write(name: track.artist, image: nil, into: &writer)
        writer.endArray()
        writer.beginArray("albums")
        if !track.album.isEmpty {
            write(name: track.album, image: "\(track.album)_image.jpg", into: &writer)
        }
        writer.endArray()
        writer.member("duration", StationState.wholeDuration(of: item) ?? 0)
    }

    private func write(name: String, image: String?, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", SimulatedTrack.number(of: name))
        writer.member("name", name)
        writer.nullable("nameRomaji", String?.none)
        writer.nullable("image", image)
        writer.endObject()
    }

    private func writeEvent(into writer: inout JSONWriter) {
        guard let show = state.broadcast.show else {
            return writer.nullable("event", String?.none)
        }
        writer.beginObject("event")
        writer.member("id", 1)
        writer.member("name", show.streamer)
        writer.member("slug", "live")
        writer.nullable("image", show.hasPicture ? state.picture(of: show.streamer) : nil)
        writer.endObject()
    }
}
