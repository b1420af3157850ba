internal import CLibwebsockets
internal import Glibc

/// Runs a closure on the loop's thread when a signal arrives.
enum SignalWatch {
    /// Watches until the loop ends.
    ///
    /// The signal is also unblocked: a child inherits what its parent had blocked, and a service
    /// started by a test runner or a supervisor would otherwise never hear SIGTERM.
    static func start(
        _ number: Int32, on reactor: Reactor, body: @escaping () -> Void
    ) throws(EventLoopError) {
        let made = LoopHandle.make(uv_signal_t.self, on: reactor) { _, _ in
            body()
        } start: {
            uv_signal_init($0, $1)
        }
        let status =
            made.handle?.pointer(as: uv_signal_t.self).map { signal in
                uv_signal_start(signal, { LoopHandle.happened($0, number: $1) }, number)
            } ?? made.status
        guard status == 0 else {
            made.handle?.close()
            throw .system(operation: "watch", subject: "signal \(number)", code: -status)
        }
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
}
