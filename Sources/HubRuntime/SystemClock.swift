import Glibc
public import NowPlaying

/// The only place that reads clocks.
public struct SystemClock: Sendable {
    /// The machine's clocks.
    public init() {}

    /// One reading of both.
    ///
    /// The monotonic one counts the time in which the machine slept (`CLOCK_BOOTTIME`): a laptop
    /// that wakes up has stale connections and due deadlines.
    public var now: Moment {
        Moment(
            monotonic: Instant(milliseconds: Self.milliseconds(of: CLOCK_BOOTTIME)),
            wall: Timestamp(milliseconds: Self.milliseconds(of: CLOCK_REALTIME)))
    }

    private static func milliseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        // Fails only for clocks that Linux does not have.
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
