import Feeds
import JSON
import NowPlaying
import Support
import WebSocket

/// One upstream connection, from its first dialling over every redial to its end.
///
/// It is dialled, shakes hands, is open until it is lost, waits, and is dialled again, for ever.
/// What the server says goes to the feed's session, which outlives the connections. In a replay
/// nothing is dialled: the recording says when it opened, what came, and when it was lost.
struct Link: Sendable {
    enum Phase: Sendable {
        /// Nothing is asked of it; or its recording is being replayed.
        case idle
        /// The server's name is being looked up, or waits for that.
        case resolving(expires: Instant)
        /// Connection and TLS are under way.
        case dialling(expires: Instant)
        /// The upgrade was asked for.
        case handshaking(expires: Instant)
        /// Messages flow.
        case open
        /// Nothing is connected until the next attempt.
        case waiting(until: Instant)
    }

    let identity: Shared<LinkIdentity>
    /// What is known of the server's clock.
    private(set) var clock = ServerClockEstimate()
    /// For the status.
    private(set) var counters = LinkCounters()

    let limits: Shared<Limits>
    private let isReplay: Bool
    var phase = Phase.idle
    var socket: WebSocketClient?
    /// What cuts a program's output into messages; `nil` where there is a WebSocket.
    private var lines: LineReader?
    private let isProgram: Bool
    var session: any FeedSession
    var backoff = Backoff()
    var outage: LinkOutage
    var liveness = Liveness()
    var backpressure = Backpressure()
    private var uselessInARow = 0
    /// The server has agreed, or reported, since the connection was opened.
    private var isUseful = false
    private var openedAt = Instant(milliseconds: 0)
    private var dialledAt = Instant(milliseconds: .min / 2)

    init(
        _ identity: LinkIdentity, session: any FeedSession, isReplay: Bool, limits: Shared<Limits>
    ) {
        self.identity = Shared(identity)
        isProgram = identity.route.program != nil
        self.session = session
        self.isReplay = isReplay
        self.limits = limits
        outage = LinkOutage(limits: limits)
    }

    /// An attempt is under way.
    var isConnecting: Bool {
        switch phase {
        case .resolving, .dialling, .handshaking: true
        case .idle, .open, .waiting: false
        }
    }

    /// Messages flow.
    var isOpen: Bool {
        switch phase {
        case .open: true
        case .idle, .resolving, .dialling, .handshaking, .waiting: false
        }
    }

    /// Where it stands, in a word, for the status.
    var phaseName: String {
        switch phase {
        case .idle: "idle"
        case .resolving: "resolving"
        case .dialling: "dialling"
        case .handshaking: "handshaking"
        case .open: "open"
        case .waiting: "waiting"
        }
    }

    // MARK: Connecting

    /// Starts its first attempt after a while: a hub with many links does not dial all at once.
    mutating func dial(after pause: Interval, at now: Moment) {
        phase = .waiting(until: now.monotonic + pause)
    }

    /// Starts an attempt.
    mutating func dial(at now: Moment, into outputs: inout [LinkOutput]) {
        phase =
            isProgram
            ? .dialling(expires: now.monotonic + limits.dialTime)
            : .resolving(expires: now.monotonic + limits.lookupTime)
        backpressure = Backpressure()
        dialledAt = now.monotonic
        counters.dials += 1
        outputs.append(.dial)
    }

    /// Somebody does not want to wait for the next attempt. It is made at once, or as soon as a
    /// station can be asked again without being pestered. Those that follow come no sooner for it.
    mutating func retry(at now: Moment, into outputs: inout [LinkOutput]) {
        guard case .waiting(let until) = phase else { return }
        let earliest = dialledAt + limits.reconnectPause
        guard earliest > now.monotonic else { return dial(at: now, into: &outputs) }
        phase = .waiting(until: min(until, earliest))
    }

    /// The server's addresses are known.
    mutating func resolved(at now: Moment) {
        guard case .resolving = phase else { return }
        phase = .dialling(expires: now.monotonic + limits.dialTime)
    }

    /// The connection stands, with TLS where it is asked for.
    mutating func connected(
        at now: Moment, with instruments: inout Instruments, into outputs: inout [LinkOutput]
    ) {
        guard case .dialling(let expires) = phase else { return }
        if isProgram {
            lines = LineReader(limit: limits.messageSize)
            return opened(at: now, with: &instruments, into: &outputs)
        }
        let request = identity.route.request(using: &instruments.generator)
        var socket = WebSocketClient(
            request: request, limits: WebSocketLimits(messageBytesMax: limits.messageSize))
        outputs.append(.transmit(socket.open(using: &instruments.generator)))
        self.socket = socket
        phase = .handshaking(expires: expires)
    }

