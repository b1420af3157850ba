package import FanOut
package import NowPlaying
import Stations

/// The players of sessions: their reports and their departures.
extension SessionBook {
    /// Takes a report of a session's player.
    ///
    /// - Returns: The session.
    package mutating func report(
        _ report: SessionReport, of name: String, from client: ClientID,
        in context: inout SessionContext
    ) throws(RequestError) -> SessionIndex {
        try check(report, of: name, in: context)
        let index = try session(named: name, in: &context)
        guard let before = self[index] else { return index }
        let timeline = timeline(
            of: before.subject(of: report, at: context.now.wall), in: context.stations)
        var state = before
        let cause = state.apply(report, from: client, in: timeline, at: context.now)
        guard !context.isShared(before) else {
            context.outputs.append(.proposed(state, over: before, by: client))
            return index
        }
        self[index] = state
        playerChanged(of: index, since: before, by: cause, in: &context)
        tellOfFailure(in: index, in: &context)
        return index
    }

    /// Refuses a report of a station that is not there, or of a stream that the station does not
    /// have.
    private func check(
        _ report: SessionReport, of session: String, in context: SessionContext
    ) throws(RequestError) {
        if let station = report.station { _ = try context.stations.known(station) }
        guard let stream = report.stream else { return }
        let present = index(of: session).flatMap { self[$0]?.reported.station }
        guard let station = report.station ?? present else {
            throw RequestError(
                .invalidParameters, "a stream belongs to a station: name it",
                ("parameter", "station"))
        }
        try context.stations.check(stream, of: context.stations.known(station))
    }

    /// Notes that a client is gone, which was the player of these sessions.
    package mutating func clientLeft(
        _ client: ClientID, of played: Set<SessionIndex>, in context: inout SessionContext
    ) {
        for index in played.sorted() {
            guard let before = self[index] else { continue }
            guard !context.isShared(before) else {
                context.outputs.append(.playerLeft(index, client))
                continue
            }
            guard before.player == client else { continue }
            self[index] = withoutPlayer(before, in: context)
            playerChanged(of: index, since: before, by: .mixed, in: &context)
        }
    }

    /// Returns a session's state after its player left.
    package func withoutPlayer(
        _ state: SessionState, in context: SessionContext
    ) -> SessionState {
        var state = state
        let surroundings = playbackContext(of: state.requested, in: context)
        state.playerLeft(in: surroundings, at: context.now.wall)
        return state
    }

    /// A player counts as a follower, and may have come or gone; the subscriptions are the same.
    private mutating func playerChanged(
        of index: SessionIndex, since before: SessionState, by cause: Cause,
        in context: inout SessionContext
    ) {
        self[index]?.followed(
            by: before.followerCount, isSubscribed: before.isSubscribed,
            at: context.now.monotonic)
        changed(index, since: before.reported, by: cause, in: &context)
    }

    /// Tells the requesting clients, and the cars, the reason for a failure.
    mutating func tellOfFailure(in index: SessionIndex, in context: inout SessionContext) {
        guard let askers = self[index]?.askersOfFailure else { return }
        self[index]?.askersOfFailure = nil
        context.outputs.append(.event(.failed, of: index, to: .overviews(and: askers)))
    }
}
