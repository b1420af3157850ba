import FanOut
import NowPlaying
import Sessions
import Stations

/// Stations: what is published of them, and what time does to it.
extension Hub {
    /// Adds a station of the config.
    mutating func add(_ configuration: StationConfiguration, at now: Moment) -> StationIndex {
        let index = reserveIndex(for: configuration.id)
        let past = pastTimelines.removeValue(forKey: configuration.id)?.timeline
        if replication == nil {
            store.add(
                StationReducer(
                    index: index, configuration: configuration, limits: limits, keeping: keeping,
                    past: past, at: now))
        } else {
            store.add(
                StationReplica(
                    index: index, configuration: configuration, limits: limits, keeping: keeping,
                    past: past, at: now))
        }
        fanOut.add(store.snapshot(of: index), of: index)
        alarms.set(.station(index), at: store.deadline(of: index))
        return index
    }

    /// The index of a station with this id, which need not be there.
    mutating func reserveIndex(for id: String) -> StationIndex {
        if let known = store.knownIndex(of: id) { return known }
        let index = store.reserveIndex(for: id)
        fanOut.place(index, named: id)
        return index
    }

    /// Tells a station what happened, and publishes what changed by that.
    ///
    /// - Returns: True if something changed.
    @discardableResult
    mutating func applyInput(
        _ input: StationInput, to station: StationIndex, at now: Moment,
        into effects: inout [Effect]
    ) -> Bool {
        let outcome = store.apply(input, to: station, at: now)
        alarms.set(.station(station), at: store.deadline(of: station))
        if let change = outcome.published { publish(change, of: station, at: now, into: &effects) }
        if let change = outcome.read {
            tell(station, at: now, into: &effects)
            tellPlays(change.persistedChanges, of: station, into: &effects)
        }
        return outcome.published != nil || outcome.read != nil
    }

    mutating func publish(
        _ change: StationChange, of station: StationIndex, at now: Moment,
        into effects: inout [Effect]
    ) {
        if journal.contains(.changes) {
            effects += change.persistedChanges.map { .journal(.remembered($0)) }
        }
        guard !change.parts.isEmpty else {
            fanOut.advance()
            return withSessions(at: now, into: &effects) {
                $0.timelineRevised(of: station, in: &$1)
            }
        }
        if change.isConnectionChanged {
            let connection = change.snapshot.nowPlaying.connection
            observe(
                .connectionChanged(station: store.id(of: station), connection), into: &effects)
        }
        changeRate.note(at: now.monotonic)
        // The outcome of a connection is urgent: the record of `connecting` must not delay it.
        fanOut.publish(
            change.snapshot, of: station, parts: change.parts, isUrgent: change.isOutcome,
            at: now.monotonic)
        tellSessions(
            of: station, change.parts, isUrgent: change.isOutcome, at: now, into: &effects)
    }

    /// The wall clock may have been set: published times follow it.
    mutating func checkClock(at now: Moment, into effects: inout [Effect]) {
        guard let step = clock.step(at: now, tolerance: limits.clockStep) else { return }
        observe(.clockStepped(by: step), into: &effects)
        // Before the stations: what is heard of them is looked up by the new clock.
        withSessions(at: now, into: &effects) { $0.clockStepped(by: step, in: $1) }
        for station in store.present {
            applyInput(.clockStepped(by: step), to: station, at: now, into: &effects)
        }
        fanOut.advance()
        sessionsReconfigured(at: now, into: &effects)
    }
}
