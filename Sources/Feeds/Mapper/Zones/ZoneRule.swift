/// A yearly rule for changes of clocks: `CET-1CEST,M3.5.0,M10.5.0/3` (RFC 9636, section 3.3.1, and
/// POSIX.1-2024, section 8.3).
struct ZoneRule: Hashable, Sendable {
    /// A day of each year and a time of that day: the fifth Sunday of March (the last if there are
    /// four), at 2:00.
    private struct Change: Hashable, Sendable {
        let month: Int64
        let week: Int64
        let weekday: Int64
        /// Seconds after midnight, or before it.
        let time: Int64
    }

    private struct Summer: Hashable, Sendable {
        let offset: Int64
        let start: Change
        let end: Change
    }

    /// Seconds ahead of UTC outside of summer.
    private let standard: Int64
    private let summer: Summer?

    /// The rule in a text; `nil` for other forms, which no zone of today has.
    init?(_ text: String) {
        var reader = ZoneRuleReader(rest: text[...])
        guard reader.skipName(), let behind = reader.time() else { return nil }
        standard = -behind
        guard !reader.rest.isEmpty else {
            summer = nil
            return
        }
        guard reader.skipName() else { return nil }
        // The default offset of summer is one hour ahead.
        let summerBehind = reader.rest.first == "," ? behind - 3_600 : reader.time()
        guard let summerBehind, let start = Self.change(&reader), let end = Self.change(&reader),
            reader.rest.isEmpty
        else { return nil }
        summer = Summer(offset: -summerBehind, start: start, end: end)
    }

    private static func change(_ reader: inout ZoneRuleReader) -> Change? {
        guard reader.consume(","), reader.consume("M"), let month = reader.number(in: 1...12),
            reader.consume("."), let week = reader.number(in: 1...5), reader.consume("."),
            let weekday = reader.number(in: 0...6)
        else { return nil }
        guard reader.consume("/") else {
            return Change(month: month, week: week, weekday: weekday, time: 7_200)
        }
        return reader.time().map {
            Change(month: month, week: week, weekday: weekday, time: $0)
        }
    }

    /// Seconds ahead of UTC at a time, in Unix seconds.
    func offset(at time: Int64) -> Int64 {
        guard let summer else { return standard }
        // A year has 365.2425 days. Its first hours may count to the year before, which makes no
        // difference: no clock is changed then.
        let year = 1970 + Int64((Double(time) / 31_556_952).rounded(.down))
        guard let start = Self.midnight(of: summer.start, in: year),
            let end = Self.midnight(of: summer.end, in: year)
        else { return standard }
        let begins = start + summer.start.time - standard
        let ends = end + summer.end.time - summer.offset
        let isSummer =
            begins < ends ? (begins..<ends).contains(time) : !(ends..<begins).contains(time)
        return isSummer ? summer.offset : standard
    }

    private static func midnight(of change: Change, in year: Int64) -> Int64? {
        guard let first = TimeText.days(year: year, month: change.month, day: 1) else { return nil }
        // 1970-01-01 was a Thursday.
        let weekday = ((first + 4) % 7 + 7) % 7
        let week = (change.weekday - weekday + 7) % 7 + (change.week - 1) * 7
        let day = TimeText.days(year: year, month: change.month, day: 1 + week)
        return (day ?? first + week - 7) * 86_400
    }
}

/// Reads a rule from its beginning to its end.
private struct ZoneRuleReader {
    var rest: Substring

    mutating func consume(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Letters, or anything between `<` and `>`.
    mutating func skipName() -> Bool {
        if consume("<") {
            rest = rest.drop { $0 != ">" }
            return consume(">")
        }
        let name = rest.prefix { $0.isASCII && $0.isLetter }
        rest = rest.dropFirst(name.count)
        return !name.isEmpty
    }

    mutating func number(in bounds: ClosedRange<Int64>) -> Int64? {
        let digits = rest.prefix(3).prefix { $0.isASCII && $0.isNumber }
        guard let number = Int64(digits), bounds.contains(number) else { return nil }
        rest = rest.dropFirst(digits.count)
        return number
    }

    /// `h`, `h:mm` or `h:mm:ss`, of up to a week, with a sign or without, in seconds.
    mutating func time() -> Int64? {
        let isNegative = consume("-")
        if !isNegative { _ = consume("+") }
        guard var seconds = number(in: 0...167).map({ $0 * 3_600 }) else { return nil }
        for unit: Int64 in [60, 1] where consume(":") {
            guard let count = number(in: 0...59) else { return nil }
            seconds += count * unit
        }
        return isNegative ? -seconds : seconds
    }
}
