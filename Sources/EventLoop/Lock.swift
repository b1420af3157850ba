internal import Glibc

/// A value that threads share, one at a time.
///
/// A POSIX mutex and not `Synchronization.Mutex`, because the thread sanitizer sees how the former
/// orders accesses and takes every use of the latter for a race.
///
/// `@unchecked Sendable`: the value is touched only between `pthread_mutex_lock` and `unlock`, and
/// the mutex lives exactly as long as this object.
final class Lock<Value: Sendable>: @unchecked Sendable {
    private var value: Value
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` while no other thread does.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Runs `body` again each time that another thread has signalled `condition`, until it has a
    /// result.
    func withLock<Result>(
        waitingOn condition: UnsafeMutablePointer<pthread_cond_t>,
        _ body: (inout Value) -> Result?
    ) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            pthread_cond_wait(condition, mutex)
        }
    }
}
