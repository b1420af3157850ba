import Feeds
import NowPlaying

/// One station: its reports in, its presented state out.
struct StationState: Sendable {
    /// What came of a report.
    struct Acceptance {
        /// It said what was known, listener counts aside.
        var isRepeat: Bool
        /// What is published may have to change, now or later.
        var isNews: Bool
    }

    let index: StationIndex
    private(set) var configuration: StationConfiguration
    private(set) var judge: ConnectionJudge
    private var normaliser: Normaliser
    private var announcer: Announcer
    private var timeline: Timeline
    private let limits: Shared<Limits>

    /// What is published.
    private(set) var presented: NowPlaying
    /// The feed's facts that are in it; `nil` while they have to be looked at anew.
    private var adopted: ReportedStation?
    /// What was, as far back as a listener can go.
    var aired: AiredLog
    /// The newest listener counts, published or not.
    private var newestListeners: Listeners?
    private var listenersDue: Instant?
    /// The next report is the first since its connection was opened.
    private var awaitsFirstReport = true

    init(
        index: StationIndex, configuration: StationConfiguration, type: FeedType?,
        limits: Shared<Limits>, at now: Moment
    ) {
        self.index = index
        self.configuration = configuration
        self.limits = limits
        normaliser = Normaliser(configuration.normaliserSettings(of: type))
        announcer = Announcer(station: configuration, limits: limits)
        timeline = Timeline(delay: configuration.delay, limits: limits)
        judge = ConnectionJudge(
            silenceHint: type?.silenceHint ?? "the station sends nothing",
            longestSilence: type?.longestSilence, limits: limits, at: now)
        presented = NowPlaying(station: configuration.facts, connection: judge.connection)
        aired = AiredLog(station: configuration.id, limits: limits)
    }

    // MARK: What happened

    mutating func linkOpened(at now: Moment) {
        awaitsFirstReport = true
        judge.linkOpened(at: now)
    }

    mutating func linkLost(_ reason: StationConnection.Reason, at now: Moment) {
        judge.linkLost(reason, at: now)
    }

    mutating func linkStopped(_ reason: StationConnection.Reason, at now: Moment) {
        judge.linkStopped(reason, at: now)
    }

    /// Its link was ended here, to be made anew.
    mutating func linkReplaced(at now: Moment) {
        judge.linkReplaced(at: now)
    }

    /// A recording has ended.
    mutating func recordingEnded() {
        judge.freeze()
    }

    /// Takes a report.
    mutating func accept(
        _ report: Report, clock: ClockConversion, at now: Moment
    ) -> Acceptance {
        let normalised = normaliser.normalise(report)
        let latest = timeline.latest
        var broadcast = announcer.broadcast(
            for: normalised, after: latest, isFirst: awaitsFirstReport, clock: clock, at: now)
        broadcast.noteGap(after: latest, isFirst: awaitsFirstReport)
        awaitsFirstReport = false
        newestListeners = normalised.listeners
        let wasLive = judge.connection.state == .live
        judge.reported(at: now)
        let isRepeat = latest.map { broadcast.isRepeat(of: $0) } ?? false
        if !isRepeat { timeline.insert(consume broadcast, at: now) }
        let countsAreDue = publishesListeners(alongside: [], at: now)
        return Acceptance(isRepeat: isRepeat, isNews: !isRepeat || !wasLive || countsAreDue)
    }

    /// The hub's wall clock was set forward (or, if negative, back) by `step`.
    mutating func clockStepped(by step: Interval) {
        announcer.clockStepped(by: step)
        timeline.clockStepped(by: step)
        judge.clockStepped(by: step)
        aired.clockStepped(by: step)
    }

    // MARK: Another config

