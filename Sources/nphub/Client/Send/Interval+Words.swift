import NowPlaying

/// Lengths of time as people write them.
extension Interval {
    private static let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600]
    private static let signs: [Character: Double] = ["+": 1, "-": -1, "−": -1]

    /// `30`, `-30s`, `+1:30`, `1:02:03`, `5m`, `1.5h`; `nil` for what is none.
    init?(clock text: String) {
        let sign = text.first.flatMap { Self.signs[$0] }
        let body = sign == nil ? text[...] : text.dropFirst()
        guard let first = body.first, first.isASCII, first.isNumber else { return nil }
        let seconds =
            body.contains(":") ? Self.seconds(inParts: body) : Self.seconds(withUnit: body)
        guard let seconds, let length = Interval(seconds: seconds * (sign ?? 1)) else {
            return nil
        }
        self = length
    }

    /// `14:05` or `14:05:30`, from midnight; `nil` for what is not a time of day.
    init?(timeOfDay text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, parts[0].isDigits,
            let hours = Int(parts[0]), hours < 24,
            let length = Interval(clock: parts.count == 2 ? text + ":00" : text)
        else { return nil }
        self = length
    }

    /// Minutes and seconds, or hours before them.
    private static func seconds(inParts text: Substring) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 3, parts.allSatisfy(\.isDigits),
            parts.dropFirst().allSatisfy({ $0.count == 2 && (Int($0) ?? 60) < 60 })
        else { return nil }
        return parts.reduce(0) { $0 * 60 + (Double($1) ?? 0) }
    }

    private static func seconds(withUnit text: Substring) -> Double? {
        let unit = text.last.flatMap { units[$0] }
        let number = unit == nil ? text : text.dropLast()
        guard number.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else { return nil }
        return Double(number).map { $0 * (unit ?? 1) }
    }
}

extension Substring {
    fileprivate var isDigits: Bool {
        !isEmpty && count <= 6 && allSatisfy { $0.isASCII && $0.isNumber }
    }
}
