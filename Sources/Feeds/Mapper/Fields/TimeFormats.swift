import JSON
import NowPlaying

/// A point in time, in one of several forms.
///
/// - `unit`: `s`, `ms`, `us` (since 1970), `iso` (8601), `date` (`dd.mm.yyyy hh:mm:ss`), `dotnet`
///   (`/Date(ms)/`). If left out, it is derived from the value: numbers of seconds, milliseconds
///   and microseconds of our time do not overlap.
/// - `day`: the place of the date, if the text at `at` has only the time of day.
/// - `zone`: the zone of times that name none, such as `Europe/Berlin`, or its offset, such as
///   `+01:00`. Without it they are not times: an hour more or less is worse than nothing.
struct TimeFormat: FieldFormat {
    typealias Output = Timestamp

    enum Unit: Hashable, Sendable {
        case seconds, milliseconds, microseconds, iso, date, dotnet
    }

    static let keys = ["unit", "day", "zone"]

    private var unit: Unit?
    private var day: ValuePointer?
    private var zone: LocalZone?

    init() {}

    init?(_ section: SettingSection) {
        if let value = section["unit"] {
            let units: [(String, Unit)] = [
                ("s", .seconds), ("ms", .milliseconds), ("us", .microseconds), ("iso", .iso),
                ("date", .date), ("dotnet", .dotnet),
            ]
            guard let unit = value.word(units) else { return nil }
            self.unit = unit
        }
        if let value = section["day"] {
            guard let day = value.pointer() else { return nil }
            self.day = day
        }
        if let value = section["zone"] {
            let expected =
                "an offset from UTC such as `+01:00`, in quotes, or the name of a zone "
                + "that this machine knows, such as `Europe/Berlin`"
            guard let text = value.text(expected) else { return nil }
            guard let zone = LocalZone(text) else {
                value.note(mustBe: expected)
                return nil
            }
            self.zone = zone
        }
    }

    func read(_ values: FoundValues, in root: MappedValue) -> Timestamp? {
        guard let day else { return read(values) }
        guard let date = day.value(in: root)?.word, let time = values.first?.word else {
            return nil
        }
        return self.time("\(date) \(time)")
    }

    func read(_ values: FoundValues) -> Timestamp? {
        guard let value = values.first else { return nil }
        if let number = value.lenientDouble { return time(number) }
        return value.word.flatMap { time($0) }
    }

    private func time(_ text: String) -> Timestamp? {
        switch unit {
        case nil:
            TimeText.iso(text, zone: zone) ?? TimeText.date(text, zone: zone)
                ?? TimeText.dotnet(text)
        case .iso: TimeText.iso(text, zone: zone)
        case .date: TimeText.date(text, zone: zone)
        case .dotnet: TimeText.dotnet(text)
        case .seconds, .milliseconds, .microseconds: nil
        }
    }

    /// A positive number; 0 and less stand for an unknown time.
    private func time(_ number: Double) -> Timestamp? {
        guard number > 0, let scale = scale(of: number) else { return nil }
        return Timestamp(seconds: number / scale)
    }

    /// The number of units in a second. Seconds reach 10¹¹ in the year 5138; milliseconds were
    /// there in 1973 and reach 10¹⁴ as late.
    private func scale(of number: Double) -> Double? {
        switch unit {
        case .seconds: 1
        case .milliseconds: 1_000
        case .microseconds: 1_000_000
        case nil: number < 1e11 ? 1 : number < 1e14 ? 1_000 : 1_000_000
        case .iso, .date, .dotnet: nil
        }
    }
}

/// A length of time, in one of several forms.
///
/// - `unit`: `s`, the default, `ms`, `us`, `ticks` (100 ns, as .NET counts); `auto` (seconds, or
///   milliseconds if the number is too large for seconds); `clock` (`h:mm:ss`, `mm:ss`); `parts`
///   (an object with `hours`, `minutes`, `seconds`, `milliseconds`). The last two are also derived
///   from the value.
/// - `scale`: a factor for numbers.
struct LengthFormat: FieldFormat {
    typealias Output = Interval

    enum Unit: Hashable, Sendable {
        case seconds, milliseconds, microseconds, ticks, auto, clock, parts

        /// The number of units in a second; `nil` if values are not numbers.
        fileprivate var perSecond: Double? {
            switch self {
            case .seconds: 1
            case .milliseconds: 1_000
            case .microseconds: 1_000_000
            case .ticks: 10_000_000
            case .auto, .clock, .parts: nil
            }
        }
    }

    static let keys = ["unit", "scale"]

    private var unit: Unit?
    private var scale = 1.0

    init() {}

    init?(_ section: SettingSection) {
        let units: [(String, Unit)] = [
            ("s", .seconds), ("ms", .milliseconds), ("us", .microseconds), ("ticks", .ticks),
            ("auto", .auto), ("clock", .clock), ("parts", .parts),
        ]
        if let value = section["unit"] {
            guard let unit = value.word(units) else { return nil }
            self.unit = unit
        }
        if let value = section["scale"] {
            guard unit.map({ $0.perSecond != nil }) ?? true else {
                value.note("`scale` is for numbers", remedy: "leave it out")
                return nil
            }
            guard let scale = value.scale() else { return nil }
            self.scale = scale
        }
    }

    /// The length; never negative.
    func read(_ values: FoundValues) -> Interval? {
        guard let value = values.first else { return nil }
        let length =
            switch unit {
            case nil:
                value.isObject
                    ? Interval(parts: value, atLeast: 0)
                    : number(value, perSecond: 1) ?? value.word.flatMap(TimeText.clock)
            case .auto: value.lenientDouble.flatMap(Self.guessed)
            case .clock: value.word.flatMap(TimeText.clock)
            case .parts: Interval(parts: value, atLeast: 0)
            case .some(let unit): number(value, perSecond: unit.perSecond ?? 1)
            }
        return length.flatMap { $0 >= .zero ? $0 : nil }
    }

    /// A number that can only be a track's length in seconds, or only one in milliseconds; `nil` if
    /// it may be either.
    private static func guessed(_ number: Double) -> Interval? {
        switch number {
        case 0...7_200: Interval(seconds: number)
        case 20_000...: Interval(seconds: number / 1_000)
        default: nil
        }
    }

    private func number(_ value: JSONValue, perSecond: Double) -> Interval? {
        value.lenientDouble.flatMap { Interval(seconds: $0 * scale / perSecond) }
    }
}

extension SettingValue {
    /// The factor for numbers.
    func scale() -> Double? {
        guard case .number(let scale) = value, scale > 0 else {
            return refuse(mustBe: "a number above 0, without quotes, such as `0.01`")
        }
        return scale
    }
}
