internal import Glibc

/// The end of a wait, on a clock that is never set (`CLOCK_MONOTONIC`).
///
/// Several waits that share a deadline take no longer together than one.
public struct Deadline: Hashable, Sendable {
    private let nanoseconds: Int64

    /// The deadline at this distance from now; a negative distance counts as zero.
    public static func after(_ duration: Duration) -> Deadline {
        let (seconds, attoseconds) = duration.components
        let left = max(0, min(seconds, longest)) * 1_000_000_000 + attoseconds / 1_000_000_000
        return Deadline(nanoseconds: now + max(0, left))
    }

    /// Three centuries fit into the clock's nanoseconds; one is enough to wait.
    private static let longest: Int64 = 100 * 366 * 24 * 3_600

    private static var now: Int64 {
        var time = timespec()
        // The call fails only for clocks that Linux does not have.
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The time until then; zero if it has passed.
    public var timeLeft: Duration {
        .nanoseconds(max(0, nanoseconds - Self.now))
    }

    /// The form that `pthread_cond_timedwait` takes.
    var absoluteTime: timespec {
        timespec(
            tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }
}
