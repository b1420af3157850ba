/// Lengths of time as people write them: `2`, `0.5`, `500ms`, `5h`.
extension Interval {
    private static let units: [(name: String, length: Interval)] = [
        // `ms` before the others: it ends with one of them.
        ("ms", .milliseconds(1)), ("s", .seconds(1)), ("m", .seconds(60)),
        ("h", .seconds(3_600)), ("d", .seconds(86_400)),
    ]

    /// A number of seconds, or of the unit behind it.
    ///
    /// - Returns: `nil` for what is not a decimal number with or without a unit, and for more than
    ///   about 300 years.
    public init?(inUnits text: String) {
        let unit = Self.units.first { text.hasSuffix($0.name) }
        guard let count = Double(decimal: text.dropLast(unit?.name.count ?? 0)) else { return nil }
        self.init(seconds: count * (unit?.length ?? .seconds(1)).seconds)
    }

    /// Written in the largest unit that divides it.
    public var inUnits: String {
        let unit = Self.units.last { milliseconds % $0.length.milliseconds == 0 }
        guard let unit, milliseconds != 0 else { return "0" }
        return "\(milliseconds / unit.length.milliseconds)\(unit.name)"
    }
}

extension Double {
    /// A number in decimal digits; `nil` for the other things that Swift takes for one, such as
    /// `0x1p3` and `nan`.
    public init?(decimal text: some StringProtocol) {
        let isDecimal = text.unicodeScalars.allSatisfy {
            switch $0 {
            case "0"..."9", "+", "-", ".", "e", "E": true
            default: false
            }
        }
        guard isDecimal, let number = Double(text), number.isFinite else { return nil }
        self = number
    }
}

extension Interval {
    /// Whole seconds as a player shows them: `0:07`, `3:05`, `1:00:00`.
    public var clockText: String {
        let seconds = max(0, milliseconds / 1_000)
        let minutes = seconds / 60
        let rest = (seconds % 60).padded(to: 2)
        guard minutes >= 60 else { return "\(minutes):\(rest)" }
        return "\(minutes / 60):\((minutes % 60).padded(to: 2)):\(rest)"
    }
}

extension Interval {
    /// The length of an age in its largest whole unit: `3 d`, `5 h`, `12 min`, `40 s`.
    public var ageText: String {
        let units: [(name: String, length: Int64)] = [
            ("d", 86_400), ("h", 3_600), ("min", 60),
        ]
        let seconds = max(0, milliseconds / 1_000)
        let unit = units.first { seconds >= $0.length }
        return unit.map { "\(seconds / $0.length) \($0.name)" } ?? "\(seconds) s"
    }
}
