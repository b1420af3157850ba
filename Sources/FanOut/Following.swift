public import NowPlaying
import Support
public import Views

/// The subscriptions to a listening session.
public struct Following: Sendable {
    /// The number of all of them.
    fileprivate(set) var count = 0
    /// The number of those that count as followers.
    public fileprivate(set) var followerCount = 0
    /// The numbers of those whose documents time alone changes, by their views.
    fileprivate var timed: [View: Int] = [:]
    fileprivate var overviewSlots = CursorList()

    fileprivate mutating func count(_ view: View, by change: Int) {
        guard view.definition.nextStep != nil else { return }
        let left = (timed[view] ?? 0) + change
        timed[view] = left > 0 ? left : nil
    }
}

extension Subscription {
    /// It shows other stations beside its session.
    fileprivate var isOverview: Bool { options.view.definition.isOverview }
}

extension FanOut {
    /// The subscriptions to a session; `nil` where there are none.
    public func following(_ session: SessionIndex) -> Following? { following[session] }

    /// Clients with an overview around a session, as cars have, each once, in the order of their
    /// subscriptions.
    public func overviewClients(of session: SessionIndex) -> [ClientID] {
        guard let slots = following[session]?.overviewSlots else { return [] }
        var known: Set<ClientID> = []
        return (0..<slots.count).compactMap { index in
            guard subscriptions.contains(slots[index]) else { return nil }
            let client = subscribers[subscriptions[slots[index]].subscriber].id
            return known.insert(client).inserted ? client : nil
        }
    }

    /// The options of a client's overview around a session; `nil` if it has none.
    public func overviewOptions(of client: ClientID, in session: SessionIndex) -> DocumentOptions? {
        subscriptions(of: client).lazy.compactMap { slot(of: $0) }
            .first { slot in
                subscriptions[slot].coverage == .session(session)
                    && subscriptions[slot].isOverview
            }
            .map { subscriptions[$0].options }
    }

    /// The next time at which time alone changes a document of a session; `nil` for never.
    public func nextStep(of session: SessionIndex, after now: Timestamp) -> Timestamp? {
        following[session]?.timed.keys.compactMap { $0.definition.nextStep?(now) }.min()
    }

    /// The sessions whose followers are others than when this was asked last.
    public mutating func takeChangedFollowings() -> [SessionIndex] {
        defer { changedFollowings.removeAll(keepingCapacity: true) }
        return Set(changedFollowings).sorted()
    }

    mutating func follow(_ session: SessionIndex, by slot: Slot<Subscription>) {
        changedFollowings.append(session)
        following[session, default: Following()].count += 1
        if subscriptions[slot].isFollower { following[session]?.followerCount += 1 }
        following[session]?.count(subscriptions[slot].options.view, by: 1)
        guard subscriptions[slot].isOverview else { return }
        following[session]?.overviewSlots.append(slot)
        guard following[session]?.overviewSlots.needsCleaning == true else { return }
        let subscriptions = subscriptions
        following[session]?.overviewSlots.clean { subscriptions.contains($0) }
    }

    mutating func unfollow(_ session: SessionIndex, _ subscription: Subscription) {
        changedFollowings.append(session)
        following[session]?.count -= 1
        if subscription.isFollower { following[session]?.followerCount -= 1 }
        following[session]?.count(subscription.options.view, by: -1)
        guard following[session]?.count == 0 else { return }
        following[session] = nil
        if subjects.contains(session) { subjects[.session(session)].audience = Audience() }
    }
}
