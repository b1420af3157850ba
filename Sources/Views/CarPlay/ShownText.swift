import NowPlaying
import Support

/// Texts and times, shortened and formatted for a car.
extension String {
    /// The text, cut at a character if it is longer than `bytes` of UTF-8; no car shows more than
    /// a line or two.
    func shortened(to bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        let mark = "…"
        var room = bytes - mark.utf8.count
        let kept = prefix { character in
            room -= character.utf8.count
            return room >= 0
        }
        return kept + mark
    }
}

extension Timestamp {
    private static let minute: Int64 = 60_000
    private static let day: Int64 = 86_400_000

    /// The time of day as `14:05`, on clocks that are ahead of UTC by so much.
    func clock(aheadBy offset: Interval) -> String {
        let local = (self + offset).milliseconds % Self.day
        let minutes = (local < 0 ? local + Self.day : local) / Self.minute
        let digits = [minutes / 600, minutes / 60 % 10, minutes % 60 / 10, minutes % 10]
        return String(unsafeUninitializedCapacity: 5) { text in
            for (place, digit) in zip([0, 1, 3, 4], digits) {
                text.initializeElement(at: place, to: UInt8(ascii: "0") + UInt8(digit))
            }
            text.initializeElement(at: 2, to: UInt8(ascii: ":"))
            return 5
        }
    }
}

extension Programme {
    /// The times, as `14:00–15:00`; `nil` where they are unknown.
    func interval(aheadBy offset: Interval) -> String? {
        guard let start = startsAt, let end = endsAt else { return nil }
        return start.clock(aheadBy: offset) + "–" + end.clock(aheadBy: offset)
    }

    /// The kicker, else the title, and the times.
    func line(aheadBy offset: Interval) -> String {
        let parts = [kicker ?? title, interval(aheadBy: offset)].compactMap(\.self)
        return parts.joined(separator: " · ")
    }
}

extension Track {
    /// `Artist – Title`, else the title.
    var artistAndTitle: String { artist.map { $0 + " – " + title } ?? title }
}
