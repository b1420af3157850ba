import NowPlaying

/// Times written as texts.
enum TimeText {
    /// ISO 8601 in its extended format, such as `2024-05-01T08:30:00.5+02:00`; a space may stand
    /// for the `T`, and seconds may be missing.
    ///
    /// - Parameter zone: The zone of a time that names none.
    static func iso(_ text: String, zone: LocalZone?) -> Timestamp? {
        var text = text[...]
        guard let year = digits(4, &text), consume("-", &text), let month = digits(2, &text),
            consume("-", &text), let day = digits(2, &text),
            consume("T", &text) || consume("t", &text) || consume(" ", &text),
            let time = clockTime(&text)
        else { return nil }
        guard let zone = text.isEmpty ? zone : offset(String(text)).map(LocalZone.init(offset:)),
            let days = days(year: year, month: month, day: day)
        else { return nil }
        return zone.time(ofLocal: Timestamp(milliseconds: days * 86_400_000) + time)
    }

    /// `dd.mm.yyyy hh:mm:ss`, in this zone.
    static func date(_ text: String, zone: LocalZone?) -> Timestamp? {
        var text = text[...]
        guard let zone, let day = digits(2, &text), consume(".", &text),
            let month = digits(2, &text), consume(".", &text), let year = digits(4, &text),
            consume(" ", &text), let time = clockTime(&text), text.isEmpty,
            let days = days(year: year, month: month, day: day)
        else { return nil }
        return zone.time(ofLocal: Timestamp(milliseconds: days * 86_400_000) + time)
    }

    /// `/Date(1700000000000)/`, with an offset behind the number or without, which changes nothing.
    static func dotnet(_ text: String) -> Timestamp? {
        guard text.hasPrefix("/Date("), text.hasSuffix(")/") else { return nil }
        let inside = text.dropFirst("/Date(".count).dropLast(2)
        let number = inside.prefix { $0.isASCII && $0.isNumber }
        let rest = inside.dropFirst(number.count)
        guard rest.isEmpty || offset(String(rest)) != nil, let milliseconds = Double(number),
            milliseconds > 0
        else { return nil }
        return Timestamp(seconds: milliseconds / 1_000)
    }

    /// `h:mm:ss` or `mm:ss`; the first number may have any number of digits, the last a fraction.
    static func clock(_ text: String) -> Interval? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else { return nil }
        var seconds = 0.0
        for (place, part) in parts.enumerated() {
            let isFirst = place == 0
            guard let first = part.utf8.first, isDigit(first), let count = Double(decimal: part),
                isFirst || count < 60, isFirst || part.prefix(2).utf8.allSatisfy(isDigit),
                place == parts.count - 1 || part.utf8.allSatisfy(isDigit)
            else { return nil }
            seconds = seconds * 60 + count
        }
        return Interval(seconds: seconds)
    }

    /// `Z`, `+01:00`, `+0100` or `+01`.
    static func offset(_ text: String) -> Interval? {
        if text == "Z" || text == "z" { return .zero }
        var rest = text.dropFirst()
        guard let sign = text.first, sign == "+" || sign == "-" || sign == "−",
            let hours = digits(2, &rest), hours <= 14
        else { return nil }
        var minutes: Int64 = 0
        if !rest.isEmpty {
            _ = consume(":", &rest)
            guard let count = digits(2, &rest), count < 60, rest.isEmpty else { return nil }
            minutes = count
        }
        let length = Interval.seconds(hours * 3_600 + minutes * 60)
        return sign == "+" ? length : .zero - length
    }
}

extension TimeText {
    /// `hh:mm`, `hh:mm:ss`, `hh:mm:ss.fff`. The last second of a day may be its 61st.
    private static func clockTime(_ text: inout Substring) -> Interval? {
        guard let hours = digits(2, &text), hours < 24, consume(":", &text),
            let minutes = digits(2, &text), minutes < 60
        else { return nil }
        var time = Interval.seconds(hours * 3_600 + minutes * 60)
        guard consume(":", &text) else { return time }
        guard let seconds = digits(2, &text), seconds <= 60 else { return nil }
        time = time + .seconds(seconds)
        guard consume(".", &text) || consume(",", &text) else { return time }
        let fraction = text.prefix { $0.isASCII && $0.isNumber }
        guard !fraction.isEmpty, let part = Double("0." + fraction.prefix(9)) else { return nil }
        text = text.dropFirst(fraction.count)
        return time + .milliseconds(Int64((part * 1_000).rounded(.down)))
    }

    private static func digits(_ count: Int, _ text: inout Substring) -> Int64? {
        let digits = text.prefix(count)
        guard digits.utf8.count == count, digits.utf8.allSatisfy(isDigit),
            let number = Int64(digits)
        else { return nil }
        text = text.dropFirst(count)
        return number
    }

    private static func consume(_ character: Character, _ text: inout Substring) -> Bool {
        guard text.first == character else { return false }
        text = text.dropFirst()
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Days since 1970-01-01 in the Gregorian calendar. Years are taken to begin in March, so that
    /// the leap day is the last one of its year.
    static func days(year: Int64, month: Int64, day: Int64) -> Int64? {
        let lengths: [Int64] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(month) else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let length = month == 2 && isLeap ? 29 : lengths[Int(month) - 1]
        guard (1...length).contains(day) else { return nil }
        let marchYear = month <= 2 ? year - 1 : year
        let century = marchYear >= 0 ? marchYear / 400 : (marchYear - 399) / 400
        let yearOfCentury = marchYear - century * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfCentury = yearOfCentury * 365 + yearOfCentury / 4 - yearOfCentury / 100 + dayOfYear
        return century * 146_097 + dayOfCentury - 719_468
    }
}
