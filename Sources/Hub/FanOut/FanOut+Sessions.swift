import NowPlaying
import Views

/// Subscriptions to listening sessions.
extension FanOut {
    /// How many follow a session.
    func followerCount(of session: SessionIndex) -> Int { following[session]?.count ?? 0 }

    /// Clients that a session's view is shown by, each once, in the order of their subscriptions.
    func viewers(of session: SessionIndex, in view: View) -> [ClientID] {
        var known: Set<ClientID> = []
        return (following[session] ?? []).compactMap { id in
            guard let subscription = subscriptions[id], subscription.options.view == view,
                known.insert(subscription.client).inserted
            else { return nil }
            return subscription.client
        }
    }

    /// Something that a session shows changed: all of it where `changes` is `nil`.
    mutating func sessionChanged(
        _ session: SessionIndex, _ changes: ChangeClasses?, by cause: Cause,
        at revision: Revision, now: Instant
    ) {
        for id in following[session] ?? [] {
            guard let place = subscriptions.place(of: id) else { continue }
            let relevant = subscriptions[place].options.relevantChanges
            let concerned = changes.map { $0.intersection(relevant) } ?? relevant
            guard !concerned.isEmpty else { continue }
            owe(id, concerned, by: cause, at: revision, now: now)
        }
    }

    /// Owes those of a session's subscriptions its document that show it in a view.
    mutating func owe(_ view: View, of session: SessionIndex, at revision: Revision, now: Instant) {
        for id in following[session] ?? [] where subscriptions[id]?.options.view == view {
            owe(id, [], by: .others, at: revision, now: now)
        }
    }

    /// Owes one subscription the present document of its session.
    mutating func owe(
        _ id: SubscriptionID, _ changes: ChangeClasses, by cause: Cause, at revision: Revision,
        now: Instant
    ) {
        guard let place = subscriptions.place(of: id) else { return }
        _ = subscriptions[place].owe(0, changes: changes, since: revision)
        let joined = subscriptions[place].scene?.sender.joined(with: cause.sender)
        subscriptions[place].scene?.sender = joined ?? .others
        if cause.isCommand { subscriptions[place].scene?.isUrgent = true }
        plan(place, 0, isUrgent: cause.isCommand, at: now)
    }
}
