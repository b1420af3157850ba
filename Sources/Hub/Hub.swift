import FanOut
public import NowPlaying
import Sessions
import Stations
import Support

/// The hub's whole behaviour: events and time in, effects out.
///
/// It does no I/O and reads no clock; its only chance is the seed's. Given the same events at the
/// same moments it makes the same effects, to the byte. The order within an event is always: what
/// time alone has brought, then the event, then the lines that clients can take now.
public struct Hub {
    /// The bounds within which it lives.
    public let limits: Box<Limits>
    /// The name of this life of the hub, or of its cluster's store: revisions mean nothing in
    /// another.
    public var epoch: String { fanOut.epoch }
    let isReplay: Bool
    var scratch: Scratch
    var store = StationStore()
    var links: LinkTable
    var fanOut: FanOut
    var clients: [ClientID: Client] = [:]
    var counters = Counters()
    /// What was published of stations lately.
    var changeRate: ChangeRate
    /// When this life of the hub began.
    let startedAt: Timestamp
    var sessions: SessionTable
    var clock: HubClock
    var alarms = AlarmQueue()
    /// How much of a station's past is kept.
    var keeping: Timeline.Keeping
    /// The past of stations that are not there, or not yet, by their ids.
    var pastTimelines: [String: PastTimeline]
    /// The state of the history database.
    var history = HistoryStatus(.off)
    /// What the program itself was measured to be.
    var process = ProcessStatus()
    /// What listeners choose while it is not known what they had chosen before; `nil` once it is.
    var chosenMeanwhile: ChosenMeanwhile?
    /// What is wanted of the journal.
    let journal: JournalParts
    /// `Effect.takeTurn` has been asked for: nothing is sent before it.
    var awaitsTurn = false
    /// How much of the turn the clients have used.
    var usedOfTurn = 0
    /// The hub's part in its cluster; `nil` where it is in none.
    var sharing: Sharing?
    /// When the hub ends, whatever is still pending.
    var stopsBy: Instant?
    /// The hub has ended.
    public internal(set) var isFinished = false

    /// A hub that knows its stations and has dialled none yet.
    ///
    /// - Parameters:
    ///   - seed: What all chance comes from: jitter, masks.
    ///   - isReplay: A recording is played: nothing is dialled, and of links' timers only those
    ///     run that make feeds report.
    ///   - journal: What is wanted of the journal, beside what is worth a log line.
    ///   - isClustered: It reads only the stations that its cluster gives it.
    ///   - restored: What survived the last one; `nil` where that comes later, by
    ///     `Event.stateRestored`.
    public init(
        configuration: HubConfiguration, epoch: String, seed: UInt64, isReplay: Bool = false,
        isClustered: Bool = false, journal: JournalParts = [],
        restored: RestoredState? = RestoredState(),
        limits: Limits = Limits(),
        at now: Moment
    ) {
        invariant(limits.contradictions.isEmpty, limits.contradictions.joined(separator: "; "))
        let limits = Box(limits)
        self.limits = limits
        self.isReplay = isReplay
        self.journal = journal
        scratch = Scratch(generator: SeededGenerator(seed: seed))
        sharing = isClustered ? Sharing() : nil
        links = LinkTable(limits: limits, isReplay: isReplay)
        fanOut = FanOut(epoch: epoch, limits: limits)
        sessions = SessionTable(limits: limits)
        clock = HubClock(at: now)
        changeRate = ChangeRate(at: now.monotonic)
        startedAt = now.wall
        keeping = configuration.keeping(
            within: limits.value, isRemembered: journal.contains(.changes) || isClustered)
        pastTimelines = restored?.timelines.mapValues { PastTimeline($0, at: now.wall) } ?? [:]
        chosenMeanwhile = restored == nil ? ChosenMeanwhile() : nil
        for station in configuration.stations.prefix(limits.stations) { _ = add(station, at: now) }
        _ = links.connect(ownStations, in: store)
        beginSessions(configuration, remembering: restored ?? RestoredState(), at: now)
    }

    /// How many links there are.
    public var linkCount: Int { links.count }

    /// Takes an event that happened at `now`, and appends what is to be done about it.
    public mutating func handle(_ event: Event, at now: Moment, into effects: inout [Effect]) {
        guard !isFinished else { return }
        checkClock(at: now, into: &effects)
        fireAlarms(at: now, into: &effects)
        apply(event, at: now, into: &effects)
        serveClients(at: now, into: &effects)
        finishIfDone(at: now, into: &effects)
    }

    /// When the hub wants `Event.woke`, if nothing happens before.
    public var nextDeadline: Instant? {
        earliest(earliest(alarms.deadline, fanOut.deadline), stopsBy)
    }

    /// When the next of what is pending is due: reports that feeds hold back, states that are
    /// delayed, records that wait for their interval; `nil` when nothing is pending.
    public var pendingDeadline: Instant? {
        let reports = links.ids.compactMap { links[$0]?.reportDeadline }
        let maturities = store.present.compactMap { store[$0].maturity }
        return (reports + maturities + [fanOut.deadline].compactMap { $0 }).min()
    }
}
