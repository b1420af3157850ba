import JSON
import NowPlaying

/// AzuraCast's side of one station: builds what is published, and names what changed since.
struct AzuraCastPublisher: Sendable {
    let channel: String
    private let number: Int
    private let playout: Playout
    private var broadcast: Broadcast
    private var published: (broadcast: Broadcast, listeners: Int)?

    /// The publisher of a station, which has a number from 1 in its installation.
    init(number: Int, station: SimulatedStation, at now: Timestamp) {
        self.number = number
        channel = "station:\(station.shortcode)"
        playout = Playout(station: station)
        broadcast = playout.broadcast(at: now)
    }

    /// When what plays will next change.
    mutating func nextTransition(at now: Timestamp) -> Timestamp {
        lookUp(at: now)
        return broadcast.until
    }

    /// The data of a publication: JSON with `np`, `triggers` and `current_time`.
    mutating func makeData(at now: Timestamp) -> [UInt8] {
        lookUp(at: now)
        let listeners = playout.listeners(at: now, to: broadcast)
        let count = listeners.current ?? 0
        let triggers = published.map {
            Self.triggers(from: $0.broadcast, to: broadcast)
                + Self.triggers(from: $0.listeners, to: count)
        }
        published = (broadcast, count)
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("np")
        AzuraCastNowPlaying(
            number: number, station: playout.station, broadcast: broadcast, listeners: listeners,
            time: now
        ).write(into: &writer)
        writer.beginArray("triggers")
        for trigger in triggers ?? [] { writer.string(trigger) }
        writer.endArray()
        writer.member("current_time", Int(now.wholeSeconds))
        writer.endObject()
        return writer.bytes
    }

    /// Looking up is work; what is on air stays for a whole track.
    private mutating func lookUp(at now: Timestamp) {
        guard now < broadcast.since || broadcast.until <= now else { return }
        broadcast = playout.broadcast(at: now)
    }

    private static func triggers(from old: Broadcast, to new: Broadcast) -> [String] {
        var triggers: [String] = []
        if old.current?.number != new.current?.number {
            triggers.append("song_changed")
            if new.show != nil { triggers.append("song_changed_live") }
        }
        if old.show == nil, new.show != nil { triggers.append("live_connect") }
        if old.show != nil, new.show == nil { triggers.append("live_disconnect") }
        if !old.isOnline, new.isOnline { triggers.append("station_online") }
        if old.isOnline, !new.isOnline { triggers.append("station_offline") }
        return triggers
    }

    private static func triggers(from old: Int, to new: Int) -> [String] {
        if new > old { return ["listener_gained"] }
        return new < old ? ["listener_lost"] : []
    }
}
