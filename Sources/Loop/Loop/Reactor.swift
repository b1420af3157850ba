internal import CLibwebsockets
internal import Glibc
import Support

/// The core of an `EventLoop`. Its parts retain it, so that it lives as long as they need it.
///
/// One libuv loop, and one context of libwebsockets that lives on it. Everything that may happen
/// comes in through them: sockets through the library, timers, messages, signals and foreign
/// descriptors through handles of our own.
final class Reactor {
    let uv: UnsafeMutablePointer<uv_loop_t>
    let library: Library
    /// The number of descriptors, and their shares.
    let descriptors: DescriptorBudget
    /// The handles that are open.
    var handles: [ObjectIdentifier: LoopHandle] = [:]
    /// The sockets that the library carries.
    let sockets = SocketTable()
    /// The listeners that are open.
    var listeners: [ObjectIdentifier: ListeningSocket] = [:]
    /// True if they accept connections.
    var acceptsConnections = true {
        didSet {
            for listener in listeners.values { listener.resume() }
        }
    }
    /// The programs that run.
    var children: [ObjectIdentifier: ChildProcess] = [:]
    /// It hears of programs that end.
    var watchesChildren = false
    /// Run before the last handle is closed: mailboxes lose their wakeups.
    var shutdownHooks: [() -> Void] = []

    private var works: [() -> Void] = []
    private var dueSockets: [LibrarySocket] = []
    private var turnEnd: LoopHandle?
    private var idleHandle: LoopHandle?
    private(set) var phase = Phase.open
    /// The durations of turns.
    private(set) var turnTimes = TurnTimes()
    /// The time at which the present turn began, by `uv_hrtime`; 0 while nothing has happened.
    private var turnBegan: UInt64 = 0

    /// The number of the present turn.
    private(set) var turn: UInt64 = 1
    /// Sockets that were ended because the library told of them without end.
    private(set) var runawaySockets = 0

    /// The stages of the loop's life.
    enum Phase {
        /// In use.
        case open
        /// Asked to stop; what is open is about to be closed.
        case stopping
        /// Everything is freed.
        case ended
    }

    init(subprotocols: [String], descriptors: DescriptorBudget) throws(EventLoopError) {
        self.descriptors = descriptors
        guard Self.areLeft(descriptors: LoopLimits.descriptors) else {
            throw .tooFewDescriptors(needed: LoopLimits.descriptors)
        }
        let uv = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
        let status = uv_loop_init(uv)
        guard status == 0 else {
            uv.deallocate()
            throw .system(operation: "make", subject: "an event loop", code: -status)
        }
        do throws(EventLoopError) {
            library = try Library(on: uv, for: sockets, subprotocols: subprotocols)
        } catch {
            uv_loop_close(uv)
            uv.deallocate()
            throw error
        }
        self.uv = uv
        signal(SIGPIPE, SIG_IGN)
        clws_keep_freed_memory()
        hookTurnEnd()
    }

    /// True if so many can be opened now: only opening them tells.
    private static func areLeft(descriptors count: Int) -> Bool {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        while opened.count < count {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return false }
            opened.append(descriptor)
        }
        return true
    }

    /// libuv calls prepare handles when all that was ready is handled, just before it sleeps; and
    /// it does not sleep while an idle handle is active.
    private func hookTurnEnd() {
        turnEnd =
            LoopHandle.make(uv_prepare_t.self, on: self) { [unowned self] _, _ in
                endTurn()
            } start: {
                uv_prepare_init($0, $1)
                return uv_prepare_start($1) { LoopHandle.happened($0) }
            }.handle
        idleHandle =
            LoopHandle.make(uv_idle_t.self, on: self, event: nil) {
                uv_idle_init($0, $1)
            }.handle
    }
}

extension Reactor {
    /// Something is about to be handled: a turn begins, unless it has begun.
    func beginTurn() {
        if turnBegan == 0 { turnBegan = uv_hrtime() }
    }

    /// A socket has used up what it may be told of in one turn, and is ended.
    func ranAway(at event: LibraryEvent) {
        runawaySockets += 1
        LibraryLog.report(
            """
            a connection was ended: libwebsockets told of it more than \
            \(LoopLimits.callbacksByTurn) times in one turn of the loop, lastly `\(event)`
            """)
    }

    private func noteTurn() {
        turn += 1
        guard turnBegan != 0 else { return }
        turnTimes.add(from: turnBegan, to: uv_hrtime())
        turnBegan = 0
    }

    /// The longest turn of the last minute or two, in seconds.
    var longestTurnLately: Double { turnTimes.longestLately(at: uv_hrtime()) }

    /// Runs `work` once at the end of this turn, in the order of asking.
    func atEndOfTurn(_ work: @escaping () -> Void) {
        works.append(work)
    }

    /// Lets a socket write what it gathered, or close, at the end of this turn.
    func endTurn(for socket: LibrarySocket) {
        guard !socket.isDueAtTurnEnd else { return }
        socket.isDueAtTurnEnd = true
        dueSockets.append(socket)
    }

    /// Works first, for they may send; then the sockets. What these ask for waits for the next
    /// turn, which then comes without sleep, so that no chain of works keeps sockets waiting.
    private func endTurn() {
        let works = exchange(&self.works)
        for work in works {
            work()
        }
        let sockets = exchange(&dueSockets)
        for socket in sockets {
            socket.isDueAtTurnEnd = false
            socket.owner?.turnEnded()
        }
        stayAwake(!self.works.isEmpty || !dueSockets.isEmpty)
        noteTurn()
    }

    private func stayAwake(_ isNeeded: Bool) {
        guard let idle = idleHandle?.pointer(as: uv_idle_t.self) else { return }
        if isNeeded {
            uv_idle_start(idle) { _ in }
        } else {
            uv_idle_stop(idle)
        }
    }

    private func exchange<Element>(_ list: inout [Element]) -> [Element] {
        var taken: [Element] = []
        swap(&taken, &list)
        return taken
    }
}

extension Reactor {
    func run() {
        invariant(phase != .ended, "a loop runs once")
        while phase == .open {
            uv_run(uv, UV_RUN_DEFAULT)
        }
        end()
    }

    func stop() {
        guard phase == .open else { return }
        phase = .stopping
        uv_stop(uv)
    }

    /// Closes everything and frees it, in the order that the library needs: first the sockets, so
    /// that their owners hear of it; then the library's context, whose handles close in the loop;
    /// then our own handles; when the loop has run dry, the rest of the context, and the loop.
    func end() {
        guard phase != .ended else { return }
        phase = .stopping
        endTurn()
        for listener in listeners.values { listener.close() }
        for child in children.values { child.loopEnds() }
        for socket in sockets.all { socket.owner?.loopEnds() }
        endTurn()
        // Those who dialled again when they heard of it.
        endTurn()
        sockets.removeAll()
        works = []
        dueSockets = []
        library.beginDestruction()
        for hook in shutdownHooks { hook() }
        shutdownHooks = []
        for handle in handles.values { handle.close() }
        uv_run(uv, UV_RUN_DEFAULT)
        library.finishDestruction()
        let status = uv_loop_close(uv)
        invariant(status == 0, "every handle of the loop was closed and its closing awaited")
        uv.deallocate()
        phase = .ended
    }
}
