import DequeModule
import NowPlaying

/// What is heard of a station by a stream that is behind its others.
///
/// A state waits for as long as the stream is behind. The first is heard at once, since a wrong
/// second is better than nothing, and how the hub stands with the feed is no matter of the stream.
struct StreamDelay: Sendable {
    private struct Pending: Sendable {
        let matures: Instant
        let state: NowPlaying
    }

    /// By how much it is behind.
    let delay: Interval
    private let limits: Shared<Limits>
    private var pending: Deque<Pending> = []
    /// What is heard.
    private(set) var heard: NowPlaying

    init(_ delay: Interval, of first: NowPlaying, limits: Shared<Limits>, at now: Moment) {
        self.delay = delay
        self.limits = limits
        heard = first
        if let playback = first.playback {
            heard.playback?.anchor = playback.anchor?.heard(
                after: delay, at: now.wall, rate: playback.rate)
        }
    }

    /// When the next state is heard.
    var deadline: Instant? { pending.first?.matures }

    /// Takes what is published of the station.
    mutating func take(_ published: NowPlaying, at now: Moment) {
        heard.connection = published.connection
        pending.append(
            Pending(matures: now.monotonic + delay, state: published.later(by: delay)))
        if pending.count > limits.pendingStates { hearNext() }
    }

    /// Hears what has waited long enough.
    ///
    /// - Returns: Whether something had.
    mutating func mature(at now: Instant) -> Bool {
        var isChanged = false
        while let matures = deadline, matures <= now {
            hearNext()
            isChanged = true
        }
        return isChanged
    }

    /// The hub's wall clock was set forward (or, if negative, back) by `step`.
    mutating func clockStepped(by step: Interval) {
        heard = heard.later(by: step)
        pending = Deque(
            pending.map { Pending(matures: $0.matures, state: $0.state.later(by: step)) })
    }

    private mutating func hearNext() {
        let connection = heard.connection
        heard = pending.removeFirst().state
        heard.connection = connection
    }
}

extension NowPlaying {
    /// The same with its position so much later.
    fileprivate func later(by length: Interval) -> NowPlaying {
        var later = self
        let anchor = playback?.anchor?.shifted(by: length)
        later.playback?.anchor = anchor
        return later
    }
}
