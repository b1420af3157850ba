import Expectations
import Feeds
import Hub
import JSON
import NowPlaying
import TestSupport
import Testing
import Protocols

@testable import FanOut
@testable import Stations

/// A hub and all that surrounds it, in virtual time.
///
/// Time passes only in `run`, which wakes the hub at each of its deadlines in order. Stations
/// speak by `open` and `publish`, as in a recording; links that are to be dialled for real are
/// driven by a `Wire`.
final class World {
    private(set) var hub: Hub
    private(set) var now: Moment
    /// All effects so far, in order.
    private(set) var effects: [Effect] = []
    /// The lines that each client was sent and has not read yet.
    private var inboxes: [ClientID: [SentLine]] = [:]
    /// The framing that reads and writes for each client of the socket.
    private var framings: [ClientID: RPCFraming] = [:]
    private let parser = JSONParser()
    private var lastClient = 0
    private var wantsTurn = false
    /// Turns that the hub took beyond the first of an event.
    private(set) var extraTurns = 0
    /// Clients whose connection was ended by the hub.
    private(set) var disconnected: Set<ClientID> = []
    /// Looks at the hub whenever it has taken an event, and right before time wakes it.
    var observe: (() throws -> Void)?
    /// Handles the hub's proposals to change a document of its cluster.
    var proposed: ((Proposal) -> Void)?

    /// A proposal to change a document of a hub's cluster.
    struct Proposal {
        let number: Int
        let document: SharedDocument
        let content: [UInt8]
        let expecting: Revision
    }

    init(
        _ configuration: HubConfiguration = .make(["one"]), epoch: String = "life",
        seed: UInt64 = 1, isReplay: Bool = true, isReplicated: Bool = false,
        journal: JournalParts = .changes, restored: RestoredState? = RestoredState(),
        limits: Limits = Limits(),
        at now: Moment = .start
    ) {
        self.now = now
        hub = Hub(
            configuration: configuration, epoch: epoch, seed: seed, isReplay: isReplay,
            isReplicated: isReplicated, journal: journal, restored: restored, limits: limits,
            at: now)
    }

    /// A world whose hub dials.
    static func dialling(
        _ configuration: HubConfiguration = .make(["one"]), limits: Limits = Limits()
    ) -> World {
        let world = World(configuration, isReplay: false, limits: limits)
        world.handle(.started)
        return world
    }

    var isFinished: Bool { hub.isFinished }
    var nextDeadline: Instant? { hub.nextDeadline }
    var pendingDeadline: Instant? { hub.pendingDeadline }
    var linkCount: Int { hub.linkCount }

    // MARK: Time

    /// Lets the hub take an event now.
    func handle(_ event: Event) {
        step(event)
        var turns = 0
        while wantsTurn, turns < 10_000 {
            wantsTurn = false
            turns += 1
            step(.turn)
        }
        extraTurns += turns
        if wantsTurn { Issue.record("the hub wants turns for ever") }
        look()
    }

    private func look() {
        // An observer asks the hub itself.
        guard let observe = self.observe else { return }
        self.observe = nil
        defer { self.observe = observe }
        do { try observe() } catch { Issue.record(error) }
    }

    /// Lets the hub take an event now, and no turn after it.
    func step(_ event: Event) {
        let first = effects.count
        hub.handle(event, at: now, into: &effects)
        for effect in effects[first...] { note(effect) }
    }

    private func note(_ effect: Effect) {
        switch effect {
        case .deliver(let client, let delivery):
            receive(bytes(of: delivery, to: client), as: client)
        case .reply(let client, let reply, _):
            if let framing = framings[client] {
                receive(framing.line(for: reply).bytes, as: client)
            }
        case .disconnect(let client): disconnected.insert(client)
        case .takeTurn: wantsTurn = true
        case .propose(let number, let document, let content, let revision):
            proposed?(
                Proposal(
                    number: number, document: document, content: content, expecting: revision))
        case .link, .state, .journal, .finish:
            break
        }
    }

    private func receive(_ bytes: [UInt8], as client: ClientID) {
        inboxes[client, default: []].append(SentLine(bytes: bytes, at: now.monotonic))
    }

    /// Lets so much time pass.
    func run(for length: Interval) {
        run(until: now.monotonic + length)
    }

    /// Lets time pass until then, waking the hub whenever it asks for it.
    func run(until end: Instant) {
        var wakings = 0
        while let deadline = hub.nextDeadline, deadline <= end, !hub.isFinished {
            wakings = deadline > now.monotonic ? 0 : wakings + 1
            guard wakings < 1_000 else {
                Issue.record("the hub wants to be woken for ever at \(deadline)")
                return
            }
            if deadline > now.monotonic + .milliseconds(1), observe != nil {
                advance(to: deadline - .milliseconds(1))
                look()
            }
            advance(to: deadline)
            handle(.woke)
        }
        advance(to: end)
    }

