public import NowPlaying
import Support
public import Views

/// The subscriptions to a listening session.
public struct Following: Sendable {
    /// The number of all of them.
    fileprivate(set) var count = 0
    /// The number of those that count as followers.
    public fileprivate(set) var followerCount = 0
    /// The number of those that show it in a car.
    public fileprivate(set) var carCount = 0
    fileprivate var cars = CursorList()
}

extension FanOut {
    /// The subscriptions to a session; `nil` where there are none.
    public func following(_ session: SessionIndex) -> Following? { following[session] }

    /// Clients whose cars show a session, each once, in the order of their subscriptions.
    public func cars(of session: SessionIndex) -> [ClientID] {
        guard let cars = following[session]?.cars else { return [] }
        var known: Set<ClientID> = []
        return (0..<cars.count).compactMap { index in
            guard subscriptions.contains(cars[index]) else { return nil }
            let client = subscribers[subscriptions[cars[index]].subscriber].id
            return known.insert(client).inserted ? client : nil
        }
    }

    /// The options of a client's car that shows a session; the default options without such a car.
    public func carPlay(of client: ClientID, in session: SessionIndex) -> CarPlayOptions {
        subscriptions(of: client).lazy.compactMap { slot(of: $0) }
            .first { slot in
                subscriptions[slot].coverage == .session(session)
                    && subscriptions[slot].options.view == .carPlay
            }
            .flatMap { subscriptions[$0].options.carPlay?.value } ?? CarPlayOptions()
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
        guard subscriptions[slot].options.view == .carPlay else { return }
        following[session]?.carCount += 1
        following[session]?.cars.append(slot)
        guard following[session]?.cars.needsCleaning == true else { return }
        let subscriptions = subscriptions
        following[session]?.cars.clean { subscriptions.contains($0) }
    }

    mutating func unfollow(_ session: SessionIndex, _ subscription: Subscription) {
        changedFollowings.append(session)
        following[session]?.count -= 1
        if subscription.isFollower { following[session]?.followerCount -= 1 }
        if subscription.options.view == .carPlay { following[session]?.carCount -= 1 }
        guard following[session]?.count == 0 else { return }
        following[session] = nil
        if subjects.contains(session) { subjects[.session(session)].audience = Audience() }
    }
}
