package import Feeds
package import NowPlaying

/// One upstream connection, from its first dialling over every redial to its end.
///
/// It is dialled, its `Wire` opens, messages flow until it is lost, it waits, and is dialled again,
/// for ever. What the server says goes to the feed's machine, which outlives the connections. In a
/// replay nothing is dialled: the recording says when it opened, what came, and when it was lost.
package struct Link: Sendable {
    package enum Phase: String, CaseIterable, Sendable {
        /// No connection is wanted; or its recording is being replayed.
        case idle
        /// The server's name is being looked up, or waits for a lookup.
        case resolving
        /// Connection and TLS are under way.
        case dialling
        /// The connection stands, and the wire is about to open.
        case handshaking
        /// Messages flow.
        case open
        /// Nothing is connected until the next attempt.
        case waiting
    }

    package let identity: Box<LinkIdentity>
    /// The estimate of the server's clock.
    package private(set) var clock = ServerClockEstimate()
    /// For the status.
    package private(set) var counters = LinkCounters()
    /// The current phase.
    package private(set) var phase = Phase.idle

    private let limits: Box<Limits>
    private let isReplay: Bool
    /// The time at which the phase ends by itself.
    private var phaseEnd: Instant?
    private var machine: any FeedMachine
    /// From the moment that the connection stands.
    private var wire: (any Wire)?
    private var backoff = Backoff()
    private var outage: LinkOutage
    private var liveness = Liveness()
    private var backpressure = Backpressure()
    private var uselessInARow = 0
    /// The server has agreed, or reported, since the connection was opened.
    private var isUseful = false
    private var openedAt = Instant(milliseconds: 0)
    private var dialledAt = Instant(milliseconds: .min / 2)

    package init(
        _ identity: LinkIdentity, machine: any FeedMachine, isReplay: Bool, limits: Box<Limits>
    ) {
        self.identity = Box(identity)
        self.machine = machine
        self.isReplay = isReplay
        self.limits = limits
        outage = LinkOutage(limits: limits)
    }

    /// Messages flow.
    package var isOpen: Bool { phase == .open }

    /// An attempt is under way, or has succeeded.
    private var isConnected: Bool { phase != .idle && phase != .waiting }

    private mutating func enter(_ phase: Phase, until end: Instant? = nil) {
        self.phase = phase
        phaseEnd = end
    }

    // MARK: Connecting

    /// Schedules the first attempt: a hub with many links does not dial all at once.
    package mutating func dial(after pause: Interval, at now: Moment) {
        enter(.waiting, until: now.monotonic + pause)
    }

    /// Starts an attempt.
    package mutating func dial(in turn: inout LinkTurn) {
        enter(.resolving, until: turn.now.monotonic + limits.lookupTime)
        backpressure = Backpressure()
        dialledAt = turn.now.monotonic
        counters.dials += 1
        turn.effects.append(.dial(identity.route.destination))
    }

    /// Brings the next attempt forward, because a listener waits: it is made at once, or when
    /// `reconnectPause` has passed since the last. The backoff of later attempts is unchanged.
    package mutating func retry(in turn: inout LinkTurn) {
        guard phase == .waiting else { return }
        let earliest = dialledAt + limits.reconnectPause
        guard earliest > turn.now.monotonic else { return dial(in: &turn) }
        phaseEnd = phaseEnd.map { min($0, earliest) }
    }

    /// The server's addresses are known.
    package mutating func resolved(at now: Moment) {
        guard phase == .resolving else { return }
        enter(.dialling, until: now.monotonic + limits.dialTime)
    }

    /// The connection stands, with TLS where it is asked for.
    package mutating func connected(in turn: inout LinkTurn) {
        // A program has no name that is looked up.
        resolved(at: turn.now)
        guard phase == .dialling else { return }
        phase = .handshaking
        var wire = identity.route.wire(using: &turn.scratch.generator, within: limits)
        turn.outgoing += wire.open(using: &turn.scratch.generator)
        self.wire = wire
        read(in: &turn)
    }

    /// The connection could not be made, or ended.
    package mutating func disconnected(_ reason: StationConnection.Reason, in turn: inout LinkTurn)
    {
        let known = phase == .handshaking ? wire?.endedWhileOpening() : nil
        lose(known ?? LinkLoss(reason), in: &turn)
    }

    /// Ends it for good.
    package mutating func close(in turn: inout LinkTurn) {
        if isConnected {
            if isOpen { closeWire(isFinal: true, in: &turn) }
            turn.effects.append(.hangUp)
        }
        enter(.idle)
        wire = nil
    }

    /// Takes over the time of the next attempt from the link that it replaces.
    package mutating func succeed(_ link: Link) {
        backoff = link.backoff
        outage = link.outage
        enter(link.phase, until: link.phaseEnd)
    }

    // MARK: Listening

    /// Bytes came.
    package mutating func received(_ bytes: [UInt8], in turn: inout LinkTurn) {
        liveness.heard(at: turn.now.monotonic)
        counters.bytes += bytes.count
        wire?.receive(bytes)
        read(in: &turn)
    }

    /// A request of the wire was answered.
    package mutating func answered(_ answer: PollAnswer, in turn: inout LinkTurn) {
        let now = turn.now.monotonic
        liveness.heard(at: now)
        counters.bytes += answer.body.count
        wire?.answered(answer, at: now, using: &turn.scratch.generator)
        read(in: &turn)
    }

    /// Applies the events that the wire has found in the bytes.
    private mutating func read(in turn: inout LinkTurn) {
        while let event = wire?.next(using: &turn.scratch.generator) {
            apply(event, in: &turn)
        }
    }

    /// Applies an event of the wire or of a recording.
    package mutating func apply(_ event: WireEvent, in turn: inout LinkTurn) {
        switch event {
        case .opened: opened(in: &turn)
        case .message(let message): received(message, in: &turn)
        case .unchanged: unchanged(in: &turn)
        case .transmit(let bytes): turn.outgoing += bytes
        case .ask(let request): turn.effects.append(.ask(request))
        case .closed(let code, let reason, let loss):
            let disconnect = machine.disconnect(code: code, reason: reason)
            lose(disconnect.map { LinkLoss($0) } ?? loss, in: &turn)
        case .failed(let loss): lose(loss, in: &turn)
        }
    }

    private mutating func opened(in turn: inout LinkTurn) {
        let now = turn.now.monotonic
        enter(.open)
        counters.opened += 1
        clock.forget()
        openedAt = now
        outage.opened(at: now)
        liveness = Liveness(at: now, canPing: wire?.canPing ?? false)
        uselessInARow = 0
        turn.events.append(.opened)
        var events: [FeedEvent] = []
        machine.opened(at: turn.now, into: &events)
        apply(events, in: &turn)
    }

    /// The last message still holds, which counts if it was of use.
    private mutating func unchanged(in turn: inout LinkTurn) {
        if isUseful, uselessInARow == 0 { turn.events.append(.unchanged) }
    }

    private mutating func received(_ message: FeedMessage, in turn: inout LinkTurn) {
        counters.messages += 1
        turn.events.append(.message(message))
        var events: [FeedEvent] = []
        machine.received(
            message, at: turn.now, using: turn.scratch.parser, into: &events)
        countUseless(events)
        apply(events, in: &turn)
        guard uselessInARow >= limits.uselessMessages else { return }
        let text = "the last \(uselessInARow) messages were not of this feed's protocol"
        lose(LinkLoss("garbage", text), in: &turn)
    }

    /// Counts the successive messages that were rejected as a whole.
    private mutating func countUseless(_ events: [FeedEvent]) {
        guard !events.isEmpty else { return }
        let isUseless = events.allSatisfy { if case .rejected = $0 { true } else { false } }
        uselessInARow = isUseless ? uselessInARow + 1 : 0
    }

    private mutating func apply(_ events: [FeedEvent], in turn: inout LinkTurn) {
        for event in events {
            switch event {
            case .send(let message):
                let bytes = wire?.send(message.text, using: &turn.scratch.generator)
                turn.outgoing += bytes ?? []
            case .accepted:
                becomeUseful(in: &turn)
            case .expectHeartbeat(let interval):
                liveness.expectHeartbeat(every: min(interval, limits.heartbeatMax))
            case .serverClock(let reading):
                clock.learn(reading, at: turn.now)
            case .report(let station, let report):
                becomeUseful(in: &turn)
                counters.reports += 1
                turn.events.append(.report(identity.stations[station], report))
            case .rejected(let rejection):
                counters.rejections[rejection.code, default: 0] += 1
                turn.events.append(.rejected(rejection))
            case .subscription(let station, let news):
                turn.events.append(.subscription(identity.stations[station], news))
            case .disconnect(let disconnect):
                return lose(LinkLoss(disconnect), in: &turn)
            case .ready, .message, .channel:
                break
            }
        }
    }

    private mutating func becomeUseful(in turn: inout LinkTurn) {
        guard !isUseful else { return }
        isUseful = true
        turn.isAccepted = true
    }

    // MARK: Sending

    /// The kernel takes no more, and this many bytes wait.
    package mutating func blocked(unsent: Int, in turn: inout LinkTurn) {
        guard isConnected else { return }
        wire?.holdAnswers(true)
        switch backpressure.blocked(unsent: unsent, at: turn.now.monotonic, within: limits) {
        case .bearable: break
        case .pause: turn.effects.append(.pauseReading)
        case .excessive:
            lose(.notReading("more than \(limits.unsentMax) bytes wait for it"), in: &turn)
        }
    }

    /// All waiting bytes were taken.
    package mutating func drained(in turn: inout LinkTurn) {
        if backpressure.isPaused { turn.effects.append(.resumeReading) }
        backpressure = Backpressure()
        liveness.heard(at: turn.now.monotonic)
        wire?.holdAnswers(false)
        read(in: &turn)
    }

    private mutating func closeWire(isFinal: Bool, in turn: inout LinkTurn) {
        let bytes = wire?.close(isFinal: isFinal, using: &turn.scratch.generator)
        turn.outgoing += bytes ?? []
    }

    // MARK: Losing

    /// Gives the connection up and schedules the next attempt.
    private mutating func lose(_ loss: LinkLoss, in turn: inout LinkTurn) {
        guard isConnected else { return }
        let now = turn.now.monotonic
        if isOpen { closeWire(isFinal: false, in: &turn) }
        wire = nil
        // A connection was good if it was of use and lasted. If each one ends soon after its first
        // message, the pauses between the attempts grow.
        if isUseful, now - openedAt >= limits.backoffMax { backoff.reset() }
        isUseful = false
        let usual = backoff.next(using: &turn.scratch.generator, within: limits)
        switch loss.redial {
        case .backoff: enter(.waiting, until: now + usual)
        case .notBefore(let asked): enter(.waiting, until: now + asked + usual)
        case .terminal: enter(.waiting, until: now + limits.terminalPause + usual)
        }
        turn.isAccepted = false
        turn.events.append(.lost(loss))
        let news = outage.lost(loss.reason, isTerminal: loss.isTerminal, at: now)
        if let news { turn.events.append(.outage(news)) }
    }

    /// The loss of an attempt that took too long.
    private var timeout: LinkLoss {
        let seconds = limits.dialTime.milliseconds / 1_000
        if phase == .handshaking, let wire { return wire.timedOut(afterSeconds: seconds) }
        if phase == .resolving {
            return LinkLoss(
                "lookupTimedOut", "the name \(identity.route.host) is still being looked up")
        }
        return LinkLoss(
            "timedOut",
            identity.route.isSecure
                ? "no TLS connection in \(seconds) s" : "no connection in \(seconds) s")
    }

    /// Applies an event of a recording.
    package mutating func replay(_ event: WireEvent, in turn: inout LinkTurn) {
        switch event {
        case .opened, .message, .unchanged, .transmit, .ask: break
        // The feed ended the conversation, and has given the reason.
        case .closed where phase == .waiting: return
        // The recording proves that there was a connection, or an attempt.
        case .closed, .failed: enter(.open)
        }
        apply(event, in: &turn)
    }

    // MARK: Time

    /// The time at which it must be woken. A recording holds the events of the connection, but not
    /// the requests that the feed sends by its own timers. Without them it does not know the
    /// replies.
    package var deadline: Instant? {
        guard isOpen else { return isReplay ? nil : phaseEnd }
        guard !isReplay else { return machine.deadline }
        let alive = backpressure.deadline(within: limits) ?? liveness.deadline(within: limits)
        let conversation = earliest(machine.deadline, wire?.deadline)
        return earliest(earliest(conversation, alive), outage.deadline)
    }

    /// The time at which the feed reports a state that it still doubts.
    package var reportDeadline: Instant? { isOpen ? machine.reportDeadline : nil }

    /// The deadline may have passed.
    package mutating func woke(in turn: inout LinkTurn) {
        guard let deadline, deadline <= turn.now.monotonic else { return }
        switch phase {
        case .idle: break
        case .waiting: dial(in: &turn)
        case .resolving, .dialling, .handshaking: lose(timeout, in: &turn)
        case .open: wokeOpen(in: &turn)
        }
    }

    private mutating func wokeOpen(in turn: inout LinkTurn) {
        if let deadline = machine.deadline, deadline <= turn.now.monotonic {
            var events: [FeedEvent] = []
            machine.woke(at: turn.now, into: &events)
            apply(events, in: &turn)
        }
        guard isOpen, !isReplay else { return }
        wire?.woke(at: turn.now.monotonic, using: &turn.scratch.generator)
        read(in: &turn)
        guard isOpen else { return }
        if let news = outage.woke(at: turn.now.monotonic) { turn.events.append(.outage(news)) }
        // A connection that is not read gives no sign of life.
        if let end = backpressure.deadline(within: limits) {
            guard end <= turn.now.monotonic else { return }
            let seconds = limits.stalledServer.milliseconds / 1_000
            return lose(.notReading("for \(seconds) s"), in: &turn)
        }
        switch liveness.check(at: turn.now.monotonic, within: limits) {
        case .alive: break
        case .doubtful: turn.outgoing += wire?.ping(using: &turn.scratch.generator) ?? []
        case .dead:
            lose(LinkLoss("heartbeatMissing", "the server's heartbeat stayed out"), in: &turn)
        }
    }
}
