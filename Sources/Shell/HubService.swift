import DequeModule
import Loop
package import FanOut
public import Hub
import Logging
package import NowPlaying
import Stations

/// The shell around the core: turns what happens on the loop into events, and performs effects.
///
/// Everything here is on the loop's thread. An event that happens while effects are performed
/// waits until they are; the core is never entered twice.
public final class HubService {
    /// The interval at which blocked clients are looked at, in milliseconds.
    private static let progressCheck: UInt64 = 5_000

    /// The number of departed clients after which the memory that they needed is given back.
    private static let trimThreshold = 256
    /// The pause before that, in milliseconds: by then the others of a crowd have left, too.
    private static let trimDelay: UInt64 = 10_000

    /// A disk that takes longer than this delays no reply, in milliseconds.
    private static let replyDelay: UInt64 = 1_000

    /// The interval at which the time zone is looked at.
    private static let localTimeInterval = Interval.seconds(60)

    private let loop: EventLoop
    private let clock = SystemClock()
    private let log: EventLog
    private let journals: [any JournalSink]
    private let history: HubHistory?
    private let cluster: ClusterHosting?
    private let resources: LinkResources
    private let finished: () -> Void
    /// Measures the program for the status.
    var meter: ProcessMeter?
    private var hub: Hub
    private var events: Deque<Event> = []
    private var isHandling = false
    private var effects: [Effect] = []
    private var transports: [LinkID: any LinkTransport] = [:]
    private var sinks: [ClientID: any Sink] = [:]
    /// Clients whose sinks are full, and how much each had not sent at the last look.
    private var full: [ClientID: Int] = [:]
    private var lastClient = 0
    private var heldReplies = HeldReplies()
    private var replyTimer: LoopTimer?
    private var alarm: LoopTimer?
    private var alarmRings = Instant.never
    private var progress: LoopTimer?
    /// The number of clients that have gone since memory was given back.
    private var closedSinceTrim = 0
    private var memoryReturn: LoopTimer?
    /// The time of the next look at how far local time is ahead of UTC.
    private var localTimeCheck = Instant(milliseconds: .min)

    /// A service that does nothing until `start`.
    ///
    /// - Parameters:
    ///   - now: The moment at which the hub's life begins.
    ///   - finished: What to do when the hub has ended.
    init(
        configuration: HubConfiguration, epoch: String, seed: UInt64, at now: Moment,
        on loop: EventLoop, log: Logger,
        recorder: (any JournalSink)? = nil, history: HubHistory? = nil,
        cluster: ClusterHosting? = nil,
        finished: @escaping () -> Void
    ) {
        self.loop = loop
        resources = LinkResources(on: loop)
        self.log = EventLog(log)
        journals = [self.log] + [recorder, history].compactMap(\.self)
        self.history = history
        self.cluster = cluster
        self.finished = finished
        hub = Hub(
            configuration: configuration, epoch: epoch, seed: seed, isReplicated: cluster != nil,
            journal: journals.reduce([]) { $0.union($1.parts) },
            restored: history == nil ? RestoredState() : history?.takeRestoredState(), at: now)
        alarm = loop.makeTimer { [weak self] in self?.wake() }
        progress = loop.makeTimer { [weak self] in self?.checkProgress() }
        memoryReturn = loop.makeTimer { [weak self] in self?.giveMemoryBack() }
        replyTimer = loop.makeTimer { [weak self] in self?.releaseReplies(through: .max) }
    }

    /// Dials the links.
    public func start() {
        checkLocalTime()
        if let history {
            history.changed = { [weak self] in self?.post(.historyChanged($0)) }
            history.preferencesSettled = { [weak self] in self?.releaseReplies(through: $0) }
            history.opened = { [weak self] in self?.post(.stateRestored($0)) }
            post(.historyChanged(history.status))
        }
        post(.started)
    }

