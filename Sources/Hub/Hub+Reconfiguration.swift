import FanOut
import Feeds
import NowPlaying
import Sessions
import Stations

/// Another configuration while the hub runs.
///
/// Only what differs is touched. A link that loses a station, or that is to be reached in another
/// way, is ended, and its stations get links anew, together with those that are added. Every other
/// link stays as it is, and no client is told anything of its stations.
extension Hub {
    mutating func reconfigure(
        _ configuration: HubConfiguration, at now: Moment, into effects: inout [Effect]
    ) {
        guard stopsBy == nil else { return }
        if journal.contains(.input) {
            effects.append(.journal(.reconfigured(fingerprint: configuration.fingerprint)))
        }
        let stations = Array(configuration.stations.prefix(limits.stations))
        let isReordered = store.present.map { store.id(of: $0) } != stations.map(\.id)
        let settings = sessions.settings
        let difference = Reconfiguration(
            from: store.present.map { store.configuration(of: $0) }, to: stations)
        keep(by: configuration, at: now, into: &effects)
        forgetRemovals()
        endLinks(of: difference.relinked, at: now, into: &effects)
        // They may be another hub's to read.
        leave(difference.movedUpstream.compactMap { store.index(of: $0) })
        remove(difference.removed, at: now)
        for change in difference.changed { applyChange(change, at: now, into: &effects) }
        let added = difference.added.map { add($0, at: now) }
        store.arrange(by: stations.map(\.id))
        fanOut.dropRestoredRemovals()
        sessions.arrange(store)
        withSessions(at: now, into: &effects) {
            $0.configure(configuration.allSessions, in: &$1)
            $0.delayStreams(in: $1)
        }
        extendSubscriptions(into: &effects)
        let made = makeLinks(at: now, into: &effects)
        for station in added { fanOut.announce(station, at: now.monotonic) }
        if !difference.isEmpty || isReordered || sessions.settings != settings {
            // Stations that come, go or differ have advanced it already.
            if difference.isEmpty { fanOut.advance() }
            sessionsReconfigured(at: now, into: &effects)
            pauseWithoutStation(at: now, into: &effects)
        }
        observe(.reconfigured(difference.summary(linksMade: made)), into: &effects)
    }

    // MARK: Stations

    /// Another number of stations, or other sessions, may leave more or less room for the past.
    private mutating func keep(
        by configuration: HubConfiguration, at now: Moment, into effects: inout [Effect]
    ) {
        let keeping = configuration.keeping(
            within: limits.value, isRemembered: keeping.isRemembered)
        guard keeping != self.keeping else { return }
        self.keeping = keeping
        for station in store.present {
            applyInput(.keeping(keeping), to: station, at: now, into: &effects)
        }
    }

    private mutating func remove(_ ids: [String], at now: Moment) {
        let stations = ids.compactMap { store.index(of: $0) }
        for station in stations {
            pastTimelines[store.id(of: station)] = PastTimeline(
                store.timeline(of: station).listing(until: now.wall), endingAt: now.wall)
        }
        forgetPast(at: now.wall)
        store.remove(stations)
        replication?.forget(stations)
        alarms.forget(Set(stations.map { .station($0) }))
        fanOut.remove(stations, at: now.monotonic)
    }

    /// Forgets what stations that are not there played before the window that is kept, and, where
    /// that is still too much, those first that played last the longest time ago.
    mutating func forgetPast(at now: Timestamp) {
        let edge = now - keeping.window
        pastTimelines = pastTimelines.filter { $0.value.end >= edge }
        let excess = pastTimelines.count - limits.rememberedRemovals
        guard excess > 0 else { return }
        let oldest = pastTimelines.sorted { ($0.value.end, $0.key) < ($1.value.end, $1.key) }
        for (id, _) in oldest.prefix(excess) { pastTimelines[id] = nil }
    }

    private mutating func applyChange(
        _ change: Reconfiguration.Change, at now: Moment, into effects: inout [Effect]
    ) {
        guard let index = store.index(of: change.station.id) else { return }
        switch change.extent {
        case .description, .route:
            applyInput(.reconfigured(change.station), to: index, at: now, into: &effects)
        case .station:
            // Of a station that another hub reads, that one says when it begins anew.
            let isFollowed = replication?.follows(index) == true && !change.movesUpstream
            let input: StationInput =
                isFollowed ? .reconfigured(change.station) : .restarted(change.station)
            if !isFollowed { fanOut.doubt(index) }
            applyInput(input, to: index, at: now, into: &effects)
        }
    }

    /// Gives up the indices of stations that were removed long ago and that no subscription names.
    private mutating func forgetRemovals() {
        store.vacate(fanOut.forgetRemovals())
    }

    /// Has subscriptions to all stations cover those that were added. Where there is no room for
    /// so many cursors, clients are cut.
    private mutating func extendSubscriptions(into effects: inout [Effect]) {
        let clients = clients
        for client in fanOut.clientsBeyondRoom({ clients[$0]?.isOutput == false }) {
            cutForRoom(client, into: &effects)
        }
        fanOut.extend()
    }

    // MARK: Links

    /// Ends the links that these stations are on.
    mutating func endLinks(
        of stations: [String], at now: Moment, into effects: inout [Effect]
    ) {
        let ids = links.links(of: stations.compactMap { store.index(of: $0) })
        for id in ids {
            guard let link = links[id] else { continue }
            withLink(id, at: now, into: &effects) { $0.close(in: &$1) }
            links.remove(id)
            observe(.linkEnded(id, url: link.identity.url), into: &effects)
            for station in link.identity.stations {
                applyInput(.linkReplaced, to: station, at: now, into: &effects)
            }
        }
        alarms.forget(Set(ids.map { .link($0) }))
    }

    /// Makes links for the stations that have none, and dials them: the new config does
    /// not wait for what an earlier one has led to.
    ///
    /// - Returns: The number of links that were made.
    mutating func makeLinks(at now: Moment, into effects: inout [Effect]) -> Int {
        let made = links.connect(ownStations, in: store)
        links.forgetUnusedRoutes()
        dial(made, at: now, into: &effects)
        return made.count
    }
}

extension Reconfiguration {
    /// The ids of the stations that leave the links that they are on.
    fileprivate var relinked: [String] {
        let moved = changed.filter { change in
            switch change.extent {
            case .description: false
            case .route, .station: true
            }
        }
        return removed + moved.map(\.station.id)
    }

    /// The ids of the stations that are not read from the upstream that they were read from.
    fileprivate var movedUpstream: [String] { changed.filter(\.movesUpstream).map(\.station.id) }

    fileprivate func summary(linksMade: Int) -> ReconfigurationSummary {
        ReconfigurationSummary(
            added: added.count, removed: removed.count, changed: changed.count,
            linksMade: linksMade)
    }
}
