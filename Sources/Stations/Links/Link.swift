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
    package private(set) var counters = HubStatus.LinkCounters()
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
    private var bytesBefore = 0
    /// The state that the last wire left.
    private var resumption = WireResumption()
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
    package mutating func dial(in context: inout LinkContext) {
        enter(.resolving, until: context.now.monotonic + limits.lookupTime)
        backpressure = Backpressure()
        dialledAt = context.now.monotonic
        counters.dials += 1
        context.outputs.append(.effect(.dial(identity.route.destination)))
    }

    /// Brings the next attempt forward, because a listener waits: it is made at once, or when
    /// `reconnectPause` has passed since the last. The backoff of later attempts is unchanged.
    package mutating func retry(in context: inout LinkContext) {
        guard phase == .waiting else { return }
        let earliest = dialledAt + limits.reconnectPause
        guard earliest > context.now.monotonic else { return dial(in: &context) }
        phaseEnd = phaseEnd.map { min($0, earliest) }
    }

    /// The server's addresses are known.
    package mutating func resolved(at now: Moment) {
        guard phase == .resolving else { return }
        enter(.dialling, until: now.monotonic + limits.dialTime)
    }

    /// The connection stands, with TLS where it is asked for.
    package mutating func connected(in context: inout LinkContext) {
        // A program has no name that is looked up.
        resolved(at: context.now)
        guard phase == .dialling else { return }
        phase = .handshaking
        var wire = identity.route.wire(using: &context.scratch.generator, within: limits)
        wire.resume(resumption)
        context.outgoing += wire.open(using: &context.scratch.generator)
        self.wire = wire
        read(in: &context)
    }

    /// The connection could not be made, or ended.
    package mutating func disconnected(
        _ reason: StationConnection.Reason, in context: inout LinkContext
    ) {
        if phase == .handshaking, wire?.retries(after: reason) == true { return read(in: &context) }
        let known = phase == .handshaking ? wire?.endedWhileOpening() : nil
        lose(known ?? LinkLoss(reason), in: &context)
    }

    /// Ends it for good.
    package mutating func close(in context: inout LinkContext) {
        if isConnected {
            if isOpen { closeWire(isFinal: true, in: &context) }
            context.outputs.append(.effect(.hangUp))
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
    package mutating func received(_ bytes: [UInt8], in context: inout LinkContext) {
        liveness.heard(at: context.now.monotonic)
        counters.bytes += bytes.count
        wire?.receive(bytes)
        read(in: &context)
    }

    /// A request of the wire was answered.
    package mutating func answered(_ answer: PollAnswer, in context: inout LinkContext) {
        let now = context.now.monotonic
        liveness.heard(at: now)
        counters.bytes += answer.body.count
        wire?.answered(answer, at: now, using: &context.scratch.generator)
        read(in: &context)
    }

    /// Applies the events that the wire has found in the bytes.
    private mutating func read(in context: inout LinkContext) {
        while let event = wire?.next(using: &context.scratch.generator) {
            apply(event, in: &context)
        }
    }

    /// Applies an event of the wire or of a recording.
    package mutating func apply(_ event: WireEvent, in context: inout LinkContext) {
        switch event {
        case .opened: opened(in: &context)
        case .message(let message): received(message, in: &context)
        case .unchanged: unchanged(in: &context)
        case .transmit(let bytes): context.outgoing += bytes
        case .ask(let request): context.outputs.append(.effect(.ask(request)))
        case .closed(let code, let reason, let loss):
            let disconnect = machine.disconnect(code: code, reason: reason)
            lose(disconnect.map { LinkLoss($0) } ?? loss, in: &context)
        case .failed(let loss): lose(loss, in: &context)
        }
    }

    private mutating func opened(in context: inout LinkContext) {
        let now = context.now.monotonic
        enter(.open)
        counters.opened += 1
        clock.forget()
        (openedAt, bytesBefore) = (now, counters.bytes)
        outage.opened(at: now)
        liveness = Liveness(at: now, canPing: wire?.canPing ?? false)
        uselessInARow = 0
        context.outputs.append(.opened)
        var events: [FeedEvent] = []
        machine.opened(at: context.now, into: &events)
        apply(events, in: &context)
    }

    /// The last message still holds, which counts if it was of use.
    private mutating func unchanged(in context: inout LinkContext) {
        if isUseful, uselessInARow == 0 { context.outputs.append(.unchanged) }
    }

    private mutating func received(_ message: FeedMessage, in context: inout LinkContext) {
        counters.messages += 1
        context.outputs.append(.message(message))
        var events: [FeedEvent] = []
        machine.received(
            message, at: context.now, using: context.scratch.parser, into: &events)
        countUseless(events)
        apply(events, in: &context)
        guard uselessInARow >= limits.uselessMessages else { return }
        let text = "the last \(uselessInARow) messages were not of this feed's protocol"
        lose(LinkLoss("garbage", text), in: &context)
    }

    /// Counts the successive messages that were rejected as a whole.
    private mutating func countUseless(_ events: [FeedEvent]) {
        guard !events.isEmpty else { return }
        let isUseless = events.allSatisfy { if case .rejected = $0 { true } else { false } }
        uselessInARow = isUseless ? uselessInARow + 1 : 0
    }

    private mutating func apply(_ events: [FeedEvent], in context: inout LinkContext) {
        for event in events {
            switch event {
            case .send(let message):
                let bytes = wire?.send(message.text, using: &context.scratch.generator)
                context.outgoing += bytes ?? []
            case .accepted:
                becomeUseful(in: &context)
            case .expectHeartbeat(let interval):
                liveness.expectHeartbeat(every: min(interval, limits.heartbeatMax))
            case .serverClock(let reading):
                clock.learn(reading, at: context.now)
            case .report(let station, let report):
                becomeUseful(in: &context)
                counters.reports += 1
                context.outputs.append(.report(identity.stations[station], report))
            case .rejected(let rejection):
                counters.rejections[rejection.code, default: 0] += 1
                context.outputs.append(.rejected(rejection))
            case .subscription(let station, let news):
                context.outputs.append(.subscription(identity.stations[station], news))
            case .disconnect(let disconnect):
                return lose(LinkLoss(disconnect), in: &context)
            case .ready, .message, .channel:
                break
            }
        }
    }

    private mutating func becomeUseful(in context: inout LinkContext) {
        guard !isUseful else { return }
        isUseful = true
        context.isAccepted = true
    }

    // MARK: Sending

    /// The kernel takes no more, and this many bytes wait.
    package mutating func blocked(unsent: Int, in context: inout LinkContext) {
        guard isConnected else { return }
        wire?.holdAnswers(true)
        switch backpressure.blocked(unsent: unsent, at: context.now.monotonic, within: limits) {
        case .bearable: break
        case .pause: context.outputs.append(.effect(.pauseReading))
        case .excessive:
            lose(.notReading("more than \(limits.unsentMax) bytes wait for it"), in: &context)
        }
    }

    /// All waiting bytes were taken.
    package mutating func drained(in context: inout LinkContext) {
        if backpressure.isPaused { context.outputs.append(.effect(.resumeReading)) }
        backpressure = Backpressure()
        liveness.heard(at: context.now.monotonic)
        wire?.holdAnswers(false)
        read(in: &context)
    }

    private mutating func closeWire(isFinal: Bool, in context: inout LinkContext) {
        let bytes = wire?.close(isFinal: isFinal, using: &context.scratch.generator)
        context.outgoing += bytes ?? []
    }

    /// The sound in bytes that it receives in an hour, as measured or as told; `nil` if unknown.
    package func soundPerHour(at now: Moment) -> Int? {
        guard isOpen, let told = wire?.soundPerHour else { return nil }
        let milliseconds = (now.monotonic - openedAt).milliseconds
        guard milliseconds >= 60_000 else { return told > 0 ? told : nil }
        return (counters.bytes - bytesBefore) * 3_600 / Int(milliseconds / 1_000)
    }

    // MARK: Losing

    /// Gives the connection up and schedules the next attempt.
    private mutating func lose(_ loss: LinkLoss, in context: inout LinkContext) {
        guard isConnected else { return }
        let now = context.now.monotonic
        if isOpen { closeWire(isFinal: false, in: &context) }
        resumption = wire?.resumption ?? resumption
        wire = nil
        // A connection was good if it was of use and lasted. If each one ends soon after its first
        // message, the pauses between the attempts grow.
        if isUseful, now - openedAt >= limits.backoffMax { backoff.reset() }
        isUseful = false
        let usual = backoff.next(using: &context.scratch.generator, within: limits)
        switch loss.redial {
        case .backoff: enter(.waiting, until: now + max(usual, resumption.pause ?? .zero))
        case .notBefore(let asked): enter(.waiting, until: now + asked + usual)
        case .terminal: enter(.waiting, until: now + limits.terminalPause + usual)
        }
        context.isAccepted = false
        context.outputs.append(.lost(loss))
        let news = outage.lost(loss.reason, isTerminal: loss.isTerminal, at: now)
        if let news { context.outputs.append(.outage(news)) }
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
    package mutating func replay(_ event: WireEvent, in context: inout LinkContext) {
        switch event {
        case .opened, .message, .unchanged, .transmit, .ask: break
        // The feed ended the conversation, and has given the reason.
        case .closed where phase == .waiting: return
        // The recording proves that there was a connection, or an attempt.
        case .closed, .failed: enter(.open)
        }
        apply(event, in: &context)
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
    package mutating func woke(in context: inout LinkContext) {
        guard let deadline, deadline <= context.now.monotonic else { return }
        switch phase {
        case .idle: break
        case .waiting: dial(in: &context)
        case .resolving, .dialling, .handshaking: lose(timeout, in: &context)
        case .open: wokeOpen(in: &context)
        }
    }

    private mutating func wokeOpen(in context: inout LinkContext) {
        if let deadline = machine.deadline, deadline <= context.now.monotonic {
            var events: [FeedEvent] = []
            machine.woke(at: context.now, into: &events)
            apply(events, in: &context)
        }
        guard isOpen, !isReplay else { return }
        wire?.woke(at: context.now.monotonic, using: &context.scratch.generator)
        read(in: &context)
        guard isOpen else { return }
        if let news = outage.woke(at: context.now.monotonic) {
            context.outputs.append(.outage(news))
        }
        // A connection that is not read gives no sign of life.
        if let end = backpressure.deadline(within: limits) {
            guard end <= context.now.monotonic else { return }
            let seconds = limits.stalledServer.milliseconds / 1_000
            return lose(.notReading("for \(seconds) s"), in: &context)
        }
        switch liveness.check(at: context.now.monotonic, within: limits) {
        case .alive: break
        case .doubtful: context.outgoing += wire?.ping(using: &context.scratch.generator) ?? []
        case .dead:
            if let wire { lose(wire.silence, in: &context) }
        }
    }
}
