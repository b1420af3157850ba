import DequeModule
import FanOut
import Hub
import JSON
import Logging
import Loop
import NowPlaying
import Support
import Views

/// The stations and sessions at an MQTT broker: their newest states are published, and commands to
/// sessions come back.
///
/// It takes everything that it is offered: what is held is the newest payload of each topic.
final class MQTTSink: Sink {
    private let hub: any HubPort
    private let loop: EventLoop
    private let log: MQTTLog
    private let now: () -> Moment
    private let parser = JSONParser()
    private var publisher: MQTTPublisher
    private var connection: BrokerConnection?
    private var mailbox: Mailbox<News>?
    private var timer: LoopTimer?
    private var events: Deque<MQTTEvent> = []
    private var isHandling = false
    /// The clients by which the hub gives states, and the one that gives commands.
    private var outputs: [ClientID] = []
    private var commander: ClientID?

    /// Something of a connection, on its way from the connection's thread.
    private struct News: Sendable {
        let event: BrokerEvent
        let attempt: Int
    }

    /// - Parameters:
    ///   - isDiscovering: Stations come that the config does not name.
    ///   - seed: Repeats what is random.
    init(
        of hub: any HubPort, on loop: EventLoop, log: Logger, isDiscovering: Bool = false,
        seed: UInt64, now: @escaping () -> Moment
    ) {
        (self.hub, self.loop, self.now) = (hub, loop, now)
        self.log = MQTTLog(log)
        publisher = MQTTPublisher(isDiscovering: isDiscovering, seed: seed, parser)
        mailbox = loop.makeMailbox { [weak self] (news: News) in self?.take(news) }
        timer = loop.makeTimer { [weak self] in self?.handle(.woke) }
    }

    var transport: ClientTransport { .mqtt }

    /// Publishes by these settings from now on.
    ///
    /// - Parameter stations: The stations of the config.
    func configure(_ settings: MQTTSettings, stations: [String]) {
        let isNew = outputs.isEmpty || settings != publisher.settings
        handle(.configured(settings, stations: stations))
        if isNew { subscribe(by: settings) }
    }

    /// The connection's part of the status.
    var status: HubStatus.MQTT {
        var status = HubStatus.MQTT()
        status.broker = publisher.settings.broker.address
        status.state = publisher.link.word
        status.reason = publisher.link.failure?.description
        status.since = now().wall(at: publisher.link.since)
        status.connections = publisher.link.connections
        status.topics = publisher.table.topicCount
        status.pending = publisher.pendingCount
        status.published = publisher.published
        status.replaced = publisher.table.replaced
        status.commands = publisher.commands.count
        status.dropped = publisher.commands.dropped
        return status
    }

    /// Publishes what waits, says that the hub is offline, and leaves.
    func finish(by deadline: Deadline) {
        let isOpen = publisher.link.isOpen
        handle(.stopping)
        timer?.disarm()
        if isOpen { _ = connection?.waitForEnd(by: deadline) }
    }

    // MARK: The hub

    /// Takes states anew: a place that knows nothing is to be given all.
    private func subscribe(by settings: MQTTSettings) {
        for id in outputs { hub.post(.clientDisconnected(id)) }
        let stations = OutputRequest(
            options: DocumentOptions(view: .nowPlaying, includesListeners: true),
            stations: settings.stations, minInterval: .zero, isFollower: false)
        let sessions = settings.sessions.map { name in
            OutputRequest(
                options: DocumentOptions(view: .lockScreen, style: .light), session: name,
                minInterval: .zero, isFollower: false)
        }
        outputs = ([stations] + sessions).map { hub.connect({ _ in self }, $0) }
        if commander == nil { commander = hub.connect(.local) { _ in self } }
    }

    func offer(_ delivery: Delivery) -> Credit {
        if case .record(let record, _, _, _) = delivery { take(record) }
        return .more
    }

    private func take(_ record: Record) {
        switch record.head.subject {
        case .station(let id):
            if record.head.content == .removal { return handle(.stationRemoved(id)) }
            guard let texts = StationTexts(record: record.bytes, parser) else { return }
            handle(.station(texts))
        case .session(let name, _):
            let document = StationTexts.document("lockScreen", in: record.bytes, parser)
            if let document { handle(.session(name, document)) }
        case .stationHeard: break
        }
    }

    func send(_ reply: Reply) -> Credit {
        if let (number, answer) = CommandAnswer.read(reply) { handle(.answered(number, answer)) }
        return .more
    }

    private func command(_ number: Int, _ parameters: [UInt8]) {
        guard let commander else { return }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("jsonrpc", "2.0")
        writer.member("id", number)
        writer.member("method", "command")
        writer.member("params", raw: parameters)
        writer.endObject()
        let request = Request(line: writer.bytes[...], parser: parser, limits: hub.limits)
        hub.post(.requested(commander, [request]))
    }

    // MARK: The publisher

    private func take(_ news: News) {
        handle(.broker(news.event, news.attempt))
        guard news.attempt == publisher.link.attempt, case .received = news.event else { return }
        connection?.handled()
    }

    /// Has the publisher handle an event, after those that are before it.
    private func handle(_ event: MQTTEvent) {
        events.append(event)
        guard !isHandling else { return }
        isHandling = true
        while let next = events.popFirst() {
            var effects: [MQTTEffect] = []
            publisher.handle(next, at: now().monotonic, into: &effects)
            for effect in effects { execute(effect) }
        }
        isHandling = false
        armTimer()
    }

    private func armTimer() {
        guard let deadline = publisher.nextDeadline else { return timer?.disarm() ?? () }
        let left = deadline - now().monotonic
        timer?.arm(afterMilliseconds: UInt64(clamping: max(1, left.milliseconds)))
    }

    private func execute(_ effect: MQTTEffect) {
        switch effect {
        case .dial(let attempt): dial(attempt)
        case .subscribe(let filters): connection?.subscribe(filters)
        case .publish(let messages): connection?.publish(messages)
        case .hangUp: connection?.end()
        case .command(let number, _, let parameters): command(number, parameters)
        case .note(let notice): log.write(notice, publisher.settings.broker.address)
        }
    }

    private func dial(_ attempt: Int) {
        guard let mailbox else { return }
        connection?.end()
        connection = BrokerConnection(publisher.settings, after: connection) {
            mailbox.post(News(event: $0, attempt: attempt))
        }
    }
}

extension ClientTransport {
    /// An MQTT broker.
    static let mqtt = ClientTransport("mqtt")
}
