package import FanOut
package import NowPlaying
package import Stations

/// One listening session: the requests to it, the reports of its player, and its lifetime.
///
/// A request is shown as done at once if there is no player, and else when the player reports it.
/// Until then the session is busy; after a while the request has failed.
package struct SessionState: Sendable {
    /// A request to the player.
    private struct Asked: Sendable {
        let cause: Cause
        /// The deadline after which it has failed.
        let expires: Instant
    }

    package let index: SessionIndex
    /// The state that is shown: the player's reports.
    package private(set) var reported: ListeningSession
    /// The requested state, as if all requests were done.
    package private(set) var requested: ListeningSession
    /// The client that reports the real playback.
    package private(set) var player: ClientID?
    /// The player, if it is a client of another member of the cluster.
    private var playerElsewhere: SharedClient?
    /// The other members of the cluster that have followers of it.
    private var followersElsewhere: Set<String> = []
    /// The cluster's document counts this hub among those members.
    private var isToldFollowedHere = false
    /// The config names it, so it exists without listeners.
    package private(set) var isPermanent: Bool
    package private(set) var settings = SessionConfiguration()
    /// The requests that are not reported yet, one for each of `reported.requests`.
    private var asked: [Asked] = []
    /// The deadline until which a failure is shown.
    private var failureEnds: Instant?
    /// Clients whose commands have failed, until they have been told of it; `nil` if none failed.
    package var askersOfFailure: Set<ClientID>?
    /// The number of subscriptions that follow it.
    package private(set) var followerCount = 0
    /// A subscription shows it, follower or not.
    package private(set) var isSubscribed = false
    /// The moment since which it has had no follower.
    private var abandonedSince: Instant?
    private let limits: Box<Limits>
    /// The moment at which it was last brought up to date with its station.
    private var advancedAt: Timestamp
    /// The next time at which a car's document of it can change by time alone; `nil` without a car.
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

    /// True if nothing has been chosen in it yet.
    package var isUntouched: Bool {
        reported.station == nil && requested.station == nil && !hasPlayer
    }

    /// The state that survives a restart.
    package var restored: RestoredState.Session { reported.restored }

    /// Numbers the next event.
    package mutating func nextEvent() -> Int {
        lastEvent += 1
        return lastEvent
    }

    // MARK: Commands

    /// Carries out a command that is about this session alone.
    package mutating func apply(
        _ command: SessionCommand, by cause: Cause, in context: PlaybackContext,
        at now: Moment
    ) throws(RequestError) {
        var wanted = requested
        try wanted.apply(command, in: context, at: now.wall)
        if wanted.resumes(requested, pausedFrom: reported) { wanted = reported }
        forgetFailures()
        let isElsewhere = wanted.station != requested.station
        requested = wanted
        reported.sender = cause.origin.name
        guard hasPlayer, !wanted.isPlayedAlike(reported) else { return requestsDone() }
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

    /// Notes that the listener has looked at what was played. That is nothing for a player to do.
    package mutating func sawPlayed(at now: Timestamp) {
        let edge = reported.liveEdge(at: now)
        (reported.seenUntil, requested.seenUntil) = (edge, edge)
    }

    /// Takes over the requested state as the one that is played.
    private mutating func requestsDone() {
        let sender = reported.sender
        reported = requested
        reported.sender = sender
        reported.requests = []
        asked = []
        failureEnds = nil
    }

    /// Removes failed requests, which have been seen.
    private mutating func forgetFailures() {
        guard failureEnds != nil else { return }
        failureEnds = nil
        reported.requests.removeAll { $0.failure != nil }
    }

    // MARK: The player

    /// Returns the subject of a report: the requested state, if the player does that now, else the
    /// state reported before.
    package func subject(of report: SessionReport, at now: Timestamp) -> ListeningSession {
        var subject = isDone(by: report, at: now) ? requested : reported
        subject.station = report.station ?? subject.station
        return subject
    }

    /// Takes a report of the player.
    ///
    /// - Parameter timeline: The timeline of the reported station.
    /// - Returns: The cause of the change: the requests that the report fulfils.
    package mutating func apply(
        _ report: SessionReport, from client: ClientID, in timeline: Timeline, at now: Moment
    ) -> Cause {
        (player, playerElsewhere) = (client, nil)
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

    /// Resets the requested state to the reported one.
    private mutating func settle() {
        requested = reported
        requested.requests = []
    }

    /// Its player is gone: what it was asked for counts as done, and nothing plays.
    package mutating func playerLeft(in context: PlaybackContext, at now: Timestamp) {
        player = nil
        requestsDone()
        try? requested.apply(.pause, in: context, at: now)
        requested.repeatMode = nil
        requested.isShuffled = nil
        requestsDone()
    }

    private mutating func fail(with failure: ListeningSession.Failure, at now: Moment) {
        // The cause that stops a player kept it from playing.
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

    /// Its stream is another, or another is known of it.
    package mutating func stream(isBehindBy delay: Interval) {
        reported.streamDelay = delay
        requested.streamDelay = delay
    }

    // MARK: Time

    /// Brings it up to date with its station and with time.
    ///
    /// - Returns: True if something of it changed.
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

    /// The deadline at which time alone changes something of it.
    package func deadline(in timeline: Timeline, at now: Moment) -> Instant? {
        let change = reported.nextChange(in: timeline, at: now.wall).map {
            now.monotonic + ($0 - now.wall)
        }
        let answer = earliest(asked.first?.expires, failureEnds)
        return earliest(earliest(change, answer), ends)
    }

    /// True if its player is asked for something else than before.
    package func isAsked(otherThan before: SessionState) -> Bool {
        (isAwaitingPlayer || before.isAwaitingPlayer)
            && !requested.isPlayedAlike(before.requested)
    }

    // MARK: Coming and going

    /// Something was asked of the player that it has not reported yet.
    package var isAwaitingPlayer: Bool { !asked.isEmpty }

    /// Notes its number of followers, and whether any subscription shows it.
    package mutating func followed(by count: Int, isSubscribed: Bool, at now: Instant) {
        followerCount = count
        self.isSubscribed = isSubscribed
        noteFollowers(at: now)
    }

    private mutating func noteFollowers(at now: Instant) {
        if isFollowedHere || !followersElsewhere.isEmpty {
            abandonedSince = nil
        } else if abandonedSince == nil {
            abandonedSince = now
        }
    }

    /// This hub has subscriptions to it, or its player.
    package var isFollowedHere: Bool { isSubscribed || player != nil }

    /// The cluster is to be told that this hub has followers of it, or no more.
    package var hasUntoldFollowers: Bool { isFollowedHere != isToldFollowedHere }

    /// No hub has a follower of it.
    package var isAbandoned: Bool { abandonedSince != nil }

    private var hasPlayer: Bool { player != nil || playerElsewhere != nil }

    /// It is not over yet: a cluster has to agree first.
    package mutating func postponeEnd(at now: Instant) { abandonedSince = now }

    /// The deadline at which it ends, if no follower comes.
    package var ends: Instant? {
        isPermanent ? nil : abandonedSince.map { $0 + limits.abandonedSession }
    }

    // MARK: Shared by a cluster

    /// Returns the document that the members of a cluster share of it.
    ///
    /// - Parameters:
    ///   - member: This one.
    ///   - asker: The client that changes it.
    package func shared(
        by member: String, for asker: ClientID?, at now: Moment
    ) -> SharedSession {
        var shared = SharedSession(reported)
        shared.requested = requested
        shared.asked = asked.map {
            SharedSession.Asked(
                sender: $0.cause.origin.name, expires: now.wall + ($0.expires - now.monotonic))
        }
        shared.failureEnds = failureEnds.map { now.wall + ($0 - now.monotonic) }
        shared.player = player.map { SharedClient($0, of: member) } ?? playerElsewhere
        shared.followers = (followersElsewhere + (isFollowedHere ? [member] : [])).sorted()
        shared.asker = asker.map { SharedClient($0, of: member) }
        return shared
    }

    /// Takes over the document that the members of a cluster share.
    ///
    /// - Parameter members: The members that are present.
    /// - Returns: The cause of the change.
    package mutating func adopt(
        _ shared: SharedSession, by member: String, among members: Set<String>, at now: Moment
    ) -> Cause {
        let asker = shared.asker?.client(of: member)
        let askers = asked.map(\.cause).joined.askers
        let failure = reported.failed
        (reported, requested) = (shared.reported, shared.requested)
        adoptRequests(of: shared, askers.union([asker].compactMap(\.self)), at: now)
        if let failed = reported.failed, failed != failure { askersOfFailure = askers }
        player = shared.player?.client(of: member)
        playerElsewhere = player == nil ? shared.player : nil
        isToldFollowedHere = shared.followers.contains(member)
        followersElsewhere = Set(shared.followers).subtracting([member])
        advancedAt = now.wall
        membersChanged(to: members, at: now.monotonic)
        return Cause.command(from: Origin(sender: shared.reported.sender), by: asker)
    }

    private mutating func adoptRequests(
        of shared: SharedSession, _ askers: Set<ClientID>, at now: Moment
    ) {
        asked = shared.asked.map { asked in
            var cause = Cause.command(from: Origin(sender: asked.sender), by: nil)
            cause.askers = askers
            return Asked(cause: cause, expires: now.monotonic + (asked.expires - now.wall))
        }
        failureEnds = shared.failureEnds.map { now.monotonic + ($0 - now.wall) }
        let shownUntil = now.monotonic - limits.failureShown
        if asked.count != reported.requests.count(where: { $0.failure == nil })
            || asked.last.map({ $0.expires < shownUntil }) ?? false
        {
            // It has failed long ago, and other members have shown it.
            (asked, reported.requests) = ([], [])
            settle()
        }
        reported.adopt(settings)
        requested.adopt(settings)
    }

    /// These members of the cluster are present. If one has died that had the player, the requests
    /// to that player count as done.
    package mutating func membersChanged(to members: Set<String>, at now: Instant) {
        if let player = playerElsewhere, !members.contains(player.member) {
            playerElsewhere = nil
            requestsDone()
        }
        followersElsewhere.formIntersection(members)
        noteFollowers(at: now)
    }

    /// The cluster is gone: only what is here counts.
    package mutating func goAlone(at now: Instant) { membersChanged(to: [], at: now) }

    /// The hub's wall clock was set forward (or, if negative, back) by `step`.
    package mutating func clockStepped(by step: Interval) {
        advancedAt = advancedAt + step
        reported.shift(by: step)
        requested.shift(by: step)
    }
}
