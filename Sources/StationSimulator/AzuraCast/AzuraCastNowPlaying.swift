import JSON
import NowPlaying

/// The `np` object of AzuraCast: a station's state at one time, as its classes under
/// `Entity/Api/NowPlaying` serialise it.
struct AzuraCastNowPlaying: Sendable {
    /// The station's number in the installation, from 1.
    let number: Int
    let station: SimulatedStation
    let broadcast: Broadcast
    let listeners: Listeners
    /// When the object is built.
    let time: Timestamp

    /// Start times are told so much later than the backend started the track, for what listeners'
    /// players buffer; `elapsed` is counted from the backend's start.
    static let bufferingSeconds: Int64 = 5

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
        writeNext(into: &writer)
        writer.beginArray("song_history")
        for item in broadcast.history {
            writer.beginObject()
            writeEntry(item, duration: item.length.wholeSeconds, into: &writer)
            writer.endObject()
        }
        writer.endArray()
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
        let picture = show.flatMap { $0.hasPicture ? station.streamerPicture : nil }
        writer.nullable("art", picture)
        writer.endObject()
    }

    private func writeCurrent(into writer: inout JSONWriter) {
        writer.beginObject("now_playing")
        // Nobody knows how long a track of a live show will be.
        let duration = broadcast.show == nil ? broadcast.current?.length.wholeSeconds ?? 0 : 0
        if let item = broadcast.current {
            writeEntry(item, duration: duration, into: &writer)
        } else {
            writeOffline(into: &writer)
        }
        let elapsed = elapsed(of: duration)
        writer.member("elapsed", Int(elapsed))
        writer.member("remaining", duration == 0 ? 0 : Int(duration - elapsed))
        writer.endObject()
    }

    /// Off the air the start is 0, and so the time since then is that since 1970.
    private func elapsed(of duration: Int64) -> Int64 {
        let playedAt = broadcast.current.map(Self.playedAt) ?? 0
        let elapsed = max(0, time.wholeSeconds + Self.bufferingSeconds - playedAt)
        return duration == 0 ? elapsed : min(elapsed, duration)
    }

    private static func playedAt(_ item: Broadcast.Item) -> Int64 {
        item.startsAt.wholeSeconds + bufferingSeconds
    }

    private func writeEntry(
        _ item: Broadcast.Item, duration: Int64, into writer: inout JSONWriter
    ) {
        writer.member("sh_id", Int(item.number))
        writer.member("played_at", Int(Self.playedAt(item)))
        writer.member("duration", Int(duration))
        writer.member("playlist", item.show == nil ? station.playlist : "")
        writer.member("streamer", item.show?.streamer ?? "")
        writer.member("is_request", false)
        writer.key("song")
        AzuraCastSong(track: item.track, station: station).write(into: &writer)
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

    private func writeNext(into writer: inout JSONWriter) {
        let next = broadcast.next
        writer.beginObject("playing_next")
        writer.member("cued_at", Int(next.cuedAt.wholeSeconds))
        writer.member("played_at", Int(next.expectedAt.wholeSeconds))
        writer.member("duration", next.length.seconds)
        writer.member("playlist", station.playlist)
        writer.member("is_request", false)
        writer.key("song")
        AzuraCastSong(track: next.track, station: station).write(into: &writer)
        writer.endObject()
    }
}

extension SimulatedStation {
    fileprivate var playlist: String { "default" }
    fileprivate var streamerPicture: String {
        "\(url)/api/station/\(shortcode)/streamer/1/art-1700000000.jpg"
    }
}

extension Timestamp {
    /// Unix time as most of the world writes it.
    var wholeSeconds: Int64 { milliseconds / 1_000 }
}

extension Interval {
    fileprivate var wholeSeconds: Int64 { milliseconds / 1_000 }
}

extension JSONWriter {
    /// Writes `null` where there is no value: PHP leaves nothing out.
    fileprivate mutating func nullable(_ name: StaticString, _ value: String?) {
        key(name)
        if let value { string(value) } else { null() }
    }

    /// Writes `null` where there is no value.
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
