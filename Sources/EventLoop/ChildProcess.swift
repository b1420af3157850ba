internal import CLibwebsockets
internal import Glibc

/// A program that runs beside this one, and whose standard output is read.
///
/// Its standard input is empty, its standard error this program's own. It leads a process group,
/// which is ended with it: nothing that it started stays behind. The loop holds it until it has
/// ended, and kills it when the loop ends.
public final class ChildProcess {
    /// How a program ended.
    public enum Exit: Hashable, Sendable {
        /// By itself, with this status.
        case status(Int32)
        /// By this signal.
        case signal(Int32)
    }

    /// How long a program that was asked to end may take, before it is killed.
    private static let patience: UInt64 = 2_000

    private let reactor: Reactor
    private let received: (UnsafeRawBufferPointer) -> Void
    private let ended: (Exit) -> Void
    private var process: LoopHandle?
    private var group: pid_t = 0
    private var output: Int32
    private var watch: DescriptorWatch?
    private var executioner: LoopTimer?

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
        let pipe = try Self.pipe(within: reactor.descriptors)
        output = pipe.reading
        do throws(EventLoopError) {
            try start(arguments, writingTo: pipe.writing)
            close(pipe.writing)
            try watchOutput()
        } catch {
            // Closing the writing end twice can hit nothing: this thread opened nothing since.
            if group == 0 { close(pipe.writing) }
            loopEnds()
            throw error
        }
        reactor.children[ObjectIdentifier(self)] = self
    }

    /// Asks the program and all that it started to end, and sees to it that they do.
    public func terminate() {
        guard process != nil, executioner == nil else { return }
        kill(-group, SIGTERM)
        let executioner = LoopTimer(on: reactor) { [weak self] in self?.killGroup() }
        executioner.arm(afterMilliseconds: Self.patience)
        self.executioner = executioner
    }

    /// The loop ends: there is no time to wait.
    func loopEnds() {
        killGroup()
        finish()
    }

    // MARK: Starting

    private static func pipe(
        within descriptors: DescriptorShares
    ) throws(EventLoopError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        let status = uv_pipe(&ends, Int32(UV_NONBLOCK_PIPE.rawValue), 0)
        guard status == 0 else {
            throw .system(operation: "make", subject: "a pipe", code: -status)
        }
        guard ends[0] < descriptors.dialledEnd else {
            for end in ends { close(end) }
            throw .system(operation: "make", subject: "a pipe", code: EMFILE)
        }
        return (ends[0], ends[1])
    }

    private func start(_ arguments: [String], writingTo output: Int32) throws(EventLoopError) {
        var status: Int32 = 0
        let process = LoopHandle.make(uv_process_t.self, on: reactor) {
            [weak self] status, signal in
            self?.exited(signal == 0 ? .status(status) : .signal(signal))
        } start: { loop, process in
            // A handle that failed to start has to be closed all the same.
            status = Self.spawn(arguments, writingTo: output, on: loop, as: process)
            return 0
        }.handle
        guard status == 0, let pid = process?.pointer(as: uv_process_t.self)?.pointee.pid else {
            process?.close()
            throw .system(operation: "start", subject: arguments.first ?? "", code: -status)
        }
        self.process = process
        group = pid
    }

    private static func spawn(
        _ arguments: [String], writingTo output: Int32,
        on loop: UnsafeMutablePointer<uv_loop_t>, as process: UnsafeMutablePointer<uv_process_t>
    ) -> Int32 {
        var words = arguments.map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var streams = [uv_stdio_container_t](repeating: uv_stdio_container_t(), count: 3)
        streams[0].flags = UV_IGNORE
        streams[1].flags = UV_INHERIT_FD
        streams[1].data.fd = output
        streams[2].flags = UV_INHERIT_FD
        streams[2].data.fd = STDERR_FILENO
        return words.withUnsafeMutableBufferPointer { words in
            streams.withUnsafeMutableBufferPointer { streams in
                var options = uv_process_options_t()
                options.file = UnsafePointer(words[0])
                options.args = words.baseAddress
                options.flags = UV_PROCESS_DETACHED.rawValue
                options.stdio = streams.baseAddress
                options.stdio_count = Int32(streams.count)
                options.exit_cb = { LoopHandle.happened($0, status: $1, signal: $2) }
                return uv_spawn(loop, process, &options)
            }
        }
    }

    // MARK: Listening

    private func watchOutput() throws(EventLoopError) {
        watch = try DescriptorWatch(of: output, for: .readable, on: reactor) { [weak self] _ in
            guard let self else { return }
            // Whoever closes its output has no more to say.
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
            if !isWaiting { watch?.cancel() }
            return isWaiting
        }
    }

    /// What it wrote before it ended is still in the pipe; what its descendants might go on writing
    /// is not waited for.
    private func exited(_ exit: Exit) {
        var left: Int32 = 0
        while ioctl(output, UInt(FIONREAD), &left) == 0, left > 0, read() {}
        killGroup()
        finish()
        ended(exit)
    }

    private func killGroup() {
        if group > 0 { kill(-group, SIGKILL) }
    }

    private func finish() {
        guard output >= 0 else { return }
        executioner?.disarm()
        watch?.cancel()
        process?.close()
        close(output)
        process = nil
        output = -1
        reactor.children[ObjectIdentifier(self)] = nil
    }
}
