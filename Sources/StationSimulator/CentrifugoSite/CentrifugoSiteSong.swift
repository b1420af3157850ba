import JSON
import NowPlaying

/// What the site publishes: a song with its start and length, or that nothing is on the air.
struct CentrifugoSiteSong: Sendable {
    private let station: SimulatedStation
    private let broadcast: Broadcast
    private let listeners: Listeners

    /// What is on at `time`.
    init(_ playout: Playout, at time: Timestamp) {
        station = playout.station
        broadcast = playout.broadcast(at: time)
        listeners = playout.listeners(at: time, to: broadcast)
    }

    /// The JSON object.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("online", broadcast.isOnline)
        if let item = broadcast.current {
            write("song", item.track, into: &writer)
            writer.member("started_at", milliseconds: item.startsAt.milliseconds)
            if item.show == nil {
                writer.member("duration", milliseconds: item.length.milliseconds)
            }
            writer.member("dj", item.show?.streamer)
        }
        if broadcast.show == nil, broadcast.isOnline {
            write("next", broadcast.next.track, into: &writer)
        }
        writer.member("listeners", listeners.total)
        writer.endObject()
        return writer.bytes
    }

    private func write(
        _ name: StaticString, _ track: SimulatedTrack, into writer: inout JSONWriter
    ) {
        writer.beginObject(name)
        writer.member("title", track.title)
        writer.member("artist", track.artist)
        writer.member("album", track.album)
        writer.member("art", "/covers/\(hexadecimal(stableHash(track.text))).jpg")
        writer.endObject()
    }
}
