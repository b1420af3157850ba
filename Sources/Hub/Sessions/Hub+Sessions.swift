import FanOut
import JSON
import NowPlaying
import Sessions
import Stations
import Views

/// Routes the outputs of sessions.
extension Hub {
    /// Lets the sessions handle an input, and routes their outputs, also those made before an
    /// error.
    @discardableResult
    mutating func withSessions<Result, Failure: Error>(
        at now: Moment, into effects: inout [Effect],
        _ body: (inout SessionBook, inout SessionContext) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let (outputs, result) = outputs(of: body, at: now)
        for output in outputs { route(output, at: now, into: &effects) }
        return try result.get()
    }

    private mutating func outputs<Success, Failure: Error>(
        of body: (inout SessionBook, inout SessionContext) throws(Failure) -> Success,
        at now: Moment
    ) -> ([SessionOutput], Result<Success, Failure>) {
        var context = SessionContext(stations: store, areShared: sharesDocuments, at: now)
        do throws(Failure) {
            let success = try body(&sessions, &context)
            return (context.outputs, .success(success))
        } catch {
            return (context.outputs, .failure(error))
        }
    }

    private mutating func route(
        _ output: SessionOutput, at now: Moment, into effects: inout [Effect]
    ) {
        switch output {
        case .began(let index, let name): fanOut.add(index, named: name)
        case .ended(let index):
            fanOut.remove(index)
            alarms.forget([.session(index)])
        case .abandoned(let index): endShared(index, at: now, into: &effects)
        case .revised: fanOut.advance()
        case .changed(let index, let parts, let cause, let isUrgent):
            fanOut.publish(
                index, parts: parts, by: cause.origin, isUrgent: isUrgent || cause.isCommand,
                at: fanOut.revision, now: now.monotonic)
        case .overviewsChanged(let index):
            fanOut.publishSurroundings(of: index, at: now.monotonic, in: \.isOverview)
        case .deadlineChanged(let index): setAlarm(of: index, at: now)
        case .event(let event, let index, let recipients):
            for client in clients(recipients, of: index) { enqueue(event, of: index, for: client) }
        case .remembered(let change): remember(change, into: &effects)
        case .pause(let index): pause(index, at: now, into: &effects)
        case .redial(let station, let cause):
            redial(station, by: cause, at: now, into: &effects)
        case .playerLeft(let index, let client):
            playerLeft(client, of: index, at: now, into: &effects)
        case .proposed(let state, let before, let client):
            propose(state, over: before, for: client, at: now, into: &effects)
        case .proposedPreferences(let preferences, let sender):
            let shared = SharedPreferences(preferences, sender: sender)
            propose(.preferences, shared.exchanged, into: &effects)
        }
    }

    private func clients(
        _ recipients: SessionOutput.Recipients, of session: SessionIndex
    ) -> [ClientID] {
        switch recipients {
        case .client(let client): [client]
        case .overviews(let others): others.union(fanOut.overviewClients(of: session)).sorted()
        case .overviewsExcept(let others):
            fanOut.overviewClients(of: session).filter { !others.contains($0) }
        }
    }

    /// Sees to it that a session is woken in time, also when a document changes by time
    /// alone.
    private mutating func setAlarm(of index: SessionIndex, at now: Moment) {
        let deadline = sessions.deadline(of: index, in: store, at: now)
        if let step = sessions[index]?.nextStep, step <= now.wall {
            // Bars that have moved make another document, of another revision.
            fanOut.advance()
            fanOut.publishSurroundings(of: index, at: now.monotonic) { $0.nextStep != nil }
        }
        let step = fanOut.nextStep(of: index, after: now.wall)
        sessions.setNextStep(step, of: index)
        alarms.set(
            .session(index),
            at: earliest(deadline, step.map { now.monotonic + ($0 - now.wall) }))
    }

    /// Dials the link of a station that waits for its next attempt.
    private mutating func redial(
        _ station: StationIndex, by cause: Cause, at now: Moment, into effects: inout [Effect]
    ) {
        guard !isReplay, let link = links.link(of: station) else { return }
        withLink(link, at: now, into: &effects) { $0.retry(in: &$1) }
        guard links[link]?.isOpen == false else { return }
        withSessions(at: now, into: &effects) { $0.redialled(station, by: cause, in: &$1) }
    }

    /// Notes a choice of listeners that is to survive a restart.
    private func remember(_ change: PersistedChange, into effects: inout [Effect]) {
        guard journal.contains(.changes) else { return }
        effects.append(.journal(.remembered(change)))
    }

    // MARK: Commands

    /// Answers a `command`.
    mutating func command(
        _ command: SessionCommand, session name: String, sender: String?, from client: ClientID,
        at now: Moment, into effects: inout [Effect]
    ) throws(RequestError) -> [UInt8] {
        do throws(RequestError) {
            let next = try applyCommand(
                command, session: name, sender: sender, from: client, at: now, into: &effects)
            return answer(then: next?.description)
        } catch {
            tellOfRefusal(error, in: name, to: client)
            throw error
        }
    }