    /// Lets time pass without waking the hub.
    func advance(to instant: Instant) {
        guard instant > now.monotonic else { return }
        now = now + (instant - now.monotonic)
    }

    /// Sets the wall clock forward (or, if negative, back).
    func stepWallClock(by step: Interval) {
        now.wall = now.wall + step
    }

    // MARK: Stations

    func open(_ station: String = "one") {
        handle(.replayed(station: station, .opened))
    }

    func lose(_ station: String = "one", code: String = "refused") {
        let reason = StationConnection.Reason(code: code, text: "it was \(code)")
        handle(.replayed(station: station, .failed(reason)))
    }

    func hear(_ text: String, from station: String = "one") {
        handle(.replayed(station: station, .message(.text(Array(text.utf8)[...]))))
    }

    func publish(_ publication: Publication) {
        hear(publication.push, from: publication.station)
    }

    func publish(_ title: String, from station: String = "one") {
        publish(Publication(station: station, title: title))
    }

    // MARK: The config

    func reconfigure(_ stations: [StationConfiguration]) {
        handle(.reconfigured(HubConfiguration(stations: stations)))
    }

    func reconfigure(_ ids: [String]) {
        handle(.reconfigured(.make(ids)))
    }

    // MARK: Clients

    func connect(
        by transport: ClientTransport = .socket, from address: [UInt8]? = nil
    ) -> ClientID {
        lastClient += 1
        let id = ClientID(number: lastClient)
        framings[id] = RPCFraming(limits: hub.limits, parser: parser)
        handle(.clientConnected(id, by: transport, from: address))
        return id
    }

    /// Returns the events that follow when a client sends bytes.
    func events(when bytes: [UInt8], comeFrom client: ClientID) -> [Event] {
        guard let input = framings[client]?.receive(bytes, at: now.monotonic) else { return [] }
        let violation = input.violation.map {
            Event.clientMisbehaved(client, code: $0.code, reason: $0.reason)
        }
        let requests = input.requests.isEmpty ? nil : Event.requested(client, input.requests)
        return [requests, violation].compactMap(\.self)
    }

    /// Returns the bytes that a client reads of a delivery; outputs get records alone.
    func bytes(of delivery: Delivery, to client: ClientID) -> [UInt8] {
        if let framing = framings[client] { return framing.line(for: delivery).bytes }
        guard case .record(let record, _, _, _) = delivery else { return [] }
        return record.bytes + [UInt8(ascii: "\n")]
    }

    func write(_ text: String, as client: ClientID) {
        for event in events(when: Array(text.utf8), comeFrom: client) { handle(event) }
    }

    /// Sends a request, and gives all that came in reply.
    @discardableResult
    func call(
        _ method: String, _ parameters: String = "{}", as client: ClientID
    ) throws -> [Tree] {
        write(
            #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"# + "\n",
            as: client)
        return try receive(client)
    }

    /// Returns the lines that a client was sent since the last call, as they came.
    func deliveries(to client: ClientID) -> [SentLine] {
        inboxes.removeValue(forKey: client) ?? []
    }

    /// Returns the messages that a client was sent since the last call.
    func receive(_ client: ClientID) throws -> [Tree] {
        try deliveries(to: client).map { delivery in
            let bytes = delivery.bytes
            expect(bytes.last, is: UInt8(ascii: "\n"))
            #expect(!bytes.dropLast().contains(UInt8(ascii: "\n")))
            return try Tree(bytes)
        }
    }

    /// The updates among what a client was sent since it last looked.
    func updates(_ client: ClientID) throws -> [Update] {
        try receive(client).compactMap(Update.init)
    }
}

/// A line, and when it was sent.
struct SentLine {
    let bytes: [UInt8]
    let at: Instant
}

/// An `update` as a client reads it.
struct Update {
    let subscription: Int
    let sequence: Int
    let resume: Int
    let record: Tree

    init?(_ message: Tree) {
        guard message["method"]?.string == "update", let params = message["params"],
            let subscription = params["subscription"]?.int,
            let sequence = params["sequence"]?.int, let resume = params["resume"]?.int,
            let record = params["record"]
        else { return nil }
        self.subscription = subscription
        self.sequence = sequence
        self.resume = resume
        self.record = record
    }

    var station: String? { record["station"]?.string }
    var revision: Int? { record["revision"]?.int }
    var changed: [String]? { record["changed"]?.elements.compactMap(\.string) }
    var document: Tree? { record["nowPlaying"] }
    var title: String? { document?["track"]?["title"]?.string }
    var line: String? { record["line"]?.string }
}

extension ClientTransport {
    static let socket = ClientTransport("socket")
    static let desktop = ClientTransport("desktop")
    static let webSocket = ClientTransport("webSocket", isRemote: true)
    static let events = ClientTransport("events", isRemote: true)
}
