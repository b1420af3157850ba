package import NowPlaying

/// How fresh and how reliable a station's state is, from the events of its link.
///
/// A lost connection blanks nothing, and nothing flaps: a loss shows after a while
/// only, and what counts as failing stays so until a valid report. A loss is over with a report,
/// too, not with the next connection: a server can open one and die at once, again and again.
package struct StationHealth: Sendable {
    /// What is to be shown.
    package private(set) var connection: StationConnection

    private let limits: Box<Limits>
    private let longestSilence: Interval?
    private let silence: StationConnection.Reason
    /// The link is open, since then.
    private var openSince: Instant?
    /// The link was lost then, and no report has come since.
    private var lostSince: Instant?
    private var loss: StationConnection.Reason?
    private var lastReport: Instant?
    /// The state has been stale, since then.
    private var staleSince: Instant?
    /// Time alone changes nothing any more: a recording has ended.
    private var isFrozen = false

    package init(
        silenceHint: String, longestSilence: Interval?, limits: Box<Limits>, at now: Moment
    ) {
        self.limits = limits
        self.longestSilence = longestSilence
        silence = StationConnection.Reason(
            code: StationConnection.Reason.silence, text: silenceHint)
        connection = StationConnection(state: .connecting, since: now.wall)
    }

    // MARK: What happened

    /// The WebSocket is open.
    package mutating func linkOpened(at now: Moment) {
        openSince = now.monotonic
    }

    /// The link was lost, or could not be made.
    package mutating func linkLost(_ reason: StationConnection.Reason, at now: Moment) {
        openSince = nil
        // The first to say why knows best: what follows is only that the connection is gone.
        if loss?.code != reason.code { loss = reason }
        if lostSince == nil { lostSince = now.monotonic }
        switch connection.state {
        case .connecting:
            become(.failing, reason, at: now)
        case .failing, .stale:
            if connection.reason?.code != reason.code { connection.reason = reason }
        case .live, .stopped:
            break
        }
    }

    /// The link was ended here, to be made anew: that alone shows only if it takes a while.
    package mutating func linkReplaced(at now: Moment) {
        openSince = nil
        guard lostSince == nil else { return }
        lostSince = now.monotonic
        loss = StationConnection.Reason(
            code: "reconfigured",
            text: "the config was changed, and the connection is being made anew")
    }

    /// Another hub had the link until now, and thought so of it.
    package mutating func adopt(_ connection: StationConnection, at now: Moment) {
        self.connection = connection
        (openSince, lastReport) = (nil, nil)
        (lostSince, staleSince) = (now.monotonic, now.monotonic)
        loss = StationConnection.Reason(
            code: "takenOver", text: "another member of the cluster reads the station from now on")
    }

    /// The station closed for good.
    package mutating func linkStopped(_ reason: StationConnection.Reason, at now: Moment) {
        openSince = nil
        if connection.state == .stopped {
            connection.reason = reason
        } else {
            become(.stopped, reason, at: now)
        }
    }

    /// A valid report came.
    package mutating func reported(at now: Moment) {
        lastReport = now.monotonic
        staleSince = nil
        lostSince = nil
        loss = nil
        if connection.state != .live { become(.live, nil, at: now) }
    }

    /// The hub's wall clock was set forward (or, if negative, back) by `step`.
    package mutating func clockStepped(by step: Interval) {
        connection.since = connection.since + step
    }

    /// A recording has ended: that it says nothing more means nothing.
    package mutating func freeze() {
        isFrozen = true
    }

    // MARK: Time

    /// When time alone will change what is shown.
    package var deadline: Instant? {
        if isFrozen { return nil }
        switch connection.state {
        case .connecting: return openDeadline
        case .live: return earliest(lossDeadline, silenceDeadline)
        case .stale: return staleSince.map { $0 + limits.failingAfter }
        case .failing: return connection.reason == silence ? nil : openDeadline
        case .stopped: return openDeadline
        }
    }

    /// Shows what time alone has changed.
    package mutating func woke(at now: Moment) {
        guard let deadline, deadline <= now.monotonic else { return }
        switch connection.state {
        case .connecting, .stopped:
            become(.failing, silence, at: now)
        case .live:
            staleSince = now.monotonic
            become(.stale, doubt, at: now)
        case .stale:
            become(.failing, doubt, at: now)
        case .failing:
            connection.reason = silence
        }
    }

    /// A station that says nothing for so long after the link was opened is silent.
    private var openDeadline: Instant? {
        openSince.map { $0 + limits.failingAfter }
    }

    /// A link that is open again has to report before it counts as silent.
    private var lossDeadline: Instant? {
        guard let lostSince else { return nil }
        return openDeadline ?? lostSince + limits.lossTolerance
    }

    /// Why nothing confirms the state.
    private var doubt: StationConnection.Reason {
        openSince == nil ? loss ?? silence : silence
    }

    private var silenceDeadline: Instant? {
        guard let lastReport, let longestSilence, openSince != nil else { return nil }
        return lastReport + longestSilence
    }

    private mutating func become(
        _ state: StationConnection.State, _ reason: StationConnection.Reason?, at now: Moment
    ) {
        connection = StationConnection(state: state, reason: reason, since: now.wall)
    }
}
