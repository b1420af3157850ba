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
    ///
    /// What is cut down to milliseconds is one clock and the difference of the two, so that the
    /// wall clock is ahead by the same in every reading until it is set. Were both cut down, it
    /// would be a millisecond more or less, and a replayed recording a millisecond off.
    public var now: Moment {
        let monotonic = Self.nanoseconds(of: CLOCK_BOOTTIME)
        let ahead = Self.nanoseconds(of: CLOCK_REALTIME) - monotonic
        let milliseconds = monotonic / 1_000_000
        return Moment(
            monotonic: Instant(milliseconds: milliseconds),
            wall: Timestamp(milliseconds: milliseconds + (ahead + 500_000) / 1_000_000))
    }

    /// By how much local time is ahead of UTC then.
    public static func offsetFromUTC(at time: Timestamp) -> Interval {
        var seconds = time_t(time.milliseconds / 1_000)
        var parts = tm()
        tzset()
        guard localtime_r(&seconds, &parts) != nil else { return .zero }
        return .seconds(Int64(parts.tm_gmtoff))
    }

    private static func nanoseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        // Fails only for clocks that Linux does not have.
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
