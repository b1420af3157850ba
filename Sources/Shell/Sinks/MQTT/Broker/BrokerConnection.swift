import Glibc
import Support

/// A connection to a broker, from its opening to its end, on a thread of its own: nothing here
/// waits for it.
final class BrokerConnection: Sendable {
    /// The longest that connecting may take, and saying goodbye.
    private static let connectTime = Duration.seconds(10)
    private static let farewellTime = Duration.milliseconds(1_500)
    /// Messages that may have come and are not handled yet; more are dropped.
    private static let unhandledMax = 64
    /// The interval at which the library looks at the time, in milliseconds.
    private static let interval: Int32 = 5_000

    private struct State {
        var messages: [MQTTMessage] = []
        var filters: [String] = []
        /// It is to end after what it was given.
        var isEnding = false
        var hasEnded = false
        var unhandled = 0
        /// The pipe that wakes the thread: its ends for reading and writing.
        var pipe: (reading: Int32, writing: Int32)?
    }

    private let state = Monitor(State())
    private let settings: MQTTSettings
    private let told: @Sendable (BrokerEvent) -> Void

    /// Begins to connect.
    ///
    /// - Parameters:
    ///   - previous: A connection that is to end first: the broker knows both by the same name.
    ///   - told: Takes what happens, on the connection's thread.
    init(
        _ settings: MQTTSettings, after previous: BrokerConnection?,
        told: @escaping @Sendable (BrokerEvent) -> Void
    ) {
        self.settings = settings
        self.told = told
        let isStarted =
            makePipe()
            && startThread("nphub-mqtt") { [self] in
                _ = previous?.waitForEnd(by: .after(Self.farewellTime))
                run()
                finish()
            }
        guard !isStarted else { return }
        finish()
        told(.closed(.noResources))
    }

    /// Publishes messages, in this order.
    func publish(_ messages: [MQTTMessage]) { give { $0.messages += messages } }

    /// Subscribes to filters.
    func subscribe(_ filters: [String]) { give { $0.filters += filters } }

    /// Ends, after what it was given.
    func end() { give { $0.isEnding = true } }

    /// A message that was told is handled.
    func handled() { state.withLock { $0.unhandled -= 1 } }

    /// Waits until it has ended.
    ///
    /// - Returns: True if that was in time.
    func waitForEnd(by deadline: Deadline) -> Bool {
        state.wait(until: deadline) { $0.hasEnded ? true : nil } ?? false
    }

    private func give(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            // Under the lock, so that the pipe is not closed meanwhile.
            if let pipe = state.pipe { _ = write(pipe.writing, [1], 1) }
        }
    }

    private func makePipe() -> Bool {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        state.withLock { $0.pipe = (ends[0], ends[1]) }
        return true
    }

    private func finish() {
        state.withLock { state in
            if let pipe = state.pipe {
                close(pipe.reading)
                close(pipe.writing)
            }
            (state.pipe, state.hasEnded) = (nil, true)
        }
        state.notify()
    }

    // MARK: On its thread

    private func run() {
        guard let wakeup = state.withLock({ $0.pipe?.reading }) else { return }
        do throws(BrokerFailure) {
            let client = try BrokerClient(settings)
            guard !isEnding else { return }
            try client.connect()
            try open(client, wakeup)
            try serve(client, wakeup)
        } catch {
            told(.closed(error))
        }
    }

    private var isEnding: Bool { state.withLock { $0.isEnding } }

    private func open(_ client: BrokerClient, _ wakeup: Int32) throws(BrokerFailure) {
        let deadline = Deadline.after(Self.connectTime)
        while !client.isOpen, !isEnding {
            let left = deadline.timeLeft
            guard left > .zero else { throw .noAnswer }
            try client.step(wakeup, atMost: min(left.wholeMilliseconds, Self.interval))
            empty(wakeup)
        }
        tell(client.takeEvents())
    }

    private func serve(_ client: BrokerClient, _ wakeup: Int32) throws(BrokerFailure) {
        while true {
            empty(wakeup)
            let isLast = try give(to: client)
            if isLast { return try sayGoodbye(client, wakeup) }
            // With QoS 0 they may have left at once.
            tell(client.takeEvents())
            try client.step(wakeup, atMost: Self.interval)
            tell(client.takeEvents())
        }
    }

    /// - Returns: True if nothing more comes.
    private func give(to client: BrokerClient) throws(BrokerFailure) -> Bool {
        let (messages, filters, isLast) = state.withLock { state in
            defer { (state.messages, state.filters) = ([], []) }
            return (state.messages, state.filters, state.isEnding)
        }
        guard client.isOpen else { return isLast }
        try client.subscribe(filters)
        for message in messages { try client.publish(message) }
        return isLast
    }

    /// Waits until all has left, for a bounded time, and tells the broker.
    private func sayGoodbye(_ client: BrokerClient, _ wakeup: Int32) throws(BrokerFailure) {
        guard client.isOpen else { return client.disconnect() }
        let deadline = Deadline.after(Self.farewellTime)
        try client.prepareEnd()
        while client.unsent > 0 || !client.isSilent, deadline.timeLeft > .zero {
            empty(wakeup)
            try client.step(wakeup, atMost: max(1, deadline.timeLeft.wholeMilliseconds))
        }
        client.disconnect()
    }

    private func empty(_ wakeup: Int32) {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(wakeup, &bytes, bytes.count) > 0 {}
    }

    private func tell(_ events: [BrokerEvent]) {
        var dropped = 0
        for event in events {
            if case .received = event, !takeRoom() { dropped += 1 } else { told(event) }
        }
        if dropped > 0 { told(.dropped(dropped)) }
    }

    /// Takes room for a message; false where too many are not handled yet.
    private func takeRoom() -> Bool {
        state.withLock { state in
            guard state.unhandled < Self.unhandledMax else { return false }
            state.unhandled += 1
            return true
        }
    }
}

extension Duration {
    /// The time in milliseconds, as poll(2) takes it.
    fileprivate var wholeMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        return Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    }
}
