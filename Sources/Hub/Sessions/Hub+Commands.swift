import FanOut
import JSON
import NowPlaying
import Sessions
import Stations
import Views

/// The commands to sessions.
extension Hub {
    /// Answers a `command`.
    mutating func command(
        _ command: SessionCommand, session name: String, sender: String?, from client: ClientID,
        at now: Moment, into effects: inout [Effect]
    ) throws(RequestError) -> [UInt8] {
        let then: String?
        do throws(RequestError) {
            then = try applyCommand(
                command, session: name, sender: sender, from: client, at: now, into: &effects)
        } catch {
            tellOfRefusal(error, in: name, to: client)
            throw error
        }
        return JSONWriter.object { writer in
            writer.member("revision", Int(fanOut.revision))
            writer.member("then", then)
        }
    }

    /// Carries out a command.
    ///
    /// - Parameter client: The requesting client, if it used the socket.
    /// - Returns: The screen that the requesting client shows next: `present:nowPlaying`, or
    ///   `push:` a template.
    @discardableResult
    mutating func applyCommand(
        _ command: SessionCommand, session name: String, sender: String?, from client: ClientID?,
        at now: Moment, into effects: inout [Effect]
    ) throws(RequestError) -> String? {
        _ = try session(named: name, at: now)
        note(command, session: name, sender: sender, into: &effects)
        let cause = Cause.command(from: Origin(sender: sender), by: client)
        return try applyOrder(Order(command, by: cause, at: now), session: name, into: &effects)
    }

    /// Has a recording say what was asked for.
    func note(
        _ command: SessionCommand, session: String, sender: String?, into effects: inout [Effect]
    ) {
        guard journal.contains(.input) else { return }
        effects.append(.journal(.commanded(command, session: session, sender: sender)))
    }

    mutating func applyOrder(
        _ order: Order, session name: String, into effects: inout [Effect]
    ) throws(RequestError) -> String? {
        let index = try session(named: name, at: order.now)
        switch order.command {
        case .select(let station, let stream):
            return try select(station, stream, in: index, order, into: &effects)
        case .favourite(let station, let isOn):
            try favour(station, isOn, order, into: &effects)
        case .order(let stations):
            try arrange(stations, order, into: &effects)
        case .reconnect(let station):
            try retry(station, order, into: &effects)
        case .seekToElement, .seekToTime:
            try pass(order, to: index, into: &effects)
            return NextScreen.nowPlaying.description
        default:
            try pass(order, to: index, into: &effects)
        }
        return nil
    }

    /// A command with all that is to be known of it.
    struct Order {
        var command: SessionCommand
        let cause: Cause
        let now: Moment

        init(_ command: SessionCommand, by cause: Cause, at now: Moment) {
            self.command = command
            self.cause = cause
            self.now = now
        }
    }

    // MARK: Playing

    /// Has a session carry out a command that is about it alone.
    private mutating func pass(
        _ order: Order, to index: SessionIndex, into effects: inout [Effect]
    ) throws(RequestError) {
        guard let before = sessions[index] else { return }
        let context = context(of: before.requested, at: order.now)
        var state = before
        try state.apply(order.command, by: order.cause, in: context, at: order.now)
        guard !isShared(before) else {
            return propose(
                state, over: before, for: order.cause.askers.first, at: order.now, into: &effects)
        }
        sessions[index] = state
        sessionChanged(
            index, since: before.reported, by: order.cause, at: order.now, into: &effects)
        // A player that was asked for something is told, too, that it need not do it any more.
        let isAwaited = before.isAwaitingPlayer || state.isAwaitingPlayer
        if let player = before.player, isAwaited { enqueue(.requested, of: index, for: player) }
    }

    /// Selects a station. If it has several streams and none was chosen before, the client is sent
    /// to the list of streams.
    private mutating func select(
        _ station: String, _ stream: String?, in index: SessionIndex, _ order: Order,
        into effects: inout [Effect]
    ) throws(RequestError) -> String {
        let place = try known(station)
        if let stream { try check(stream, of: place) }
        let wanted = stream ?? self.stream(of: place)
        guard wanted != nil || store[place].configuration.streams.isEmpty else {
            return NextScreen.streams(of: station).description
        }
        let isThere =
            sessions[index]?.requested.station == station
            && sessions[index]?.requested.stream == wanted
        var order = order
        order.command = isThere ? .play : .select(station: station, stream: wanted)
        if let stream { choose(stream, of: station, order, into: &effects) }
        try pass(order, to: index, into: &effects)
        return NextScreen.nowPlaying.description
    }

