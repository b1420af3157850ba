import FanOut
package import NowPlaying
package import Stations
import Support
package import Views

/// A command with all that is to be known of it.
package struct SessionOrder {
    package var command: SessionCommand
    package let cause: Cause

    package init(_ command: SessionCommand, by cause: Cause) {
        self.command = command
        self.cause = cause
    }
}

/// The commands to sessions.
extension SessionBook {
    /// Carries out a command. A command that is refused makes no session.
    ///
    /// - Returns: The screen that the requesting client shows next; `nil` for the one it shows.
    package mutating func perform(
        _ order: SessionOrder, session name: String, in context: inout SessionContext
    ) throws(RequestError) -> NextScreen? {
        try carryOut(in: name, &context) { book, index, context throws(RequestError) in
            try book.perform(order, in: index, &context)
        }
    }

    private mutating func perform(
        _ order: SessionOrder, in index: SessionIndex, _ context: inout SessionContext
    ) throws(RequestError) -> NextScreen? {
        switch order.command {
        case .select(let station, let stream):
            return try select(station, stream, in: index, order, in: &context)
        case .favourite(let station, let isOn):
            try favour(station, isOn, order, in: &context)
        case .order(let stations):
            try arrange(stations, order, in: &context)
        case .seen(let list): see(list, in: index, order.cause, &context)
        case .reconnect(let station):
            let place = try context.stations.known(station)
            context.outputs.append(.redial(place, by: order.cause))
        case .seekToElement, .seekToTime:
            try pass(order, to: index, in: &context)
            return .nowPlaying
        default:
            try pass(order, to: index, in: &context)
        }
        return nil
    }

    /// Has a session carry out a command that is about it alone.
    private mutating func pass(
        _ order: SessionOrder, to index: SessionIndex, in context: inout SessionContext
    ) throws(RequestError) {
        guard let before = self[index] else { return }
        let surroundings = playbackContext(of: before.requested, in: context)
        var state = before
        try state.apply(order.command, by: order.cause, in: surroundings, at: context.now)
        guard replace(before, by: state, at: index, order.cause, in: &context) else { return }
        // A player that was asked for something is told, too, that it need not do it any more.
        let isAwaited = before.isAwaitingPlayer || state.isAwaitingPlayer
        guard let player = before.player, isAwaited else { return }
        context.outputs.append(.event(.requested, of: index, to: .client(player)))
    }

    /// Puts a changed state in its place. One that a cluster shares is proposed to the cluster.
    ///
    /// - Returns: True if it is in its place.
    private mutating func replace(
        _ before: SessionState, by state: SessionState, at index: SessionIndex, _ cause: Cause,
        in context: inout SessionContext
    ) -> Bool {
        guard !context.isShared(before) else {
            context.outputs.append(.proposed(state, over: before, by: cause.askers.first))
            return false
        }
        self[index] = state
        changed(index, since: before.reported, by: cause, in: &context)
        return true
    }

    /// Takes the badge of a list away. Favourites, and so their badge, are shared by all sessions.
    private mutating func see(
        _ list: SessionCommand.BadgedList, in index: SessionIndex, _ cause: Cause,
        _ context: inout SessionContext
    ) {
        switch list {
        case .favourites:
            guard newsEnds != nil else { return }
            newsEnds = nil
            allChanged(by: cause, in: &context)
        case .recent:
            guard let before = self[index] else { return }
            var state = before
            state.sawPlayed(at: context.now.wall)
            _ = replace(before, by: state, at: index, cause, in: &context)
        }
    }

    /// Selects a station. If it has several streams and none was chosen before, the client is sent
    /// to the list of streams.
    private mutating func select(
        _ station: String, _ stream: String?, in index: SessionIndex, _ order: SessionOrder,
        in context: inout SessionContext
    ) throws(RequestError) -> NextScreen {
        let place = try context.stations.known(station)
        if let stream { try context.stations.check(stream, of: place) }
        let wanted = stream ?? self.stream(of: place, in: context.stations)
        guard wanted != nil || context.stations.configuration(of: place).streams.isEmpty else {
            return .streams(of: station)
        }
        let requested = self[index]?.requested
        let isThere = requested?.station == station && requested?.stream == wanted
        if let stream { choose(stream, of: station, order, in: &context) }
        var order = order
        order.command = isThere ? .play : .select(station: station, stream: wanted)
        try pass(order, to: index, in: &context)
        return .nowPlaying
    }

    /// The sessions that play a station that is gone: nothing of it can be shown or requested.
    package func playingWithoutStation(among stations: StationStore) -> [SessionIndex] {
        all.filter { index in
            guard let session = self[index]?.requested else { return false }
            return session.state == .playing && stations.station(of: session) == nil
        }
    }

    // MARK: Dialling again

    /// Notes that a station is dialled because a listener asked for it.
    package mutating func redialled(
        _ station: StationIndex, by cause: Cause, in context: inout SessionContext
    ) {
        guard retried.insert(station).inserted else { return }
        allChanged(by: cause, in: &context)
    }

    /// Notes that attempts that listeners asked for have had their outcome.
    package mutating func retriesEnded(
        of stations: [StationIndex], in context: inout SessionContext
    ) {
        guard !retried.isDisjoint(with: stations) else { return }
        retried.subtract(stations)
        allChanged(by: .mixed, in: &context)
    }
}

extension StationStore {
    /// The station with this id, which must be there.
    package func known(_ station: String) throws(RequestError) -> StationIndex {
        guard let index = index(of: station) else {
            throw RequestError(.unknownStation, "no station \(station)", ("station", station))
        }
        return index
    }

    /// Refuses a stream that a station does not have.
    func check(_ stream: String, of station: StationIndex) throws(RequestError) {
        let known = configuration(of: station).streams.map(\.id)
        guard !known.contains(stream) else { return }
        throw RequestError(
            .unknownStation,
            """
            station \(id(of: station)) has no stream \(stream); \
            \(suggestion(for: stream, among: known))
            """, ("stream", stream))
    }
}
