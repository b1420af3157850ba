package import NowPlaying

/// Notices that an open connection is dead although no end was told.
///
/// A server that announced its heartbeat is dead when that stays out. Any other is asked with a
/// ping of ours after a while, and is dead when that stays unanswered.
package struct Liveness: Sendable {
    /// What the silence means by now.
    package enum Status {
        case alive
        /// Ask: send a ping.
        case doubtful
        case dead
    }

    private var lastHeard = Instant(milliseconds: 0)
    private var asked: Instant?
    private var heartbeat: Interval?
    private var canPing = false

    /// There is no connection yet.
    package init() {}

    /// A connection begins.
    ///
    /// - Parameter canPing: Pings are answered; if not, only a heartbeat can stay out.
    package init(at now: Instant, canPing: Bool) {
        lastHeard = now
        self.canPing = canPing
    }

    /// Bytes came.
    package mutating func heard(at now: Instant) {
        lastHeard = now
        asked = nil
    }

    /// The server announced that it will be heard this often.
    package mutating func expectHeartbeat(every interval: Interval) {
        heartbeat = interval
    }

    /// When to look again.
    package func deadline(within limits: Box<Limits>) -> Instant? {
        if let heartbeat { return lastHeard + heartbeat + limits.heartbeatGrace }
        if let asked { return asked + limits.heartbeatGrace }
        return canPing ? lastHeard + limits.silenceBeforePing : nil
    }

    /// What the silence means by now.
    package mutating func check(at now: Instant, within limits: Box<Limits>) -> Status {
        guard let deadline = deadline(within: limits), deadline <= now else { return .alive }
        guard heartbeat == nil, asked == nil else { return .dead }
        asked = now
        return .doubtful
    }
}
