import JSON
import NowPlaying

/// AzuraCast's side of one station: builds its publications, and names the changes since the last.
struct AzuraCastPublisher: Sendable {
    let channel: String
    private let number: Int
    private var monitor: StationMonitor
    private var surroundings: AzuraCastSurroundings
    private var published: (broadcast: Broadcast, listeners: Int)?

    /// Room for a publication with an ordinary history, in bytes.
    private static let usualLength = 8 << 10

    /// The publisher of a station, with its number in the installation, from 1.
    init(number: Int, station: SimulatedStation, at now: Timestamp) {
        self.number = number
        channel = "station:\(station.shortcode)"
        monitor = StationMonitor(station: station, at: now)
        surroundings = AzuraCastSurroundings(of: monitor.broadcast, station: station)
    }

    /// The time of the next change of the broadcast.
    mutating func nextTransition(at now: Timestamp) -> Timestamp {
        lookUp(at: now)
        return monitor.broadcast.until
    }

    /// The data of a publication: JSON with `np`, `triggers` and `current_time`.
    mutating func makeData(at now: Timestamp) -> [UInt8] {
        lookUp(at: now)
        let listeners = monitor.listeners(at: now)
        let triggers = takeTriggers(listeners: listeners.current ?? 0)
        var writer = JSONWriter(reserving: Self.usualLength)
        writer.beginObject()
        writer.key("np")
        nowPlaying(to: listeners, at: now).write(into: &writer)
        writer.beginArray("triggers")
        for trigger in triggers { writer.string(trigger) }
        writer.endArray()
        writer.member("current_time", Int(now.wholeSeconds))
        writer.endObject()
        return writer.bytes
    }

    /// The `np` object alone, as the public API has it.
    mutating func makeNowPlaying(at now: Timestamp) -> [UInt8] {
        lookUp(at: now)
        var writer = JSONWriter(reserving: Self.usualLength)
        nowPlaying(to: monitor.listeners(at: now), at: now).write(into: &writer)
        return writer.bytes
    }

    private func nowPlaying(to listeners: Listeners, at now: Timestamp) -> AzuraCastNowPlaying {
        AzuraCastNowPlaying(
            number: number, station: monitor.station, broadcast: monitor.broadcast,
            surroundings: surroundings, listeners: listeners, time: now)
    }

    /// Takes the names of the changes since the last call; none at first.
    private mutating func takeTriggers(listeners: Int) -> [String] {
        let broadcast = monitor.broadcast
        defer { published = (broadcast, listeners) }
        guard let published else { return [] }
        return Self.triggers(from: published.broadcast, to: broadcast)
            + Self.triggers(from: published.listeners, to: listeners)
    }

    /// Looks the broadcast up, and encodes its surroundings once for each transition.
    private mutating func lookUp(at now: Timestamp) {
        guard monitor.tune(to: now) else { return }
        surroundings = AzuraCastSurroundings(of: monitor.broadcast, station: monitor.station)
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

extension JSONWriter {
    /// A writer with room for this many bytes.
    init(reserving count: Int) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        self.init(appendingTo: bytes)
    }
}
