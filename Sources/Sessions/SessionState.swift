package import FanOut
package import NowPlaying
package import Stations

/// One listening session: what was asked for, what its player reports, and how long it lasts.
///
/// What was asked for becomes what is shown at once where there is no player, and else when the
/// player reports it. Until then it is busy, and after a while it has failed.
package struct SessionState: Sendable {
    /// Something that was asked of the player.
    private struct Asked: Sendable {
        let cause: Cause
        /// When it has failed.
        let expires: Instant
    }

    package let index: SessionIndex
    /// What is shown: what the player reports.
    package private(set) var reported: ListeningSession
    /// What was asked for, all of it done.
    package private(set) var requested: ListeningSession
    /// The client that reports what is really played.
    package private(set) var player: ClientID?
    /// The config names it, so it exists without listeners.
    private var isPermanent: Bool
    package private(set) var settings = SessionConfiguration()
    /// What was asked for and not reported yet, a place for each of `reported.requests`.
    private var asked: [Asked] = []
    /// When what has failed is not shown any more.
    private var failureEnds: Instant?
    /// Who asked for what has failed, until they have been told.
    private var askersOfFailure: Set<ClientID>?
    /// How many subscriptions follow it.
    package private(set) var followerCount = 0
    /// A subscription shows it, follower or not.
    package private(set) var isSubscribed = false
    /// Since when it has had no follower.
    private var abandonedSince: Instant?
    private let limits: Box<Limits>
    /// When it was brought up to date with its station last.
    private var advancedAt: Timestamp
    /// When a car's document of it can change by time alone; `nil` while no car shows it.
    package var nextStep: Timestamp?
    /// The number of the last event.
    private var lastEvent = 0

    package init(
        index: SessionIndex, name: String, settings: SessionConfiguration?, limits: Box<Limits>,
        at now: Moment
    ) {
        self.index = index
        self.limits = limits
        reported = ListeningSession(id: name, since: now.wall)
        advancedAt = now.wall
        requested = reported
        isPermanent = false
        abandonedSince = now.monotonic
        configure(settings)
    }

    /// The config says something else of it, or nothing any more.
    package mutating func configure(_ configuration: SessionConfiguration?) {
        settings = configuration ?? SessionConfiguration()
        isPermanent = configuration != nil
        reported.adopt(settings)
        requested.adopt(settings)
    }

    /// It comes back from an earlier life of the hub, paused, where it was in the broadcast.
    package mutating func restore(_ restored: RestoredState.Session, at now: Timestamp) {
        reported.station = restored.station
        reported.stream = restored.stream
        reported.state = restored.station == nil ? .stopped : .paused
        reported.since = now
        if let heard = restored.heard {
            reported.move(to: heard, isSought: restored.isSought, at: now)
        }
        settle()
    }

    /// Whether nothing has been chosen in it yet.
    package var isUntouched: Bool {
        reported.station == nil && requested.station == nil && player == nil
    }

    /// What is to be remembered of it.
    package var restored: RestoredState.Session { reported.restored }

    /// Numbers the next event.
    package mutating func nextEvent() -> Int {
        lastEvent += 1
        return lastEvent
    }

    // MARK: Commands

    /// Carries out a command that is about this session alone.
    package mutating func apply(
        _ command: SessionCommand, by cause: Cause, in context: SessionContext,
        at now: Moment
    ) throws(RequestError) {
        var wanted = requested
        try wanted.apply(command, in: context, at: now.wall)
        if wanted.resumes(requested, pausedFrom: reported) { wanted = reported }
        forgetFailures()
        let isElsewhere = wanted.station != requested.station
        requested = wanted
        reported.sender = cause.origin.name
        guard player != nil, !wanted.isPlayedAlike(reported) else { return requestsDone() }
        self.asked.append(Asked(cause: cause, expires: now.monotonic + limits.playerAnswer))
        // A row is busy for the station that it selects, however that came to be asked for.
        let selection = wanted.station.map { SessionCommand.select(station: $0, stream: nil) }
        let asked = isElsewhere ? selection ?? command : command
        reported.requests.append(ListeningSession.Request(command: asked))
        if self.asked.count > limits.pendingRequests {
            self.asked.removeFirst()
            reported.requests.removeFirst()
        }
    }

    /// What was asked for is what is played.
    private mutating func requestsDone() {
        let sender = reported.sender
        reported = requested
        reported.sender = sender
        reported.requests = []
        asked = []
        failureEnds = nil
    }

    /// What was asked for last has been seen to fail.
    private mutating func forgetFailures() {
        guard failureEnds != nil else { return }
        failureEnds = nil
        reported.requests.removeAll { $0.failure != nil }
    }

    // MARK: The player

    /// What a player's report is about: what it was asked for, where it says that it does that,
    /// else what it has done all the time.
    package func subject(of report: SessionReport, at now: Timestamp) -> ListeningSession {
        var subject = isDone(by: report, at: now) ? requested : reported
        subject.station = report.station ?? subject.station
        return subject
    }

    /// Takes what the player says.
    ///
    /// - Parameter timeline: That of the station which the report is about.
    /// - Returns: Whose change it was: theirs who had asked for it.
    package mutating func apply(
        _ report: SessionReport, from client: ClientID, in timeline: Timeline, at now: Moment
    ) -> Cause {
        player = client
        var cause = Cause.mixed
        if let error = report.error {
            fail(with: .reported(error), at: now)
        } else if isDone(by: report, at: now.wall) {
            cause = asked.map(\.cause).joined
            requestsDone()
        } else if reported.isChanged(by: report) {
            forgetFailures()
        }
        reported.adopt(report, at: now.wall)
        // The player may have taken its time, in which something else began.
        _ = reported.advance(in: timeline, since: advancedAt, at: now.wall)
        if asked.isEmpty { settle() }
        reported.sender = cause.origin.name
        cause.askers.insert(client)
        return cause
    }

    private func isDone(by report: SessionReport, at now: Timestamp) -> Bool {
        !asked.isEmpty && report.error == nil && requested.isMet(by: report, at: now)
    }

    /// Nothing is wanted but what is played.
    private mutating func settle() {
        requested = reported
        requested.requests = []
    }

    /// Its player is gone: what it was asked for counts as done, and nothing plays.
    package mutating func playerLeft(in context: SessionContext, at now: Timestamp) {
        player = nil
        requestsDone()
        try? requested.apply(.pause, in: context, at: now)
        requested.repeatMode = nil
        requested.isShuffled = nil
        requestsDone()
    }

    private mutating func fail(with failure: ListeningSession.Failure, at now: Moment) {
        // What stops a player by itself kept it from playing.
        if reported.requests.isEmpty {
            reported.requests = [ListeningSession.Request(command: .play)]
        }
        if !asked.isEmpty || reported.requests.last?.failure != failure {
            askersOfFailure = asked.map(\.cause).joined.askers
        }
        for place in reported.requests.indices { reported.requests[place].failure = failure }
        asked = []
        failureEnds = now.monotonic + limits.failureShown
        settle()
    }

    /// Who asked for what has failed since this was asked last; `nil` where nothing has.
    package mutating func takeAskersOfFailure() -> Set<ClientID>? {
        defer { askersOfFailure = nil }
        return askersOfFailure
    }

    /// Its stream is another, or another is known of it.
    package mutating func stream(isBehindBy delay: Interval) {
        reported.streamDelay = delay
        requested.streamDelay = delay
    }

    // MARK: Time

    /// Brings it up to date with its station and with time.
    ///
    /// - Returns: Whether something of it changed.
    package mutating func advance(in timeline: Timeline, at now: Moment) -> Bool {
        var isChanged = reported.advance(in: timeline, since: advancedAt, at: now.wall)
        advancedAt = now.wall
        if isChanged, asked.isEmpty { settle() }
        if let oldest = asked.first, oldest.expires <= now.monotonic {
            fail(with: .noAnswer, at: now)
            isChanged = true
        }
        if let failureEnds, failureEnds <= now.monotonic {
            forgetFailures()
            isChanged = true
        }
        return isChanged
    }

    /// When time alone changes something of it.
    package func deadline(in timeline: Timeline, at now: Moment) -> Instant? {
        let change = reported.nextChange(in: timeline, at: now.wall).map {
            now.monotonic + ($0 - now.wall)
        }
        let answer = earliest(asked.first?.expires, failureEnds)
        return earliest(earliest(change, answer), ends)
    }

    // MARK: Coming and going

    /// Something was asked of the player that it has not reported yet.
    package var isAwaitingPlayer: Bool { !asked.isEmpty }

    /// Notes whether it has followers, other subscriptions or a player.
    package mutating func followed(by count: Int, isSubscribed: Bool, at now: Instant) {
        followerCount = count
        self.isSubscribed = isSubscribed
        if isSubscribed || player != nil {
            abandonedSince = nil
        } else if abandonedSince == nil {
            abandonedSince = now
        }
    }

    /// When it is over, if no follower comes.
    package var ends: Instant? {
        isPermanent ? nil : abandonedSince.map { $0 + limits.abandonedSession }
    }

    /// The hub's wall clock was set forward (or, if negative, back) by `step`.
    package mutating func clockStepped(by step: Interval) {
        advancedAt = advancedAt + step
        reported.shift(by: step)
        requested.shift(by: step)
    }
}

