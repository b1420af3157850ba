import NowPlaying

/// The plausible numbers of a station; others count as absent.
enum Plausible {
    /// 1990-01-01 and 2100-01-01: stations send no earlier times, and know no later ones.
    private static let times =
        Timestamp(milliseconds: 631_152_000_000)...Timestamp(milliseconds: 4_102_444_800_000)
    /// The longest length: ambient sets and talks last for hours, nothing for days.
    private static let longest = Interval.seconds(48 * 3_600)
    /// The rates of players that wind through a film, in both directions.
    private static let rates = -32.0...32.0

    static func time(_ time: Timestamp) -> Timestamp? {
        times.contains(time) ? time : nil
    }

    static func duration(_ duration: Interval) -> Interval? {
        duration > .zero && duration <= longest ? duration : nil
    }

    /// The possible ones. Mostly all are: then the array is not copied.
    static func positions(_ positions: [ReportedTrack.Position]) -> [ReportedTrack.Position] {
        positions.allSatisfy(isPossible) ? positions : positions.filter(isPossible)
    }

    private static func isPossible(_ position: ReportedTrack.Position) -> Bool {
        switch position {
        case .startedAt(let time), .endsAt(let time): times.contains(time)
        case .elapsed(let elapsed): (.zero...longest).contains(elapsed)
        // Before its beginning, while a player fills its buffers.
        case .assumed(let elapsed): (.seconds(-10)...longest).contains(elapsed)
        case .elapsedAsOf(let elapsed, let time):
            (.zero...longest).contains(elapsed) && times.contains(time)
        }
    }

    /// The rate, or 1 if it is not plausible.
    static func rate(_ rate: Double) -> Double {
        rates.contains(rate) ? rate : 1
    }

    /// The counts that are not negative; `nil` if none is left.
    static func listeners(_ listeners: Listeners) -> Listeners? {
        let possible = { (count: Int?) in count.flatMap { $0 >= 0 ? $0 : nil } }
        let clean = Listeners(
            current: possible(listeners.current), unique: possible(listeners.unique),
            total: possible(listeners.total))
        return clean == Listeners() ? nil : clean
    }

    /// ISO 3901: a registrant of five letters or digits, the year, the number; hyphens only help
    /// reading.
    static func isrc(_ text: String) -> String? {
        let code = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
        let isLetter = { (byte: UInt8) in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        guard code.count == 12, code.prefix(2).allSatisfy(isLetter),
            code.prefix(5).allSatisfy({ isLetter($0) || isDigit($0) }),
            code.dropFirst(5).allSatisfy(isDigit)
        else { return nil }
        return String(decoding: code, as: UTF8.self).uppercased()
    }
}