    /// The connection could not be made, or ended.
    mutating func disconnected(
        _ reason: StationConnection.Reason, at now: Moment, with instruments: inout Instruments,
        into outputs: inout [LinkOutput]
    ) {
        guard isConnecting || isOpen else { return }
        // What the end means in the middle of a handshake, the handshake knows better.
        if case .handshaking = phase, case .failed(let failure) = socket?.endOfStream() {
            return failed(failure, at: now, with: &instruments, into: &outputs)
        }
        lose(reason, code: nil, .backoff, at: now, with: &instruments, into: &outputs)
    }

    /// Ends it for good.
    mutating func close(
        with instruments: inout Instruments, into outputs: inout [LinkOutput]
    ) {
        defer {
            phase = .idle
            socket = nil
        }
        guard isConnecting || isOpen else { return }
        if isOpen, let frame = socket?.close(code: .goingAway, using: &instruments.generator) {
            outputs.append(.transmit(frame))
        }
        outputs.append(.hangUp)
    }

    // MARK: Listening

    /// Bytes came.
    mutating func received(
        _ bytes: [UInt8], at now: Moment, with instruments: inout Instruments,
        into outputs: inout [LinkOutput]
    ) {
        liveness.heard(at: now.monotonic)
        counters.bytes += bytes.count
        if isProgram { return written(bytes, at: now, with: &instruments, into: &outputs) }
        socket?.receive(bytes)
        handleEvents(at: now, with: &instruments, into: &outputs)
    }

    /// Handles what the WebSocket has found in what was received.
    mutating func handleEvents(
        at now: Moment, with instruments: inout Instruments, into outputs: inout [LinkOutput]
    ) {
        while let event = socket?.next(using: &instruments.generator) {
            handle(event, at: now, with: &instruments, into: &outputs)
        }
    }

    /// A program wrote something.
    private mutating func written(
        _ bytes: [UInt8], at now: Moment, with instruments: inout Instruments,
        into outputs: inout [LinkOutput]
    ) {
        for line in lines?.take(bytes) ?? [] where isOpen {
            switch line {
            case .line(let text) where text.isBlank:
                break
            case .line(let text):
                let isText = String(validating: text, as: UTF8.self) != nil
                received(
                    isText ? .text(text) : .binary(text), at: now, with: &instruments,
                    into: &outputs)
            case .tooLong:
                let reason = StationConnection.Reason(
                    code: "lineTooLong",
                    text: "the program wrote a line of more than \(limits.messageSize) bytes")
                lose(reason, code: nil, .backoff, at: now, with: &instruments, into: &outputs)
            }
        }
    }

    private mutating func handle(
        _ event: WebSocketEvent, at now: Moment, with instruments: inout Instruments,
        into outputs: inout [LinkOutput]
    ) {
        switch event {
        case .opened:
            opened(at: now, with: &instruments, into: &outputs)
        case .text(let bytes):
            received(.text(bytes), at: now, with: &instruments, into: &outputs)
        case .binary(let bytes):
            received(.binary(bytes), at: now, with: &instruments, into: &outputs)
        case .transmit(let frame):
            outputs.append(.transmit(frame))
        case .ponged:
            break
        case .closed(let closure):
            closed(closure, at: now, with: &instruments, into: &outputs)
        case .failed(let failure):
            failed(failure, at: now, with: &instruments, into: &outputs)
        }
    }

    /// The WebSocket is open.
    mutating func opened(
        at now: Moment, with instruments: inout Instruments, into outputs: inout [LinkOutput]
    ) {
        phase = .open
        counters.opened += 1
        clock.forget()
        openedAt = now.monotonic
        outage.opened(at: now.monotonic)
        liveness.restart(at: now.monotonic)
        uselessInARow = 0
        outputs.append(.opened)
        var actions: [FeedAction] = []
        session.opened(at: now, into: &actions)
        perform(actions, at: now, with: &instruments, into: &outputs)
    }

    /// A whole message came.
    mutating func received(
        _ message: FeedMessage, at now: Moment, with instruments: inout Instruments,
        into outputs: inout [LinkOutput]
    ) {
        counters.messages += 1
        outputs.append(.message(message))
        var actions: [FeedAction] = []
        session.received(message, at: now, using: instruments.parser, into: &actions)
        countUseless(actions)
        perform(actions, at: now, with: &instruments, into: &outputs)
        guard isOpen, uselessInARow >= limits.uselessMessages else { return }
        let reason = StationConnection.Reason(
            code: "garbage",
            text: "the last \(uselessInARow) messages were not of this feed's protocol")
        lose(reason, code: nil, .backoff, at: now, with: &instruments, into: &outputs)
    }

