import JSON
import NowPlaying

/// The `np` object of AzuraCast: a station's state at one time, as its classes under
/// `Entity/Api/NowPlaying` serialise it.
struct AzuraCastNowPlaying: Sendable {
    /// The station's number in the installation, from 1.
    let number: Int
    let station: SimulatedStation
    let broadcast: Broadcast
    /// The next track and the history, encoded.
    let surroundings: AzuraCastSurroundings
    let listeners: Listeners
    /// The time at which the object is built.
    let time: Timestamp

    /// Writes the object.
    func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("station")
        AzuraCastStation(number: number, station: station, listeners: listeners)
            .write(into: &writer)
        writer.key("listeners")
        writer.listeners(listeners)
        writeLive(into: &writer)
        writeCurrent(into: &writer)
        writer.member("playing_next", raw: surroundings.next)
        writer.member("song_history", raw: surroundings.history)
        writer.member("is_online", broadcast.isOnline)
        writer.member("cache", "event")
        writer.endObject()
    }

    private func writeLive(into writer: inout JSONWriter) {
        let show = broadcast.show
        writer.beginObject("live")
        writer.member("is_live", show != nil)
        writer.member("streamer_name", show?.streamer ?? "")
        writer.nullable("broadcast_start", show?.startedAt.wholeSeconds)
        let picture = show.flatMap {
            $0.hasPicture ? station.mediaURL + station.streamerPath(name: $0.streamer) : nil
        }
        writer.nullable("art", picture)
        writer.endObject()
    }

    private func writeCurrent(into writer: inout JSONWriter) {
        writer.beginObject("now_playing")
        // The length of a track in a live show is not known.
        let duration = broadcast.show == nil ? broadcast.current?.length.wholeSeconds ?? 0 : 0
        if let item = broadcast.current {
            AzuraCastEntry(item: item, duration: duration, station: station)
                .writeMembers(into: &writer)
        } else {
            writeOffline(into: &writer)
        }
        let elapsed = elapsed(of: duration)
        writer.member("elapsed", Int(elapsed))
        writer.member("remaining", duration == 0 ? 0 : Int(duration - elapsed))
        writer.endObject()
    }

    /// The elapsed time. Off the air the start is 0, so it is counted from 1970.
    private func elapsed(of duration: Int64) -> Int64 {
        let playedAt = broadcast.current.map(AzuraCastEntry.playedAt) ?? 0
        let elapsed = max(0, time.wholeSeconds + AzuraCastEntry.bufferingSeconds - playedAt)
        return duration == 0 ? elapsed : min(elapsed, duration)
    }

    private func writeOffline(into writer: inout JSONWriter) {
        writer.member("sh_id", 0)
        writer.member("played_at", 0)
        writer.member("duration", 0)
        writer.nullable("playlist", String?.none)
        writer.nullable("streamer", String?.none)
        writer.member("is_request", false)
        writer.key("song")
        AzuraCastSong(offlineAt: station).write(into: &writer)
    }
}

extension Timestamp {
    /// Unix time in whole seconds.
    var wholeSeconds: Int64 { milliseconds / 1_000 }
}

extension Interval {
    /// Whole seconds, rounded towards zero.
    var wholeSeconds: Int64 { milliseconds / 1_000 }
}

extension JSONWriter {
    /// Writes `null` for an absent value, as servers do that leave nothing out.
    mutating func nullable(_ name: StaticString, _ value: String?) {
        key(name)
        if let value { string(value) } else { null() }
    }

    /// Writes `null` for an absent value.
    fileprivate mutating func nullable(_ name: StaticString, _ value: Int64?) {
        key(name)
        if let value { int(Int(value)) } else { null() }
    }

    /// Writes the three counts.
    mutating func listeners(_ listeners: Listeners) {
        beginObject()
        member("total", listeners.total ?? 0)
        member("unique", listeners.unique ?? 0)
        member("current", listeners.current ?? 0)
        endObject()
    }
}
