import NowPlaying
import Shell

/// Tells when a text that shows a position is to be made anew: with each whole second of it, but
/// never again within a pause; and when a text that moves is to be moved.
struct PositionAlarm {
    /// No clock that ticks faster can be read.
    static let shortestPause = Interval.seconds(1)

    /// The least time between two of its calls.
    let pause: Interval
    private(set) var deadline: Instant?
    /// The planned time of its last call: the delays of the machine must not add up.
    private var last: Instant?

    init(pause: Interval) {
        self.pause = pause
    }

    /// Sets it for the next whole second of one of the positions.
    ///
    /// - Parameters:
    ///   - scrolls: A text moves, too.
    ///   - isTold: The positions are news: it need not wait for its pause.
    mutating func set(
        for playbacks: some Sequence<Playback?>, scrolls: Bool = false, isTold: Bool,
        at now: Moment
    ) {
        if isTold {
            // A user who asked for rare lines has just had one.
            last = pause > Self.shortestPause ? now.monotonic : nil
        } else if let deadline, deadline <= now.monotonic {
            last = deadline
        }
        let next = playbacks.compactMap { $0?.nextSecond(after: now.wall) }.min()
        deadline = earliest(
            next.map { next in
                // A rate beyond reason has a next second that is over already.
                let due = now.monotonic + max(next - now.wall, .milliseconds(1))
                return last.map { max(due, $0 + pause) } ?? due
            }, scrolls ? nextStep(at: now) : nil)
    }

    private func nextStep(at now: Moment) -> Instant {
        let step = TemplateRoom.step
        let due = now.monotonic + (step - .milliseconds(now.wall.milliseconds % step.milliseconds))
        guard pause > Self.shortestPause, let last else { return due }
        return max(due, last + pause)
    }

    /// True if it calls now.
    func isDue(at now: Moment) -> Bool {
        deadline.map { $0 <= now.monotonic } ?? false
    }
}
