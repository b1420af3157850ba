internal import Glibc

/// State that threads share: one at a time has it, and one that needs another state waits for it.
///
/// Its waits end by the monotonic clock. Those of libdispatch's semaphores end by the wall clock on
/// Linux, and last an hour longer when that is set back by one.
///
/// A POSIX mutex and not `Synchronization.Mutex`, which has no condition to wait for, and of which
/// the thread sanitizer takes every use for a race.
///
/// `@unchecked Sendable`: the state is touched only while the mutex is held, every thread may use
/// the condition, and both live exactly as long as this object.
public final class Monitor<State: Sendable>: @unchecked Sendable {
    private var state: State
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// A monitor of a state.
    public init(_ state: State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(changed, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Runs `body` while no other thread has the state.
    public func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }

    /// Lets the threads that wait look at the state again.
    public func notify() {
        pthread_cond_broadcast(changed)
    }

    /// Runs `body` now and after each `notify`, until it has a result.
    public func wait<Result>(for body: (inout State) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            pthread_cond_wait(changed, mutex)
        }
    }

    /// Runs `body` now, after each `notify` and at the deadline, until it has a result.
    ///
    /// - Returns: `nil` when the deadline has passed without one.
    public func wait<Result>(
        until deadline: Deadline, for body: (inout State) -> Result?
    ) -> Result? {
        var end = deadline.absoluteTime
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            let isOver = pthread_cond_timedwait(changed, mutex, &end) == ETIMEDOUT
            if isOver { return body(&state) }
        }
    }
}
