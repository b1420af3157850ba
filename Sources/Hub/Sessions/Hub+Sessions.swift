import JSON
import NowPlaying
import Views

/// Sessions: their coming and going, their players, and what time and stations do to them.
extension Hub {
    // MARK: Coming and going

    /// The sessions that the config names, `main` among them, and those of an earlier life.
    mutating func beginSessions(
        _ configuration: HubConfiguration, remembering memory: Memory, at now: Moment
    ) {
        sessions.preferences = memory.preferences
        sessions.arrange(store)
        configureSessions(configuration, at: now)
        for remembered in memory.sessions {
            guard let index = try? session(named: remembered.id, at: now) else { continue }
            sessions[index]?.restore(remembered, at: now.wall)
            showOwnStation(of: index)
        }
    }

    /// The config names these sessions from now on. Others end when nobody follows them.
    mutating func configureSessions(_ configuration: HubConfiguration, at now: Moment) {
        for (name, settings) in configuration.allSessions.sorted(by: { $0.key < $1.key }) {
            guard let index = try? session(named: name, at: now) else { continue }
            sessions[index]?.configure(settings)
        }
        for index in sessions.all {
            guard let name = sessions[index]?.reported.id,
                configuration.allSessions[name] == nil
            else { continue }
            sessions[index]?.configure(nil)
            plan(index, at: now)
        }
    }

    /// The session of this name, made where there is none yet.
    mutating func session(named name: String, at now: Moment) throws(RPCError) -> SessionIndex {
        if let known = sessions.index(of: name) { return known }
        let index = try sessions.add(name, at: store.revision, now: now)
        plan(index, at: now)
        return index
    }

    /// Somebody began or ceased to follow a session.
    mutating func followersChanged(at now: Moment, into effects: inout [Effect]) {
        for index in sessions.all {
            let count = fanOut.followerCount(of: index)
            let wasFollowed = sessions[index]?.isFollowed == true
            sessions[index]?.followed(by: count, at: now.monotonic)
            if wasFollowed, count == 0 { lastFollowerLeft(index, at: now, into: &effects) }
            plan(index, at: now)
        }
    }

    private mutating func lastFollowerLeft(
        _ index: SessionIndex, at now: Moment, into effects: inout [Effect]
    ) {
        sessions[index]?.shown = []
        showOwnStation(of: index)
        guard let session = sessions[index]?.reported, session.state == .playing,
            sessions[index]?.pausesOnDisconnect == true
        else { return }
        _ = try? carryOut(
            .pause, session: session.id, sender: nil, from: nil, at: now, into: &effects)
    }

    private mutating func end(_ index: SessionIndex, into effects: inout [Effect]) {
        guard let session = sessions[index]?.reported else { return }
        sessions.remove(index)
        alarms.forget([.session(index)])
        remember(.sessionEnded(session.id), into: &effects)
    }

    // MARK: Players

    /// Takes what a session's player says.
    mutating func take(
        _ report: SessionReport, of name: String, from client: ClientID, id: [UInt8],
        at now: Moment, into effects: inout [Effect]
    ) throws(RPCError) -> [UInt8] {
        let index = try session(named: name, at: now)
        if let before = sessions[index]?.reported {
            let surroundings = surroundings(of: before)
            let sender =
                sessions[index]?.take(report, from: client, in: surroundings, at: now) ?? .others
            sessionChanged(
                index, since: before, by: sender, asker: client, isCommand: sender != .others,
                at: now, into: &effects)
            followersChanged(at: now, into: &effects)
        }
        return Answer.success(to: id) { $0.member("revision", Int(store.revision)) }
    }

    /// A client is gone: it plays nothing any more.
    mutating func playerLeft(
        _ client: ClientID, at now: Moment, into effects: inout [Effect]
    ) {
        for index in sessions.all where sessions[index]?.player == client {
            guard let before = sessions[index]?.reported else { continue }
            let surroundings = surroundings(of: before)
            sessions[index]?.playerLeft(in: surroundings, at: now.wall)
            sessionChanged(
                index, since: before, by: .others, asker: nil, isCommand: false, at: now,
                into: &effects)
        }
    }

    // MARK: Changes

    /// Tells those who follow a session that it is not what it was.
    ///
    /// - Parameter asker: Who is told in the answer where to go.
    mutating func sessionChanged(
        _ index: SessionIndex, since before: ListeningSession, by sender: Sender,
        asker: ClientID?, isCommand: Bool, at now: Moment, into effects: inout [Effect]
    ) {
        guard let session = sessions[index]?.reported, !session.isShownAlike(before) else {
            return plan(index, at: now)
        }
        showOwnStation(of: index)
        let revision = store.advance()
        sessions[index]?.changedAt = revision
        fanOut.sessionChanged(
            index, nil, by: sender, isCommand: isCommand, at: revision, now: now.monotonic)
        if session.starts(after: before) {
            for client in fanOut.viewers(of: index, in: .carPlay) where client != asker {
                enqueue(.present, of: index, for: client)
            }
        }
        if let memory = sessions[index]?.memory,
            memory.station != before.station || memory.stream != before.stream
        {
            remember(.session(memory), into: &effects)
        }
        plan(index, at: now)
    }

