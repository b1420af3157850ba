import JSON
import NowPlaying

/// A play as DPG Media's socket tells it: JSON in a string in JSON.
struct QmusicPlay {
    let item: Broadcast.Item
    let station: SimulatedStation
    /// What automation has ready; told with the present play only.
    let next: Broadcast.Next?

    /// The local time of its stations, in winter.
    private static let offsetHours: Int64 = 1

    /// The message.
    var json: [UInt8] {
        [UInt8](json: {
            $0.beginObject()
            $0.member("action", "data")
            $0.member("data", String(decoding: data, as: UTF8.self))
            $0.endObject()
        })
    }

    private var data: [UInt8] {
        [UInt8](json: {
            $0.beginObject()
            $0.member("station", station.shortcode)
            $0.member("entity", "plays")
            $0.member("action", "play")
            $0.beginObject("data")
            write(item.track, playedAt: item.startsAt, into: &$0)
            if item.show == nil, let next {
                $0.beginObject("next")
                write(next.track, playedAt: next.expectedAt, into: &$0)
                $0.endObject()
            }
            $0.endObject()
            $0.endObject()
        })
    }

    private func write(
        _ track: SimulatedTrack, playedAt start: Timestamp, into writer: inout JSONWriter
    ) {
        writer.member("title", track.title)
        writer.beginObject("artist")
        writer.member("name", track.artist)
        writer.endObject()
        writer.member("thumbnail", StationState.picturePath(of: track.text) + ".jpg")
        writer.nullable("spotify_url", String?.none)
        writer.member("played_at", CivilTime(start, offsetHours: Self.offsetHours).iso)
        writer.member("release_year", "2026")
    }
}
