import NowPlaying

/// What somebody does with a player while a track lasts, so that players differ from stations.
///
/// ```
/// share of the time    0        0.3  0.4  0.5  0.6            1
/// listens              ▶────────────────────────────────────────
/// pauses               ▶─────────────❚❚────────▶────────────────
/// skipsAhead           ▶─────────▶▶│────────────────────────────
/// startsOver           ▶──────────────────│◀◀───────────────────
/// hurries              ▶─────────────▶ 1.5 ─────────────────────
/// ```
enum PlayerHabit: Int, CaseIterable, Sendable {
    case listens, pauses, skipsAhead, startsOver, hurries

    /// A part of a track's time in which nothing is touched.
    struct Part: Hashable, Sendable {
        /// When it begins, from the start of the track's time.
        let begins: Interval
        /// The position in the track with which it begins.
        let position: Interval
        /// Seconds of the track for each second; 0 while it pauses.
        let rate: Double
    }

    /// The least jump ahead: clients take a smaller one for inaccuracy.
    private static let leastJump = Interval.seconds(5)
    private static let hurriedRate = 1.5

    /// What is done with the item of this number: each habit has its turn.
    init(itemNumber: Int64, variesRate: Bool) {
        let count = Int64(variesRate ? Self.allCases.count : Self.allCases.count - 1)
        let turn = (itemNumber % count + count) % count
        self = Self.allCases[Int(turn)]
    }

    /// How a track goes on that somebody spends so much time with.
    func parts(of time: Interval) -> [Part] {
        let start = Part(begins: .zero, position: .zero, rate: 1)
        switch self {
        case .listens:
            return [start]
        case .pauses:
            let position = time * 0.4
            return [
                start, Part(begins: position, position: position, rate: 0),
                Part(begins: time * 0.6, position: position, rate: 1),
            ]
        case .skipsAhead:
            let begins = time * 0.3
            return [start, Part(begins: begins, position: begins + jump(in: time), rate: 1)]
        case .startsOver:
            return [start, Part(begins: time * 0.5, position: .zero, rate: 1)]
        case .hurries:
            let begins = time * 0.4
            return [start, Part(begins: begins, position: begins, rate: Self.hurriedRate)]
        }
    }

    /// How long the track is that somebody spends so much time with, to its end.
    func duration(of time: Interval) -> Interval {
        guard let last = parts(of: time).last else { return time }
        return last.position + (time - last.begins) * last.rate
    }

    private func jump(in time: Interval) -> Interval {
        max(Self.leastJump, time * 0.5)
    }
}
