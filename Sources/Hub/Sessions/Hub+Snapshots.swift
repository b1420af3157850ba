import FanOut
import NowPlaying
import Sessions
import Stations
import Views

/// The snapshots of sessions, of which their documents are made.
extension Hub {
    /// Everything that a session's documents with these options are made of; `nil` where there is
    /// no such session.
    mutating func snapshot(
        of session: SessionIndex, for options: DocumentOptions, at now: Moment
    ) -> SessionSnapshot? {
        guard let state = sessions[session] else { return nil }
        guard let overview = options.overview else {
            // Of the timeline, others show only if there is something to go on to.
            return snapshot(
                of: state.reported, showing: ownStations(of: state),
                withTimeline: state.reported.isRewound, at: now)
        }
        let shown = stations(shownIn: overview, of: state)
        sessions.show(shown, in: session)
        return snapshot(of: state.reported, showing: shown, withTimeline: true, at: now)
    }

    private func snapshot(
        of session: ListeningSession, showing shown: Set<StationIndex>, withTimeline: Bool,
        at now: Moment
    ) -> SessionSnapshot {
        var snapshot = SessionSnapshot(
            session: session,
            stations: store.present.filter { shown.contains($0) }.map { listed($0) })
        snapshot.otherStations = store.present.count - snapshot.stations.count
        snapshot.order = sessions.preferences.order
        snapshot.favourites = sessions.preferences.favourites
        snapshot.chosenStreams = chosenStreams
        snapshot.reconnecting = Set(sessions.retried.map { store.id(of: $0) })
        snapshot.offsetFromUTC = sessions.offsetFromUTC
        if sessions.newsEnds != nil { snapshot.news.insert(.favourites) }
        guard let own = ownStation(of: session) else { return snapshot }
        let timeline = store.timeline(of: own)
        snapshot.presented = presented(to: session, at: now)
        snapshot.programme = timeline.programmes.programme(
            at: session.broadcastTime(at: now.wall))
        snapshot.queueIndex = sessions.order.firstIndex(of: own)
        guard withTimeline else { return snapshot }
        snapshot.timeline = timeline.listing(until: session.liveEdge(at: now.wall))
        if session.hasMissed(snapshot) { snapshot.news.insert(.recent) }
        return snapshot
    }

    /// A station as listeners of a session can choose it.
    private func listed(_ station: StationIndex) -> ListedStation {
        ListedStation(
            store.snapshot(of: station), location: store[station].configuration.location)
    }

    /// The station that a session listens to, where it is there, as a set.
    private func ownStations(of state: SessionState) -> Set<StationIndex> {
        ownStation(of: state.reported).map { [$0] } ?? []
    }

    /// The stations in an overview: the first in the listeners' order, the favourites, the
    /// session's own, and those on the map.
    private func stations(
        shownIn overview: StationOverview, of state: SessionState
    ) -> Set<StationIndex> {
        var shown = ownStations(of: state)
        shown.formUnion(sessions.order.prefix(overview.stationsMax))
        let favourites = sessions.preferences.favourites.prefix(overview.stationsMax)
        shown.formUnion(favourites.compactMap { store.index(of: $0) })
        if overview.hasMap {
            shown.formUnion(store.present.filter { store[$0].configuration.location != nil })
        }
        return shown
    }
}

extension ListeningSession {
    /// True if something began that the listener has not heard yet.
    fileprivate func hasMissed(_ snapshot: SessionSnapshot) -> Bool {
        guard let rewound = position.rewound, let newest = snapshot.timeline.elements.first,
            let start = newest.startedAt
        else { return false }
        return newest.id != snapshot.presented?.track?.id && start > rewound.heard
    }
}
