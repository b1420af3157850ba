import Cluster
import DequeModule
import Loop
import Hub
import Logging
import NowPlaying
import Support

/// The hub as a member of a cluster: what the store says and what the hub reads become events, and
/// what the member decides is done.
///
/// On the loop's thread. Nothing here waits: the store has threads of its own.
final class ClusterHosting: StateSink {
    /// The interval at which late answers are given up, in milliseconds.
    private static let housekeeping: UInt64 = 1_000
    /// So many different reasons are logged while the hub is alone.
    private static let reasonsLogged = 16

    /// Receives what the cluster says to the hub.
    var told: ((Event) -> Void)?
    /// Receives the time up to which plays of others were told, by NATS' clock.
    var playsTold: ((Int64) -> Void)?
    /// The cluster's name.
    var name: String { settings.name }

    private let settings: ClusterSettings
    private let log: ClusterLog
    private let clock = SystemClock()
    private let store: NATSStore
    private var member: Member
    private var stations: [UpstreamID: [String]] = [:]
    /// Those of the config before, for upstreams that are in none any more.
    private var stationsBefore: [UpstreamID: [String]] = [:]
    private var addresses: [UpstreamID: String] = [:]
    private var events: Deque<ClusterEvent> = []
    private var isHandling = false
    private var alarm: LoopTimer?
    private var housekeeper: LoopTimer?
    /// The reasons why the store cannot be used, each as it was logged; empty while it can be.
    private var reasons: Set<String> = []

    /// A member that does nothing before `start`.
    ///
    /// - Parameter window: For how long plays are kept.
    init(
        _ settings: ClusterSettings, keeping window: Interval, seed: UInt64, on loop: EventLoop,
        log: Logger
    ) {
        self.settings = settings
        self.log = ClusterLog(log)
        var generator = SeededGenerator(seed: seed)
        let identity = MemberIdentity(
            name: settings.member, incarnation: String(generator.next(), radix: 36))
        member = Member(
            identity, owns: settings.owns, timing: ClusterTiming(replicas: settings.replicas),
            seed: generator.next(), at: clock.now.monotonic)
        let inbox = Inbox()
        let mailbox = loop.makeMailbox { (news: StoreNews) in inbox.take?(news) }
        store = NATSStore(StoreSettings(settings, window)) { session, event in
            mailbox.post(StoreNews(session: session, event: event))
        }
        inbox.take = { [weak self] in self?.take($0) }
        alarm = loop.makeTimer { [weak self] in self?.post(.woke) }
        housekeeper = loop.makeTimer { [weak self] in self?.keepHouse() }
    }

    /// Passes on the store's news; it exists before their receiver does.
    private final class Inbox {
        var take: ((StoreNews) -> Void)?
    }

    /// Something of the store, on its way from another thread.
    private struct StoreNews: Sendable {
        let session: StoreSession
        let event: StoreEvent
    }

    /// Joins the cluster.
    ///
    /// - Parameter playsTold: The time up to which plays are known.
    func start(_ configuration: HubConfiguration, playsTold: Int64?) {
        member.newestPlay = playsTold
        configure(configuration)
        keepHouse()
    }

    /// The hub has these stations from now on.
    func configure(_ configuration: HubConfiguration) {
        stationsBefore = stations
        stations = configuration.upstreams
        addresses = configuration.addresses(of: stations)
        post(.configured(stations))
    }

    /// The cluster's part of the status.
    var status: HubStatus.Cluster {
        member.status(of: settings.name, addresses, at: clock.now)
    }

    /// The reason why this hub does not do its part; cheap.
    var problem: String? { member.problem }

    func write(_ record: StateRecord) {
        switch record {
        case .snapshot(let station, let state): post(.reduced(station: station, payload: state))
        case .play(let station, let id, let play): post(.played(station: station, id: id, play))
        }
    }

    /// A document is to be changed.
    func propose(
        _ number: Int, _ document: SharedDocument, _ content: [UInt8], expecting revision: Revision
    ) {
        post(.proposed(number, document.key, content, expecting: UInt64(clamping: revision)))
    }

    /// Leaves the cluster, so that others take over at once.
    func stop() { post(.stopping) }

