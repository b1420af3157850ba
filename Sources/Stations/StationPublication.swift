package import NowPlaying

/// The state of a station that clients are told, and since when it has been so.
package struct StationPublication: Sendable {
    /// The state.
    package private(set) var snapshot: StationSnapshot
    /// The number of its changes.
    package private(set) var changeCount = 0
    /// The time since which the track has been on air; `nil` without a track.
    package private(set) var trackSince: Instant?
    /// The time since which it has been live and on air without a title.
    package private(set) var untitledSince: Instant?
    /// The time of the last change of `online`; `nil` if there was none.
    package private(set) var onlineSince: Instant?
    /// The version of the timeline when its changes were taken last.
    private var timelineVersion = 0

    init(_ nowPlaying: NowPlaying) {
        snapshot = StationSnapshot(nowPlaying)
    }

    /// The state's documents.
    package var nowPlaying: NowPlaying { snapshot.nowPlaying }

    /// Tells clients a state that differs in these parts.
    mutating func show(
        _ shown: NowPlaying, changing parts: StateParts, of timeline: Timeline,
        at now: Moment
    ) {
        guard !parts.isEmpty else { return }
        let track = nowPlaying.track?.id
        snapshot = StationSnapshot(shown)
        changeCount += 1
        if parts.contains(.online) { onlineSince = now.monotonic }
        untitledSince = shown.isUntitled ? untitledSince ?? now.monotonic : nil
        guard parts.contains(.track), shown.track?.id != track else { return }
        trackSince = shown.track.map { _ in timeline.beginning(at: now) }
    }

    /// Takes the change to publish or to store; `nil` if there is none.
    ///
    /// - Parameter state: The state of the connection before.
    mutating func takeChange(
        of parts: StateParts, from state: StationConnection.State, with timeline: inout Timeline,
        at now: Moment
    ) -> StationChange? {
        // Taken in any case, or they pile up.
        let persistedChanges = timeline.takePersistedChanges(at: now.wall)
        defer { timelineVersion = timeline.version }
        guard !parts.isEmpty || !persistedChanges.isEmpty || timelineVersion != timeline.version
        else { return nil }
        return StationChange(
            snapshot: snapshot, parts: parts, stateBefore: state,
            persistedChanges: persistedChanges)
    }
}

extension Timeline {
    /// The beginning of what is on air, which is long past where the hub was started, or its
    /// connection opened, during a track.
    fileprivate func beginning(at now: Moment) -> Instant {
        guard let current = index(at: now.wall) else { return now.monotonic }
        return now.monotonic - (now.wall - spans[current].since)
    }

    /// The newest plays that another timeline of the same station, which is stored, does not have.
    func news(since stored: Timeline, at now: Timestamp) -> [PersistedChange] {
        guard keeping.isRemembered else { return [] }
        return elements(until: now).prefix { stored.element($0.id, until: now) != $0 }
            .map { .element($0, station: station) }
    }

    /// Takes the changes to store on disk since the last call.
    fileprivate mutating func takePersistedChanges(at now: Timestamp) -> [PersistedChange] {
        takeRenamed().map { .renamed($0, station: station) }
            + takeNews(at: now).map { .element($0, station: station) }
            + programmes.takeNews().map { .programme($0, station: station) }
    }
}