    /// Joins the cluster, if there is to be one.
    ///
    /// - Parameter settled: What to do when it is known in which epoch clients are served: at once
    ///   without a cluster, else when this hub has joined it, or goes on alone.
    func joinCluster(as configuration: HubConfiguration, settled: @escaping () -> Void) {
        guard let cluster else { return settled() }
        var settled: (() -> Void)? = settled
        cluster.told = { [weak self] event in
            self?.post(event)
            guard case .replicas(let news) = event, news.beginsEpoch else { return }
            settled?()
            settled = nil
        }
        let cursor = "plays of \(cluster.name)"
        cluster.playsTold = { [weak self] in self?.history?.noteCursor(cursor, at: $0) }
        cluster.start(configuration, playsTold: history?.cursor(cursor))
    }

    /// Has the hub be as another configuration says.
    public func reconfigure(_ configuration: HubConfiguration) {
        resources.contexts.forget()
        post(.reconfigured(configuration))
        cluster?.configure(configuration)
    }

    /// Finishes what is pending, and ends.
    public func stop() {
        cluster?.stop()
        post(.stopping)
    }

    /// Does what is due by now, and no more: being woken too early does no harm.
    func lookAtTime() {
        post(.woke)
    }

    /// The stations and clients as they are now.
    var summary: HubSummary { hub.summary }

    /// The number of connections that all links together are.
    public var linkCount: Int { hub.linkCount }

    // MARK: Clients

    private func nextClient() -> ClientID {
        lastClient += 1
        return ClientID(number: lastClient)
    }

    private func checkProgress() {
        for (id, before) in full {
            guard let left = sinks[id]?.unsentByteCount else { continue }
            full[id] = left
            if left < before { post(.sinkProgressed(id)) }
        }
        if !full.isEmpty { progress?.arm(afterMilliseconds: Self.progressCheck) }
    }

    private func giveMemoryBack() {
        closedSinceTrim = 0
        EventLoop.giveMemoryBack()
    }

    // MARK: Events

    /// Listeners' clocks are set twice a year, and the hub goes on.
    private func checkLocalTime() {
        let now = clock.now
        guard localTimeCheck <= now.monotonic else { return }
        localTimeCheck = now.monotonic + Self.localTimeInterval
        post(.localTime(offsetFromUTC: SystemClock.offsetFromUTC(at: now.wall)))
    }

    private func wake() {
        alarmRings = .never
        checkLocalTime()
        post(.woke)
    }

    private func note(_ event: Event) {
        switch event {
        case .sinkFull(let id):
            if full.isEmpty { progress?.arm(afterMilliseconds: Self.progressCheck) }
            full[id] = sinks[id]?.unsentByteCount ?? 0
        case .sinkReady(let id):
            full[id] = nil
        case .clientDisconnected(let id):
            full[id] = nil
            sinks[id] = nil
            closedSinceTrim += 1
            if closedSinceTrim == Self.trimThreshold {
                memoryReturn?.arm(afterMilliseconds: Self.trimDelay)
            }
        default:
            break
        }
    }

    private func handle(_ event: Event) {
        let now = clock.now
        hub.handle(event, at: now, into: &effects)
        for effect in effects { execute(effect, at: now) }
        effects.removeAll(keepingCapacity: true)
    }

    /// Sees to it that the core is woken in time. Being woken too early does no harm, so a timer
    /// that rings before the deadline is left as it is.
    private func armAlarm() {
        guard let deadline = hub.nextDeadline, deadline < alarmRings else { return }
        alarmRings = deadline
        let left = deadline - clock.now.monotonic
        alarm?.arm(afterMilliseconds: UInt64(clamping: left.milliseconds))
    }

    // MARK: Effects

    private func execute(_ effect: Effect, at now: Moment) {
        switch effect {
        case .link(let id, let effect): execute(effect, on: id)
        case .deliver(let id, let delivery): note(sinks[id]?.offer(delivery), of: id)
        case .reply(let id, let reply, let isOfChoice):
            send(reply, to: id, isOfChoice ? history?.unwrittenPreferences : nil)
        case .disconnect(let id): disconnect(id)
        case .takeTurn: loop.atEndOfTurn { [weak self] in self?.post(.turn) }
        case .state(let record): cluster?.write(record)
        case .propose(let number, let document, let content, let revision):
            cluster?.propose(number, document, content, expecting: revision)
        case .journal(let entry): append(entry, at: now)
        case .finish: finished()
        }
    }