    /// Pauses the sessions whose station is gone: nothing of it can be shown or requested.
    mutating func pauseWithoutStation(at now: Moment, into effects: inout [Effect]) {
        for index in sessions.all {
            guard let session = sessions[index]?.requested, session.state == .playing,
                ownStation(of: session) == nil
            else { continue }
            give(.pause, session: session.id, sender: nil, at: now, into: &effects)
        }
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
            note(command, session: session, sender: sender, into: &effects)
            return enqueue(change, of: document, at: now, into: &effects)
        }
        _ = try? applyCommand(
            command, session: session, sender: sender, from: nil, at: now, into: &effects)
    }

    // MARK: What belongs to the hub

    mutating func choose(
        _ stream: String, of station: String, _ order: Order, into effects: inout [Effect]
    ) {
        guard sessions.preferences.streams[station] != stream else { return }
        var preferences = sessions.preferences
        preferences.streams[station] = stream
        change(preferences, by: order, into: &effects)
    }

    private mutating func favour(
        _ station: String, _ isOn: Bool, _ order: Order, into effects: inout [Effect]
    ) throws(RequestError) {
        _ = try known(station)
        chosenMeanwhile?.favourites[station] = isOn
        guard sessions.preferences.favourites.contains(station) != isOn else { return }
        var preferences = sessions.preferences
        if isOn {
            preferences.favourites.append(station)
        } else {
            preferences.favourites.removeAll { $0 == station }
        }
        change(preferences, by: order, into: &effects)
    }

    private mutating func arrange(
        _ stations: [String], _ order: Order, into effects: inout [Effect]
    ) throws(RequestError) {
        var named = Set<StationIndex>(minimumCapacity: stations.count)
        for station in stations {
            guard named.insert(try known(station)).inserted else {
                throw RequestError(
                    .invalidParameters, "station \(station) is named twice", ("station", station))
            }
        }
        chosenMeanwhile?.hasOrder = true
        guard sessions.preferences.order != stations else { return }
        var preferences = sessions.preferences
        preferences.order = stations
        change(preferences, by: order, into: &effects)
    }

    private mutating func change(
        _ preferences: Preferences, by order: Order, into effects: inout [Effect]
    ) {
        guard sharesDocuments else {
            return adopt(preferences, by: order.cause, at: order.now, into: &effects)
        }
        propose(
            .preferences,
            SharedPreferences(preferences, sender: order.cause.origin.name).exchanged,
            into: &effects)
    }

    /// Replaces the listeners' choices.
    mutating func adopt(
        _ preferences: Preferences, by cause: Cause, at now: Moment, into effects: inout [Effect]
    ) {
        let before = sessions.preferences
        sessions.preferences = preferences
        if !Set(preferences.favourites).isSubset(of: before.favourites) {
            sessions.newsEnds = now.monotonic + limits.newsTime
        }
        if preferences.order != before.order { sessions.arrange(store) }
        remember(.preferences(preferences), into: &effects)
        allSessionsChanged(by: cause, at: now)
    }

    /// Dials the link of a station that waits for its next attempt.
    private mutating func retry(
        _ station: String, _ order: Order, into effects: inout [Effect]
    ) throws(RequestError) {
        let place = try known(station)
        guard !isReplay, let link = links.link(of: place) else { return }
        withLink(link, at: order.now, into: &effects) { $0.retry(in: &$1) }
        guard links[link]?.isOpen == false, sessions.retried.insert(place).inserted else { return }
        allSessionsChanged(by: order.cause, at: order.now)
    }

    /// Attempts that listeners asked for have had their outcome.
    mutating func retriesEnded(of stations: [StationIndex], at now: Moment) {
        guard !sessions.retried.isDisjoint(with: stations) else { return }
        sessions.retried.subtract(stations)
        allSessionsChanged(by: .mixed, at: now)
    }

    /// The station with this id, which must be there.
    func known(_ station: String) throws(RequestError) -> StationIndex {
        guard let index = store.index(of: station) else {
            throw RequestError(.unknownStation, "no station \(station)", ("station", station))
        }
        return index
    }

    /// Refuses a station that is not there, and a stream that the station does not have.
    func checkPlace(
        of report: SessionReport, in session: String
    ) throws(RequestError) {
        if let station = report.station { _ = try known(station) }
        guard let stream = report.stream else { return }
        let present = sessions.index(of: session).flatMap { sessions[$0]?.reported.station }
        guard let station = report.station ?? present else {
            throw RequestError(
                .invalidParameters, "a stream belongs to a station: name it",
                ("parameter", "station"))
        }
        try check(stream, of: known(station))
    }

    /// Refuses a stream that a station does not have.
    func check(_ stream: String, of station: StationIndex) throws(RequestError) {
        guard store[station].configuration.streams.contains(where: { $0.id == stream }) else {
            throw RequestError(
                .unknownStation, "station \(store.id(of: station)) has no stream \(stream)",
                ("stream", stream))
        }
    }
}
