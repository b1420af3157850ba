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
    /// The published state, and since when it has been so.
    package private(set) var publication: StationPublication
    /// The station's own facts, as its feed gave them last.
    private(set) var reportedFacts = ReportedStation()
    /// It is a player, which measures its position.
    private var isPlayer = false
    /// True if it has reported in this run of the hub: before that, nothing is shown as on air.
    private(set) var hasReported = false
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
    /// The newest listener counts, published or not.
    private var newestListeners: Listeners?
    private var listenersDue: Instant?
    /// The next report is the first since its connection was opened.
    private var awaitsFirstReport = true

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
        health = StationHealth(type, limits: limits, since: now.wall)
        publication = StationPublication(
            NowPlaying(station: configuration.facts, connection: health.connection))
        if let keeping { timeline.keeping = keeping }
        if let past { begin(with: past, at: now) }
        plan(at: now)
    }

    /// A station that was read elsewhere until now: what is published goes on from what was told
    /// of it. The lost link shows only if it takes a while.
    ///
    /// - Parameter reason: The reason why its link is made anew.
    init(
        goingOnFrom replica: StationReplica, because reason: StationConnection.Reason,
        at now: Moment
    ) {
        (index, configuration) = (replica.index, replica.configuration)
        (timeline, publication) = (replica.timeline, replica.publication)
        limits = timeline.limits
        // States tell the play on air. Plays are kept of hubs that stood still, too, and have heard
        // them too late.
        timeline.goOn(from: replica.told, at: now.wall)
        let type = FeedType.of(configuration.feed)
        normaliser = Normaliser(configuration.normaliserSettings(of: type))
        let presented = publication.nowPlaying
        health = StationHealth(type, limits: limits, since: presented.connection.since)
        if replica.isTold { health.adopt(presented.connection, because: reason, at: now) }
        (reportedFacts, hasReported) = (replica.facts, replica.hasReported)
        (isPlayer, newestListeners) = (presented.isPlayer, presented.listeners)
        toldPlays = (replica.shownPlays, presented.track?.id)
        plan(at: now)
    }

    /// The published state.
    package var presented: NowPlaying { publication.nowPlaying }

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
            timeline.clockStepped(by: step)
            health.clockStepped(by: step)
        case .reconfigured(let configuration): reconfigure(configuration, at: now)
        case .restarted(let configuration): restart(configuration, at: now)
        case .keeping(let keeping): timeline.keeping = keeping
        case .restored(let past): timeline.restore(past, at: now.wall)
        case .merged(let past): timeline.merge(past, at: now.wall)
        }
        return present(at: now)
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
        timeline.configurationChanged(to: new, at: now.wall)
        configuration = new
    }

    /// Begins anew, and keeps the published state to compare the new one with.
    private mutating func restart(_ new: StationConfiguration, at now: Moment) {
        let published = publication
        self = StationReducer(
            index: index, configuration: new, limits: limits, keeping: timeline.keeping, at: now)
        publication = published
    }

    private mutating func begin(with past: StationTimeline, at now: Moment) {
        timeline.restore(past, at: now.wall)
        var (shown, ignored) = (presented, StateParts())
        showHistory(at: now.wall, in: &shown, noting: &ignored)
        publication = StationPublication(shown)
    }

    // MARK: What is published

    private mutating func present(at now: Moment) -> StationChange? {
        health.woke(at: now)
        let before = presented.connection.state
        let parts = update(at: now)
        defer { plan(at: now) }
        return publication.takeChange(of: parts, from: before, with: &timeline, at: now)
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
        publication.show(shown, changing: changed, of: timeline, at: now)
        return changed
    }

    /// Computes the next times at which time alone changes something.
    private mutating func plan(at now: Moment) {
        (maturity, nextDeadline) = (nil, nil)
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

extension StationHealth {
    fileprivate init(_ type: FeedType?, limits: Box<Limits>, since: Timestamp) {
        self.init(
            silenceHint: type?.silenceHint ?? "the station sends nothing",
            longestSilence: type?.longestSilence, limits: limits, since: since)
    }
}