    /// The answer to a command or a report.
    func answer(then next: String? = nil) -> [UInt8] {
        JSONWriter.object { writer in
            writer.member("revision", Int(fanOut.revision))
            writer.member("then", next)
        }
    }

    /// Carries out a command, and has a recording keep it.
    ///
    /// - Parameter client: The requesting client, if it used the socket.
    private mutating func applyCommand(
        _ command: SessionCommand, session name: String, sender: String?, from client: ClientID?,
        at now: Moment, into effects: inout [Effect]
    ) throws(RequestError) -> NextScreen? {
        try sessions.checkSession(named: name)
        recordCommand(command, session: name, sender: sender, into: &effects)
        let order = SessionOrder(command, by: .command(from: Origin(sender: sender), by: client))
        return try perform(order, session: name, at: now, into: &effects)
    }

    mutating func perform(
        _ order: SessionOrder, session name: String, at now: Moment, into effects: inout [Effect]
    ) throws(RequestError) -> NextScreen? {
        try withSessions(at: now, into: &effects) { sessions, context throws(RequestError) in
            try sessions.perform(order, session: name, in: &context)
        }
    }

    /// Has a recording keep a command.
    func recordCommand(
        _ command: SessionCommand, session: String, sender: String?, into effects: inout [Effect]
    ) {
        guard journal.contains(.input) else { return }
        effects.append(.journal(.commanded(command, session: session, sender: sender)))
    }

    /// Has a session carry out a command that no client waits for.
    mutating func give(
        _ command: SessionCommand, session: String, sender: String?, at now: Moment,
        into effects: inout [Effect]
    ) {
        let change = SharedChange(
            .command(command, session: session, sender: sender),
            expires: now.monotonic + limits.storeAnswer)
        if let document = document(of: change) {
            recordCommand(command, session: session, sender: sender, into: &effects)
            return enqueue(change, of: document, at: now, into: &effects)
        }
        _ = try? applyCommand(
            command, session: session, sender: sender, from: nil, at: now, into: &effects)
    }

    private mutating func pause(
        _ index: SessionIndex, at now: Moment, into effects: inout [Effect]
    ) {
        guard let session = sessions[index]?.requested.id else { return }
        give(.pause, session: session, sender: nil, at: now, into: &effects)
    }

    /// Pauses the sessions whose station is gone.
    mutating func pauseWithoutStation(at now: Moment, into effects: inout [Effect]) {
        for index in sessions.playingWithoutStation(among: store) {
            pause(index, at: now, into: &effects)
        }
    }

    /// Takes a report of a session's player.
    mutating func applyReport(
        _ report: SessionReport, of name: String, from client: ClientID,
        at now: Moment, into effects: inout [Effect]
    ) throws(RequestError) -> [UInt8] {
        let index = try withSessions(at: now, into: &effects) {
            sessions, context throws(RequestError) in
            try sessions.report(report, of: name, from: client, in: &context)
        }
        clients[client]?.played.insert(index)
        return answer()
    }

    // MARK: Coming and going

    /// The names of the sessions that the config has, in their order.
    public var configuredSessions: [String] { sessions.configured }

    /// The session of this name, made where there is none yet.
    mutating func session(
        named name: String, at now: Moment
    ) throws(RequestError) -> SessionIndex {
        var none: [Effect] = []
        return try withSessions(at: now, into: &none) { sessions, context throws(RequestError) in
            try sessions.session(named: name, in: &context)
        }
    }

    /// Follows subscriptions to sessions that began or ended.
    mutating func followersChanged(at now: Moment, into effects: inout [Effect]) {
        for index in fanOut.takeChangedFollowings() {
            fanOut.visitCount += 1
            let following = fanOut.following(index)
            let isChanged = withSessions(at: now, into: &effects) { sessions, context in
                sessions.followersChanged(
                    of: index, to: following?.followerCount ?? 0,
                    isSubscribed: following != nil, in: &context)
            }
            if isChanged { tellFollowers(of: index, at: now, into: &effects) }
        }
    }

    /// Tells the sessions that show a station of a change in its published state.
    ///
    /// - Parameter isUrgent: No interval holds it back.
    mutating func tellSessions(
        of station: StationIndex, _ changes: StateParts, isUrgent: Bool, at now: Moment,
        into effects: inout [Effect]
    ) {
        let count = sessions.showing(station).count
        guard count > 0 else { return }
        fanOut.visitCount += count
        withSessions(at: now, into: &effects) {
            $0.stationChanged(station, changes, isUrgent: isUrgent, in: &$1)
        }
    }

    /// Brings all sessions up to date with stations, or settings, that are others.
    mutating func sessionsReconfigured(at now: Moment, into effects: inout [Effect]) {
        withSessions(at: now, into: &effects) { $0.stationsChanged(in: &$1) }
    }

    /// Invites a client that comes while something plays to show it.
    mutating func invite(_ client: ClientID, to request: SubscriptionRequest) {
        guard request.options.view.definition.isOverview,
            case .session(let session) = request.coverage,
            sessions[session]?.reported.state == .playing
        else { return }
        enqueue(.present, of: session, for: client)
    }
}
