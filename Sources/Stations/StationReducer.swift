import Feeds
package import NowPlaying

/// One station: inputs in, changes out. It is the only owner of the station's state.
///
/// Each input is given to `apply`, which returns `nil` if it changed nothing. Cleaning, the
/// timeline and the health of the link are its own work.
package struct StationReducer: Sendable {
    package let index: StationIndex
    package private(set) var configuration: StationConfiguration
    private var health: StationHealth
    private var normaliser: Normaliser
    private let limits: Box<Limits>

    /// The station's past, present and coming plays.
    package private(set) var timeline: Timeline
    /// The published state.
    package private(set) var snapshot: StationSnapshot
    /// The station's own facts, as its feed gave them last.
    private var reportedFacts = ReportedStation()
    /// It is a player, which measures its position.
    private var isPlayer = false
    /// True if it has reported in this run of the hub: before that, nothing is shown as on air.
    private var hasReported = false
    /// The version of the timeline that was presented last.
    private var presentedVersion = 0
    /// The tracks that the history has listed last.
    private var played = TrackHistory()
    /// The plays' version that the published history shows, and the current play that it leaves
    /// out.
    private var toldPlays: (version: Int, current: String?)?
    /// The feed's history that last filled the timeline, and the conversion of its times.
    private var filledFrom: (history: [Box<ReportedTrack>], clock: ClockConversion)?
    /// The time at which the next reported span is presented; `nil` if none waits.
    package private(set) var maturity: Instant?
    /// The next time at which time alone may change the published state.
    package private(set) var nextDeadline: Instant?
    /// The number of changes to the published state.
    package private(set) var changeCount = 0
    /// The time since which the track has been on air; `nil` without a track.
    package private(set) var trackSince: Instant?
    /// The time since which it has been live and on air without a title.
    package private(set) var untitledSince: Instant?
    /// The time of the last published change of `online`; `nil` if there was none.
    package private(set) var onlineSince: Instant?
    /// The newest listener counts, published or not.
    private var newestListeners: Listeners?
    private var listenersDue: Instant?
    /// The next report is the first since its connection was opened.
    private var awaitsFirstReport = true
    /// True if another hub reads it. Its state is published then, and time changes nothing of it
    /// here.
    private var isAdopted = false
    /// The connection that its reading hub reported last, while that hub is silent.
    private var connectionBefore: StationConnection?

    /// A station that has not reported yet.
    ///
    /// - Parameter past: The timeline that an earlier run of the hub stored.
    package init(
        index: StationIndex, configuration: StationConfiguration, limits: Box<Limits>,
        keeping: Timeline.Keeping? = nil, past: StationTimeline? = nil, at now: Moment
    ) {
        let type = FeedType.of(configuration.feed)
        self.index = index
        self.configuration = configuration
        self.limits = limits
        normaliser = Normaliser(configuration.normaliserSettings(of: type))
        timeline = Timeline(
            station: configuration.id, delay: configuration.delay, limits: limits)
        health = StationHealth(
            silenceHint: type?.silenceHint ?? "the station sends nothing",
            longestSilence: type?.longestSilence, limits: limits, at: now)
        snapshot = StationSnapshot(
            NowPlaying(station: configuration.facts, connection: health.connection))
        if let keeping { timeline.keeping = keeping }
        if let past { begin(with: past, at: now) }
        plan(at: now)
    }

    /// The published state.
    package var presented: NowPlaying { snapshot.nowPlaying }

    // MARK: What happened

    /// Applies an input.
    ///
    /// - Returns: The changes that it made; `nil` if it made none.
    package mutating func apply(_ input: StationInput, at now: Moment) -> StationChange? {
        switch input {
        case .reported(let report, let clock):
            guard hear(report.value, clock: clock, at: now) else { return nil }
        case .linkOpened:
            awaitsFirstReport = true
            health.linkOpened(at: now)
        case .unchanged: health.unchanged(at: now)
        case .linkAccepted: health.linkAccepted(at: now)
        case .subscription(let news): health.apply(news, at: now)
        case .linkLost(let reason): health.linkLost(reason, at: now)
        case .linkStopped(let reason): health.linkStopped(reason, at: now)
        case .linkReplaced: health.linkReplaced(at: now)
        case .recordingEnded: health.freeze()
        case .woke: break
        case .clockStepped(let step):
            // A state that another hub reads keeps the times of that hub.
            guard !isAdopted else { return nil }
            timeline.clockStepped(by: step)
            health.clockStepped(by: step)
        case .reconfigured(let configuration): reconfigure(configuration, at: now)
        case .restarted(let configuration): restart(configuration, at: now)
        case .keeping(let keeping): timeline.keeping = keeping
        case .restored(let past): timeline.restore(past, at: now.wall)
        case .merged(let past): timeline.merge(past, at: now.wall)
        case .adopted(let shared): return adopt(shared, at: now)
        case .abandoned(let reason): return abandon(reason, at: now)
        case .confirmed: return confirm(at: now)
        case .takenOver: takeOver(at: now)
        }
        return isAdopted ? presentTimeline(at: now) : present(at: now)
    }

    /// Takes a report.
    ///
    /// - Returns: True if the published state may have to change, now or later.
    private mutating func hear(
        _ report: Report, clock: ClockConversion, at now: Moment
    ) -> Bool {
        let normalised = normaliser.normalise(report)
        let version = timeline.version
        let sighting = sighting(of: normalised, clock: clock, at: now)
        timeline.apply(sighting)
        if filledFrom?.clock != clock || filledFrom?.history != normalised.history {
            filledFrom = (normalised.history, clock)
            timeline.fill(from: sighting.history, at: sighting.moment)
        }
        timeline.forget(at: now.wall)
        awaitsFirstReport = false
        newestListeners = normalised.listeners
        isPlayer = normalised.isPlayer
        let isKnown =
            timeline.version == version && reportedFacts == normalised.station && hasReported
            && health.connection.state == .live
        health.reported(at: now)
        reportedFacts = normalised.station
        hasReported = true
        return !isKnown || publishesListeners(alongside: [], at: now)
    }

    private func sighting(
        of report: Report, clock: ClockConversion, at now: Moment
    ) -> TimedReport {
        TimedReport(
            report: report, clock: clock, now: now.wall, delay: timeline.delay,
            streamDelay: configuration.streams.map(\.delay).max() ?? .zero,
            isFirst: awaitsFirstReport, stationName: configuration.name,
            defaultStreamer: configuration.defaultStreamer)
    }

    // MARK: Another config

    private mutating func reconfigure(_ new: StationConfiguration, at now: Moment) {
        let settings = new.normaliserSettings(of: FeedType.of(new.feed))
        if settings != configuration.normaliserSettings(of: FeedType.of(configuration.feed)) {
            normaliser = Normaliser(settings)
        }
        timeline.defaultStreamerChanged(to: new.defaultStreamer)
        timeline.delayChanged(to: new.delay, at: now.wall)
        configuration = new
    }

    /// Begins anew, and keeps the published state to compare the new one with.
    private mutating func restart(_ new: StationConfiguration, at now: Moment) {
        let published = snapshot
        self = StationReducer(
            index: index, configuration: new, limits: limits, keeping: timeline.keeping, at: now)
        snapshot = published
    }

    private mutating func begin(with past: StationTimeline, at now: Moment) {
        timeline.restore(past, at: now.wall)
        var (shown, ignored) = (presented, StateParts())
        showHistory(at: now.wall, in: &shown, noting: &ignored)
        snapshot = StationSnapshot(shown)
    }

    /// Takes the changes to store on disk since the last call.
    private mutating func takePersistedChanges(at now: Timestamp) -> [PersistedChange] {
        let station = configuration.id
        return timeline.takeRenamed().map { .renamed($0, station: station) }
            + timeline.takeNews(at: now).map { .element($0, station: station) }
            + timeline.programmes.takeNews().map { .programme($0, station: station) }
    }

    // MARK: Read by another hub

    /// The state that other hubs need to show the station, and to take it over from this one.
    package func shared(at now: Timestamp) -> SharedStation {
        var shared = SharedStation(nowPlaying: presented)
        shared.spans = timeline.tail(at: now)
        shared.assumesPosition = timeline.assumesPosition
        shared.programme = timeline.programmes.current
        (shared.facts, shared.hasReported) = (reportedFacts, hasReported)
        return shared
    }

    private mutating func adopt(_ shared: SharedStation, at now: Moment) -> StationChange? {
        timeline.adopt(shared.spans, assumesPosition: shared.assumesPosition)
        if !isAdopted {
            timeline.fill(from: shared.nowPlaying.history.lazy.map(\.value), at: now.wall)
        }
        timeline.programmes.adopt(shared.programme)
        timeline.forget(at: now.wall)
        (isAdopted, connectionBefore) = (true, nil)
        (reportedFacts, hasReported) = (shared.facts, shared.hasReported)
        (isPlayer, newestListeners) = (shared.nowPlaying.isPlayer, shared.nowPlaying.listeners)
        return show(shared.nowPlaying, at: now)
    }

    /// Keeps the shown state, but marks it as unconfirmed.
    private mutating func abandon(
        _ reason: StationConnection.Reason, at now: Moment
    ) -> StationChange? {
        isAdopted = true
        var shown = presented
        connectionBefore = connectionBefore ?? shown.connection
        let state: StationConnection.State = hasReported ? .stale : .failing
        shown.connection = StationConnection(state: state, reason: reason, since: now.wall)
        return show(shown, at: now)
    }

    /// The hub that reads it answers again, and its last state holds.
    private mutating func confirm(at now: Moment) -> StationChange? {
        guard isAdopted, let connection = connectionBefore else { return nil }
        connectionBefore = nil
        var shown = presented
        shown.connection = connection
        return show(shown, at: now)
    }

    private mutating func show(_ shown: NowPlaying, at now: Moment) -> StationChange? {
        let before = presented
        let parts = shown.changes(since: before)
        if !parts.isEmpty { snapshot = StationSnapshot(shown) }
        noteChange(of: parts, since: before.track?.id, at: now)
        toldPlays = (timeline.playsVersion, shown.track?.id)
        return change(of: parts, from: before.connection.state, at: now)
    }

    private mutating func presentTimeline(at now: Moment) -> StationChange? {
        change(of: [], from: presented.connection.state, at: now)
    }

    /// Goes on from the other hub's state. The lost link shows only if it takes a while.
    private mutating func takeOver(at now: Moment) {
        guard isAdopted else { return }
        (isAdopted, connectionBefore) = (false, nil)
        awaitsFirstReport = true
        health.adopt(presented.connection, at: now)
    }

    // MARK: What is published

    private mutating func present(at now: Moment) -> StationChange? {
        health.woke(at: now)
        let before = presented.connection.state
        let track = presented.track?.id
        let parts = update(at: now)
        noteChange(of: parts, since: track, at: now)
        return change(of: parts, from: before, at: now)
    }

    /// Counts a change of what is published.
    private mutating func noteChange(of parts: StateParts, since track: String?, at now: Moment) {
        if !parts.isEmpty { changeCount += 1 }
        if parts.contains(.online) { onlineSince = now.monotonic }
        untitledSince = presented.isUntitled ? untitledSince ?? now.monotonic : nil
        guard parts.contains(.track), presented.track?.id != track else { return }
        trackSince = presented.track.map { _ in beginning(at: now) }
    }

    /// The beginning of what is on air, which is long past where the hub was started, or its
    /// connection opened, during a track.
    private func beginning(at now: Moment) -> Instant {
        guard let current = timeline.index(at: now.wall) else { return now.monotonic }
        return now.monotonic - (now.wall - timeline.spans[current].since)
    }

    /// The change to publish or to store; `nil` if there is none.
    private mutating func change(
        of parts: StateParts, from before: StationConnection.State, at now: Moment
    ) -> StationChange? {
        // Taken in any case, or they pile up.
        let persistedChanges = takePersistedChanges(at: now.wall)
        plan(at: now)
        defer { presentedVersion = timeline.version }
        guard !parts.isEmpty || !persistedChanges.isEmpty || presentedVersion != timeline.version
        else { return nil }
        return StationChange(
            snapshot: snapshot, parts: parts, stateBefore: before,
            persistedChanges: persistedChanges)
    }

    /// Publishes the state on air now, in a new snapshot if it changed.
    ///
    /// - Returns: The parts that changed.
    private mutating func update(at now: Moment) -> StateParts {
        var shown = presented
        var changed: StateParts = []
        changed.note(.connection, setting: &shown.connection, to: health.connection)
        changed.note(.station, setting: &shown.station, to: facts)
        showOnAir(at: now.wall, in: &shown, noting: &changed)
        showHistory(at: now.wall, in: &shown, noting: &changed)
        if publishesListeners(alongside: changed, at: now) {
            shown.listeners = newestListeners
            changed.insert(.listeners)
            listenersDue = now.monotonic + limits.listenersInterval
        }
        shown.isPlayer = isPlayer
        if !changed.isEmpty { snapshot = StationSnapshot(shown) }
        return changed
    }

    /// Computes the next times at which time alone changes something.
    private mutating func plan(at now: Moment) {
        (maturity, nextDeadline) = (nil, nil)
        guard !isAdopted else { return }
        maturity = timeline.nextSpan(after: now.wall).map {
            now.monotonic + ($0.since - now.wall)
        }
        nextDeadline = health.deadline
        if let listenersDue, listenersDue > now.monotonic {
            nextDeadline = earliest(nextDeadline, listenersDue)
        }
        guard let boundary = timeline.boundary(after: now.wall) else { return }
        nextDeadline = earliest(nextDeadline, now.monotonic + (boundary - now.wall))
    }

    private func showOnAir(
        at now: Timestamp, in shown: inout NowPlaying, noting changed: inout StateParts
    ) {
        let onAir = hasReported ? timeline.onAir(at: now) : nil
        changed.note(.online, setting: &shown.online, to: onAir?.online)
        changed.note(.track, setting: &shown.track, to: onAir?.play?.track)
        changed.note(.playback, setting: &shown.playback, to: onAir?.playback)
        changed.note(.live, setting: &shown.live, to: onAir?.live)
        changed.note(.next, setting: &shown.next, to: onAir?.next)
        changed.note(
            .programme, setting: &shown.programme,
            to: hasReported ? timeline.programme(at: now) : nil)
    }

    private mutating func showHistory(
        at now: Timestamp, in shown: inout NowPlaying, noting changed: inout StateParts
    ) {
        let current = hasReported ? shown.track?.id : nil
        if let told = toldPlays, told == (timeline.playsVersion, current) { return }
        toldPlays = (timeline.playsVersion, current)
        let change = timeline.takeSpanChange()
        let history = played.tracks(of: timeline, since: change, until: now, besides: current)
        if shown.history != history { changed.insert(.history) }
        shown.history = history
    }

    /// The standing facts: the config's, filled up with the feed's.
    private var facts: Station {
        configuration.facts.adopting(reportedFacts, under: configuration)
    }

    /// True if the newest counts go out now: beside any other change, and otherwise once in a
    /// while.
    private func publishesListeners(
        alongside changed: StateParts, at now: Moment
    ) -> Bool {
        guard newestListeners != presented.listeners else { return false }
        guard changed.isEmpty, let listenersDue else { return true }
        return listenersDue <= now.monotonic
    }
}

extension StateParts {
    /// Sets a part of a state, and notes its class as changed if the value differs.
    fileprivate mutating func note<Part: Equatable>(
        _ changed: StateParts, setting part: inout Part, to new: Part
    ) {
        guard part != new else { return }
        part = new
        insert(changed)
    }

    fileprivate mutating func note<Part: Equatable>(
        _ changed: StateParts, setting part: inout Part?, to new: Part?
    ) {
        guard part.differs(from: new) else { return }
        part = new
        insert(changed)
    }
}
