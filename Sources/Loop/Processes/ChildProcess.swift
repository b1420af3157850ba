internal import CLibwebsockets
internal import Glibc

/// A program that runs beside this one, and whose standard output is read.
///
/// Its standard input is empty, its standard error this program's own. It leads a process group,
/// which is ended with it, and with this program however that ends: nothing that it started stays
/// behind, unless it has left the group. The loop holds it until it has ended, and kills it when
/// the loop ends. It has to be started on the thread of the loop.
public final class ChildProcess {
    /// The end of a program.
    public enum Exit: Hashable, Sendable {
        /// By itself, with this status.
        case status(Int32)
        /// By this signal.
        case signal(Int32)
    }

    /// The time that a program has to end when it was asked to, before it is killed.
    private static let gracePeriod: UInt64 = 2_000

    private let reactor: Reactor
    private let received: (UnsafeRawBufferPointer) -> Void
    private let ended: (Exit) -> Void
    /// The program, which leads the group; 0 before it was started.
    private var process: pid_t = 0
    private var output: Int32
    private var outputWatch: DescriptorWatch?
    /// While it is open the kernel lets the group live.
    private var lifeline: Int32 = -1
    private var killTimer: LoopTimer?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: Its name, looked up in `PATH`, and its arguments.
    ///   - received: What it wrote.
    ///   - ended: It has ended, and all that it wrote was told.
    init(
        _ arguments: [String], on reactor: Reactor,
        received: @escaping (UnsafeRawBufferPointer) -> Void, ended: @escaping (Exit) -> Void
    ) throws(EventLoopError) {
        self.reactor = reactor
        self.received = received
        self.ended = ended
        let pipe = try Self.pipe(
            reading: Int32(UV_NONBLOCK_PIPE.rawValue), within: reactor.descriptors)
        output = pipe.reading
        do throws(EventLoopError) {
            defer { close(pipe.writing) }
            try start(arguments, writingTo: pipe.writing)
            try watchOutput()
        } catch {
            loopEnds()
            throw error
        }
        reactor.children[ObjectIdentifier(self)] = self
    }

    /// Asks the program and all that it started to end, and sees to it that they do.
    public func terminate() {
        guard output >= 0, killTimer == nil else { return }
        kill(-process, SIGTERM)
        let killTimer = LoopTimer(on: reactor) { [weak self] in self?.killGroup() }
        killTimer.arm(afterMilliseconds: Self.gracePeriod)
        self.killTimer = killTimer
    }

    /// The loop ends: there is no time to wait.
    func loopEnds() {
        killGroup()
        finish()
    }

    // MARK: Starting

    /// - Parameter flags: Of the reading end.
    private static func pipe(
        reading flags: Int32 = 0, within descriptors: DescriptorBudget
    ) throws(EventLoopError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        let status = uv_pipe(&ends, flags, 0)
        guard status == 0 else {
            throw .system(operation: "make", subject: "a pipe", code: -status)
        }
        guard ends.allSatisfy({ $0 < descriptors.dialledEnd }) else {
            for end in ends { close(end) }
            throw .system(operation: "make", subject: "a pipe", code: EMFILE)
        }
        return (ends[0], ends[1])
    }

    private func start(_ arguments: [String], writingTo output: Int32) throws(EventLoopError) {
        try reactor.watchChildren()
        let life = try Self.pipe(within: reactor.descriptors)
        lifeline = life.writing
        defer { close(life.reading) }
        var words = arguments.map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        let process = clws_start(&words, output, life.reading)
        guard process > 0 else {
            throw .system(operation: "start", subject: arguments.first ?? "", code: -process)
        }
        self.process = process
    }

    /// A program has ended, perhaps this one: its number is free from now on.
    fileprivate func collect() {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { return }
        let signal = status & 0x7F
        exited(signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal))
    }

    // MARK: Listening

    private func watchOutput() throws(EventLoopError) {
        outputWatch = try DescriptorWatch(of: output, for: .readable, on: reactor) {
            [weak self] _ in
            guard let self else { return }
            // A program that closes its output has no more to say.
            if !read() { terminate() }
        }
    }

    /// Reads once, so that a program that never stops writing does not keep others waiting.
    ///
    /// - Returns: Whether more may come.
    private func read() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: LoopLimits.receiveBytes, alignment: 16) { buffer in
            let count = Glibc.read(output, buffer.baseAddress, buffer.count)
            if count > 0 {
                received(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                return true
            }
            let isWaiting = count < 0 && (errno == EAGAIN || errno == EINTR)
            if !isWaiting { outputWatch?.cancel() }
            return isWaiting
        }
    }

    /// Reads the program's last output, which is still in the pipe. Later output of its descendants
    /// is not waited for.
    private func exited(_ exit: Exit) {
        var left: Int32 = 0
        while ioctl(output, UInt(FIONREAD), &left) == 0, left > 0, read() {}
        killGroup()
        finish()
        ended(exit)
    }

    private func killGroup() {
        if process > 0 { kill(-process, SIGKILL) }
    }

    private func finish() {
        guard output >= 0 else { return }
        killTimer?.disarm()
        outputWatch?.cancel()
        for descriptor in [output, lifeline] where descriptor >= 0 { close(descriptor) }
        output = -1
        reactor.children[ObjectIdentifier(self)] = nil
    }
}

extension Reactor {
    /// Hears of programs that end, from before the first is started.
    fileprivate func watchChildren() throws(EventLoopError) {
        guard !watchesChildren else { return }
        try SignalWatch.start(SIGCHLD, on: self) { [unowned self] in
            for child in Array(children.values) { child.collect() }
        }
        watchesChildren = true
    }
}
