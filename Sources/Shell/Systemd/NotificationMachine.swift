package import NowPlaying
import Support

/// Decides what a service manager is told, and when: the protocol of sd_notify(3), without its
/// socket and its clocks.
///
/// The service says when it is ready, while it reloads, and when it ends. In between, `checked` is
/// called every `interval`: it feeds the watchdog, and tells the status if that is new. A service
/// that hangs must not call it.
package struct NotificationMachine: Sendable {
    private enum Phase {
        /// It is not ready yet; the watchdog sleeps.
        case starting
        /// It serves, with the config in force.
        case running
        /// It serves, and reads its config again.
        case reloading
        /// It ends; nothing is said any more.
        case stopping
    }

    /// The interval of status checks if no watchdog asks for a shorter one.
    private static let statusInterval = Interval.seconds(5)

    /// The interval at which `checked` is due.
    package let interval: Interval
    private let hasWatchdog: Bool
    private var phase = Phase.starting
    /// The status as it was told last; `nil` where it has to be told again.
    private var toldStatus: String?
    /// The reason why the config in force is not the newest.
    private var complaint: String?

    /// A service that has just been started.
    ///
    /// - Parameter watchdog: After so long without a sign of life it is killed; `nil` for never.
    package init(watchdog: Interval? = nil) {
        hasWatchdog = watchdog != nil
        // Three signs of life in the time of one, so that a late one does no harm.
        let feeding = watchdog.map { Interval(milliseconds: max(1, $0.milliseconds / 3)) }
        interval = min(feeding ?? Self.statusInterval, Self.statusInterval)
    }

    /// It serves from now on.
    package mutating func started(_ status: String) -> Notification {
        phase = .running
        return Notification(["READY=1", newStatus(status)])
    }

    /// It reads its config again.
    ///
    /// - Parameter microseconds: `CLOCK_MONOTONIC`. A manager that has asked for the reload by a
    ///   signal believes no answer that is older (`Type=notify-reload`).
    package mutating func reloadBegan(atMicroseconds microseconds: UInt64) -> Notification? {
        guard phase == .running || phase == .reloading else { return nil }
        phase = .reloading
        return Notification(["RELOADING=1", "MONOTONIC_USEC=\(microseconds)"])
    }

    /// The newest config is in force; or it has mistakes, and the one before stays.
    package mutating func reloadEnded(complaint: String?, _ status: String) -> Notification? {
        guard phase == .reloading else { return nil }
        phase = .running
        self.complaint = complaint
        return Notification(["READY=1", newStatus(status)])
    }

    /// It has done all that was due, as it does every `interval`.
    package mutating func checked(_ status: String) -> Notification? {
        guard phase == .running || phase == .reloading else { return nil }
        let parts = [hasWatchdog ? "WATCHDOG=1" : nil, newStatus(status)]
        return parts.contains { $0 != nil } ? Notification(parts) : nil
    }

    /// It ends.
    package mutating func stopped() -> Notification? {
        guard phase != .stopping else { return nil }
        phase = .stopping
        return Notification(["STOPPING=1", newStatus("ending")])
    }

    /// A notification was not sent: the status is told again.
    package mutating func notificationLost() {
        toldStatus = nil
    }

    private mutating func newStatus(_ status: String) -> String? {
        let status = [status, complaint].compactMap(\.self).joined(separator: "; ")
        guard status != toldStatus else { return nil }
        toldStatus = status
        return "STATUS=\(status.escapingControls())"
    }
}

/// One message to the service manager.
package struct Notification: Hashable, Sendable {
    /// Its assignments, a line each.
    package let text: String

    init(_ assignments: [String?]) {
        text = assignments.compactMap(\.self).joined(separator: "\n")
    }
}
