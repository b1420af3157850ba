import Glibc
public import NowPlaying

/// Reads the clocks by which the hub lives.
public struct SystemClock: Sendable {
    /// The machine's clocks.
    public init() {}

    /// One reading of both.
    ///
    /// The monotonic one counts the time in which the machine slept (`CLOCK_BOOTTIME`): a laptop
    /// that wakes up has stale connections and due deadlines.
    ///
    /// Only one clock and the difference of the two are reduced to milliseconds, so that the wall
    /// clock is ahead by the same amount in every reading until it is set. If both clocks are
    /// reduced, that amount varies by a millisecond, and a replayed recording is a millisecond off.
    public var now: Moment {
        Self.moment(monotonic: Self.read(CLOCK_BOOTTIME), wall: Self.read(CLOCK_REALTIME))
    }

    /// `CLOCK_MONOTONIC`, by which service managers tell which answer is newer.
    static var uptimeMicroseconds: UInt64 {
        let time = read(CLOCK_MONOTONIC)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
    }

    /// The readings of both clocks, in whole milliseconds.
    static func moment(monotonic: timespec, wall: timespec) -> Moment {
        let uptime =
            Interval.seconds(Int64(monotonic.tv_sec))
            + .milliseconds(Int64(monotonic.tv_nsec) / 1_000_000)
        // In two parts: nanoseconds since 1970 fit into 64 bits until the year 2262 only.
        let seconds = Interval.seconds(Int64(wall.tv_sec)) - .seconds(Int64(monotonic.tv_sec))
        let rest = Int64(wall.tv_nsec) - Int64(monotonic.tv_nsec)
        // To the nearest millisecond; the division cuts down what is positive.
        let ahead = seconds + .milliseconds((rest + 1_000_500_000) / 1_000_000 - 1_000)
        return Moment(
            monotonic: Instant(milliseconds: 0) + uptime,
            wall: Timestamp(milliseconds: 0) + uptime + ahead)
    }

    /// Returns the offset of local time from UTC at a time.
    public static func offsetFromUTC(at time: Timestamp) -> Interval {
        var seconds = time_t(time.milliseconds / 1_000)
        var parts = tm()
        tzset()
        guard localtime_r(&seconds, &parts) != nil else { return .zero }
        return .seconds(Int64(parts.tm_gmtoff))
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        // Fails only for clocks that Linux does not have.
        clock_gettime(clock, &time)
        return time
    }
}
