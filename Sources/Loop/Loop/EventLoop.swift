internal import CLibwebsockets

/// One thread's loop: libwebsockets on libuv.
///
/// It is made, run and used on one thread; only a `Mailbox` may be used from others. Everything
/// made by it — connections, listeners, timers — ends with it: `run` closes what is open before it
/// returns, and so does dropping a loop that never ran. From the first loop on, SIGPIPE is ignored,
/// the limit of descriptors is what a hub can use, and a little freed memory is kept.
public final class EventLoop {
    private let reactor: Reactor
    /// Looks names up.
    public let resolver: Resolver

    /// A loop with nothing on it.
    ///
    /// - Parameter subprotocols: What WebSocket subprotocols its servers agree to. A client that
    ///   offers some must offer one of these, and gets it.
    public convenience init(subprotocols: [String] = []) throws(EventLoopError) {
        try self.init(
            subprotocols: subprotocols, descriptors: .adjusted(), lookUp: LookupThread.start)
    }

    init(
        subprotocols: [String], descriptors: DescriptorBudget,
        lookUp: @escaping (String, Mailbox<LookupAnswer>) -> Bool
    ) throws(EventLoopError) {
        reactor = try Reactor(subprotocols: subprotocols, descriptors: descriptors)
        resolver = Resolver(on: reactor, lookUp: lookUp)
    }

    deinit {
        reactor.end()
    }

    /// The shares of the process's descriptors.
    public var descriptors: DescriptorBudget { reactor.descriptors }

    /// The durations of its turns.
    public var turnTimes: TurnTimes { reactor.turnTimes }

    /// The longest turn of the last minute or two, in seconds.
    public var longestTurnLately: Double { reactor.longestTurnLately }

    /// The number of sockets that were ended because libwebsockets told of them without end.
    public var runawaySockets: Int { reactor.runawaySockets }

    /// True while its listeners accept connections. While they do not, clients can connect, and
    /// wait in the kernel's queues until they are accepted.
    public var acceptsConnections: Bool {
        get { reactor.acceptsConnections }
        set { reactor.acceptsConnections = newValue }
    }

    /// Runs until `stop`, closes and frees everything, and returns. A loop runs once.
    public func run() {
        reactor.run()
    }

    /// Has `run` return when this turn is over. Connections get what was sent before as far as the
    /// kernel takes it, and their delegates hear `.closedHere`.
    public func stop() {
        reactor.stop()
    }

    /// Runs `work` once, after everything that is ready now was handled, before the loop sleeps.
    /// Work that such work asks for runs at the end of the next turn, which comes at once.
    public func atEndOfTurn(_ work: @escaping () -> Void) {
        reactor.atEndOfTurn(work)
    }
}

extension EventLoop {
    /// Gives memory back to the system that was freed. It takes some hundredths of a second after
    /// hundreds of megabytes were in use, and next to nothing otherwise.
    public static func giveMemoryBack() {
        clws_give_memory_back()
    }

    /// Makes a mailbox whose messages are handed to `receive` one at a time on the loop's thread.
    public func makeMailbox<Message: Sendable>(
        _ receive: @escaping (Message) -> Void
    ) -> Mailbox<Message> {
        reactor.makeMailbox(receive)
    }

    /// Makes a timer that runs `fire`; it is not armed yet.
    public func makeTimer(_ fire: @escaping () -> Void) -> LoopTimer {
        LoopTimer(on: reactor, fire: fire)
    }

    /// Runs `body` whenever the signal arrives, until the loop ends. Unblocks the signal.
    public func onSignal(_ number: Int32, _ body: @escaping () -> Void) throws(EventLoopError) {
        try SignalWatch.start(number, on: reactor, body: body)
    }

    /// Runs `ready` whenever a descriptor is ready for one of `events`; its owner closes it.
    public func watch(
        descriptor: Int32, for events: DescriptorEvents,
        _ ready: @escaping (DescriptorEvents) -> Void
    ) throws(EventLoopError) -> DescriptorWatch {
        try DescriptorWatch(of: descriptor, for: events, on: reactor, ready: ready)
    }

    /// Starts a program. `received` gets what it writes to its standard output; `ended` is called
    /// when it has ended and all of that was told.
    public func run(
        _ program: ChildProgram, received: @escaping (UnsafeRawBufferPointer) -> Void,
        ended: @escaping (ChildProcess.Exit) -> Void
    ) throws(EventLoopError) -> ChildProcess {
        try ChildProcess(program, on: reactor, received: received, ended: ended)
    }
}

extension EventLoop {
    /// Connects. The delegate hears of the outcome exactly once, and never before this returns. No
    /// time is set: who does not want to wait longer closes the connection.
    public func connect(
        to address: SocketAddress, delegate: any ConnectionDelegate
    ) -> Connection {
        Connection(to: address, on: reactor, delegate: delegate)
    }

    /// Listens on a Unix socket; no other user can connect before it has its mode and group.
    /// Something at the path is an error; see `Listener.probe`.
    public func listen(
        unixPath: String, mode: UInt32, group: UInt32? = nil, delegate: any ListenerDelegate
    ) throws(EventLoopError) -> Listener {
        try Listener(
            unixPath: unixPath, mode: mode, group: group, on: reactor, delegate: delegate)
    }

    /// Accepts on a Unix socket that the service manager has made.
    public func listen(
        inherited descriptor: Int32, delegate: any ListenerDelegate
    ) throws(EventLoopError) -> Listener {
        try Listener(inherited: descriptor, on: reactor, delegate: delegate)
    }

    /// Serves WebSockets on exactly this address; port 0 takes any free one. With `tls`, only over
    /// TLS. Longer messages than `messageBytesMax` close the peer with code 1009.
    public func serveWebSockets(
        on address: SocketAddress, tls: ServerTLS? = nil, messageBytesMax: Int = 1_048_576,
        page: @escaping (HTTPRequest) -> HTTPAnswer? = { _ in nil },
        delegate: any WebSocketServerDelegate
    ) throws(EventLoopError) -> WebSocketListener {
        try WebSocketListener(
            on: address, tls: tls, messageBytesMax: messageBytesMax, reactor: reactor,
            page: page, delegate: delegate)
    }

    /// Serves HTTP and WebSockets at all of these places, which share the options' limits; port 0
    /// takes any free one.
    public func serveHTTP(
        on places: [ListeningPlace], _ options: HTTPServerOptions,
        delegate: any HTTPServerDelegate
    ) throws(EventLoopError) -> HTTPListener {
        try HTTPListener(on: places, options: options, reactor: reactor, delegate: delegate)
    }
}
