import FanOut
import NowPlaying
import Sessions
import Stations
import Views

/// Sessions: their coming and going, their players, and what time and stations do to them.
extension Hub {
    // MARK: Coming and going

    /// The sessions that the config names, `main` among them, and those of an earlier life.
    mutating func beginSessions(
        _ configuration: HubConfiguration, remembering restored: RestoredState, at now: Moment
    ) {
        sessions.preferences = restored.preferences
        sessions.arrange(store)
        configureSessions(configuration, at: now)
        for remembered in restored.sessions { restore(remembered, at: now) }
    }

    /// A session of an earlier life comes back, unless something has been chosen in it since.
    mutating func restore(_ remembered: RestoredState.Session, at now: Moment) {
        guard let index = try? session(named: remembered.id, at: now),
            sessions[index]?.isUntouched == true
        else { return }
        sessions[index]?.restore(remembered, at: now.wall)
        delayStream(of: index)
        showOwnStation(of: index)
    }

    /// The config names these sessions from now on. Others end without followers.
    mutating func configureSessions(_ configuration: HubConfiguration, at now: Moment) {
        let configured = configuration.allSessions
        for (name, settings) in configured.sorted(by: { $0.key < $1.key }) {
            _ = try? session(named: name, settings, at: now)
        }
        for index in sessions.all {
            guard let name = sessions[index]?.reported.id else { continue }
            sessions[index]?.configure(configured[name])
            plan(index, at: now)
        }
    }

    /// The names of the sessions that the config has, in their order.
    public var configuredSessions: [String] {
        sessions.all.compactMap { sessions[$0] }.filter(\.isPermanent).map(\.reported.id).sorted()
    }

    /// Stations or sessions are others, or have other settings.
    ///
    /// - Parameter revision: The one from which on they are.
    mutating func sessionsReconfigured(at revision: Revision, now: Moment) {
        sessions.retried = []
        for index in sessions.all {
            showOwnStation(of: index)
            _ = advance(index, at: now)
        }
        allSessionsChanged(by: .mixed, at: revision, now: now)
    }

    /// The session of this name, made where there is none yet.
    mutating func session(
        named name: String, _ settings: SessionConfiguration? = nil, at now: Moment
    ) throws(RequestError) -> SessionIndex {
        if let known = sessions.index(of: name) { return known }
        let index = try sessions.add(name, settings, at: now)
        fanOut.add(index, named: name)
        plan(index, at: now)
        return index
    }

    /// Subscriptions to sessions began or ended.
    mutating func followersChanged(at now: Moment, into effects: inout [Effect]) {
        for index in fanOut.takeChangedFollowings() {
            fanOut.visitCount += 1
            let following = fanOut.following(index)
            let count = following?.followerCount ?? 0
            guard let before = sessions[index],
                before.followerCount != count || before.isSubscribed != (following != nil)
            else { continue }
            sessions[index]?.followed(
                by: count, isSubscribed: following != nil, at: now.monotonic)
            if count == 0, before.followerCount > 0 {
                lastFollowerLeft(index, at: now, into: &effects)
            }
            tellFollowers(of: index, at: now, into: &effects)
            plan(index, at: now)
        }
    }

    private mutating func lastFollowerLeft(
        _ index: SessionIndex, at now: Moment, into effects: inout [Effect]
    ) {
        sessions.showNothing(in: index)
        showOwnStation(of: index)
        guard let state = sessions[index], state.reported.state == .playing,
            state.settings.pauseOnDisconnect, !isShared(state)
        else { return }
        give(.pause, session: state.reported.id, sender: nil, at: now, into: &effects)
    }

    mutating func end(_ index: SessionIndex, into effects: inout [Effect]) {
        guard let session = sessions[index]?.reported else { return }
        sessions.remove(index)
        fanOut.remove(index)
        alarms.forget([.session(index)])
        remember(.sessionEnded(session.id), into: &effects)
    }

    // MARK: Changes

    /// Tells the followers of a session that it has changed.
    mutating func sessionChanged(
        _ index: SessionIndex, since before: ListeningSession, by cause: Cause, at now: Moment,
        into effects: inout [Effect]
    ) {
        guard let session = sessions[index]?.reported, !session.isShownAlike(before) else {
            return plan(index, at: now)
        }
        showOwnStation(of: index)
        if session.station != before.station || session.stream != before.stream {
            delayStream(of: index)
        }
        followedChanged(index, nil, by: cause, at: fanOut.advance(), now: now)
        if session.starts(after: before) {
            for client in fanOut.overviewClients(of: index) where !cause.askers.contains(client) {
                enqueue(.present, of: index, for: client)
            }
        }
        if session.restored != before.restored {
            remember(.session(session.restored), into: &effects)
        }
        plan(index, at: now)
    }

