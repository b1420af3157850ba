import Glibc
import NowPlaying

/// The clocks of the machine: a farm's only source of time.
enum FarmClock {
    /// One reading of both.
    static func now() -> Moment {
        Moment(
            monotonic: Instant(milliseconds: 0) + read(CLOCK_MONOTONIC),
            wall: Timestamp(milliseconds: 0) + read(CLOCK_REALTIME))
    }

    private static func read(_ clock: clockid_t) -> Interval {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(Int64(time.tv_sec)) + .milliseconds(Int64(time.tv_nsec) / 1_000_000)
    }
}
