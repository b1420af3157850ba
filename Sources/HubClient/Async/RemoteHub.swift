public import NowPlaying
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A hub that a program follows, and that does what the program asks.
///
/// All loops and calls of one object share one connection. It is made when the first of them needs
/// it, made again whenever it ends, and ended with the last of them.
public actor RemoteHub {
    /// The subscription of one loop.
    private struct Loop {
        let subscription: HubSubscription
        var buffer = UpdateBuffer()
        /// The loop waits for an update.
        var waiter: CheckedContinuation<Void, Never>?
        /// The reason for its end.
        var failure: HubClientError?
    }

    /// The facts that are read without waiting.
    private struct Facts {
        var number = 0
        /// The hub's clock showed this at that instant of this program's.
        var clock: (time: Timestamp, at: ContinuousClock.Instant)?
    }

    private nonisolated let transport: any HubTransport
    private nonisolated let settings: HubMachine.Settings
    private nonisolated let facts = Mutex(Facts())
    private nonisolated let began = ContinuousClock.now
    private var machine: HubMachine?
    private var loops: [Int: Loop] = [:]
    private var calls: [Int: CheckedContinuation<Result<JSONTree, HubClientError>, Never>] = [:]
    /// The last report of each session's player, which is told again after an interruption.
    private var reports: [String?: (report: PlayerReport, at: Instant)] = [:]
    private var connection: Task<Void, Never>?
    private var channel: (any HubChannel)?
    /// Wakes the machine, at its deadline or earlier.
    private var alarm: (task: Task<Void, Never>, at: Instant)?

    /// A hub to which there is no connection yet.
    ///
    /// - Parameters:
    ///   - transport: The way to it, such as `UnixSocketTransport`.
    ///   - answerTime: The time after which a hub that has not answered counts as stuck.
    ///   - retry: The shortest and the longest wait before it connects again.
    public init(
        over transport: any HubTransport, answerTime: Interval = HubMachine.answerTime,
        retry: ClosedRange<Interval>? = nil
    ) {
        self.transport = transport
        var settings = HubMachine.Settings([])
        settings.answerTime = answerTime
        settings.retry = retry ?? settings.retry
        settings.checkTime = .seconds(60)
        settings.endsWhenRefused = false
        self.settings = settings
    }

    /// The hub's address, for messages.
    public nonisolated var path: String { transport.path }

    /// The time by the hub's clock, to which positions refer; this device's before the hub has
    /// told its own.
    public nonisolated var now: Timestamp {
        guard let clock = facts.withLock({ $0.clock }) else { return Timestamp(.now) }
        return clock.time + Interval(ContinuousClock.now - clock.at)
    }

    // MARK: Following

    /// The updates of one subscription.
    public nonisolated func updates(_ subscription: HubSubscription) -> HubUpdates {
        HubUpdates(hub: self, subscription: subscription)
    }

    /// The updates of stations, or of a session: first the present documents, then each change.
    ///
    /// - Parameters:
    ///   - stations: Their ids; `nil` for all, those added later included.
    ///   - session: The session; `nil` for the one that always is.
    public nonisolated func updates(
        _ view: HubView, stations: [String]? = nil, session: String? = nil
    ) -> HubUpdates {
        var query = HubQuery(view)
        (query.stations, query.session) = (stations, session)
        var subscription = HubSubscription(query)
        subscription.wantsPatches = view == .nowPlaying || view == .carPlay
        return updates(subscription)
    }

    /// The states of stations, without word of the connection.
    public nonisolated func states(
        of stations: [String]? = nil
    ) -> AsyncCompactMapSequence<HubUpdates, NowPlaying> {
        updates(.nowPlaying, stations: stations).compactMap(\.state)
    }

    /// A number for a subscription or a call.
    nonisolated func newNumber() -> Int {
        facts.withLock {
            $0.number += 1
            return $0.number
        }
    }

    /// The next update of a loop; `nil` where it has ended.
    func next(
        _ number: Int, _ subscription: HubSubscription
    ) async -> Result<HubUpdate?, HubClientError> {
        if Task.isCancelled { return .success(nil) }
        if loops[number] == nil {
            loops[number] = Loop(subscription: subscription)
            start()
            tell(.followed(subscription, as: number))
        }
        while loops[number] != nil {
            if let update = loops[number]?.buffer.take() { return .success(update) }
            if let failure = loops[number]?.failure { return .failure(failure) }
            await withCheckedContinuation { loops[number]?.waiter = $0 }
        }
        return .success(nil)
    }

    /// A loop has ended.
    func unfollow(_ number: Int) {
        guard let loop = loops.removeValue(forKey: number) else { return }
        loop.waiter?.resume()
        tell(.unfollowed(number))
        endIfUnused()
    }

    // MARK: Calling

    /// Sends a command to a session, and waits for the hub's answer.
    ///
    /// - Parameter session: The session; `nil` for the one that always is.
    /// - Throws: `HubClientError.refused` where the hub does not do it; another where there is no
    ///   hub, which is then not asked again.
    @discardableResult
    public func send(
        _ action: SessionAction, to session: String? = nil
    ) async throws(HubClientError) -> HubAnswer {
        HubAnswer(try await call(.command(action, to: session)))
    }

    /// Tells the hub what a session's player does. The last report is told again after an
    /// interruption, for as long as the session is followed.
    public func report(_ report: PlayerReport) async throws(HubClientError) {
        let at = instant
        _ = try await call(.report(report))
        if machine != nil { reports[report.session] = (report, at) }
    }

    /// Calls a method of the hub.
    public func call(_ call: HubCall) async throws(HubClientError) -> JSONTree {
        start()
        let number = newNumber()
        let outcome = await withCheckedContinuation { continuation in
            calls[number] = continuation
            tell(.called(call, as: number))
        }
        endIfUnused()
        return try outcome.get()
    }

    private func answer(_ number: Int, _ outcome: Result<JSONTree, HubClientError>) {
        calls.removeValue(forKey: number)?.resume(returning: outcome)
    }

    // MARK: The machine

    private var instant: Instant {
        Instant(milliseconds: Interval(ContinuousClock.now - began).milliseconds)
    }

    private func start() {
        guard machine == nil else { return }
        machine = HubMachine(settings, path: transport.path)
        tell(.started)
    }

    private func endIfUnused() {
        guard loops.isEmpty, calls.isEmpty, machine != nil else { return }
        reports = [:]
        tell(.stopped)
    }

    private func tell(_ event: HubMachine.Event) {
        var actions: [HubMachine.Action] = []
        machine?.apply(event, at: instant, into: &actions)
        for action in actions { execute(action) }
        setAlarm()
    }

    private func execute(_ action: HubMachine.Action) {
        switch action {
        case .connect: connect()
        case .send(let line): channel?.send(line)
        case .disconnect: disconnect()
        case .tell(let news): take(news)
        case .end(let error): end(error)
        }
    }

    private func take(_ news: HubMachine.News) {
        switch news {
        case .told(let time, let at):
            let at = began + .milliseconds(at.milliseconds)
            facts.withLock { $0.clock = (time, at) }
        case .subscribed(let number, let recovered):
            loops[number]?.buffer.subscribed(recovered: recovered)
        case .updated(let number, let record):
            change(number) { $0.buffer.add(record) }
        case .synced(let number, _):
            change(number) { $0.buffer.synced() }
        case .happened(let event):
            for (number, loop) in loops where loop.subscription.query.concerns(event) {
                change(number) { $0.buffer.add(event) }
            }
        case .answered(let number, let outcome): answer(number, outcome)
        case .refused(let number, let refusal):
            change(number) { $0.failure = .refused(refusal) }
        case .interrupted(let error):
            for number in loops.keys { change(number) { $0.buffer.interrupted(by: error) } }
        }
    }

    private func change(_ number: Int, _ body: (inout Loop) -> Void) {
        guard var loop = loops[number] else { return }
        body(&loop)
        let waiter = loop.waiter
        loop.waiter = nil
        loops[number] = loop
        waiter?.resume()
    }

    private func end(_ error: HubClientError?) {
        machine = nil
        alarm?.task.cancel()
        alarm = nil
        disconnect()
        guard let error else { return }
        for number in loops.keys { change(number) { $0.failure = error } }
        for number in calls.keys { answer(number, .failure(error)) }
    }

    /// An alarm that comes too early is set anew then: deadlines move on with each message.
    private func setAlarm() {
        guard let deadline = machine?.nextDeadline else { return }
        if let alarm, alarm.at <= deadline { return }
        alarm?.task.cancel()
        let time = began + .milliseconds(deadline.milliseconds)
        let task = Task { [weak self] in
            guard (try? await Task.sleep(until: time, clock: .continuous)) != nil else { return }
            await self?.wake()
        }
        alarm = (task, deadline)
    }

    private func wake() {
        // One that was set anew meanwhile is another one.
        if Task.isCancelled { return }
        alarm = nil
        tell(.woke)
    }

    // MARK: The connection

    private func connect() {
        connection = Task { [weak self, transport] in
            do throws(HubClientError) {
                let channel = try await transport.connect()
                defer { channel.close() }
                guard await self?.begin(channel) == true else { return }
                while true {
                    let message = try await channel.receive()
                    guard await self?.take(message, from: channel) == true else { return }
                }
            } catch {
                await self?.lost(error)
            }
        }
    }

    private func disconnect() {
        connection?.cancel()
        channel?.close()
        (connection, channel) = (nil, nil)
    }

    /// Takes a connection; false where it is no longer wanted.
    private func begin(_ channel: any HubChannel) -> Bool {
        if Task.isCancelled { return false }
        self.channel = channel
        tell(.connected)
        for (report, at) in reports.values {
            tell(.called(.report(report.later(by: instant - at)), as: newNumber()))
        }
        return true
    }

    /// Reads a message; false where the connection is no longer wanted.
    private func take(_ message: [UInt8], from channel: any HubChannel) -> Bool {
        guard let machine, self.channel === channel else { return false }
        do {
            tell(.received(try HubMessage(message, reading: machine.reading)))
            return true
        } catch {
            let problem = "it sent what is not a message"
            lost(.unintelligible(path: transport.path, problem: problem))
            return false
        }
    }

    private func lost(_ error: HubClientError) {
        if Task.isCancelled { return }
        disconnect()
        tell(.disconnected(error))
    }
}

extension HubQuery {
    /// An event is of the session that this shows.
    fileprivate func concerns(_ event: HubEvent) -> Bool {
        (view.isOfSession || session != nil) && sessionName == event.session
    }
}

extension Interval {
    /// A length by the system's clocks, rounded to 1 ms.
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .milliseconds(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    }
}
