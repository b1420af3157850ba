public import Loop
import Glibc
public import HubClient
import JSON
public import NowPlaying
public import Shell
import Support

/// Carries out what a `WatchMachine` decides, on a loop of its own.
public final class Watch {
    private let loop: EventLoop
    private let path: SocketPath
    private let say: (String) -> Void
    private let clock: () -> Moment
    private let parser = JSONParser(maximumLength: HubMessage.lengthMax)
    private var machine: WatchMachine
    private var connection: HubConnection?
    private let printsRecords: Bool
    private var output: LineOutput?
    private var runner: WatchRunner?
    private var alarm: LoopTimer?
    private var grace: LoopTimer?
    private var isOver = false
    private var error: HubClientError?
    private let terminal: Terminal?
    private var keyboard: DescriptorWatch?
    /// Records are printed to a terminal, as they come from the hub.
    private let escapesControls: Bool
    /// Lays records out for people; `nil` where they are printed as they are.
    private let layout: JSONLayout?

    /// The longest time in which a reader may take the rest, after the user has ended the watch.
    private static let graceMilliseconds: UInt64 = 2_000

    /// A watch that has not begun.
    ///
    /// - Parameters:
    ///   - generator: The source of random numbers for the waits between attempts.
    ///   - clock: Tells the time.
    ///   - descriptor: The output for records.
    ///   - terminal: The terminal for a screen; `nil` where nothing is drawn, or to no terminal.
    ///   - layout: Lays records out for people; `nil` to print them as they are.
    ///   - say: Tells the user everything that is not a record.
    public init(
        _ settings: WatchMachine.Settings, at path: SocketPath,
        generator: any RandomNumberGenerator & Sendable, clock: @escaping () -> Moment,
        to descriptor: Int32, terminal: Terminal? = nil, layout: JSONLayout? = nil,
        say: @escaping (String) -> Void
    ) throws(EventLoopError) {
        loop = try EventLoop()
        self.path = path
        self.terminal = terminal
        self.layout = layout
        self.clock = clock
        printsRecords = settings.format == .jsonl
        escapesControls = settings.format == .jsonl && isatty(descriptor) == 1
        // On a screen there is a place for it, and no other one.
        self.say = terminal == nil ? say : { _ in }
        machine = WatchMachine(settings, path: path.path, generator: generator)
        output = LineOutput(to: descriptor, on: loop) { [weak self] in self?.apply($0) }
        alarm = loop.makeTimer { [weak self] in self?.tell(.woke) }
        grace = loop.makeTimer { [weak self] in self?.loop.stop() }
        try loop.onSignal(SIGINT) { [weak self] in self?.interrupt() }
        try loop.onSignal(SIGTERM) { [weak self] in self?.interrupt() }
        if let terminal { try attend(to: terminal) }
        guard settings.program != nil else { return }
        runner = WatchRunner(on: loop, clock: clock, say: say) { [weak self] in
            self?.finishOutput()
        }
    }

    /// Watches until the machine ends, the reader goes away, or SIGINT or SIGTERM comes.
    public func run() throws(HubClientError) {
        terminal?.begin()
        defer { terminal?.end() }
        tell(.started)
        loop.run()
        if let error { throw error }
    }

    private func interrupt() {
        if isOver { return loop.stop() }
        runner?.close()
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

    private func apply(_ news: LineOutput.News) {
        switch news {
        case .drained:
            connection?.resumeReading()
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

    private func tell(_ event: WatchMachine.Input) {
        var actions: [WatchMachine.Action] = []
        let now = clock()
        machine.apply(event, at: now, into: &actions)
        for action in actions { execute(action) }
        guard let deadline = machine.nextDeadline else { return alarm?.disarm() ?? () }
        alarm?.arm(afterMilliseconds: UInt64(clamping: (deadline - now.monotonic).milliseconds))
    }

    private func apply(_ news: HubConnection.News) {
        switch news {
        case .connected: tell(.connected)
        case .received(let line): read(line)
        case .disconnected(let error): tell(.disconnected(error))
        }
    }

    private func read(_ line: [UInt8]) {
        do {
            let message = try HubMessage(line, reading: machine.reading)
            let text = printsRecords ? try parser.parse(line) { RecordText($0) } : nil
            tell(.received(message, text ?? .unread))
        } catch {
            connection?.refuse("it sent a line that is not a message")
        }
    }

    private func execute(_ action: WatchMachine.Action) {
        switch action {
        case .connect:
            let connection = HubConnection(
                at: path, on: loop, lineLengthMax: HubMessage.lengthMax
            ) { [weak self] in self?.apply($0) }
            self.connection = connection
            connection.connect()
        case .send(let line):
            connection?.send(line)
        case .disconnect:
            connection?.disconnect()
            connection = nil
        case .print(let bytes):
            guard output?.print(shown(bytes)) == false else { return }
            connection?.pauseReading()
            tell(.readerBlocked)
        case .say(let text):
            say(text)
        case .end(let error):
            isOver = true
            self.error = self.error ?? error
            finishOutput()
        case .run(let job):
            runner?.offer(job)
        }
    }

    /// Ends when all that was begun is done.
    private func finishOutput() {
        guard isOver, runner?.isBusy != true else { return }
        output?.finish()
    }

    private func shown(_ bytes: [UInt8]) -> [UInt8] {
        if let layout { return layout.text(of: bytes) }
        return escapesControls ? bytes.escapedForTerminal : bytes
    }
}
