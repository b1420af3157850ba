import NowPlaying

/// Times as Python writes them: `2027-01-15T08:00:00.250000+00:00`.
enum ISO8601 {
    /// A time in UTC.
    static func text(_ time: Timestamp) -> String {
        let day = time.milliseconds.dividingFloor(by: 86_400_000)
        let inDay = time.milliseconds - day * 86_400_000
        let date = date(ofDay: day)
        let dateText = "\(date.year)-\(digits(date.month, 2))-\(digits(date.day, 2))"
        let clock = [inDay / 3_600_000, inDay / 60_000 % 60, inDay / 1_000 % 60]
        let clockText = clock.map { digits($0, 2) }.joined(separator: ":")
        return "\(dateText)T\(clockText).\(digits(inDay % 1_000, 3))000+00:00"
    }

    /// The date that is so many days after 1970-01-01. Years are taken to begin in March, so that
    /// the leap day is the last one of its year.
    private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = shifted.dividingFloor(by: 146_097)
        let inEra = shifted - era * 146_097
        let yearOfEra = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
        let dayOfYear = inEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

extension Int64 {
    /// The quotient, rounded down also where it is negative.
    fileprivate func dividingFloor(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
