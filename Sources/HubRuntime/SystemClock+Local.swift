internal import Glibc
internal import NowPlaying

extension SystemClock {
    /// The clock as people nearby read it.
    public var local: LocalClock {
        let now = now.wall
        var seconds = time_t(now.milliseconds / 1_000)
        var calendar = tm()
        localtime_r(&seconds, &calendar)
        return LocalClock(now: now, offset: .seconds(Int64(calendar.tm_gmtoff)))
    }
}
