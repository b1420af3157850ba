import NowPlaying

/// Tells when a text that shows a position is to be made anew: with each whole second of it, but
/// never again within a pause.
struct PositionAlarm {
    /// No clock that ticks faster can be read.
    static let shortestPause = Interval.seconds(1)

    /// The least time between two of its calls.
    let pause: Interval
    private(set) var deadline: Instant?
    /// When it called last, by its own plan: what the machine is late must not add up.
    private var last: Instant?

    init(pause: Interval) {
        self.pause = pause
    }

    /// Sets it for the next whole second of one of the positions.
    ///
    /// - Parameter isTold: The positions are news: it need not wait for its pause.
    mutating func set(for playbacks: some Sequence<Playback?>, isTold: Bool, at now: Moment) {
        if isTold {
            // A user who asked for rare lines has just had one.
            last = pause > Self.shortestPause ? now.monotonic : nil
        } else if let deadline, deadline <= now.monotonic {
            last = deadline
        }
        let next = playbacks.compactMap { $0?.nextSecond(after: now.wall) }.min()
        guard let next else { return deadline = nil }
        // A rate beyond reason has a next second that is over already.
        let due = now.monotonic + max(next - now.wall, .milliseconds(1))
        deadline = last.map { max(due, $0 + pause) } ?? due
    }

    /// Whether it calls now.
    func isDue(at now: Moment) -> Bool {
        deadline.map { $0 <= now.monotonic } ?? false
    }
}
