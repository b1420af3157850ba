import Loop
import HeapModule
public import NowPlaying
import Support

/// A whole farm without its sockets: stations, their publications, clients, faults.
///
/// ```
///            clientConnected, clientSent, clientDisconnected, inject      advance
/// sockets ──────────────────────────────────────────────────────▶ server ◀─────── timer
///         ◀────────────────────────────── effects                        ───────▶
///                                                             nextDeadline
/// ```
/// A value: the same calls at the same times have the same effects.
public struct SimulatedServer: Sendable {
    /// An action for the sockets.
    public enum Effect: Hashable, Sendable {
        /// Send a text message.
        case send([UInt8], to: ConnectionID)
        /// Send one text message to many; a client that is behind may miss it.
        case publish([UInt8], to: [ConnectionID])
        /// Send a ping of the WebSocket itself.
        case ping(ConnectionID)
        /// Close with a closing frame.
        case close(ConnectionID, code: UInt16, reason: String)
        /// Break off without one.
        case abort(ConnectionID)
    }

    /// The stations, as a config names them.
    public let served: [ServedStation]
    private var wire: any SimulatedProtocol
    private let haste: Double
    private var pace: PublicationPace
    private var deadlines = Heap<ScheduledTask>()
    private var deadlinesSet: UInt64 = 0
    /// Each client with its valid wake time; its earlier ones are void.
    private var clients: [ConnectionID: Instant] = [:]
    /// The faults that last.
    private var faults: Set<Fault> = []
    private var generator: SeededGenerator

    /// The interval of checks for the end of a silence.
    private static let silencePeriod = Interval.seconds(1)

    /// The farm that a configuration describes.
    public init(configuration: FarmConfiguration, at now: Moment) {
        let stations = configuration.stations
        (wire, served) = Self.wire(of: configuration, at: now)
        haste = configuration.haste
        pace = PublicationPace(
            stations: stations.count, period: configuration.period, seed: ~configuration.seed,
            at: now.monotonic)
        generator = SeededGenerator(seed: configuration.seed, stream: 1)
        for index in stations.indices { schedulePublication(ofStationAt: index, at: now) }
    }

    /// The time of the next call of `advance`; `nil` if there is nothing to wait for.
    public var nextDeadline: Instant? { deadlines.min?.at }

    private static func wire(
        of configuration: FarmConfiguration, at now: Moment
    ) -> (any SimulatedProtocol, [ServedStation]) {
        if let script = configuration.script { return (ScriptServer(script), script.stations) }
        let stations = configuration.stations
        let server = AzuraCastServer(stations: stations, seed: configuration.seed, at: now)
        return (server, stations.map(ServedStation.init))
    }

    /// The answer to a client that asks for a page.
    func page(at path: String, _ now: Moment) -> HTTPAnswer? {
        guard let body = wire.page(at: path, now) else { return nil }
        return HTTPAnswer(
            200, [HTTPAnswer.Header("Content-Type", "application/json")], body: body)
    }

    /// A client connected.
    public mutating func clientConnected(
        _ client: ConnectionID, to target: RequestTarget, at now: Moment,
        into effects: inout [Effect]
    ) {
        clients[client] = .never
        let actions = wire.connected(client, to: target, at: now)
        apply(actions, for: client, at: now, into: &effects)
    }

    /// A client sent a message.
    public mutating func clientSent(
        _ message: [UInt8], from client: ConnectionID, at now: Moment, into effects: inout [Effect]
    ) {
        guard clients[client] != nil else { return }
        let actions = wire.received(message, from: client, at: now)
        apply(actions, for: client, at: now, into: &effects)
    }

    /// A client is gone.
    public mutating func clientDisconnected(_ client: ConnectionID) {
        clients[client] = nil
        wire.disconnected(client)
    }

    /// Does all work that is due.
    public mutating func advance(to now: Moment, into effects: inout [Effect]) {
        while let deadline = deadlines.min, deadline.at <= now.monotonic {
            deadlines.removeMin()
            handle(deadline, at: now, into: &effects)
        }
    }

