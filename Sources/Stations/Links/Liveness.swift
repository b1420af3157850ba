package import NowPlaying

/// Detects that an open connection is dead although no end was received.
///
/// A server that announced its heartbeat is dead when the heartbeat stays out. Any other server is
/// sent a ping after a silence, and is dead when the ping stays unanswered.
package struct Liveness: Sendable {
    /// The meaning of the silence so far.
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

    /// Without a connection yet.
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

    /// The server announced that it sends at least this often.
    package mutating func expectHeartbeat(every interval: Interval) {
        heartbeat = interval
    }

    /// The time of the next check.
    package func deadline(within limits: Box<Limits>) -> Instant? {
        if let heartbeat { return lastHeard + heartbeat + limits.heartbeatGrace }
        if let asked { return asked + limits.heartbeatGrace }
        return canPing ? lastHeard + limits.silenceBeforePing : nil
    }

    /// Checks the meaning of the silence so far.
    package mutating func check(at now: Instant, within limits: Box<Limits>) -> Status {
        guard let deadline = deadline(within: limits), deadline <= now else { return .alive }
        guard heartbeat == nil, asked == nil else { return .dead }
        asked = now
        return .doubtful
    }
}
