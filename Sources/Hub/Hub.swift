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
    /// The name of the life of the hub, or of what else counts revisions: they mean nothing in
    /// another.
    public var epoch: String { fanOut.epoch }
    let isReplay: Bool
    var scratch: Scratch
    var store = StationStore()
    var links: LinkTable
    var fanOut: FanOut
    var clients: [ClientID: Client] = [:]
    var counters = Counters()
    /// The rate at which changes of stations are published.
    var changeRate: ChangeRate
    /// The start of this life of the hub.
    let startedAt: Timestamp
    var sessions: SessionBook
    var clock: HubClock
    var alarms = AlarmQueue()
    /// The limits of the past that is kept of a station.
    var keeping: Timeline.Keeping
    /// The past of stations that are not there, or not yet, by their ids.
    var pastTimelines: [String: PastTimeline]
    /// The state of the history database.
    var history = HistoryStatus(.off)
    /// The latest measurements of the program itself.
    var process = ProcessStatus()
    /// The place of the dashboard; `nil` where none is served.
    var dashboard: DashboardLink?
    /// The parts of the journal that are wanted.
    let journal: JournalParts
    /// `Effect.takeTurn` has been asked for: nothing is sent before it.
    var awaitsTurn = false
    /// The share of the turn that the clients have used, in bytes.
    var usedOfTurn = 0
    /// The stations that this hub reads together with others; `nil` where it reads all itself.
    var replication: Replication?
    /// The documents that it shares with them.
    var documents = SharedDocuments()
    /// The deadline at which the hub ends, whatever is still pending.
    var stopsBy: Instant?
    /// The hub has ended.
    public internal(set) var isFinished = false

    /// A hub that knows its stations and has dialled none yet.
    ///
    /// - Parameters:
    ///   - seed: The seed of all random numbers: jitter, masks.
    ///   - isReplay: A recording is played: nothing is dialled, and of links' timers only those
    ///     run that make feeds report.
    ///   - journal: The parts of the journal that are wanted, beside log lines.
    ///   - isReplicated: It reads only the stations that it is given, by `Event.replicas`, and is
    ///     told of all.
    ///   - restored: The state that survived the last one; `nil` if it comes later, by
    ///     `Event.stateRestored`.
    public init(
        configuration: HubConfiguration, epoch: String, seed: UInt64, isReplay: Bool = false,
        isReplicated: Bool = false, journal: JournalParts = [],
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
        replication = isReplicated ? Replication() : nil
        links = LinkTable(limits: limits, isReplay: isReplay)
        fanOut = FanOut(epoch: epoch, limits: limits)
        sessions = SessionBook(isRestored: restored != nil, limits: limits)
        clock = HubClock(at: now)
        changeRate = ChangeRate(at: now.monotonic)
        startedAt = now.wall
        keeping = configuration.keeping(
            within: limits.value, isRemembered: journal.contains(.changes) || isReplicated)
        pastTimelines = restored?.timelines.mapValues { PastTimeline($0, at: now.wall) } ?? [:]
        for station in configuration.stations.prefix(limits.stations) { _ = add(station, at: now) }
        _ = links.connect(ownStations, in: store)
        var none: [Effect] = []
        withSessions(at: now, into: &none) {
            $0.begin(
                configuration.allSessions, remembering: restored ?? RestoredState(), in: &$1)
        }
    }

    /// The number of links.
    public var linkCount: Int { links.count }

    /// Takes an event that happened at `now`, and appends what is to be done about it.
    public mutating func handle(_ event: Event, at now: Moment, into effects: inout [Effect]) {
        guard !isFinished else { return }
        checkClock(at: now, into: &effects)
        fireAlarms(at: now, into: &effects)
        applyEvent(event, at: now, into: &effects)
        serveClients(at: now, into: &effects)
        finishIfDone(at: now, into: &effects)
    }

    /// The deadline at which the hub needs `Event.woke`, if nothing happens before.
    public var nextDeadline: Instant? {
        earliest(earliest(alarms.deadline, fanOut.deadline), stopsBy)
    }

    /// The earliest deadline of pending work: reports that feeds hold back, states that are
    /// delayed, records that wait for their interval; `nil` when nothing is pending.
    public var pendingDeadline: Instant? {
        let reports = links.ids.compactMap { links[$0]?.reportDeadline }
        let maturities = store.present.compactMap { store[reader: $0]?.maturity }
        return (reports + maturities + [fanOut.deadline].compactMap { $0 }).min()
    }
}
