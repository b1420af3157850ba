internal import CSystemd
package import Loop
import Glibc
import NowPlaying
package import Support

/// Tells the service manager how the service is, where one has started it.
///
/// The watchdog is fed from the loop: when all is handled that was ready when a timer rang. A loop
/// that hangs feeds nothing. What is sent, a thread of its own sends, for the manager's socket may
/// be full.
package final class ServiceNotifier {
    /// Messages that may wait: more than the loop has to say while a manager is busy.
    private static let capacity = 16

    private let loop: EventLoop
    private let status: () -> String
    private let worker = SerialWorker("nphub-notify", capacity: capacity)
    private var machine: NotificationMachine
    private var failures: Mailbox<Int32>?
    private var timer: LoopTimer?

    /// A notifier that has said nothing yet; `nil` where no service manager listens.
    ///
    /// - Parameters:
    ///   - status: The service's status, in a line.
    ///   - progress: Has the service do what is due.
    ///   - failed: Hears once why the manager cannot be told.
    package init?(
        on loop: EventLoop, status: @escaping () -> String, progress: @escaping () -> Void,
        failed: @escaping (String) -> Void
    ) {
        guard getenv("NOTIFY_SOCKET") != nil else { return nil }
        self.loop = loop
        self.status = status
        machine = NotificationMachine(watchdog: Self.watchdog)
        var hasFailed = false
        failures = loop.makeMailbox { error in
            if !hasFailed { failed(systemMessage(error)) }
            hasFailed = true
        }
        timer = loop.makeTimer { [weak self] in
            progress()
            loop.atEndOfTurn { self?.check() }
        }
    }

    private static var watchdog: Interval? {
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
        return .milliseconds(Int64(clamping: microseconds / 1_000))
    }

    /// The service serves.
    package func tellStarted() {
        send(machine.started(status()))
        rest()
    }

    /// The service reads its config again, since so many microseconds of `CLOCK_MONOTONIC`.
    package func tellReloading(sinceMicroseconds time: UInt64) {
        send(machine.reloadBegan(atMicroseconds: time))
    }

    /// The service has read its config.
    ///
    /// - Parameter complaint: Why it is not in force; `nil` where it is.
    package func tellReloaded(complaint: String?) {
        send(machine.reloadEnded(complaint: complaint, status()))
    }

    /// The service ends.
    package func tellStopping() {
        send(machine.stopped())
    }

    /// Sends what waits, as far as that is possible in time.
    package func finish(by deadline: Deadline) {
        _ = worker.finish(by: deadline)
    }

    private func check() {
        send(machine.checked(status()))
        rest()
    }

    private func rest() {
        timer?.arm(afterMilliseconds: UInt64(clamping: machine.interval.milliseconds))
    }

    private func send(_ notification: Notification?) {
        guard let text = notification?.text else { return }
        let isQueued = worker.run { [failures] in
            let outcome = sd_notify(0, text)
            if outcome < 0 { failures?.post(-outcome) }
        }
        if !isQueued { machine.notificationLost() }
    }
}
