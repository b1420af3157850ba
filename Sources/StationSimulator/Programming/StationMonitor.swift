import NowPlaying

/// A station and what it has on air, looked up once for each transition: looking up is work, and
/// what is on air stays for a whole track.
struct StationMonitor: Sendable {
    private(set) var broadcast: Broadcast
    private let playout: Playout

    /// A monitor that shows what is on air now.
    init(station: SimulatedStation, at now: Timestamp) {
        playout = Playout(station: station)
        broadcast = playout.broadcast(at: now)
    }

    /// The station.
    var station: SimulatedStation { playout.station }

    /// Looks again, if what was on air is over.
    ///
    /// - Returns: whether it was.
    @discardableResult
    mutating func tune(to now: Timestamp) -> Bool {
        guard now < broadcast.since || broadcast.until <= now else { return false }
        broadcast = playout.broadcast(at: now)
        return true
    }

    /// How many people listen to what is on air.
    func listeners(at now: Timestamp) -> Listeners {
        playout.listeners(at: now, to: broadcast)
    }
}
