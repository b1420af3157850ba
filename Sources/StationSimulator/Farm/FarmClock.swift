import Glibc
import NowPlaying

/// The clocks of the machine: a farm's only source of time.
enum FarmClock {
    /// One reading of both.
    static func now() -> Moment {
        Moment(
            monotonic: Instant(milliseconds: milliseconds(of: CLOCK_MONOTONIC)),
            wall: Timestamp(milliseconds: milliseconds(of: CLOCK_REALTIME)))
    }

    private static func milliseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
