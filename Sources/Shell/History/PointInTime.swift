import Glibc
public import NowPlaying

/// A point in time as people write it: how long ago, or a local date with or without a time of day.
public struct PointInTime: Equatable, Sendable {
    /// The moment itself.
    public let time: Timestamp

    /// The accepted forms, in words.
    public static let expectation = """
        how long ago, such as 90m, 5h or 2d, or a local time, such as 2026-11-21, \
        2026-11-21T18:30, today or yesterday
        """

    /// Some hours before now.
    public static func hoursAgo(_ hours: Int64) -> PointInTime {
        PointInTime(SystemClock().now.wall - .seconds(hours * 3_600))
    }

    private static let days: [String: Int32] = ["today": 0, "yesterday": 1]

    private init(_ time: Timestamp) {
        self.time = time
    }

    /// Reads a text; `nil` for one that is neither.
    public init?(_ text: String, now: Timestamp) {
        if let length = Interval(inUnits: text), length > .zero {
            time = now - length
        } else if let days = Self.days[text] {
            guard let time = Self.midnight(daysBefore: days, now) else { return nil }
            self.time = time
        } else if let time = Self.local(text) {
            self.time = time
        } else {
            return nil
        }
    }

    private static func midnight(daysBefore days: Int32, _ now: Timestamp) -> Timestamp? {
        var seconds = time_t(now.milliseconds / 1_000)
        var parts = tm()
        tzset()
        guard localtime_r(&seconds, &parts) != nil else { return nil }
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (0, 0, 0)
        parts.tm_mday -= days
        return time(of: parts)
    }

    private static func local(_ text: String) -> Timestamp? {
        guard
            let match = text.wholeMatch(
                of: /(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?/)
        else { return nil }
        let (_, year, month, day, hour, minute, second) = match.output
        var parts = tm()
        parts.tm_year = (Int32(year) ?? 0) - 1_900
        parts.tm_mon = (Int32(month) ?? 0) - 1
        parts.tm_mday = Int32(day) ?? 0
        parts.tm_hour = hour.flatMap { Int32($0) } ?? 0
        parts.tm_min = minute.flatMap { Int32($0) } ?? 0
        parts.tm_sec = second.flatMap { Int32($0) } ?? 0
        let written = (parts.tm_mon, parts.tm_mday, parts.tm_min, parts.tm_sec)
        // A date that no calendar has, such as a 31st of June, is taken for another day.
        guard let time = time(of: parts, settled: &parts),
            written == (parts.tm_mon, parts.tm_mday, parts.tm_min, parts.tm_sec)
        else { return nil }
        return time
    }

    private static func time(of parts: tm) -> Timestamp? {
        var settled = parts
        return time(of: parts, settled: &settled)
    }

    /// In local time, daylight saving or not as the date has it.
    private static func time(of parts: tm, settled: inout tm) -> Timestamp? {
        var parts = parts
        parts.tm_isdst = -1
        let seconds = mktime(&parts)
        settled = parts
        return Timestamp(seconds: Double(seconds))
    }
}
