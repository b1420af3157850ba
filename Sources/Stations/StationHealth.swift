package import Feeds
package import NowPlaying

/// The freshness and reliability of a station's state, from the events of its link.
///
/// A lost connection blanks nothing, and nothing flaps: a loss shows only after a while, and a
/// failing station stays failing until a valid report. A loss, too, ends with a report, not with
/// the next connection: a server can open one and die at once, again and again.
///
/// The reason is no state of its own: it is computed from the causes that exist, so that it ends
/// when its cause does.
package struct StationHealth: Sendable {
    /// Everything that can be the reason why nothing confirms the state. Each ends by itself.
    private struct Causes: Sendable {
        /// The server does not send the station, on this connection.
        var refusal: StationConnection.Reason?
        /// The server has newer state than the hub received, on this connection.
        var missed: StationConnection.Reason?
        /// The station has said nothing for too long, on this connection.
        var isSilent = false
        /// The reason of the last loss, until the server answers on the next connection.
        var loss: StationConnection.Reason?
    }

    /// The published state of the connection.
    package private(set) var connection: StationConnection

    private let limits: Box<Limits>
    private let longestSilence: Interval?
    private let silence: StationConnection.Reason
    private var causes = Causes()
    /// The station has been awaited on an open link, since then.
    private var openSince: Instant?
    /// The link was lost then, and no report has come since.
    private var lostSince: Instant?
    private var lastReport: Instant?
    /// The state has been stale, since then.
    private var staleSince: Instant?
    /// Time alone changes nothing any more: a recording has ended.
    private var isFrozen = false

    package init(
        silenceHint: String, longestSilence: Interval?, limits: Box<Limits>, since: Timestamp
    ) {
        self.limits = limits
        self.longestSilence = longestSilence
        silence = StationConnection.Reason(
            code: StationConnection.Reason.silence, text: silenceHint)
        connection = StationConnection(state: .connecting, since: since)
    }

    // MARK: What happened

    /// The WebSocket is open.
    package mutating func linkOpened(at now: Moment) {
        openSince = now.monotonic
        (causes.refusal, causes.missed, causes.isSilent) = (nil, nil, false)
        tellReason()
    }

    /// The server has answered on the connection.
    package mutating func linkAccepted(at now: Moment) {
        causes.loss = nil
        tellReason()
    }

    /// The server does or does not send the station.
    package mutating func apply(_ news: SubscriptionNews, at now: Moment) {
        causes.isSilent = false
        switch news {
        case .accepted:
            openSince = now.monotonic
            (causes.refusal, causes.missed) = (nil, nil)
        case .refused(let reason):
            causes.refusal = reason
            if connection.state != .stopped { become(.stopped, at: now) }
        case .unconfirmed(let reason):
            causes.missed = reason
            guard connection.state == .live else { break }
            staleSince = now.monotonic
            become(.stale, at: now)
        }
        tellReason()
    }

    /// The link was lost, or could not be made.
    package mutating func linkLost(_ reason: StationConnection.Reason, at now: Moment) {
        lose(reason)
        if lostSince == nil { lostSince = now.monotonic }
        if connection.state == .connecting { become(.failing, at: now) }
        tellReason()
    }

    /// The link was ended here, to be made anew. That shows only if it takes a while.
    package mutating func linkReplaced(at now: Moment) {
        let earlier = lostSince == nil ? nil : causes.loss
        lose(
            earlier
                ?? StationConnection.Reason(
                    code: "reconfigured",
                    text: "the config was changed, and the connection is being made anew"))
        lostSince = lostSince ?? now.monotonic
        tellReason()
    }

    /// Another hub had the link until now, and its view of the connection is taken over.
    mutating func adopt(
        _ connection: StationConnection, because reason: StationConnection.Reason, at now: Moment
    ) {
        self.connection = connection
        lose(reason)
        lastReport = nil
        (lostSince, staleSince) = (now.monotonic, now.monotonic)
    }

    /// The station closed for good.
    package mutating func linkStopped(_ reason: StationConnection.Reason, at now: Moment) {
        lose(reason)
        if connection.state != .stopped { become(.stopped, at: now) }
        tellReason()
    }

    /// A valid report came.
    package mutating func reported(at now: Moment) {
        lastReport = now.monotonic
        staleSince = nil
        lostSince = nil
        causes = Causes()
        if connection.state != .live { become(.live, at: now) }
    }

    /// The server says that what it told last still holds: on this connection, a repeated report.
    package mutating func unchanged(at now: Moment) {
        guard let openSince, let lastReport, lastReport >= openSince else { return }
        reported(at: now)
    }

    /// The hub's wall clock was set forward (or, if negative, back) by `step`.
    package mutating func clockStepped(by step: Interval) {
        connection.since = connection.since + step
    }

    /// A recording has ended: its silence means nothing.
    package mutating func freeze() {
        isFrozen = true
    }

    /// The connection is gone, and with it everything that the server said on it.
    private mutating func lose(_ reason: StationConnection.Reason) {
        openSince = nil
        causes = Causes(loss: reason)
    }

    // MARK: Why

    /// Shows the reason that holds now.
    private mutating func tellReason() {
        switch connection.state {
        case .connecting, .live: connection.reason = nil
        case .stale, .failing, .stopped: connection.reason = reason
        }
    }

    /// The nearest of the causes that exist.
    private var reason: StationConnection.Reason {
        causes.refusal ?? causes.missed ?? (causes.isSilent ? silence : nil) ?? causes.loss
            ?? .awaited
    }

    // MARK: Time

    /// The time at which time alone changes the published state.
    package var deadline: Instant? {
        if isFrozen || causes.refusal != nil { return nil }
        switch connection.state {
        case .connecting: return openDeadline
        case .live: return earliest(lossDeadline, silenceDeadline)
        case .stale: return staleSince.map { $0 + limits.failingAfter }
        case .failing: return causes.isSilent ? nil : openDeadline
        case .stopped: return openDeadline
        }
    }

    /// Shows the changes that time alone has made.
    package mutating func woke(at now: Moment) {
        guard let deadline, deadline <= now.monotonic else { return }
        causes.isSilent = openSince != nil
        switch connection.state {
        case .connecting, .stopped, .stale:
            become(.failing, at: now)
        case .live:
            staleSince = now.monotonic
            become(.stale, at: now)
        case .failing:
            tellReason()
        }
    }

    /// A station that reports nothing for this long after the link was opened is silent.
    private var openDeadline: Instant? {
        openSince.map { $0 + limits.failingAfter }
    }

    /// A link that is open again has to report before it counts as silent.
    private var lossDeadline: Instant? {
        guard let lostSince else { return nil }
        return openDeadline ?? lostSince + limits.lossTolerance
    }

    private var silenceDeadline: Instant? {
        guard let lastReport, let longestSilence, openSince != nil else { return nil }
        return lastReport + longestSilence
    }

    private mutating func become(_ state: StationConnection.State, at now: Moment) {
        connection = StationConnection(state: state, since: now.wall)
        tellReason()
    }
}

extension StationConnection.Reason {
    /// The connection stands, the server has answered, and it is not too late yet for a report.
    fileprivate static let awaited = Self(
        code: "awaited", text: "the server answers again, and nothing has been reported yet")
}
