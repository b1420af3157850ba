import JSON
import NowPlaying

extension Interval {
    /// A length in hours, minutes, seconds and milliseconds, each a member of an object; `nil` if
    /// none of them is there, or one is not a number.
    ///
    /// - Parameter least: The lower bound of each of them.
    init?(parts value: JSONValue, atLeast least: Double = -.infinity) {
        let parts: [(StaticString, Double)] = [
            ("hours", 3_600), ("minutes", 60), ("seconds", 1), ("milliseconds", 0.001),
        ]
        var sum: Double?
        for (name, length) in parts {
            guard let part = value[name] else { continue }
            guard let count = part.lenientDouble, count >= least else { return nil }
            sum = (sum ?? 0) + count * length
        }
        guard let sum else { return nil }
        self.init(seconds: sum)
    }
}
