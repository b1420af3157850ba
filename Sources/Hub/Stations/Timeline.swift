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

    private var delay: Interval
    private let limits: Shared<Limits>
    private var pending: Deque<Pending> = []
    /// What is to be heard now, in the station's own time.
    private var presented: Shared<Broadcast>?
    /// What is to be heard now, its position as it is heard.
    private(set) var heard: Shared<Broadcast>?

    init(delay: Interval, limits: Shared<Limits>) {
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
    /// so does a title without identity that comes within a moment of the one before it. Where the
    /// track is paused, goes on or jumps, that happens as much later as the track itself.
    mutating func insert(_ broadcast: consuming Broadcast, at now: Moment) {
        let broadcast = Shared(consume broadcast)
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
        let before = presented?.playback?.anchor
        // An anchor that goes on is heard as it was: nobody is told of a jump that was none.
        let goesOn = before != nil && before == broadcast.playback?.anchor
        let known = goesOn ? heard?.playback?.anchor : nil
        presented = broadcast
        hear(from: known, at: now)
    }

    /// Derives what is heard from what is presented.
    ///
    /// - Parameter known: The anchor that stays.
    private mutating func hear(from known: Anchor? = nil, at now: Timestamp) {
        heard = presented
        guard delay > .zero, var late = presented?.value, let playback = late.playback else {
            return
        }
        late.playback?.anchor =
            known ?? playback.anchor?.heard(after: delay, at: now, rate: playback.rate)
        heard = Shared(late)
    }

    /// The station's delay is another from now on, for what waits too.
    mutating func delayChanged(to delay: Interval, at now: Moment) {
        guard delay != self.delay else { return }
        self.delay = delay
        for index in pending.indices {
            pending[index].matures = pending[index].received + delay
        }
        hear(at: now.wall)
        mature(at: now)
    }

    /// The hub's wall clock was set forward (or, if negative, back) by `step`.
    mutating func clockStepped(by step: Interval) {
        change { $0.shifted(by: step) }
    }

    /// The station's automation goes by another name from now on.
    mutating func defaultStreamerChanged(to name: String?) {
        change { $0.naming(defaultStreamer: name) }
    }

    private mutating func change(_ changed: (Broadcast) -> Broadcast) {
        presented = presented.map { Shared(changed($0.value)) }
        heard = heard.map { Shared(changed($0.value)) }
        for index in pending.indices {
            pending[index].broadcast = Shared(changed(pending[index].broadcast.value))
        }
    }

    private func corrects(_ new: Shared<Broadcast>, _ last: Pending, at now: Instant) -> Bool {
        guard let old = last.broadcast.identity, let identity = new.identity,
            old.matches(identity) || old.isText && identity.isText
        else { return false }
        let isSlip = now - last.received <= limits.titleCorrection
        guard old.matches(identity) else { return isSlip }
        guard let before = last.broadcast.playback, let after = new.playback else { return true }
        return before.goesOn(as: after) || isSlip && before.movesOn(as: after)
    }
}

extension Playback {
    /// The other is playback that was not touched since.
    fileprivate func goesOn(as other: Playback) -> Bool {
        let isSameAnchor = anchor == nil || other.anchor == nil || anchor == other.anchor
        return movesOn(as: other) && isSameAnchor
    }

    /// The other moves as this does, wherever it is.
    fileprivate func movesOn(as other: Playback) -> Bool {
        state == other.state && rate == other.rate
    }
}

extension Anchor {
    /// The same position as somebody hears it who is `delay` behind.
    func heard(after delay: Interval, at now: Timestamp, rate: Double) -> Anchor {
        var heard = shifted(by: delay)
        guard heard.asOf > now, heard.elapsed > .zero, rate > 0 else { return heard }
        // The first state of all is shown before it is heard: its position is that of now.
        let behind = heard.elapsed - (heard.asOf - now) * rate
        heard.elapsed = max(behind, .zero)
        heard.asOf = behind < .zero ? now - behind * (1 / rate) : now
        return heard
    }
}
