internal import Glibc

/// What a thread found out about a name.
struct LookupAnswer: Sendable {
    let host: String
    let addresses: Result<[SocketAddress], ResolutionFailure>
}

/// The names that wait to be looked up, and the threads that do it.
///
/// The threads are detached and hold on to the desk and the mailbox alone: when the desk is closed
/// those that wait end, and one that is stuck in a look-up ends after it, or with the process.
///
/// `@unchecked Sendable`: the state has its lock, and the condition, which POSIX lets every thread
/// use, is freed when nobody refers to the desk any more, which a thread that waits for it does.
final class LookupDesk: @unchecked Sendable {
    private struct Task: Sendable {
        let host: String
        let answers: Mailbox<LookupAnswer>
    }

    /// What a thread does next.
    private enum Step {
        case lookUp(Task)
        case end
    }

    private struct State: Sendable {
        var tasks: [Task] = []
        var next = 0
        var threads = 0
        var busyThreads = 0
        var isClosed = false

        /// Whether one more name would have to wait for a thread.
        var isShortOfThreads: Bool {
            threads - busyThreads <= tasks.count - next && threads < LoopLimits.resolverThreads
        }

        /// Takes the oldest name; the list is cleared when it is used up, not at each step.
        mutating func step() -> Step? {
            if isClosed { return .end }
            guard next < tasks.count else { return nil }
            let task = tasks[next]
            next += 1
            if next == tasks.count { clear() }
            busyThreads += 1
            return .lookUp(task)
        }

        mutating func clear() {
            tasks = []
            next = 0
        }
    }

    private let state = Lock(State())
    private let isNotEmpty = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        pthread_cond_init(isNotEmpty, nil)
    }

    deinit {
        pthread_cond_destroy(isNotEmpty)
        isNotEmpty.deallocate()
    }

    /// Takes a name; false if there is no thread for it and none can be made.
    func take(_ host: String, answers: Mailbox<LookupAnswer>) -> Bool {
        state.withLock { state in
            if state.isShortOfThreads, startThread() { state.threads += 1 }
            guard state.threads > 0 else { return false }
            state.tasks.append(Task(host: host, answers: answers))
            pthread_cond_signal(isNotEmpty)
            return true
        }
    }

    /// Looks nothing up any more and lets the threads go.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.clear()
            pthread_cond_broadcast(isNotEmpty)
        }
    }

    private func startThread() -> Bool {
        let desk = Unmanaged.passRetained(self)
        var thread: pthread_t = 0
        let status = pthread_create(&thread, nil, lookUp, desk.toOpaque())
        if status == 0 {
            pthread_detach(thread)
        } else {
            desk.release()
        }
        return status == 0
    }

    /// What a thread does, until the desk is closed.
    fileprivate func work() {
        // Signals are for the loop's thread.
        var every = sigset_t()
        sigfillset(&every)
        pthread_sigmask(SIG_BLOCK, &every, nil)
        while case .lookUp(let task) = state.withLock(waitingOn: isNotEmpty, { $0.step() }) {
            let addresses = HostLookup.addresses(of: task.host)
            task.answers.post(LookupAnswer(host: task.host, addresses: addresses))
            state.withLock { $0.busyThreads -= 1 }
        }
    }
}

/// A thread's life. It was started with a reference of its own to the desk.
private func lookUp(_ desk: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let desk else { return nil }
    Unmanaged<LookupDesk>.fromOpaque(desk).takeRetainedValue().work()
    return nil
}