    /// Something changed that every session may show.
    mutating func allSessionsChanged(by cause: Cause, at now: Moment) {
        allSessionsChanged(by: cause, at: fanOut.advance(), now: now)
    }

    private mutating func allSessionsChanged(
        by cause: Cause, at revision: Revision, now: Moment
    ) {
        for index in sessions.all {
            followedChanged(index, nil, by: cause, at: revision, now: now)
            plan(index, at: now)
        }
    }

    /// Tells the followers of a session that something that it shows changed: all of it where
    /// `changes` is `nil`.
    private mutating func followedChanged(
        _ index: SessionIndex, _ changes: StateParts?, by cause: Cause,
        isUrgent: Bool = false, at revision: Revision, now: Moment
    ) {
        fanOut.publish(
            index, parts: changes, by: cause.origin, isUrgent: isUrgent || cause.isCommand,
            at: revision, now: now.monotonic)
    }

    /// Tells the sessions that show a station of a change in its published state.
    ///
    /// - Parameter isUrgent: No interval holds it back.
    mutating func tellSessions(
        of station: StationIndex, _ changes: StateParts, isUrgent: Bool, at now: Moment
    ) {
        for index in sessions.showing(station) {
            fanOut.visitCount += 1
            guard sessions[index]?.reported.station == store.id(of: station) else {
                guard !changes.isDisjoint(with: DocumentOptions.changesOfOverviews) else {
                    continue
                }
                fanOut.publishOverviews(of: index, at: now.monotonic)
                continue
            }
            let isMoved = advance(index, at: now)
            if isMoved { fanOut.advance() }
            // A listener behind the edge may hear any part that the timeline has learnt.
            let isBehind = sessions[index]?.reported.isBehind ?? false
            followedChanged(
                index, isMoved || isBehind ? nil : changes, by: .mixed, isUrgent: isUrgent,
                at: fanOut.revision, now: now)
            plan(index, at: now)
        }
    }

    /// The timeline of a station has something else than what is on air now: listeners behind the
    /// edge may hear that, and cars list it.
    mutating func timelineRevised(of station: StationIndex, at now: Moment) {
        let revision = fanOut.advance()
        for index in sessions.showing(station)
        where sessions[index]?.reported.station == store.id(of: station) {
            _ = advance(index, at: now)
            followedChanged(index, nil, by: .mixed, at: revision, now: now)
            plan(index, at: now)
        }
    }

    /// A client that comes while something plays is invited to show it.
    mutating func invite(_ client: ClientID, to request: SubscriptionRequest) {
        guard request.options.view.definition.isOverview,
            case .session(let session) = request.coverage,
            sessions[session]?.reported.state == .playing
        else { return }
        enqueue(.present, of: session, for: client)
    }

    // MARK: Time

    /// A session's time has come.
    mutating func wake(
        _ index: SessionIndex, at now: Moment, into effects: inout [Effect]
    ) {
        guard let state = sessions[index] else { return }
        if let ends = state.ends, ends <= now.monotonic {
            guard !isShared(state) else { return endShared(index, at: now, into: &effects) }
            return end(index, into: &effects)
        }
        if let ends = sessions.newsEnds, ends <= now.monotonic {
            sessions.newsEnds = nil
            allSessionsChanged(by: .mixed, at: now)
        }
        if advance(index, at: now) { moved(index, since: state.reported, at: now, into: &effects) }
        plan(index, at: now)
    }

    /// Something else is heard in a session: because it moved, or further on at the same place.
    private mutating func moved(
        _ index: SessionIndex, since before: ListeningSession, at now: Moment,
        into effects: inout [Effect]
    ) {
        guard sessions[index]?.reported.isShownAlike(before) == true else {
            return sessionChanged(index, since: before, by: .mixed, at: now, into: &effects)
        }
        followedChanged(index, nil, by: .mixed, at: fanOut.advance(), now: now)
    }

    /// Brings a session up to date.
    ///
    /// - Returns: True if something of it changed.
    mutating func advance(_ index: SessionIndex, at now: Moment) -> Bool {
        let timeline = timeline(of: sessions[index]?.reported)
        defer { tellOfFailure(in: index) }
        return sessions[index]?.advance(in: timeline, at: now) == true
    }

