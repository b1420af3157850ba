import NowPlaying

/// Local times, `2026-11-21 15:04:05`, one after another.
///
/// By how much they are ahead of UTC is asked once for each quarter of an hour: it changes at full
/// quarters only.
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
