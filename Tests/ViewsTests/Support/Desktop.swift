import NowPlaying
import Views

/// A desktop program that knows a player by its signals alone.
struct Desktop {
    private(set) var properties: [MediaPlayer.Property: DBusValue] = [:]
    /// The number of signals of each kind that came.
    private(set) var changeCount = 0
    private(set) var seekCount = 0
    private var position = Interval.zero
    private var asOf: Timestamp

    /// Asks for everything.
    init(_ player: MediaPlayer, at now: Timestamp) {
        for property in MediaPlayer.Property.allCases {
            properties[property] = player.value(of: property, at: now)
        }
        position = player.position(at: now)
        asOf = now
    }

    /// Returns the position, as far as it can tell.
    func position(at now: Timestamp) -> Interval {
        let passed = now - asOf
        guard properties[.playbackStatus] == .string("Playing"),
            case .double(let rate) = properties[.rate]
        else { return position }
        return (position + passed * rate).clamped(from: .zero, to: length)
    }

    mutating func hear(_ changes: MediaPlayer.Changes, of player: MediaPlayer, at now: Timestamp) {
        if !changes.properties.isEmpty { changeCount += 1 }
        move(to: position(at: now), now)
        let before = properties
        for property in changes.properties {
            properties[property] = player.value(of: property, at: now)
        }
        let isStopped = properties[.playbackStatus] == .string("Stopped")
        if isStopped || trackID(of: before) != trackID(of: properties) { move(to: .zero, now) }
        guard changes.isSeeked else { return }
        seekCount += 1
        move(to: player.position(at: now), now)
    }

    private mutating func move(to position: Interval, _ now: Timestamp) {
        self.position = position
        asOf = now
    }

    private var length: Interval? {
        guard case .int64(let length) = entry("mpris:length", in: properties) else { return nil }
        return .milliseconds(length / 1_000)
    }

    private func trackID(of properties: [MediaPlayer.Property: DBusValue]) -> DBusValue? {
        entry("mpris:trackid", in: properties)
    }

    private func entry(
        _ key: String, in properties: [MediaPlayer.Property: DBusValue]
    ) -> DBusValue? {
        guard case .map(let entries) = properties[.metadata] else { return nil }
        return entries.first { $0.key == key }?.value
    }
}
