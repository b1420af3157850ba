import Feeds
import NowPlaying

/// Stations: what is published of them, and what time does to it.
extension Hub {
    /// Adds a station of the config.
    mutating func add(_ configuration: StationConfiguration, at now: Moment) -> StationIndex {
        let type = FeedType.of(configuration.feed)
        let index = store.add(configuration.id) { index in
            StationState(
                index: index, configuration: configuration, type: type, limits: limits, at: now)
        }
        store[index].aired.keeping = keeping
        if let past = pastTimelines.removeValue(forKey: configuration.id) {
            store[index].aired.restore(past, at: now.wall)
        }
        alarms.set(.station(index), at: store[index].deadline(at: now))
        return index
    }

    /// Publishes what has changed of a station, and tells those who are concerned.
    mutating func refresh(
        _ station: StationIndex, at now: Moment, into effects: inout [Effect]
    ) {
        let wasConnecting = store[station].presented.connection.state == .connecting
        let (changed, deadline) = store.present(station, at: now)
        alarms.set(.station(station), at: deadline)
        if keeping.isRemembered {
            for news in store[station].aired.takeNews() { effects.append(.remember(news)) }
        }
        guard !changed.isEmpty else { return }
        if changed.contains(.connection) {
            let connection = store[station].presented.connection
            effects.append(
                .observe(.connectionChanged(station: store.id(of: station), connection)))
        }
        // That a station is being connected would else hold back what comes of it.
        let isOutcome =
            wasConnecting && store[station].presented.connection.state != .connecting
        fanOut.changed(
            .station(station), changed, isUrgent: isOutcome, at: store.revision,
            now: now.monotonic)
        tellSessions(of: station, changed, isUrgent: isOutcome, at: now)
    }

    /// The wall clock may have been set: published times follow it.
    mutating func checkClock(at now: Moment, into effects: inout [Effect]) {
        guard let step = clock.step(at: now, tolerance: limits.clockStep) else { return }
        effects.append(.observe(.clockStepped(by: step)))
        // Before the stations: what is heard of them is looked up by the new clock.
        for index in sessions.all { sessions[index]?.clockStepped(by: step) }
        for station in store.present {
            store[station].clockStepped(by: step)
            refresh(station, at: now, into: &effects)
        }
        sessionsReconfigured(at: store.advance(), now: now)
    }
}
