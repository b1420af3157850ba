import NowPlaying

/// Local times, `2026-11-21 15:04:05`, one after another.
///
/// The offset from UTC is asked for once for each quarter of an hour: it changes at full quarters
/// only.
struct LocalTimes {
    private var quarter = Int64.min
    private var offset = Interval.zero

    mutating func text(of time: Timestamp) -> String {
        let quarter = time.milliseconds / 900_000
        if quarter != self.quarter {
            self.quarter = quarter
            offset = SystemClock.offsetFromUTC(at: time)
        }
        return CivilTime(time + offset).plain
    }
}