    private func execute(_ effect: LinkEffect, on id: LinkID) {
        switch effect {
        case .dial(let destination): dial(id, to: destination)
        case .transmit(let bytes): transports[id]?.transmit(bytes)
        case .ask(let request): transports[id]?.ask(request)
        case .hangUp: transports.removeValue(forKey: id)?.hangUp()
        case .pauseReading: transports[id]?.setReading(false)
        case .resumeReading: transports[id]?.setReading(true)
        }
    }

    /// A sink that is full is given nothing until it is ready.
    private func note(_ credit: Credit?, of id: ClientID) {
        if credit == .full, full[id] == nil { post(.sinkFull(id)) }
    }

    private func dial(_ id: LinkID, to destination: Destination) {
        transports[id]?.hangUp()
        let post = { [weak self] (event: Event) in
            guard let self else { return }
            self.post(event)
        }
        do {
            let transport = try LinkOpener.transport(
                of: id, to: destination, with: resources, post: post)
            transports[id] = transport
            transport?.dial()
        } catch {
            let reason = StationConnection.Reason(code: "tlsSettings", text: "\(error)")
            post(.linkDisconnected(id, reason))
        }
    }

    private func append(_ entry: JournalEntry, at now: Moment) {
        for journal in journals { journal.append(entry, at: now) }
    }

    /// Sends a reply: that to a choice when these preferences are written.
    private func send(_ reply: Reply, to id: ClientID, _ preferences: Int?) {
        guard let preferences else { return note(sinks[id]?.send(reply), of: id) }
        if heldReplies.isEmpty { replyTimer?.arm(afterMilliseconds: Self.replyDelay) }
        heldReplies.hold(reply, to: id, until: preferences)
    }

    private func releaseReplies(through preferences: Int) {
        for (id, reply) in heldReplies.release(through: preferences) {
            note(sinks[id]?.send(reply), of: id)
        }
        if heldReplies.isEmpty { replyTimer?.disarm() }
    }

    /// A client that does not read its last error is aborted.
    private func disconnect(_ id: ClientID) {
        for reply in heldReplies.release(to: id) { note(sinks[id]?.send(reply), of: id) }
        guard let sink = sinks[id] else { return }
        full[id] == nil ? sink.finish() : sink.abort()
    }
}

extension HubService: HubPort {
    package var now: Moment { clock.now }

    package var limits: Box<Limits> { hub.limits }

    package var health: Health { hub.health(of: meter?.condition ?? ProcessCondition()) }

    package var configuredSessions: [String] { hub.configuredSessions }

    package func post(_ event: Event) {
        note(event)
        if event.asksForWholeStatus { measure() }
        events.append(event)
        handleEvents()
    }

    package func later(_ work: @escaping () -> Void) { loop.atEndOfTurn(work) }

    @discardableResult
    package func connect(_ origin: ClientOrigin, _ sink: (ClientID) -> any Sink) -> ClientID {
        let id = nextClient()
        let sink = sink(id)
        sinks[id] = sink
        switch origin {
        case .local: post(.clientConnected(id, by: sink.transport))
        case .refused: post(.clientRefused(id))
        case .network(let address): post(.clientConnected(id, by: sink.transport, from: address))
        }
        return id
    }

    @discardableResult
    package func connect(_ sink: (ClientID) -> any Sink, _ request: OutputRequest) -> ClientID {
        let id = nextClient()
        let sink = sink(id)
        sinks[id] = sink
        var request = request
        request.transport = sink.transport
        post(.outputConnected(id, request))
        return id
    }

    package func status(after start: Int) -> HubStatus {
        if start == 0 {
            measure()
            handleEvents()
        }
        return hub.status(after: start, at: clock.now)
    }

    /// Measures what the first page of the status has of the program.
    private func measure() {
        if let meter { events.append(.processMeasured(meter.status)) }
    }

    private func handleEvents() {
        guard !isHandling else { return }
        isHandling = true
        while let next = events.popFirst() { handle(next) }
        isHandling = false
        armAlarm()
    }
}

extension Event {
    /// It asks for the first page of the status, on which the program itself is.
    fileprivate var asksForWholeStatus: Bool {
        guard case .requested(_, let requests) = self else { return false }
        return requests.contains { request in
            if case .success(.status(after: 0)) = request.method { true } else { false }
        }
    }
}
