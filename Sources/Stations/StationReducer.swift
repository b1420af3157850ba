import Feeds
package import NowPlaying

/// One station: inputs in, what changed out. It is the only owner of what the station plays.
///
/// Each input is given to `apply`, which answers `nil` where nothing changed by it. Cleaning, the
/// timeline and the health of the link are its own affairs.
package struct StationReducer: Sendable {
    package let index: StationIndex
    package private(set) var configuration: StationConfiguration
    private var health: StationHealth
    private var normaliser: Normaliser
    private let limits: Box<Limits>

    /// What the station played, plays and is about to play.
    package private(set) var timeline: Timeline
    /// What is published.
    package private(set) var snapshot: StationSnapshot
    /// The station's own facts, as its feed gave them last.
    private var reportedFacts = ReportedStation()
    /// It is a player, which measures its position.
    private var isPlayer = false
    /// It has reported something in this life of the hub: before that nothing is shown as on air.
    private var hasReported = false
    /// The version of the timeline that was presented last.
    private var presentedVersion = 0
    /// The tracks that the history has listed last.
    private var played = TrackHistory()
    /// The version of the plays of which `presented.history` tells, and the one that is on air.
    private var toldPlays: (version: Int, current: String?)?
    /// The feed's history that the timeline was filled from last, and how its times were converted.
    private var filledFrom: (history: [Box<ReportedTrack>], clock: ClockConversion)?
    /// When what was reported will be presented; `nil` when all of it is.
    package private(set) var maturity: Instant?
    /// When time alone may change what is published.
    package private(set) var nextDeadline: Instant?
    /// How often something else was published.
    package private(set) var changeCount = 0
    /// When another track than before was published; `nil` where none was.
    package private(set) var trackSince: Instant?
    /// When it was last published that the station goes on or off air; `nil` where it never was.
    package private(set) var onlineSince: Instant?
    /// The newest listener counts, published or not.
    private var newestListeners: Listeners?
    private var listenersDue: Instant?
    /// The next report is the first since its connection was opened.
    private var awaitsFirstReport = true
    /// Another hub reads it, and what is published is that one's: time changes nothing of it here.
    private var isAdopted = false
    /// The connection as its reader has told of it last, while nothing is heard of that hub.
    private var connectionBefore: StationConnection?

    /// A station that was not heard of yet.
    ///
    /// - Parameter past: What an earlier life of the hub noted of it.
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

    /// What is published.
    package var presented: NowPlaying { snapshot.nowPlaying }

    // MARK: What happened

    /// Takes what happened.
    ///
    /// - Returns: What changed by it; `nil` where nothing did.
    package mutating func apply(_ input: StationInput, at now: Moment) -> StationChange? {
        switch input {
        case .reported(let report, let clock):
            guard hear(report.value, clock: clock, at: now) else { return nil }
        case .linkOpened:
            awaitsFirstReport = true
            health.linkOpened(at: now)
        case .linkAccepted: health.linkAccepted(at: now)
        case .subscription(let news): health.apply(news, at: now)
        case .linkLost(let reason): health.linkLost(reason, at: now)
        case .linkStopped(let reason): health.linkStopped(reason, at: now)
        case .linkReplaced: health.linkReplaced(at: now)
        case .recordingEnded: health.freeze()
        case .woke: break
        case .clockStepped(let step):
            // What another hub reads has that one's times.
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
    /// - Returns: Whether what is published may have to change, now or later.
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
    ) -> Sighting {
        Sighting(
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

    /// What is published is compared with what was.
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

    /// What is to be kept on disk since this was asked last.
    private mutating func takePersistedChanges(at now: Timestamp) -> [PersistedChange] {
        let station = configuration.id
        return timeline.takeRenamed().map { .renamed($0, station: station) }
            + timeline.takeNews(at: now).map { .element($0, station: station) }
            + timeline.programmes.takeNews().map { .programme($0, station: station) }
    }

    // MARK: Read by another hub

    /// What other hubs have to know to show it, and to read it in place of this one.
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

    /// What is shown holds still, but nothing confirms it any more.
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

    /// The hub that reads it is heard of again, and what it has told holds.
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

    /// Goes on from where the other hub was. That its link is gone shows only if it takes a while.
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
        if parts.contains(.track), presented.track?.id != track { trackSince = now.monotonic }
    }

    /// What changed, where anything did.
    private mutating func change(
        of parts: StateParts, from before: StationConnection.State, at now: Moment
    ) -> StationChange? {
        // Taken at any rate, or they would pile up.
        let persistedChanges = takePersistedChanges(at: now.wall)
        plan(at: now)
        defer { presentedVersion = timeline.version }
        guard !parts.isEmpty || !persistedChanges.isEmpty || presentedVersion != timeline.version
        else { return nil }
        return StationChange(
            snapshot: snapshot, parts: parts, stateBefore: before,
            persistedChanges: persistedChanges)
    }

    /// Publishes what is on air now, in another snapshot where that is something else.
    ///
    /// - Returns: What changed.
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

    /// Looks ahead to when time alone will change something.
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

    /// The standing facts: the config's, and what it leaves open from the feed.
    private var facts: Station {
        configuration.facts.adopting(reportedFacts, under: configuration)
    }

    /// Counts go out beside any other change, and otherwise once in a while.
    private func publishesListeners(
        alongside changed: StateParts, at now: Moment
    ) -> Bool {
        guard newestListeners != presented.listeners else { return false }
        guard changed.isEmpty, let listenersDue else { return true }
        return listenersDue <= now.monotonic
    }
}

extension StateParts {
    /// Sets a part of a state, and notes that its class has changed, where it is another.
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

extension Station {
    /// The same with what the config leaves open from the feed's own facts.
    fileprivate func adopting(
        _ facts: ReportedStation, under configuration: StationConfiguration
    ) -> Station {
        var station = self
        if configuration.name == nil, let name = facts.name { station.name = name }
        station.url = url ?? facts.url
        station.description = description ?? facts.description
        // A picture without a word on its surroundings is for light ones, and dark ones take it.
        station.logo = logo ?? facts.logo.map { Logo(light: $0) }
        return station
    }
}
