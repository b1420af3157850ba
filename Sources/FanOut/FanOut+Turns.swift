public import NowPlaying
import Support
public import Views

/// The order of turns, and the tasks in them.
extension FanOut {
    /// Every subscriber may have its share again.
    public mutating func beginShares() {
        shareNumber += 1
        ready.beginShares()
    }

    /// True if a subscriber is ready for which not enough was left of this turn.
    public var needsTurn: Bool { !ready.isEmpty }

    /// The next subscriber to serve.
    ///
    /// - Parameter prefersHeavy: The part of the turn has begun that belongs to heavy ones.
    public mutating func nextShare(prefersHeavy: Bool) -> TurnQuota? {
        while let (slot, share) = ready.next(prefersHeavy: prefersHeavy) {
            visitCount += 1
            guard subscribers.contains(slot) else { continue }
            guard subscribers[slot].isReady else {
                subscribers[slot].isInReadyQueue = false
                continue
            }
            let left = limits.turnSize - subscribers[slot].used(inShare: shareNumber)
            switch share {
            case .first where left > 0:
                return TurnQuota(of: subscribers[slot].id, slot, size: min(left, limits.firstShare))
            case .whole where left > 0:
                return TurnQuota(of: subscribers[slot].id, slot, size: left)
            case .heavy where left > 0:
                return TurnQuota(of: subscribers[slot].id, slot, size: left, isHeavy: true)
            case .first, .whole:
                ready.finish(slot)
            case .heavy:
                // Then all heavy ones have had theirs, for they take turns.
                ready.putBack(slot)
                return nil
            }
        }
        return nil
    }

    /// A subscriber was given so much of its share, and was sent so much.
    public mutating func served(_ share: TurnQuota, _ amount: Int, sent: Int) {
        let slot = share.slot
        subscribers[slot].use(amount, ofShare: shareNumber)
        subscribers[slot].sentSize += sent
        if subscribers[slot].isReady {
            ready.append(slot, isHeavy: subscribers[slot].isHeavy)
        } else {
            subscribers[slot].isInReadyQueue = false
        }
    }

    /// Takes the next task of a subscriber whose turn it is.
    public mutating func nextStep(of share: TurnQuota, at now: Moment) -> Step? {
        guard !subscribers[share.slot].isEnding,
            let task = subscribers[share.slot].nextTask(inHeavyTurn: share.isHeavy)
        else { return nil }
        visitCount += 1
        switch task {
        case .deliver(let slot, let cursor):
            if case .session(let session) = subscriptions[slot].coverage {
                return .render(DueSession(session, slot, subscriptions[slot].options))
            }
            return .deliver(deliver(slot, cursor, at: now))
        case .backfill(let slot): return .deliver(backfill(slot, at: now))
        case .synced(let slot): return .deliver(synced(slot))
        case .other: return .other
        }
    }
}

/// A subscriber's part of a turn.
public struct TurnQuota {
    /// The subscriber.
    public let client: ClientID
    /// The most that it may use.
    public let size: Int
    let slot: Slot<Subscriber>
    /// It is given the present states of a new subscription.
    let isHeavy: Bool

    init(of client: ClientID, _ slot: Slot<Subscriber>, size: Int, isHeavy: Bool = false) {
        self.client = client
        self.slot = slot
        self.size = size
        self.isHeavy = isHeavy
    }
}

/// The next step for a task whose turn has come.
public enum Step {
    /// It is delivered; `nil` where it says nothing new.
    case deliver(Delivery?)
    /// A session's document is due: its snapshot is wanted.
    indirect case render(DueSession)
    /// It is the hub's own.
    case other
}

/// A session's document that is due.
public struct DueSession {
    /// The session.
    public let session: SessionIndex
    /// The options of the document.
    public let options: DocumentOptions
    let slot: Slot<Subscription>

    init(_ session: SessionIndex, _ slot: Slot<Subscription>, _ options: DocumentOptions) {
        self.session = session
        self.slot = slot
        self.options = options
    }
}
