import Feeds
package import NowPlaying

/// One station whose state is told: by another hub that reads it, or by this hub's own link on a
/// way that all hubs share. It shows what it is told, unchanged, and time changes nothing of it.
package struct StationReplica: Sendable {
    let index: StationIndex
    package private(set) var configuration: StationConfiguration
    /// The station's past, present and coming plays.
    package private(set) var timeline: Timeline
    /// The state that clients are told.
    package private(set) var publication: StationPublication
    /// The station's own facts, as its feed gave them last.
    private(set) var facts = ReportedStation()
    /// True if the station has reported to its reader.
    private(set) var hasReported = false
    /// True if something was told of it.
    private(set) var isTold = false
    /// The newest spans, as they were told last.
    private(set) var told: [Timeline.Span] = []
    /// The plays' version that the published history shows.
    private(set) var shownPlays = 0
    /// The connection that its reader reported last, while that one is silent.
    private var connectionBefore: StationConnection?

    /// A station of which nothing was told yet.
    ///
    /// - Parameter past: The timeline that an earlier run of the hub stored.
    package init(
        index: StationIndex, configuration: StationConfiguration, limits: Box<Limits>,
        keeping: Timeline.Keeping, past: StationTimeline? = nil, at now: Moment
    ) {
        self.index = index
        self.configuration = configuration
        timeline = Timeline(station: configuration.id, delay: configuration.delay, limits: limits)
        timeline.keeping = keeping
        var shown = NowPlaying(
            station: configuration.facts,
            connection: StationConnection(state: .connecting, since: now.wall))
        if let past {
            timeline.restore(past, at: now.wall)
            shown.history = timeline.played(until: now.wall, besides: nil)
        }
        publication = StationPublication(shown)
        shownPlays = timeline.playsVersion
    }

    /// The station as a reader shows it, until something is told of it.
    init(of reducer: StationReducer) {
        (index, configuration) = (reducer.index, reducer.configuration)
        (timeline, publication) = (reducer.timeline, reducer.publication)
        (facts, hasReported) = (reducer.reportedFacts, reducer.hasReported)
        shownPlays = timeline.playsVersion
    }

    /// Applies an input.
    ///
    /// - Returns: The changes that it made; `nil` if it made none.
    package mutating func apply(_ input: ReplicaInput, at now: Moment) -> StationChange? {
        switch input {
        case .told(let shared): return adopt(shared, at: now)
        case .abandoned(let reason): return abandon(reason, at: now)
        case .confirmed:
            guard let connection = connectionBefore else { return nil }
            connectionBefore = nil
            return show(connection, at: now)
        }
    }

    /// Applies what concerns a station however its state comes, and leaves what links and clocks
    /// do.
    mutating func apply(_ input: StationInput, at now: Moment) -> StationChange? {
        switch input {
        case .reconfigured(let new):
            timeline.configurationChanged(to: new, at: now.wall)
            configuration = new
        case .restarted(let configuration): return restart(configuration, at: now)
        case .keeping(let keeping): timeline.keeping = keeping
        case .restored(let past): timeline.restore(past, at: now.wall)
        case .merged(let past): timeline.merge(past, at: now.wall)
        default: return nil
        }
        return takeChange(of: [], from: publication.nowPlaying.connection.state, at: now)
    }

    /// Begins anew, and tells how that differs.
    private mutating func restart(
        _ new: StationConfiguration, at now: Moment
    ) -> StationChange? {
        let published = publication
        self = StationReplica(
            index: index, configuration: new, limits: timeline.limits, keeping: timeline.keeping,
            at: now)
        let begun = publication.nowPlaying
        publication = published
        return show(begun, at: now)
    }

    private mutating func adopt(_ shared: SharedStation, at now: Moment) -> StationChange? {
        told = shared.spans
        timeline.adopt(told, assumesPosition: shared.assumesPosition)
        if !isTold {
            timeline.fill(from: shared.nowPlaying.history.lazy.map(\.value.told), at: now.wall)
        }
        timeline.programmes.adopt(shared.programme)
        timeline.forget(at: now.wall)
        (isTold, connectionBefore) = (true, nil)
        (facts, hasReported) = (shared.facts, shared.hasReported)
        shownPlays = timeline.playsVersion
        return show(shared.nowPlaying, at: now)
    }

    /// Keeps the shown state, but marks it as unconfirmed.
    private mutating func abandon(
        _ reason: StationConnection.Reason, at now: Moment
    ) -> StationChange? {
        isTold = true
        connectionBefore = connectionBefore ?? publication.nowPlaying.connection
        let state: StationConnection.State = hasReported ? .stale : .failing
        return show(StationConnection(state: state, reason: reason, since: now.wall), at: now)
    }

    private mutating func show(
        _ connection: StationConnection, at now: Moment
    ) -> StationChange? {
        var shown = publication.nowPlaying
        shown.connection = connection
        return show(shown, at: now)
    }

    private mutating func show(_ shown: NowPlaying, at now: Moment) -> StationChange? {
        let before = publication.nowPlaying
        let parts = shown.changes(since: before)
        publication.show(shown, changing: parts, of: timeline, at: now)
        return takeChange(of: parts, from: before.connection.state, at: now)
    }

    private mutating func takeChange(
        of parts: StateParts, from state: StationConnection.State, at now: Moment
    ) -> StationChange? {
        publication.takeChange(of: parts, from: state, with: &timeline, at: now)
    }
}

extension PlayedTrack {
    /// The play as a feed tells it, with the time from which it was heard.
    fileprivate var told: (track: Box<ReportedTrack>, startedAt: Timestamp?) {
        var track = ReportedTrack(title: title)
        (track.artist, track.details, track.duration) = (artist, details, duration)
        return (Box(track), startedAt)
    }
}

/// Something that is told of a station.
package enum ReplicaInput: Sendable {
    /// Its reader shows this state.
    case told(SharedStation)
    /// Its reader has fallen silent.
    case abandoned(StationConnection.Reason)
    /// Its reader answers again, and its last state still holds.
    case confirmed
}
