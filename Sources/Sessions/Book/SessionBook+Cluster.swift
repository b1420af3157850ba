package import FanOut
package import NowPlaying

/// The sessions that all members of a cluster share.
extension SessionBook {
    /// Takes over the state of a session that the members share.
    package mutating func adopt(
        _ shared: SharedSession, by member: String, among members: Set<String>,
        in context: inout SessionContext
    ) -> SessionIndex? {
        guard let index = try? session(named: shared.reported.id, in: &context),
            let before = self[index],
            let cause = self[index]?.adopt(shared, by: member, among: members, at: context.now)
        else { return nil }
        delayStream(of: index, in: context)
        _ = advance(index, in: &context)
        changed(index, since: before.reported, by: cause, in: &context)
        if let player = self[index]?.player, player == before.player,
            self[index]?.isAsked(otherThan: before) == true
        {
            context.outputs.append(.event(.requested, of: index, to: .client(player)))
        }
        return index
    }

    /// Follows the members that are present.
    package mutating func membersChanged(
        to members: Set<String>, in context: inout SessionContext
    ) {
        for index in all {
            guard let before = self[index], context.isShared(before) else { continue }
            self[index]?.membersChanged(to: members, at: context.now.monotonic)
            changed(index, since: before.reported, by: .mixed, in: &context)
        }
    }

    /// Goes on without the cluster.
    ///
    /// - Parameter isConnected: True for a client of this hub that is there.
    package mutating func goAlone(
        _ isConnected: (ClientID) -> Bool, in context: inout SessionContext
    ) {
        for index in all {
            guard let before = self[index] else { continue }
            self[index]?.goAlone(at: context.now.monotonic)
            if let player = before.player, !isConnected(player), let state = self[index] {
                self[index] = withoutPlayer(state, in: context)
            }
            changed(index, since: before.reported, by: .mixed, in: &context)
        }
    }

    /// Has a session wait for the consent of the other members to its end.
    package mutating func postponeEnd(of index: SessionIndex, in context: inout SessionContext) {
        self[index]?.postponeEnd(at: context.now.monotonic)
        context.outputs.append(.deadlineChanged(index))
    }

    /// Returns the state of an abandoned session, paused if it is to be.
    package func pausedIfLeft(_ state: SessionState, in context: SessionContext) -> SessionState {
        guard state.isAbandoned, state.settings.pauseOnDisconnect,
            state.reported.state == .playing
        else { return state }
        var state = state
        let surroundings = playbackContext(of: state.requested, in: context)
        let cause = Cause.command(from: Origin(sender: nil), by: nil)
        try? state.apply(.pause, by: cause, in: surroundings, at: context.now)
        return state
    }
}