    /// Messages of which nothing could be used, in a row.
    private mutating func countUseless(_ actions: [FeedAction]) {
        var isUseless = false
        for action in actions {
            switch action {
            case .rejected: isUseless = true
            case .report, .accepted, .serverClock, .expectHeartbeat, .send, .disconnect:
                uselessInARow = 0
                return
            }
        }
        if isUseless { uselessInARow += 1 }
    }

    private mutating func perform(
        _ actions: [FeedAction], at now: Moment, with instruments: inout Instruments,
        into outputs: inout [LinkOutput]
    ) {
        for action in actions {
            switch action {
            case .send(let text):
                send(text, with: &instruments, into: &outputs)
            case .accepted:
                isUseful = true
            case .expectHeartbeat(let interval):
                liveness.expectHeartbeat(every: min(interval, limits.heartbeatMax))
            case .serverClock(let reading):
                clock.learn(reading, at: now)
            case .report(let place, let report):
                isUseful = true
                counters.reports += 1
                outputs.append(.report(place: place, report))
            case .rejected(let rejection):
                outputs.append(.rejected(rejection))
            case .disconnect(let disconnect):
                leave(disconnect, at: now, with: &instruments, into: &outputs)
                return
            }
        }
    }

    /// A connection that is over was good if it was of use and lasted. One that ends whenever it
    /// has said something is dialled, or its program started, ever more rarely.
    mutating func judgeConnection(at now: Moment) {
        if isUseful, now.monotonic - openedAt >= limits.backoffMax { backoff.reset() }
        isUseful = false
    }

    private mutating func send(
        _ text: String, with instruments: inout Instruments, into outputs: inout [LinkOutput]
    ) {
        guard let frame = socket?.send(text: text, using: &instruments.generator) else { return }
        outputs.append(.transmit(frame))
    }

    // MARK: Time

    /// When it wants to be woken. A recording has what became of the connection, but not what the
    /// feed asks or believes by itself after a while: replies are known by what was asked.
    var deadline: Instant? {
        if isReplay { return isOpen ? session.deadline : nil }
        switch phase {
        case .idle: return nil
        case .resolving(let expires), .dialling(let expires), .handshaking(let expires):
            return expires
        case .waiting(let until): return until
        case .open:
            // A program that has nothing to say is not dead: its end is told.
            let alive =
                isProgram
                ? nil
                : backpressure.deadline(within: limits) ?? liveness.deadline(within: limits)
            return earliest(earliest(session.deadline, alive), outage.deadline)
        }
    }

    /// When the feed will report what it still doubts.
    var reportDeadline: Instant? { isOpen ? session.reportDeadline : nil }

    /// The deadline has passed.
    mutating func woke(
        at now: Moment, with instruments: inout Instruments, into outputs: inout [LinkOutput]
    ) {
        guard let deadline, deadline <= now.monotonic else { return }
        switch phase {
        case .idle:
            break
        case .waiting:
            dial(at: now, into: &outputs)
        case .resolving, .dialling, .handshaking:
            lose(timeout, code: nil, .backoff, at: now, with: &instruments, into: &outputs)
        case .open:
            wokeOpen(at: now, with: &instruments, into: &outputs)
        }
    }

    private mutating func wokeOpen(
        at now: Moment, with instruments: inout Instruments, into outputs: inout [LinkOutput]
    ) {
        if let deadline = session.deadline, deadline <= now.monotonic {
            var actions: [FeedAction] = []
            session.woke(at: now, into: &actions)
            perform(actions, at: now, with: &instruments, into: &outputs)
        }
        guard isOpen, !isReplay else { return }
        if let news = outage.woke(at: now.monotonic) { outputs.append(.outage(news)) }
        guard !isProgram else { return }
        // What is not read says nothing of whether it is alive.
        guard backpressure.blockedSince == nil else {
            return loseIfBlocked(at: now, with: &instruments, into: &outputs)
        }
        switch liveness.judge(at: now.monotonic, within: limits) {
        case .alive:
            break
        case .doubtful:
            guard let frame = socket?.ping(using: &instruments.generator) else { return }
            outputs.append(.transmit(frame))
        case .dead:
            let reason = StationConnection.Reason(
                code: "heartbeatMissing", text: "the server's heartbeat stayed out")
            lose(reason, code: nil, .backoff, at: now, with: &instruments, into: &outputs)
        }
    }
}