    private mutating func handle(
        _ deadline: ScheduledTask, at now: Moment, into effects: inout [Effect]
    ) {
        switch deadline.subject {
        case .publication(let index):
            publish(stationAt: index, at: now, into: &effects)
            schedulePublication(ofStationAt: index, at: now)
        case .wake(let client):
            guard clients[client] == deadline.at else { return }
            clients[client] = .never
            wake(client, at: now, into: &effects)
        }
    }

    /// A server that is silent also lets its clients' deadlines pass.
    private mutating func wake(
        _ client: ConnectionID, at now: Moment, into effects: inout [Effect]
    ) {
        let isSilent = faults.contains(.silence)
        let actions =
            isSilent ? [.wake(after: Self.silencePeriod)] : wire.woken(client, at: now)
        apply(actions, for: client, at: now, into: &effects)
    }

    private mutating func schedulePublication(ofStationAt index: Int, at now: Moment) {
        let transition = wire.nextTransition(ofStationAt: index, at: now)
        let next = pace.next(ofStationAt: index, after: now, transition: transition)
        schedule(.publication(stationAt: index), at: next)
    }

    private mutating func schedule(_ subject: ScheduledTask.Subject, at time: Instant) {
        deadlinesSet += 1
        deadlines.insert(ScheduledTask(at: time, order: deadlinesSet, subject: subject))
    }

    private mutating func publish(
        stationAt index: Int, at now: Moment, into effects: inout [Effect]
    ) {
        guard let publication = wire.publish(stationAt: index, at: now),
            let message = spoiled(publication.message)
        else { return }
        effects.append(.publish(message, to: publication.recipients))
    }

    private mutating func apply(
        _ actions: [ConnectionAction], for client: ConnectionID, at now: Moment,
        into effects: inout [Effect]
    ) {
        for action in actions {
            switch action {
            case .send(let message):
                guard let message = spoiled(message) else { continue }
                effects.append(.send(message, to: client))
            case .ping:
                guard !faults.contains(.silence) else { continue }
                effects.append(.ping(client))
            case .wake(let delay):
                let time = now.monotonic + delay * (1 / haste)
                clients[client] = time
                schedule(.wake(client), at: time)
            case .close(let code, let reason):
                guard !faults.contains(.silence) else { continue }
                effects.append(.close(client, code: code, reason: reason))
            case .abort:
                effects.append(.abort(client))
            }
        }
    }

    /// A message changed by the present faults; `nil` if it is not sent.
    private mutating func spoiled(_ message: [UInt8]) -> [UInt8]? {
        if faults.contains(.silence) { return nil }
        return faults.contains(.garbage) ? GarbageMessage.make(using: &generator) : message
    }
}

/// The faults.
extension SimulatedServer {
    /// Injects a fault now.
    public mutating func inject(
        _ fault: Fault, at now: Moment, into effects: inout [Effect]
    ) {
        let all = clients.keys.sorted { $0.number < $1.number }
        if fault.isLasting { faults.insert(fault) }
        switch fault {
        case .drop: effects += all.map { .abort($0) }
        case .silence: break
        case .garbage:
            for client in all {
                effects.append(.send(GarbageMessage.make(using: &generator), to: client))
            }
        case .restart:
            wire.restart(at: now)
            for client in all {
                apply(wire.shutDown(client), for: client, at: now, into: &effects)
            }
        }
    }

    /// Ends the faults that last.
    public mutating func heal() {
        faults = []
    }
}

/// Work that a simulated server must do at a time.
private struct ScheduledTask: Comparable, Sendable {
    /// The work that is due.
    enum Subject: Hashable, Sendable {
        /// A station publishes.
        case publication(stationAt: Int)
        /// A client's session asked to be woken.
        case wake(ConnectionID)
    }

    let at: Instant
    /// The order of setting; of two at one time, the one that was set first comes first.
    let order: UInt64
    let subject: Subject

    static func < (left: ScheduledTask, right: ScheduledTask) -> Bool {
        (left.at, left.order) < (right.at, right.order)
    }

    static func == (left: ScheduledTask, right: ScheduledTask) -> Bool {
        (left.at, left.order) == (right.at, right.order)
    }
}
