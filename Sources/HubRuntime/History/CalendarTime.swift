import Glibc
import NowPlaying

/// A time as people, or spreadsheets, read it.
enum CalendarTime {
    /// `2026-11-21T14:04:05Z` (RFC 3339).
    static func utc(_ time: Timestamp) -> String {
        text(of: time, between: UInt8(ascii: "T"), end: [UInt8(ascii: "Z")])
    }

    /// Local times, `2026-11-21 15:04:05`, one after another.
    ///
    /// By how much they are ahead of UTC is asked once for each quarter of an hour: it changes at
    /// full quarters only.
    struct Local {
        private var quarter = Int64.min
        private var offset = Interval.zero

        mutating func text(of time: Timestamp) -> String {
            let quarter = time.milliseconds / 900_000
            if quarter != self.quarter {
                self.quarter = quarter
                offset = SystemClock.offsetFromUTC(at: time)
            }
            return CalendarTime.text(of: time + offset, between: UInt8(ascii: " "), end: [])
        }
    }

    private static func text(of time: Timestamp, between: UInt8, end: [UInt8]) -> String {
        var seconds = time_t(time.milliseconds / 1_000)
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else { return "?" }
        var text: [UInt8] = Array("\(parts.tm_year + 1_900)".utf8)
        for part in [parts.tm_mon + 1, parts.tm_mday] {
            text.append(UInt8(ascii: "-"))
            text.appendTwoDigits(part)
        }
        text.append(between)
        text.appendTwoDigits(parts.tm_hour)
        for part in [parts.tm_min, parts.tm_sec] {
            text.append(UInt8(ascii: ":"))
            text.appendTwoDigits(part)
        }
        return String(decoding: text + end, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Appends a number below 100.
    fileprivate mutating func appendTwoDigits(_ number: Int32) {
        append(UInt8(ascii: "0") + UInt8(clamping: number / 10))
        append(UInt8(ascii: "0") + UInt8(clamping: number % 10))
    }
}
