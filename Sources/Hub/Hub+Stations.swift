import FanOut
import Feeds
import NowPlaying
import Sessions
import Stations

/// Stations: what is published of them, and what time does to it.
extension Hub {
    /// Adds a station of the config.
    mutating func add(_ configuration: StationConfiguration, at now: Moment) -> StationIndex {
        let type = FeedType.of(configuration.feed)
        let index = place(configuration.id)
        store.add(
            StationState(
                index: index, configuration: configuration, type: type, limits: limits, at: now))
        store[index].keep(keeping)
        if let past = pastTimelines.removeValue(forKey: configuration.id) {
            store[index].restore(past, at: now.wall)
        }
        fanOut.add(store[index].snapshot, of: index)
        alarms.set(.station(index), at: store[index].deadline(at: now))
        return index
    }

    /// The index of a station with this id, which need not be there.
    mutating func place(_ id: String) -> StationIndex {
        if let known = store.knownIndex(of: id) { return known }
        let index = store.place(id)
        fanOut.place(index, named: id)
        return index
    }

    /// Publishes what has changed of a station, and tells those who are concerned.
    mutating func refresh(
        _ station: StationIndex, at now: Moment, into effects: inout [Effect]
    ) {
        let stateBefore = store[station].presented.connection.state
        let presented = store[station].presentAndPlan(at: now)
        let changed = presented.changed
        alarms.set(.station(station), at: presented.deadline)
        // Taken at any rate, or they would pile up.
        let news = store[station].takeNews(at: now.wall)
        if keeping.isRemembered { effects += news.map { .journal(.remembered($0)) } }
        guard !changed.isEmpty else {
            return presented.isTimelineRevised ? timelineRevised(of: station, at: now) : ()
        }
        let connection = store[station].presented.connection
        if connection.state != stateBefore {
            observe(
                .connectionChanged(station: store.id(of: station), connection), into: &effects)
        }
        // That a station is being connected would else hold back what comes of it.
        let isOutcome = stateBefore == .connecting && connection.state != .connecting
        fanOut.publish(
            store[station].snapshot, of: station, parts: changed, isUrgent: isOutcome,
            at: now.monotonic)
        tellSessions(of: station, changed, isUrgent: isOutcome, at: now)
    }

    /// The wall clock may have been set: published times follow it.
    mutating func checkClock(at now: Moment, into effects: inout [Effect]) {
        guard let step = clock.step(at: now, tolerance: limits.clockStep) else { return }
        observe(.clockStepped(by: step), into: &effects)
        // Before the stations: what is heard of them is looked up by the new clock.
        for index in sessions.all { sessions[index]?.clockStepped(by: step) }
        for station in store.present {
            store[station].clockStepped(by: step)
            refresh(station, at: now, into: &effects)
        }
        sessionsReconfigured(at: fanOut.advance(), now: now)
    }
}