    /// The config says something else of it; what was heard of it still holds.
    mutating func reconfigured(_ new: StationConfiguration, at now: Moment) {
        let settings = new.normaliserSettings(of: FeedType.of(new.feed))
        if settings != configuration.normaliserSettings(of: FeedType.of(configuration.feed)) {
            normaliser = Normaliser(settings)
        }
        configuration = new
        adopted = nil
        announcer.defaultStreamer = new.defaultStreamer
        timeline.defaultStreamerChanged(to: new.defaultStreamer)
        timeline.delayChanged(to: new.delay, at: now)
    }

    /// The config has it read from elsewhere: it begins anew. What is published is compared with
    /// what was.
    mutating func restart(_ new: StationConfiguration, type: FeedType?, at now: Moment) {
        let (published, keeping) = (presented, aired.keeping)
        self = StationState(index: index, configuration: new, type: type, limits: limits, at: now)
        presented = published
        aired.keeping = keeping
    }

    // MARK: What is published

    /// Brings what is published up to date.
    ///
    /// - Returns: What changed in it.
    mutating func present(at now: Moment) -> ChangeClasses {
        judge.woke(at: now)
        timeline.mature(at: now)
        var changed = hear(timeline.heard ?? Self.silence, at: now)
        if publishesListeners(alongside: changed, at: now) {
            presented.listeners = newestListeners
            changed.insert(.listeners)
            listenersDue = now.monotonic + limits.listenersInterval
        }
        if !changed.isDisjoint(with: AiredLog.concerns), let broadcast = timeline.heard {
            aired.note(
                changed, of: broadcast, during: presented.programme,
                named: presented.station.name, delay: configuration.delay, at: now.wall)
        }
        return changed
    }

    /// The same, and when time alone may change what is published. Both in one go, because whoever
    /// only looks at a state in the store copies it.
    mutating func presentAndPlan(at now: Moment) -> (changed: ChangeClasses, deadline: Instant?) {
        let changed = present(at: now)
        return (changed, deadline(at: now))
    }

    /// When time alone may change what is published.
    func deadline(at now: Moment) -> Instant? {
        var deadline = earliest(judge.deadline, timeline.deadline)
        if let listenersDue, listenersDue > now.monotonic {
            deadline = earliest(deadline, listenersDue)
        }
        if let end = presented.programme?.endsAt {
            deadline = earliest(
                deadline, now.monotonic + (end + configuration.delay - now.wall))
        }
        return deadline
    }

    /// When a state that was received will be presented; `nil` when none waits.
    var maturity: Instant? { timeline.deadline }

    /// What is heard of a station that has not reported anything.
    private static let silence = Shared(Broadcast())

    /// Brings each part that differs from what is heard in line with it; the others, which are
    /// most, are not even copied.
    private mutating func hear(_ heard: Shared<Broadcast>, at now: Moment) -> ChangeClasses {
        var changed: ChangeClasses = []
        changed.note(.connection, setting: &presented.connection, to: judge.connection)
        changed.note(.online, setting: &presented.online, to: heard.value.online)
        changed.note(.track, setting: &presented.track, to: heard.value.track)
        changed.note(.playback, setting: &presented.playback, to: heard.value.playback)
        changed.note(.live, setting: &presented.live, to: heard.value.live)
        changed.note(.next, setting: &presented.next, to: heard.value.next)
        if presented.history != heard.value.history { changed.insert(.history) }
        // Taken at any rate, because an array is seen at a glance to be equal to itself.
        presented.history = heard.value.history
        let end = heard.value.programme?.endsAt
        let isOver = end.map { $0 + configuration.delay <= now.wall } ?? false
        changed.note(
            .programme, setting: &presented.programme, to: isOver ? nil : heard.value.programme)
        if adopted.differs(from: heard.value.facts) {
            adopted = heard.value.facts
            let facts = configuration.facts.adopting(heard.value.facts, under: configuration)
            changed.note(.station, setting: &presented.station, to: facts)
        }
        return changed
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
    var facts: Station {
        var facts = Station(id: id, name: name ?? id)
        facts.url = url
        facts.description = description
        facts.logo = logo
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
        return station
    }
}
