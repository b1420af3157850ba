internal import Glibc

/// The end of a wait, on a clock that is never set (`CLOCK_MONOTONIC`).
///
/// Several waits that share a deadline take no longer together than one.
public struct Deadline: Hashable, Sendable {
    private let nanoseconds: Int64

    /// The deadline that is so far from now; what is past counts as now.
    public static func after(_ duration: Duration) -> Deadline {
        let (seconds, attoseconds) = duration.components
        let left = max(0, min(seconds, longest)) * 1_000_000_000 + attoseconds / 1_000_000_000
        return Deadline(nanoseconds: now + max(0, left))
    }

    /// Three centuries fit into the clock's nanoseconds; one is enough to wait.
    private static let longest: Int64 = 100 * 366 * 24 * 3_600

    private static var now: Int64 {
        var time = timespec()
        // Fails only for clocks that Linux does not have.
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// How long it is until then; zero when it has passed.
    public var timeLeft: Duration {
        .nanoseconds(max(0, nanoseconds - Self.now))
    }

    /// As `pthread_cond_timedwait` takes it.
    var absoluteTime: timespec {
        timespec(
            tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }
}
