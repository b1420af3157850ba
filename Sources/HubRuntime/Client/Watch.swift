public import EventLoop
internal import Glibc
public import Hub
internal import NowPlaying
import Support

/// Carries out what a `WatchSession` decides, on a loop of its own.
public final class Watch {
    private let loop: EventLoop
    private let path: SocketPath
    private let say: (String) -> Void
    private let clock = SystemClock()
    private var session: WatchSession
    private var client: HubClient?
    private var output: LineOutput?
    private var alarm: LoopTimer?
    private var grace: LoopTimer?
    private var isOver = false
    private var error: HubClientError?
    private let terminal: Terminal?
    private var keyboard: DescriptorWatch?
    /// Records are printed to a terminal, as they come from the hub.
    private let escapesControls: Bool

    /// How long a reader may take for what is left after the user had enough.
    private static let graceMilliseconds: UInt64 = 2_000

    /// A watch that has not begun.
    ///
    /// - Parameters:
    ///   - descriptor: Where records are printed.
    ///   - terminal: What a screen is drawn on; `nil` where nothing is drawn, or to no terminal.
    ///   - say: Tells the user what is no record.
    public init(
        _ settings: WatchSession.Settings, at path: SocketPath, generator: SeededGenerator,
        to descriptor: Int32, terminal: Terminal? = nil, say: @escaping (String) -> Void
    ) throws(EventLoopError) {
        loop = try EventLoop()
        self.path = path
        self.terminal = terminal
        escapesControls = settings.format == .jsonl && isatty(descriptor) == 1
        // On a screen there is a place for it, and no other one.
        self.say = terminal == nil ? say : { _ in }
        session = WatchSession(settings, path: path.path, generator: generator)
        output = LineOutput(to: descriptor, on: loop) { [weak self] in self?.take($0) }
        alarm = loop.makeTimer { [weak self] in self?.tell(.woke) }
        grace = loop.makeTimer { [weak self] in self?.loop.stop() }
        try loop.onSignal(SIGINT) { [weak self] in self?.interrupt() }
        try loop.onSignal(SIGTERM) { [weak self] in self?.interrupt() }
        if let terminal { try attend(to: terminal) }
    }

    /// Watches until the session ends, the reader goes away, or SIGINT or SIGTERM comes.
    public func run() throws(HubClientError) {
        terminal?.take()
        defer { terminal?.giveBack() }
        tell(.started)
        loop.run()
        if let error { throw error }
    }

    private func interrupt() {
        if isOver { return loop.stop() }
        tell(.interrupted)
        grace?.arm(afterMilliseconds: Self.graceMilliseconds)
    }

    // MARK: The terminal

    private func attend(to terminal: Terminal) throws(EventLoopError) {
        try loop.onSignal(SIGHUP) { [weak self] in self?.interrupt() }
        try loop.onSignal(SIGWINCH) { [weak self] in
            self?.tell(.took(.resized(terminal.size)))
        }
        guard terminal.hasKeys else { return }
        keyboard = try loop.watch(descriptor: terminal.input, for: .readable) { [weak self] _ in
            self?.readKeys(of: terminal)
        }
    }

    private func readKeys(of terminal: Terminal) {
        guard let keys = terminal.readKeys() else { return keyboard = nil }
        for key in keys where !isOver { tell(.took(.pressed(key))) }
    }

    private func take(_ news: LineOutput.News) {
        switch news {
        case .drained:
            client?.resumeReading()
            tell(.readerDrained)
        case .readerLeft:
            tell(.interrupted)
        case .failed(let code):
            error = .system("cannot write: \(systemMessage(code))")
            tell(.interrupted)
        case .finished:
            loop.stop()
        }
    }

    // MARK: Events

    private func tell(_ event: WatchSession.Event) {
        var actions: [WatchSession.Action] = []
        let now = clock.now
        session.handle(event, at: now, into: &actions)
        for action in actions { perform(action) }
        guard let deadline = session.nextDeadline else { return alarm?.disarm() ?? () }
        alarm?.arm(afterMilliseconds: UInt64(clamping: (deadline - now.monotonic).milliseconds))
    }

    private func take(_ news: HubClient.News) {
        switch news {
        case .connected:
            tell(.connected)
        case .notified(let method, let parameters):
            guard let event = WatchSession.Event(method, parameters) else { return }
            tell(event)
        case .disconnected(let error):
            tell(.disconnected(error))
        }
    }

    private func perform(_ action: WatchSession.Action) {
        switch action {
        case .connect:
            let client = HubClient(at: path, on: loop) { [weak self] in self?.take($0) }
            self.client = client
            client.connect()
        case .subscribe(let parameters):
            client?.call("subscribe", parameters) { [weak self] in
                self?.tell(WatchSession.Event(subscribeAnswer: $0))
            }
        case .command(let parameters):
            client?.call("command", parameters) { [weak self] in
                self?.tell(WatchSession.Event(commandAnswer: $0))
            }
        case .disconnect:
            client?.disconnect()
            client = nil
        case .print(let bytes):
            let text = escapesControls ? TerminalText.escaped(bytes) : bytes
            guard output?.print(text) == false else { return }
            client?.pauseReading()
            tell(.readerBlocked)
        case .say(let text):
            say(text)
        case .end(let error):
            isOver = true
            self.error = self.error ?? error
            output?.finish()
        }
    }
}
