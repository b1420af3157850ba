package import NowPlaying
package import Stations
package import Views

/// The surroundings of sessions, and the snapshots of which their documents are made.
extension SessionBook {
    // MARK: Surroundings

    /// Returns the context of a command.
    func playbackContext(
        of session: ListeningSession, in context: SessionContext
    ) -> PlaybackContext {
        let stations = context.stations
        let station = stations.station(of: session)
        return PlaybackContext(
            next: neighbour(of: station, by: 1, in: stations),
            previous: neighbour(of: station, by: -1, in: stations),
            heard: presented(to: session, in: stations, at: context.now).map(session.heard),
            timeline: timeline(of: session, in: stations))
    }

    /// The station so many places further in the listeners' order, which has no end. Without one to
    /// begin at, the first is the next, and the last the one before.
    private func neighbour(
        of station: StationIndex?, by step: Int, in stations: StationStore
    ) -> PlaybackContext.Neighbour? {
        guard !order.isEmpty else { return nil }
        let place = station.flatMap { order.firstIndex(of: $0) }
        let start = step > 0 ? -1 : 0
        let found = ((place ?? start) + step + order.count) % order.count
        guard found != place else { return nil }
        return PlaybackContext.Neighbour(
            station: stations.id(of: order[found]), stream: stream(of: order[found], in: stations))
    }

    /// The state of a session's station at the moment that is heard; `nil` without a station.
    private func presented(
        to session: ListeningSession, in stations: StationStore, at now: Moment
    ) -> NowPlaying? {
        stations.station(of: session).map { station in
            session.presented(
                of: stations.snapshot(of: station).nowPlaying, in: stations.timeline(of: station),
                at: now.wall)
        }
    }

    /// The timeline of a session's station; an empty one where it is not there.
    func timeline(of session: ListeningSession?, in stations: StationStore) -> Timeline {
        guard let session, let station = stations.station(of: session) else {
            return Timeline(station: "", delay: .zero, limits: limits)
        }
        return stations.timeline(of: station)
    }

    // MARK: Snapshots

    /// Everything that a session's documents with these options are made of; `nil` where there is
    /// no such session.
    package mutating func snapshot(
        of session: SessionIndex, for options: DocumentOptions, in stations: StationStore,
        at now: Moment
    ) -> SessionSnapshot? {
        guard let state = self[session] else { return nil }
        guard let overview = options.overview else {
            // Of the timeline, others show only if there is something to go on to.
            return snapshot(
                of: state.reported, showing: stations.own(of: state),
                withTimeline: state.reported.isRewound, in: stations, at: now)
        }
        let shown = self.stations(shownIn: overview, of: state, in: stations)
        show(shown, in: session)
        return snapshot(
            of: state.reported, showing: shown, withTimeline: true, in: stations, at: now)
    }

    private func snapshot(
        of session: ListeningSession, showing shown: Set<StationIndex>, withTimeline: Bool,
        in stations: StationStore, at now: Moment
    ) -> SessionSnapshot {
        var snapshot = SessionSnapshot(
            session: session,
            stations: stations.present.filter { shown.contains($0) }.map(stations.listed))
        snapshot.otherStations = stations.present.count - snapshot.stations.count
        snapshot.order = preferences.order
        snapshot.favourites = preferences.favourites
        snapshot.chosenStreams = chosenStreams(in: stations)
        snapshot.reconnecting = Set(retried.map { stations.id(of: $0) })
        snapshot.offsetFromUTC = offsetFromUTC
        if newsEnds != nil { snapshot.news.insert(.favourites) }
        guard let own = stations.station(of: session) else { return snapshot }
        let timeline = stations.timeline(of: own)
        snapshot.presented = presented(to: session, in: stations, at: now)
        snapshot.programme = timeline.programmes.programme(
            at: session.broadcastTime(at: now.wall))
        snapshot.queueIndex = order.firstIndex(of: own)
        guard withTimeline else { return snapshot }
        snapshot.timeline = timeline.listing(until: session.liveEdge(at: now.wall))
        if session.hasMissed(snapshot) { snapshot.news.insert(.recent) }
        return snapshot
    }

    /// The stations in an overview: the first in the listeners' order, the favourites, the
    /// session's own, and those on the map.
    private func stations(
        shownIn overview: StationOverview, of state: SessionState, in stations: StationStore
    ) -> Set<StationIndex> {
        var shown = stations.own(of: state)
        shown.formUnion(order.prefix(overview.stationsMax))
        let favourites = preferences.favourites.prefix(overview.stationsMax)
        shown.formUnion(favourites.compactMap { stations.index(of: $0) })
        if overview.hasMap {
            shown.formUnion(
                stations.present.filter { stations.configuration(of: $0).location != nil })
        }
        return shown
    }
}

extension StationStore {
    /// The station that a session listens to, where it is there.
    package func station(of session: ListeningSession) -> StationIndex? {
        session.station.flatMap { index(of: $0) }
    }

    /// The station that a session listens to, where it is there, as a set.
    fileprivate func own(of state: SessionState) -> Set<StationIndex> {
        station(of: state.reported).map { [$0] } ?? []
    }

    /// A station as listeners of a session can choose it.
    fileprivate func listed(_ station: StationIndex) -> ListedStation {
        ListedStation(snapshot(of: station), location: configuration(of: station).location)
    }
}

extension ListeningSession {
    /// True if something began that the listener has neither heard nor seen in a list.
    fileprivate func hasMissed(_ snapshot: SessionSnapshot) -> Bool {
        guard let rewound = position.rewound, let newest = snapshot.timeline.elements.first,
            let start = newest.startedAt
        else { return false }
        return newest.id != snapshot.presented?.track?.id
            && start > max(rewound.heard, seenUntil ?? rewound.heard)
    }
}
