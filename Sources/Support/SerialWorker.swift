internal import Glibc

/// A thread of its own for blocking jobs, which run one after another, in the order of their
/// arrival.
///
/// A bounded number of jobs may wait; more are refused. The thread ends with the worker, after the
/// jobs that wait then.
public final class SerialWorker: Sendable {
    /// A job, which its caller has handed over with everything that it touches.
    ///
    /// `@unchecked Sendable`: `sending` makes sure that the caller keeps nothing of it.
    private struct Job: @unchecked Sendable {
        let run: () -> Void
    }

    private struct State {
        var jobs: ArraySlice<Job> = []
        var isEnding = false
        var hasEnded = false
    }

    private let capacity: Int
    private let state = Monitor(State())

    /// A worker without a job.
    ///
    /// - Parameters:
    ///   - name: The thread's name, of at most 15 bytes.
    ///   - capacity: The number of jobs that may wait beside the running one.
    ///   - niceness: The nice value of the thread, relative to others (`nice`).
    public init(_ name: String, capacity: Int, niceness: Int = 0) {
        self.capacity = capacity
        let state = state
        let isStarted = startThread(name) {
            // On Linux `nice` is for the calling thread alone.
            if niceness != 0 { _ = nice(Int32(niceness)) }
            while let job = state.wait(for: Self.next) { job.run() }
            state.withLock { $0.hasEnded = true }
            state.notify()
        }
        if !isStarted { state.withLock { ($0.isEnding, $0.hasEnded) = (true, true) } }
    }

    deinit {
        state.withLock { $0.isEnding = true }
        state.notify()
    }

    /// Runs a job after those that wait.
    ///
    /// - Returns: False if too many wait, the worker is ending, or the system gave no thread.
    @discardableResult
    public func run(_ job: sending @escaping () -> Void) -> Bool {
        let job = Job(run: job)
        defer { state.notify() }
        return state.withLock { state in
            guard !state.isEnding, state.jobs.count < capacity else { return false }
            state.jobs.append(job)
            return true
        }
    }

    /// Takes no more jobs, and waits for those that it has.
    ///
    /// - Returns: True if all of them were done in time.
    public func finish(by deadline: Deadline) -> Bool {
        state.withLock { $0.isEnding = true }
        state.notify()
        return state.wait(until: deadline) { $0.hasEnded ? true : nil } ?? false
    }

    /// The next job; `.some(nil)` if there will be none, `nil` while there is none yet.
    private static func next(_ state: inout State) -> Job?? {
        if let job = state.jobs.popFirst() { return .some(job) }
        return state.isEnding ? .some(nil) : nil
    }
}

/// Starts a detached thread: if it is stuck, it blocks nothing else.
///
/// - Parameter name: The thread's name, of at most 15 bytes.
/// - Returns: False if the system gives no thread.
public func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    let main = Unmanaged.passRetained(ThreadBody(name: name, run: body))
    var id: pthread_t = 0
    guard pthread_create(&id, nil, runThread, main.toOpaque()) == 0 else {
        main.release()
        return false
    }
    pthread_detach(id)
    return true
}

/// The work of a thread.
private final class ThreadBody: Sendable {
    let name: String
    let run: @Sendable () -> Void

    init(name: String, run: @escaping @Sendable () -> Void) {
        self.name = name
        self.run = run
    }
}

/// Runs a thread. It was started with a reference of its own to its body.
private func runThread(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let body else { return nil }
    let main = Unmanaged<ThreadBody>.fromOpaque(body).takeRetainedValue()
    nameThread(main.name)
    main.run()
    return nil
}

/// Shows the thread by this name to `ps`, `top` and debuggers. (`pthread_setname_np` is hidden from
/// Swift.)
private func nameThread(_ name: String) {
    let descriptor = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = write(descriptor, name, name.utf8.count)
    close(descriptor)
}
