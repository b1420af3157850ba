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
        let upstreams = configuration.upstreams
        addresses = configuration.addresses(of: upstreams)
        post(.configured(upstreams))
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
        post(.proposed(number, document, content, expecting: revision))
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
        case .replicas(let news):
            beginReasons(with: news)
            told?(.replicas(news))
        case .documents(let news): told?(.documents(news))
        case .playsTold(let time): playsTold?(time)
        case .note(let notice): log.write(notice, addresses)
        }
    }

    /// Begins a list of reasons for which a hub is alone: each of them is logged once.
    private func beginReasons(with news: ReplicaNews) {
        switch news {
        case .entered: reasons = []
        case .alone(_, let reason): reasons = [reason]
        default: break
        }
    }

    private func keepHouse() {
        store.giveUpLateAnswers()
        housekeeper?.arm(afterMilliseconds: Self.housekeeping)
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
