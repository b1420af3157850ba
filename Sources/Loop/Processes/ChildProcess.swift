internal import CLibwebsockets
internal import Glibc

/// A program that is to be run: its name, looked up in `PATH`, and its arguments.
public struct ChildProgram: Hashable, Sendable {
    /// Its name and its arguments.
    public var arguments: [String]
    /// Its standard input.
    public var input: [UInt8] = []
    /// Its environment, as `NAME=VALUE`; `nil` for this program's own.
    public var environment: [String]?
    /// It is a task: its errors go to its output, it goes on when it has closed that, and its start
    /// is not waited for. Else its errors go to this program's, and it has ended when it says no
    /// more.
    public var isTask = false

    /// A program without input.
    public init(_ arguments: [String]) {
        self.arguments = arguments
    }
}

/// A program that runs beside this one, and whose standard output is read.
///
/// It leads a process group,
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
        /// A task could not be started, for this error number.
        case notStarted(Int32)
    }

    /// The time that a program has to end when it was asked to, before it is killed.
    private static let gracePeriod: UInt64 = 2_000

    private let reactor: Reactor
    private let isTask: Bool
    private let received: (UnsafeRawBufferPointer) -> Void
    private let ended: (Exit) -> Void
    /// The program, which leads the group; 0 before it was started.
    private var process: pid_t = 0
    private var output: Int32
    private var outputWatch: DescriptorWatch?
    /// While it is open the kernel lets the group live.
    private var lifeline: Int32 = -1
    /// Has the reason, when it has ended, for which a task could not be started.
    private var startFailure: Int32 = -1
    private var killTimer: LoopTimer?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - received: What it wrote.
    ///   - ended: It has ended, and all that it wrote was told.
    init(
        _ program: ChildProgram, on reactor: Reactor,
        received: @escaping (UnsafeRawBufferPointer) -> Void, ended: @escaping (Exit) -> Void
    ) throws(EventLoopError) {
        self.reactor = reactor
        isTask = program.isTask
        self.received = received
        self.ended = ended
        let pipe = try Self.pipe(
            reading: Int32(UV_NONBLOCK_PIPE.rawValue), within: reactor.descriptors)
        output = pipe.reading
        do throws(EventLoopError) {
            defer { close(pipe.writing) }
            try start(program, writingTo: pipe.writing)
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

    private func start(
        _ program: ChildProgram, writingTo output: Int32
    ) throws(EventLoopError) {
        try reactor.watchChildren()
        let life = try Self.pipe(within: reactor.descriptors)
        lifeline = life.writing
        defer { close(life.reading) }
        let input = try Self.file(of: program.input)
        defer { if input >= 0 { close(input) } }
        let arguments = CWords(program.arguments)
        let environment = program.environment.map(CWords.init)
        defer {
            arguments.free()
            environment?.free()
        }
        var start = clws_program()
        start.arguments = UnsafePointer(arguments.pointer)
        start.environment = environment?.pointer
        (start.input, start.output, start.lifeline) = (input, output, life.reading)
        start.joins_errors = isTask
        let process = isTask ? clws_start(&start, &startFailure) : clws_start(&start, nil)
        guard process > 0 else {
            let subject = program.arguments.first ?? ""
            throw .system(operation: "start", subject: subject, code: -process)
        }
        self.process = process
    }

    /// A file that holds a program's input; -1 if that is empty.
    private static func file(of input: [UInt8]) throws(EventLoopError) -> Int32 {
        guard !input.isEmpty else { return -1 }
        let file = clws_make_file(input, input.count)
        guard file >= 0 else {
            throw .system(operation: "make", subject: "a program's input", code: -file)
        }
        return file
    }

    /// A program has ended, perhaps this one: its number is free from now on.
    fileprivate func collect() {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { return }
        var error: Int32 = 0
        if startFailure >= 0, Glibc.read(startFailure, &error, 4) == 4 {
            return exited(.notStarted(error))
        }
        let signal = status & 0x7F
        exited(signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal))
    }

    // MARK: Listening

    private func watchOutput() throws(EventLoopError) {
        outputWatch = try DescriptorWatch(of: output, for: .readable, on: reactor) {
            [weak self] _ in
            guard let self else { return }
            // A program that closes its output has no more to say.
            if !read(), !isTask { terminate() }
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
        for descriptor in [output, lifeline, startFailure] where descriptor >= 0 {
            close(descriptor)
        }
        output = -1
        reactor.children[ObjectIdentifier(self)] = nil
    }
}

/// Words as C has them, with `NULL` behind the last.
private struct CWords {
    let pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ words: [String]) {
        count = words.count
        pointer = .allocate(capacity: count + 1)
        for (place, word) in words.enumerated() {
            (pointer + place).initialize(to: strdup(word))
        }
        (pointer + count).initialize(to: nil)
    }

    func free() {
        for place in 0..<count { Glibc.free(pointer[place]) }
        pointer.deallocate()
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