    /// Something changed that every session may show.
    mutating func allSessionsChanged(by sender: Sender, isCommand: Bool, at now: Moment) {
        let revision = store.advance()
        for index in sessions.all {
            sessions[index]?.changedAt = revision
            fanOut.sessionChanged(
                index, nil, by: sender, isCommand: isCommand, at: revision, now: now.monotonic)
            plan(index, at: now)
        }
    }

    /// What is published of a station changed: those are told whose sessions show it.
    mutating func tellSessions(
        of station: StationIndex, _ changes: ChangeClasses, at now: Moment
    ) {
        for index in sessions.all where sessions[index]?.shown.contains(station) == true {
            guard sessions[index]?.reported.station == store.id(of: station) else {
                fanOut.owe(.carPlay, of: index, at: store.revision, now: now.monotonic)
                continue
            }
            _ = sessions[index]?.advance(in: store.timeline(of: station), at: now)
            sessions[index]?.changedAt = store.revision
            fanOut.sessionChanged(
                index, changes, by: .others, isCommand: false, at: store.revision,
                now: now.monotonic)
            plan(index, at: now)
        }
    }

    /// A client that comes while something plays is invited to show it.
    mutating func invite(_ id: SubscriptionID) {
        guard let subscription = fanOut.subscriptions[id], subscription.options.view == .carPlay,
            let session = subscription.scene?.session,
            sessions[session]?.reported.state == .playing
        else { return }
        enqueue(.present, of: session, for: subscription.client)
    }

    // MARK: Time

    /// A session's time has come.
    mutating func wake(
        _ index: SessionIndex, at now: Moment, into effects: inout [Effect]
    ) {
        guard let state = sessions[index] else { return }
        if let ends = state.ends, ends <= now.monotonic { return end(index, into: &effects) }
        if let ends = sessions.newsEnds, ends <= now.monotonic {
            sessions.newsEnds = nil
            allSessionsChanged(by: .others, isCommand: false, at: now)
        }
        let timeline = ownStation(of: state.reported).map { store.timeline(of: $0) }
        if sessions[index]?.advance(in: timeline ?? StationTimeline(), at: now) == true {
            sessionChanged(
                index, since: state.reported, by: .others, asker: nil, isCommand: false, at: now,
                into: &effects)
        }
        if let step = state.nextStep, step <= now.wall {
            fanOut.owe(.carPlay, of: index, at: store.revision, now: now.monotonic)
        }
        plan(index, at: now)
    }

    /// Sees to it that a session is woken in time.
    mutating func plan(_ index: SessionIndex, at now: Moment) {
        guard let state = sessions[index] else { return }
        let timeline = ownStation(of: state.reported).map { store.timeline(of: $0) }
        var deadline = state.deadline(in: timeline ?? StationTimeline(), at: now)
        sessions[index]?.nextStep = nil
        if !fanOut.viewers(of: index, in: .carPlay).isEmpty {
            let step = CarPlayDocument.nextStep(after: now.wall)
            sessions[index]?.nextStep = step
            deadline = earliest(deadline, now.monotonic + (step - now.wall))
        }
        alarms.set(.session(index), at: earliest(deadline, sessions.newsEnds))
    }

    /// The wall clock was set.
    mutating func sessionsStepped(by step: Interval, at now: Moment) {
        for index in sessions.all { sessions[index]?.clockStepped(by: step) }
        allSessionsChanged(by: .others, isCommand: false, at: now)
    }

    // MARK: What surrounds a session

    /// What a command needs to know.
    func surroundings(of session: ListeningSession) -> SessionSurroundings {
        let station = ownStation(of: session)
        return SessionSurroundings(
            stations: sessions.order.map { store.id(of: $0) }, chosenStreams: chosenStreams,
            nowPlaying: station.map { store[$0].presented },
            timeline: station.map { store.timeline(of: $0) } ?? StationTimeline())
    }

    /// The station that a session listens to, where it is there.
    func ownStation(of session: ListeningSession) -> StationIndex? {
        session.station.flatMap { store.index(of: $0) }
    }

    /// Has a session hear of changes of its own station.
    private mutating func showOwnStation(of index: SessionIndex) {
        guard let session = sessions[index]?.reported, let id = session.station else { return }
        // Its place is kept for it where the station is not there: it may come back.
        sessions[index]?.shown.insert(store.place(for: id))
        fanOut.extend(to: store.placeCount)
    }

    /// The streams that were chosen, of those that there are.
    var chosenStreams: [String: String] {
        sessions.preferences.streams.filter { station, stream in
            guard let index = store.index(of: station) else { return false }
            return store[index].configuration.streams.contains { $0.id == stream }
        }
    }

    /// Notes something that is to survive a restart.
    func remember(_ remembrance: Remembrance, into effects: inout [Effect]) {
        if isRemembering { effects.append(.remember(remembrance)) }
    }
}

extension ListeningSession {
    /// Whether it shows the same as another, whoever changed it last.
    fileprivate func isShownAlike(_ other: ListeningSession) -> Bool {
        var other = other
        other.sender = sender
        return self == other
    }

    /// Whether playback started: of another station, too.
    fileprivate func starts(after before: ListeningSession) -> Bool {
        guard state == .playing else { return false }
        return before.state != .playing || before.station != station || before.stream != stream
    }
}
