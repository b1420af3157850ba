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

    /// Receives what the cluster says to the hub.
    var told: ((Event) -> Void)?
    /// Receives the time up to which plays of others were told, by NATS' clock.
    var playsTold: ((Int64) -> Void)?
    /// The cluster's name.
    var name: String { settings.name }

    private let settings: ClusterSettings
    private let log: ClusterLog
    private let clock = SystemClock()
    private var store: NATSStore?
    private var member: Member
    private var addresses: [UpstreamID: String] = [:]
    private var events: Deque<ClusterEvent> = []
    private var isHandling = false
    private var alarm: LoopTimer?
    private var housekeeper: LoopTimer?

    /// A member that does nothing before `start`.
    ///
    /// - Parameter window: For how long plays are kept.
    init(
        _ settings: ClusterSettings, keeping window: Interval, seed: UInt64, on loop: EventLoop,
        log: Logger
    ) {
        self.settings = settings
        self.log = ClusterLog(log: log)
        var generator = SeededGenerator(seed: seed)
        let identity = MemberIdentity(
            name: settings.member, incarnation: String(generator.next(), radix: 36))
        member = Member(
            identity, owns: settings.owns, timing: ClusterTiming(replicas: settings.replicas),
            seed: generator.next(), at: clock.now.monotonic)
        alarm = loop.makeTimer { [weak self] in self?.post(.woke) }
        housekeeper = loop.makeTimer { [weak self] in self?.keepHouse() }
        let mailbox = loop.makeMailbox { [weak self] (event: ClusterEvent) in self?.post(event) }
        store = NATSStore(StoreSettings(settings, window)) { session, event in
            mailbox.post(.store(session, event))
        }
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
    func finish(by deadline: Deadline) { store?.finish(by: deadline) }

    // MARK: Events

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
        case .store(let session, let command): store?.execute(command, in: session)
        case .replicas(let news): told?(.replicas(news))
        case .documents(let news): told?(.documents(news))
        case .playsTold(let time): playsTold?(time)
        case .note(let notice): log.write(notice, addresses)
        }
    }

    private func keepHouse() {
        store?.giveUpLateAnswers()
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
