import NowPlaying
import Views

/// The subscriptions that follow a session.
struct Following: Sendable {
    fileprivate(set) var count = 0
    /// How many of them show it in a car.
    fileprivate(set) var carCount = 0
    fileprivate var cars = SubscriptionList()
}

/// Subscriptions to listening sessions.
extension FanOut {
    /// Clients whose cars show a session, each once, in the order of their subscriptions.
    func cars(of session: SessionIndex) -> [ClientID] {
        guard let cars = following[session]?.cars else { return [] }
        var known: Set<ClientID> = []
        return (0..<cars.count).compactMap { index in
            guard let place = subscriptions.place(of: cars[index]) else { return nil }
            let client = subscriptions[place].client
            return known.insert(client).inserted ? client : nil
        }
    }

    /// What a client's car asks for that shows a session; what every car takes where it has none.
    func carPlay(of client: ClientID, in session: SessionIndex) -> CarPlayOptions {
        let scenes = clients[client]?.subscriptions.lazy.compactMap { id in
            subscriptions[id].flatMap { $0.options.view == .carPlay ? $0.scene : nil }
        }
        return scenes?.first { $0.session == session }?.carPlay ?? CarPlayOptions()
    }

    /// The sessions whose followers are others than when this was asked last.
    mutating func takeChangedFollowings() -> [SessionIndex] {
        defer { changedFollowings.removeAll(keepingCapacity: true) }
        return Set(changedFollowings).sorted()
    }

    mutating func follow(_ session: SessionIndex, _ subscription: Subscription) {
        changedFollowings.append(session)
        following[session, default: Following()].count += 1
        guard subscription.options.view == .carPlay else { return }
        following[session]?.carCount += 1
        following[session]?.cars.append(subscription.id)
        guard following[session]?.cars.needsCleaning == true else { return }
        let subscriptions = subscriptions
        following[session]?.cars.clean { subscriptions.place(of: $0) != nil }
    }

    mutating func unfollow(_ session: SessionIndex, _ subscription: Subscription) {
        changedFollowings.append(session)
        following[session]?.count -= 1
        if subscription.options.view == .carPlay { following[session]?.carCount -= 1 }
        if following[session]?.count == 0 { following[session] = nil }
    }

    /// Owes those of a session's subscriptions its document that show it in a view.
    mutating func owe(_ view: View, of session: SessionIndex, at revision: Revision, now: Instant) {
        let subject = SubjectID.session(session)
        let change = Change(classes: [], sender: .others, isUrgent: false, revision: revision)
        for group in self[subject].groups.indices where self[subject][group].view == view {
            changed(subject, inGroup: group, change, now: now)
        }
    }

    /// Owes one subscription the present document of its session.
    mutating func owe(
        _ id: SubscriptionID, _ changes: ChangeClasses, by cause: Cause, at revision: Revision,
        now: Instant
    ) {
        guard let place = subscriptions.place(of: id) else { return }
        subscriptions[place].owe(0, changes: changes, since: revision)
        subscriptions[place].join(cause.sender)
        if cause.isCommand { subscriptions[place][0].isUrgent = true }
        plan(place, 0, isUrgent: false, at: now)
    }
}
