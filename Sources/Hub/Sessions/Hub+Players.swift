import FanOut
import JSON
import NowPlaying
import Sessions
import Stations

/// The players of sessions: what they report, and that they go.
extension Hub {
    /// Takes what a session's player says.
    mutating func applyReport(
        _ report: SessionReport, of name: String, from client: ClientID,
        at now: Moment, into effects: inout [Effect]
    ) throws(RequestError) -> [UInt8] {
        try checkPlace(of: report, in: name)
        let index = try session(named: name, at: now)
        if let before = sessions[index] {
            clients[client]?.played.insert(index)
            let timeline = timeline(of: before.subject(of: report, at: now.wall))
            var state = before
            let cause = state.apply(report, from: client, in: timeline, at: now)
            if isShared(before) {
                propose(state, over: before, for: client, at: now, into: &effects)
            } else {
                sessions[index] = state
                followed(index, as: before, at: now)
                sessionChanged(index, since: before.reported, by: cause, at: now, into: &effects)
                tellOfFailure(in: index)
            }
        }
        return JSONWriter.object { $0.member("revision", Int(fanOut.revision)) }
    }

    /// A client is gone: it plays nothing any more.
    mutating func playerLeft(
        _ id: ClientID, _ client: Client, at now: Moment, into effects: inout [Effect]
    ) {
        for index in client.played.sorted() {
            guard let before = sessions[index] else { continue }
            guard !isShared(before) else {
                playerLeft(id, before, at: now, into: &effects)
                continue
            }
            guard before.player == id else { continue }
            let context = context(of: before.requested, at: now)
            sessions[index]?.playerLeft(in: context, at: now.wall)
            followed(index, as: before, at: now)
            sessionChanged(index, since: before.reported, by: .mixed, at: now, into: &effects)
        }
    }

    /// Its player may have come or gone, its followers are the same.
    private mutating func followed(
        _ index: SessionIndex, as before: SessionState, at now: Moment
    ) {
        sessions[index]?.followed(
            by: before.followerCount, isSubscribed: before.isSubscribed, at: now.monotonic)
    }
}
