import Glibc
import NowPlaying

/// A time as people, or spreadsheets, read it.
struct CalendarTime {
    enum Zone {
        /// `2026-11-21 15:04:05`, by the clock on the wall.
        case local
        /// `2026-11-21T14:04:05Z` (RFC 3339).
        case utc
    }

    let text: String

    init(_ time: Timestamp, _ zone: Zone) {
        let offset = zone == .local ? SystemClock.offsetFromUTC(at: time) : .zero
        var seconds = time_t((time + offset).milliseconds / 1_000)
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else {
            text = "?"
            return
        }
        let date = [parts.tm_year + 1_900, parts.tm_mon + 1, parts.tm_mday]
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec]
        func joined(_ numbers: [Int32], _ separator: String) -> String {
            numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: separator)
        }
        let isUTC = zone == .utc
        text = joined(date, "-") + (isUTC ? "T" : " ") + joined(clock, ":") + (isUTC ? "Z" : "")
    }
}
