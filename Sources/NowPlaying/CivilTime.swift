/// Dates and times of day in UTC, as people write them.
public struct CivilTime: Sendable {
    private let year: Int64
    private let month: Int64
    private let day: Int64
    private let millisecondOfDay: Int64
    private let weekdayNumber: Int64

    /// The time and date that clocks show at `time`.
    public init(_ time: Timestamp) {
        let (wholeDays, rest) = time.milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        let days = rest < 0 ? wholeDays - 1 : wholeDays
        millisecondOfDay = rest < 0 ? rest + 86_400_000 : rest
        // 1970 began on a Thursday.
        weekdayNumber = ((days + 4) % 7 + 7) % 7
        // Years are taken to begin in March, so that the leap day is the last one of its year.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// `2027-01-15T08:00:00.250Z`, as JavaScript writes it.
    public var isoWithMilliseconds: String {
        "\(isoDate)T\(clock).\((millisecondOfDay % 1_000).padded(to: 3))Z"
    }

    /// `Fri, 15 Jan 2027 08:00:00 GMT`, as headers of HTTP have it (RFC 9110, section 5.6.7).
    public var http: String {
        let weekday = Self.weekdays[Int(weekdayNumber)]
        return
            "\(weekday), \(day.padded(to: 2)) \(Self.months[Int(month) - 1]) \(year) \(clock) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `2027-01-15T08:00:00Z` (RFC 3339).
    public var iso: String { "\(isoDate)T\(clock)Z" }

    /// `2027-01-15 08:00:00`, for people and spreadsheets.
    public var plain: String { "\(isoDate) \(clock)" }

    private var isoDate: String {
        "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
    }

    private var clock: String {
        let second = millisecondOfDay / 1_000
        return [second / 3_600, second / 60 % 60, second % 60]
            .map { $0.padded(to: 2) }.joined(separator: ":")
    }
}