extension ListeningSession {
    /// What is to be remembered of it.
    package var restored: RestoredState.Session {
        var restored = RestoredState.Session(id: id, station: station, stream: stream)
        restored.heard = position.rewound?.heard
        restored.isSought = isRewound
        return restored
    }

    fileprivate mutating func adopt(_ settings: SessionConfiguration) {
        rewindWindow = settings.rewindWindow
        supportedRates = settings.rates
        if rewindWindow == .zero { goLive() }
    }

    /// Whether a player that does what the other says does the same.
    fileprivate func isPlayedAlike(_ other: ListeningSession) -> Bool {
        station == other.station && stream == other.stream && state == other.state
            && rate == other.rate && position == other.position
            && repeatMode == other.repeatMode && isShuffled == other.isShuffled
    }

    /// Whether it plays what another one would have paused, where yet another still plays it: the
    /// player has not paused, so there is nothing to catch up with.
    fileprivate func resumes(_ paused: Self, pausedFrom playing: Self) -> Bool {
        state == .playing && playing.state == .playing && paused.state == .paused
            && station == playing.station && stream == playing.stream && rate == playing.rate
            && (paused.position.rewound?.heard ?? playing.broadcastTime(at: paused.since))
                == playing.broadcastTime(at: paused.since)
    }

    fileprivate mutating func shift(by step: Interval) {
        since = since + step
        guard case .rewound(var rewound) = position else { return }
        rewound.heard = rewound.heard + step
        rewound.asOf = rewound.asOf + step
        position = .rewound(rewound)
    }
}
