import DequeModule
import NowPlaying

/// What a station broadcast and is about to be heard: the store.
///
/// Metadata runs ahead of the audio by the station's delay. A state that a report brings waits
/// here for that long; what has matured last is presented. The first of all is presented at once,
/// since a wrong second is better than nothing.
struct Timeline: Sendable {
    private struct Pending: Sendable {
        var received: Instant
        var matures: Instant
        var broadcast: Shared<Broadcast>
    }

    private let delay: Interval
    private let limits: Limits
    private var pending: Deque<Pending> = []
    /// What is to be heard now, in the station's own time.
    private var presented: Shared<Broadcast>?
    /// What is to be heard now, its position as it is heard.
    private(set) var heard: Shared<Broadcast>?

    init(delay: Interval, limits: Limits) {
        self.delay = delay
        self.limits = limits
    }

    /// The newest state, presented or not.
    var latest: Shared<Broadcast>? { pending.last?.broadcast ?? presented }

    /// When the next state matures.
    var deadline: Instant? { pending.first?.matures }

    /// Takes a state that a report brought at `now`.
    ///
    /// A state of a track that still waits replaces what is known of it, without waiting longer;
    /// so does a title without identity that comes within a moment of the one before it.
    ///
    mutating func insert(_ broadcast: Broadcast, at now: Moment) {
        let broadcast = Shared(broadcast)
        guard presented != nil, delay > .zero else { return present(broadcast, at: now.wall) }
        if let last = pending.last, corrects(broadcast, last, at: now.monotonic) {
            pending[pending.count - 1].broadcast = broadcast
            return
        }
        pending.append(
            Pending(
                received: now.monotonic, matures: now.monotonic + delay, broadcast: broadcast))
        if pending.count > limits.pendingStates {
            present(pending.removeFirst().broadcast, at: now.wall)
        }
    }

    /// Presents what has matured.
    mutating func mature(at now: Moment) {
        while let first = pending.first, first.matures <= now.monotonic {
            pending.removeFirst()
            present(first.broadcast, at: now.wall)
        }
    }

    private mutating func present(_ broadcast: Shared<Broadcast>, at now: Timestamp) {
        let before = presented?.playback
        let anchor = broadcast.playback?.anchor
        let known = heard?.playback?.anchor
        presented = broadcast
        heard = broadcast
        guard delay > .zero, let anchor else { return }
        var late = broadcast.value
        // An anchor that goes on is heard as it was: nobody is told of a jump that was none.
        let goesOn = before?.anchor == anchor ? known : nil
        late.playback?.anchor =
            goesOn ?? anchor.heard(after: delay, at: now, rate: broadcast.playback?.rate ?? 1)
        heard = Shared(late)
    }

    /// The hub's wall clock was set forward (or, if negative, back) by `step`.
    mutating func clockStepped(by step: Interval) {
        presented = presented.map { Shared($0.value.shifted(by: step)) }
        heard = heard.map { Shared($0.value.shifted(by: step)) }
        for index in pending.indices {
            let broadcast = pending[index].broadcast.value.shifted(by: step)
            pending[index].broadcast = Shared(broadcast)
        }
    }

    private func corrects(_ new: Shared<Broadcast>, _ last: Pending, at now: Instant) -> Bool {
        guard let old = last.broadcast.identity, let identity = new.identity else { return false }
        if old.matches(identity) { return true }
        return old.isText && identity.isText && now - last.received <= limits.titleCorrection
    }
}

extension Anchor {
    /// The same position as somebody hears it who is `delay` behind.
    fileprivate func heard(after delay: Interval, at now: Timestamp, rate: Double) -> Anchor {
        var heard = shifted(by: delay)
        guard heard.asOf > now, heard.elapsed > .zero, rate > 0 else { return heard }
        // The first state of all is shown before it is heard: its position is that of now.
        let behind = heard.elapsed - (heard.asOf - now) * rate
        heard.elapsed = max(behind, .zero)
        heard.asOf = behind < .zero ? now - behind * (1 / rate) : now
        return heard
    }
}