    /// Sees to it that a session is woken in time.
    mutating func plan(_ index: SessionIndex, at now: Moment) {
        guard let state = sessions[index] else { return }
        var deadline = state.deadline(in: timeline(of: state.reported), at: now)
        if let step = state.nextStep, step <= now.wall {
            // Bars that have moved make another document, of another revision.
            fanOut.advance()
            fanOut.publishOverviews(of: index, at: now.monotonic)
        }
        let step = fanOut.nextStep(of: index, after: now.wall)
        if step != state.nextStep { sessions[index]?.nextStep = step }
        deadline = earliest(deadline, step.map { now.monotonic + ($0 - now.wall) })
        alarms.set(.session(index), at: earliest(deadline, sessions.newsEnds))
    }

    // MARK: What surrounds a session

    /// Returns the context of a command.
    func context(of session: ListeningSession, at now: Moment) -> SessionContext {
        let station = ownStation(of: session)
        return SessionContext(
            next: neighbour(of: station, by: 1), previous: neighbour(of: station, by: -1),
            heard: presented(to: session, at: now).map(session.heard),
            timeline: timeline(of: session))
    }

    /// The station so many places further in the listeners' order, which has no end. Without one to
    /// begin at, the first is the next, and the last the one before.
    private func neighbour(
        of station: StationIndex?, by step: Int
    ) -> SessionContext.Neighbour? {
        let order = sessions.order
        guard !order.isEmpty else { return nil }
        let place = station.flatMap { order.firstIndex(of: $0) }
        let start = step > 0 ? -1 : 0
        let found = ((place ?? start) + step + order.count) % order.count
        guard found != place else { return nil }
        return SessionContext.Neighbour(
            station: store.id(of: order[found]), stream: stream(of: order[found]))
    }

    /// The state of a session's station at the moment that is heard; `nil` without a station.
    func presented(to session: ListeningSession, at now: Moment) -> NowPlaying? {
        ownStation(of: session).map { station in
            session.presented(
                of: store[station].presented, in: store.timeline(of: station), at: now.wall)
        }
    }

    /// The timeline of a session's station; an empty one where it is not there.
    func timeline(of session: ListeningSession?) -> Timeline {
        guard let session, let station = ownStation(of: session) else {
            return Timeline(station: "", delay: .zero, limits: limits)
        }
        return store.timeline(of: station)
    }

    /// The station that a session listens to, where it is there.
    func ownStation(of session: ListeningSession) -> StationIndex? {
        session.station.flatMap { store.index(of: $0) }
    }

    /// Has a session hear of changes of its own station.
    mutating func showOwnStation(of index: SessionIndex) {
        guard let session = sessions[index]?.reported, let station = ownStation(of: session)
        else { return }
        sessions.show([station], in: index)
    }

    /// The stream that a station is listened to by, unless another is named: the one that was
    /// chosen, or the only one.
    func stream(of station: StationIndex) -> String? {
        let streams = store[station].configuration.streams
        let chosen = sessions.preferences.streams[store.id(of: station)]
        if let chosen, streams.contains(where: { $0.id == chosen }) { return chosen }
        return streams.count == 1 ? streams.first?.id : nil
    }

    /// Has a session hear its station as late as its stream is.
    mutating func delayStream(of index: SessionIndex) {
        guard let session = sessions[index]?.reported else { return }
        let streams = ownStation(of: session).map { store[$0].configuration.streams } ?? []
        let delay = streams.first { $0.id == session.stream }?.delay ?? .zero
        sessions[index]?.stream(isBehindBy: delay)
    }

    /// The streams that were chosen, of those that there are.
    var chosenStreams: [String: String] {
        sessions.preferences.streams.filter { station, stream in
            guard let index = store.index(of: station) else { return false }
            return store[index].configuration.streams.contains { $0.id == stream }
        }
    }
}

extension ListeningSession {
    /// True if the listener hears something else than the edge of the station's main stream.
    fileprivate var isBehind: Bool {
        position != .live || state != .playing || streamDelay > .zero
    }

    /// True if it shows the same as another, regardless of the origin of the last change.
    fileprivate func isShownAlike(_ other: ListeningSession) -> Bool {
        var other = other
        other.sender = sender
        return self == other
    }

    /// True if playback started: of another station, too.
    fileprivate func starts(after before: ListeningSession) -> Bool {
        guard state == .playing else { return false }
        return before.state != .playing || before.station != station || before.stream != stream
    }
}