    /// Waits until the others can know.
    func finish(by deadline: Deadline) { store.finish(by: deadline) }

    // MARK: Events

    private func take(_ news: StoreNews) {
        if case .closed(let reason) = news.event { noteReason(reason) }
        post(.store(news.session, news.event))
    }

    /// Logs what else keeps a hub that is alone from the store, such as a wrong password behind a
    /// wrong certificate that was put right.
    private func noteReason(_ reason: String) {
        guard !reasons.isEmpty, reasons.count < Self.reasonsLogged,
            reasons.insert(reason).inserted
        else { return }
        log.writeStillAlone(reason)
    }

    private func post(_ event: ClusterEvent) {
        events.append(event)
        guard !isHandling else { return }
        isHandling = true
        while let next = events.popFirst() {
            var effects: [ClusterEffect] = []
            member.handle(next, at: clock.now.monotonic, into: &effects)
            for effect in effects { execute(effect) }
        }
        isHandling = false
        armAlarm()
    }

    private func armAlarm() {
        guard let deadline = member.nextDeadline else { return }
        let left = deadline - clock.now.monotonic
        alarm?.arm(afterMilliseconds: UInt64(clamping: max(1, left.milliseconds)))
    }

    private func execute(_ effect: ClusterEffect) {
        switch effect {
        case .store(let session, let command): store.execute(command, in: session)
        case .rewrite(let stations): tell(.rewrite(stations))
        case .acquire(let upstream): tell(.acquired(stations[upstream] ?? []))
        case .release(let upstream):
            tell(.released(stations[upstream] ?? stationsBefore[upstream] ?? []))
        case .serve(let station, let state, let revision):
            tell(.told(station: station, state, revision: Revision(clamping: revision)))
        case .withhold(let station): tell(.withheld(station: station))
        case .unread(let station, let reason):
            tell(.unread(station: station, reason: reason))
        case .reread(let station): tell(.reread(station: station))
        case .enterEpoch(let epoch, let revision):
            reasons = []
            tell(.entered(epoch: epoch, revision: Revision(clamping: revision)))
        case .goAlone(let epoch, let reason):
            reasons = [reason]
            tell(.alone(epoch: epoch, reason: reason))
        case .document(let key, let content, let revision):
            guard let document = SharedDocument(key) else { return }
            tell(.changed(document, content, revision: Revision(clamping: revision)))
        case .documentErased(let key):
            if let document = SharedDocument(key) { tell(.erased(document)) }
        case .documentsTold(let away):
            tell(.filled)
            tell(.filled(away: away))
        case .played(let station, let plays): tell(.played(station: station, plays))
        case .playsTold(let time): playsTold?(time)
        case .answered(let number, let outcome): tell(.answered(number, outcome.news))
        case .members(let members):
            tell(.members(own: member.identity.text, Set(members.map(\.text))))
        case .note(let notice): log.write(notice, addresses)
        }
    }

    private func tell(_ news: ReplicaNews) { told?(.replicas(news)) }

    private func tell(_ news: DocumentNews) { told?(.documents(news)) }

    private func keepHouse() {
        store.giveUpLateAnswers()
        housekeeper?.arm(afterMilliseconds: Self.housekeeping)
    }
}

extension SharedDocument {
    fileprivate init?(_ key: StoreKey) {
        switch key {
        case .preferences: self = .preferences
        case .session(let name): self = .session(name)
        case .epoch, .member, .owner, .station: return nil
        }
    }

    fileprivate var key: StoreKey {
        switch self {
        case .preferences: .preferences
        case .session(let name): .session(name)
        }
    }
}

extension ProposalOutcome {
    fileprivate var news: DocumentOutcome {
        switch self {
        case .stored(let revision): .stored(Revision(clamping: revision))
        case .refused: .refused
        case .unknown: .unknown
        case .unsent: .unsent
        }
    }
}

extension StoreSettings {
    fileprivate init(_ settings: ClusterSettings, _ window: Interval) {
        self.init(
            servers: settings.servers, cluster: settings.name, member: settings.member)
        credentials = settings.credentials
        authorities = settings.authorities
        replicas = settings.replicas
        playsKept = window.milliseconds
    }
}
