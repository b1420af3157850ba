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
/// `@unchecked Sendable`: `state` is touched only between `pthread_mutex_lock` and `unlock`, and
/// the mutex and the condition are allocated once and freed when nobody refers to the desk any
/// more, which a thread that uses them does.
final class LookupDesk: @unchecked Sendable {
    private struct Task {
        let host: String
        let answers: Mailbox<LookupAnswer>
    }

    private struct State {
        var tasks: [Task] = []
        var next = 0
        var threads = 0
        var idleThreads = 0
        var isClosed = false
    }

    private var state = State()
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let isNotEmpty = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(isNotEmpty, nil)
    }

    deinit {
        pthread_cond_destroy(isNotEmpty)
        pthread_mutex_destroy(mutex)
        isNotEmpty.deallocate()
        mutex.deallocate()
    }

    /// Takes a name; false if there is no thread for it and none can be made.
    func take(_ host: String, answers: Mailbox<LookupAnswer>) -> Bool {
        locked {
            if state.idleThreads == 0, state.threads < LoopLimits.resolverThreads, startThread() {
                state.threads += 1
            }
            guard state.threads > 0 else { return false }
            state.tasks.append(Task(host: host, answers: answers))
            pthread_cond_signal(isNotEmpty)
            return true
        }
    }

    /// Looks nothing up any more and lets the threads go.
    func close() {
        locked {
            state.isClosed = true
            state.tasks = []
            state.next = 0
            pthread_cond_broadcast(isNotEmpty)
        }
    }

    private func locked<Value>(_ body: () -> Value) -> Value {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    private func startThread() -> Bool {
        let desk = Unmanaged.passRetained(self)
        var thread: pthread_t = 0
        let status = pthread_create(
            &thread, nil,
            { desk in
                guard let desk else { return nil }
                Unmanaged<LookupDesk>.fromOpaque(desk).takeRetainedValue().work()
                return nil
            }, desk.toOpaque())
        if status == 0 {
            pthread_detach(thread)
        } else {
            desk.release()
        }
        return status == 0
    }

    /// What a thread does, until the desk is closed.
    private func work() {
        // Signals are for the loop's thread.
        var every = sigset_t()
        sigfillset(&every)
        pthread_sigmask(SIG_BLOCK, &every, nil)
        while let task = nextTask() {
            let addresses = HostLookup.addresses(of: task.host)
            task.answers.post(LookupAnswer(host: task.host, addresses: addresses))
        }
    }

    private func nextTask() -> Task? {
        locked {
            state.idleThreads += 1
            defer { state.idleThreads -= 1 }
            while !state.isClosed {
                if let task = popTask() { return task }
                pthread_cond_wait(isNotEmpty, mutex)
            }
            return nil
        }
    }

    /// Takes the oldest name; the list is cleared when it is used up, not at each step.
    private func popTask() -> Task? {
        guard state.next < state.tasks.count else { return nil }
        let task = state.tasks[state.next]
        state.next += 1
        if state.next == state.tasks.count {
            state.tasks = []
            state.next = 0
        }
        return task
    }
}
