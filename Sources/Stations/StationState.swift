package import Feeds
package import NowPlaying

/// One station: its reports in, its presented state out.
package struct StationState: Sendable {
    /// What came of a report.
    package struct Acceptance {
        /// It said what was known, listener counts aside.
        package var isRepeat: Bool
        /// What is published may have to change, now or later.
        package var isNews: Bool
    }

    package let index: StationIndex
    package private(set) var configuration: StationConfiguration
    package private(set) var judge: ConnectionJudge
    private var normaliser: Normaliser
    private let limits: Shared<Limits>

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
    /// Which version of the timeline was looked at last.
    private var presentedVersion = 0
    /// The version of the plays of which `presented.history` tells, and the one that is on air.
    private var toldPlays: (version: Int, current: String?)?
    /// The feed's history that the timeline was filled from last, and how its times were converted.
    private var filledFrom: (history: [ReportedTrack], clock: ClockConversion)?
    /// When what was reported will be presented; `nil` when all of it is.
    package private(set) var maturity: Instant?
    /// The newest listener counts, published or not.
    private var newestListeners: Listeners?
    private var listenersDue: Instant?
    /// The next report is the first since its connection was opened.
    private var awaitsFirstReport = true

    package init(
        index: StationIndex, configuration: StationConfiguration, type: FeedType?,
        limits: Shared<Limits>, at now: Moment
    ) {
        self.index = index
        self.configuration = configuration
        self.limits = limits
        normaliser = Normaliser(configuration.normaliserSettings(of: type))
        timeline = Timeline(
            station: configuration.id, delay: configuration.delay, limits: limits)
        judge = ConnectionJudge(
            silenceHint: type?.silenceHint ?? "the station sends nothing",
            longestSilence: type?.longestSilence, limits: limits, at: now)
        snapshot = StationSnapshot(
            NowPlaying(station: configuration.facts, connection: judge.connection))
    }

    /// What is published.
    package var presented: NowPlaying { snapshot.nowPlaying }

    // MARK: What happened

    package mutating func linkOpened(at now: Moment) {
        awaitsFirstReport = true
        judge.linkOpened(at: now)
    }

    package mutating func linkLost(_ reason: StationConnection.Reason, at now: Moment) {
        judge.linkLost(reason, at: now)
    }

    package mutating func linkStopped(_ reason: StationConnection.Reason, at now: Moment) {
        judge.linkStopped(reason, at: now)
    }

    /// Its link was ended here, to be made anew.
    package mutating func linkReplaced(at now: Moment) {
        judge.linkReplaced(at: now)
    }

    /// A recording has ended.
    package mutating func recordingEnded() {
        judge.freeze()
    }

    /// Takes a report.
    package mutating func accept(
        _ report: Report, clock: ClockConversion, at now: Moment
    ) -> Acceptance {
        let normalised = normaliser.normalise(report)
        let version = timeline.version
        let sighting = sighting(of: normalised, clock: clock, at: now)
        timeline.take(sighting)
        if filledFrom?.clock != clock || filledFrom?.history != normalised.history {
            filledFrom = (normalised.history, clock)
            timeline.fill(from: sighting.history, at: sighting.moment)
        }
        timeline.forget(at: now.wall)
        awaitsFirstReport = false
        newestListeners = normalised.listeners
        isPlayer = normalised.isPlayer
        let wasLive = judge.connection.state == .live
        judge.reported(at: now)
        let isRepeat =
            timeline.version == version && reportedFacts == normalised.station && hasReported
        reportedFacts = normalised.station
        hasReported = true
        let countsAreDue = publishesListeners(alongside: [], at: now)
        return Acceptance(isRepeat: isRepeat, isNews: !isRepeat || !wasLive || countsAreDue)
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

    /// The hub's wall clock was set forward (or, if negative, back) by `step`.
    package mutating func clockStepped(by step: Interval) {
        timeline.clockStepped(by: step)
        judge.clockStepped(by: step)
    }

    // MARK: Another config

    /// The config says something else of it; what was heard of it still holds.
    package mutating func reconfigured(_ new: StationConfiguration, at now: Moment) {
        let settings = new.normaliserSettings(of: FeedType.of(new.feed))
        if settings != configuration.normaliserSettings(of: FeedType.of(configuration.feed)) {
            normaliser = Normaliser(settings)
        }
        timeline.defaultStreamerChanged(to: new.defaultStreamer)
        timeline.delayChanged(to: new.delay, at: now.wall)
        configuration = new
    }

    /// The config has it read from elsewhere: it begins anew. What is published is compared with
    /// what was.
    package mutating func restart(_ new: StationConfiguration, type: FeedType?, at now: Moment) {
        let (published, keeping) = (snapshot, timeline.keeping)
        self = StationState(index: index, configuration: new, type: type, limits: limits, at: now)
        snapshot = published
        timeline.keeping = keeping
    }

    // MARK: The past

    /// How much of the past is kept.
    package mutating func keep(_ keeping: Timeline.Keeping) { timeline.keeping = keeping }

    /// Takes what an earlier life of the hub noted.
    package mutating func restore(_ past: StationTimeline, at now: Timestamp) {
        timeline.restore(past, at: now)
        var (shown, ignored) = (presented, ChangeClasses())
        showHistory(at: now, in: &shown, noting: &ignored)
        snapshot = StationSnapshot(shown)
    }

    /// What is to be remembered since this was asked last.
    package mutating func takeNews(at now: Timestamp) -> [Remembrance] {
        timeline.takeNews(at: now).map { .element($0, station: configuration.id) }
            + timeline.programmes.takeNews().map { .programme($0, station: configuration.id) }
    }

    // MARK: What is published

    /// What bringing a station up to date has changed.
    package struct News {
        /// What changed in what is published.
        package let changed: ChangeClasses
        /// More, or something else, is known of what is not on air now, too.
        package let isTimelineRevised: Bool
        /// When time alone may change what is published.
        package let deadline: Instant?
    }

    /// Brings what is published up to date.
    ///
    /// - Returns: What changed in it.
    package mutating func present(at now: Moment) -> ChangeClasses {
        judge.woke(at: now)
        var shown = presented
        var changed: ChangeClasses = []
        changed.note(.connection, setting: &shown.connection, to: judge.connection)
        changed.note(.station, setting: &shown.station, to: facts)
        showOnAir(at: now.wall, in: &shown, noting: &changed)
        showHistory(at: now.wall, in: &shown, noting: &changed)
        maturity = timeline.nextSpan(after: now.wall).map {
            now.monotonic + ($0.since - now.wall)
        }
        if publishesListeners(alongside: changed, at: now) {
            shown.listeners = newestListeners
            changed.insert(.listeners)
            listenersDue = now.monotonic + limits.listenersInterval
        }
        shown.isPlayer = isPlayer
        if !changed.isEmpty { snapshot = StationSnapshot(shown) }
        return changed
    }

    private func showOnAir(
        at now: Timestamp, in shown: inout NowPlaying, noting changed: inout ChangeClasses
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
        at now: Timestamp, in shown: inout NowPlaying, noting changed: inout ChangeClasses
    ) {
        let current = hasReported ? shown.track?.id : nil
        if let told = toldPlays, told == (timeline.playsVersion, current) { return }
        toldPlays = (timeline.playsVersion, current)
        let history = timeline.played(until: now, besides: current)
        if shown.history != history { changed.insert(.history) }
        shown.history = history
    }

    /// The standing facts: the config's, and what it leaves open from the feed.
    private var facts: Station {
        configuration.facts.adopting(reportedFacts, under: configuration)
    }

    /// The same, and when time alone may change what is published. All in one go, because a
    /// look at a state in the store copies it.
    package mutating func presentAndPlan(at now: Moment) -> News {
        let changed = present(at: now)
        defer { presentedVersion = timeline.version }
        return News(
            changed: changed, isTimelineRevised: presentedVersion != timeline.version,
            deadline: deadline(at: now))
    }

    /// When time alone may change what is published.
    package func deadline(at now: Moment) -> Instant? {
        var deadline = judge.deadline
        if let listenersDue, listenersDue > now.monotonic {
            deadline = earliest(deadline, listenersDue)
        }
        guard let boundary = timeline.boundary(after: now.wall) else { return deadline }
        return earliest(deadline, now.monotonic + (boundary - now.wall))
    }

    /// Counts go out beside any other change, and otherwise once in a while.
    private func publishesListeners(
        alongside changed: ChangeClasses, at now: Moment
    ) -> Bool {
        guard newestListeners != presented.listeners else { return false }
        guard changed.isEmpty, let listenersDue else { return true }
        return listenersDue <= now.monotonic
    }
}

extension ChangeClasses {
    /// Sets a part of a state, and notes that its class has changed, where it is another.
    fileprivate mutating func note<Part: Equatable>(
        _ changed: ChangeClasses, setting part: inout Part, to new: Part
    ) {
        guard part != new else { return }
        part = new
        insert(changed)
    }

    fileprivate mutating func note<Part: Equatable>(
        _ changed: ChangeClasses, setting part: inout Part?, to new: Part?
    ) {
        guard part.differs(from: new) else { return }
        part = new
        insert(changed)
    }
}

extension StationConfiguration {
    /// How its texts are cleaned.
    fileprivate func normaliserSettings(of type: FeedType?) -> Normaliser.Settings {
        var settings = Normaliser.Settings()
        settings.decodesEntities = decodesEntities
        settings.baseURL = type?.artworkBase ?? feed.url
        if let type { settings.splitting = type.splitting }
        return settings
    }

    /// The standing facts that the config itself gives.
    package var facts: Station {
        var facts = Station(id: id, name: name ?? id)
        facts.url = url
        facts.description = description
        facts.logo = logo
        facts.streams = streams.map { StationStream(id: $0.id, name: $0.name, url: $0.url) }
        return facts
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
