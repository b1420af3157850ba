import DequeModule
import HeapModule
public import NowPlaying
import Support
import Views

/// Decides which subscriber gets which document of which subject, and when.
///
/// Publishing marks the cursors that a change concerns. A cursor that is due stands in its
/// subscriber's queue; one that is not waits for its time. The document is rendered only when a
/// cursor's turn comes and its sink has credit, so whatever happened meanwhile is in it, and
/// nothing is queued for slow readers.
public struct FanOut {
    /// A cursor that waits for its time.
    struct Wait: Comparable, Sendable {
        let due: Instant
        let subscription: SubscriptionID
        let slot: Slot<Subscription>
        let cursor: CursorIndex

        static func < (left: Wait, right: Wait) -> Bool {
            (left.due, left.subscription, left.cursor)
                < (right.due, right.subscription, right.cursor)
        }
    }

    let limits: Box<Limits>
    /// The name of the life of the hub, or of what else counts revisions.
    public internal(set) var epoch: String
    /// Revisions are counted for all hubs that serve together: what is this one's alone advances
    /// none.
    var isCountedElsewhere = false
    /// The name of this life of the hub: the epoch of what is this hub's alone.
    let life: String
    /// The last revision of that, which never goes back.
    var lifeRevision: Revision = 0
    /// The stations whose state here may differ from what other hubs tell.
    var unconfirmed: Set<StationIndex> = []
    /// The version of all subjects together: grows by one with each change.
    public internal(set) var revision: Revision = 0
    /// The counts of deliveries, and of changes that needed none.
    public internal(set) var counters = FanOutCounters()
    /// The number of times a subscriber, a subscription, a cursor or a session was looked at: the
    /// measure of work, which also limits turns.
    public var visitCount = 0

    var subscribers = SlotMap<Subscriber>()
    var subscriptions = SlotMap<Subscription>()
    private var subscriberSlots: [ClientID: Slot<Subscriber>] = [:]
    private var subscriptionSlots: [SubscriptionID: Slot<Subscription>] = [:]
    private var lastSubscription = 0
    var subjects = SubjectTable()
    /// The subscriptions that follow each session.
    var following: [SessionIndex: Following] = [:]
    /// The sessions whose number of followers may have changed since this was read.
    var changedFollowings: [SessionIndex] = []
    /// Stations that were removed and are remembered, the earliest first.
    var removed: [StationIndex] = []
    var resumption: Resumption
    let patches = PatchMaker()

    var waits = Heap<Wait>()
    var ready = ReadyQueue()
    /// The number of the present share of each subscriber: grows by one with each event.
    var shareNumber = 0
    /// Cursors of all subscriptions together.
    public private(set) var cursorCount = 0
    /// The cursors by the group of their clients.
    private(set) var cursorCounts: [ClientGroup: Int] = [:]
    /// The hub ends: no interval holds anything back.
    private(set) var isFlushing = false

    /// A fan-out without subjects and subscribers.
    public init(epoch: String, limits: Box<Limits>) {
        self.epoch = epoch
        life = epoch
        self.limits = limits
        resumption = Resumption(limits: limits)
    }

    /// Something changed that is not a subject's alone.
    ///
    /// - Returns: The revision from which on it has.
    @discardableResult
    public mutating func advance() -> Revision {
        if !isCountedElsewhere { revision += 1 }
        return revision
    }

    // MARK: Subscribers

    /// The ids of all, in the order in which they came.
    public var subscriberIDs: [ClientID] { subscriberSlots.keys.sorted() }

    /// A subscriber came.
    public mutating func add(_ id: ClientID, in group: ClientGroup = .local) {
        subscriberSlots[id] = subscribers.insert(Subscriber(id: id, in: group))
    }

    /// A subscriber is gone: nothing of it stays.
    public mutating func remove(_ id: ClientID) {
        guard let slot = subscriberSlots.removeValue(forKey: id) else { return }
        for subscription in subscribers[slot].subscriptions { end(subscription) }
        subscribers.remove(slot)
    }

    func slot(of id: ClientID) -> Slot<Subscriber>? { subscriberSlots[id] }

    /// True if a subscriber is present and not being cut.
    public func isServed(_ id: ClientID) -> Bool {
        slot(of: id).map { !subscribers[$0].isEnding } ?? false
    }

    /// A subscriber is to be given nothing more.
    public mutating func cut(_ id: ClientID) {
        if let slot = slot(of: id) { subscribers[slot].isEnding = true }
    }

    /// The moment since which a subscriber's sink has had no credit.
    public func fullSince(_ id: ClientID) -> Instant? {
        slot(of: id).flatMap { subscribers[$0].fullSince }
    }

    /// A subscriber's sink has no credit from now on.
    public mutating func exhausted(_ id: ClientID, at now: Instant) {
        if let slot = slot(of: id) { subscribers[slot].fullSince = now }
    }

    /// A subscriber's sink has credit again.
    public mutating func restored(_ id: ClientID) {
        guard let slot = slot(of: id) else { return }
        subscribers[slot].fullSince = nil
        enqueueIfReady(slot)
    }

    /// The subscriptions of a subscriber, in the order in which it made them.
    public func subscriptions(of id: ClientID) -> [SubscriptionID] {
        slot(of: id).map { subscribers[$0].subscriptions } ?? []
    }

    /// The number of items that wait for a subscriber's turns.
    public func queuedCount(of id: ClientID) -> Int {
        guard let slot = slot(of: id) else { return 0 }
        return subscribers[slot].subscriptions.reduce(subscribers[slot].tasks.count) { count, id in
            count + (self.slot(of: id).map { subscriptions[$0].backfillCount } ?? 0)
        }
    }

    /// The bytes that a subscriber was sent in all.
    public func sentSize(of id: ClientID) -> Int {
        slot(of: id).map { subscribers[$0].sentSize } ?? 0
    }

    // MARK: Queues

    /// Something that only the hub knows is to have a subscriber's turn, after what is queued.
    public mutating func enqueueOther(for id: ClientID) {
        if let slot = slot(of: id) { enqueue(.other, for: slot) }
    }

    mutating func enqueue(_ task: Subscriber.Task, for slot: Slot<Subscriber>) {
        subscribers[slot].tasks.append(task)
        enqueueIfReady(slot)
    }

    private mutating func enqueueIfReady(_ slot: Slot<Subscriber>) {
        guard subscribers[slot].isReady, !subscribers[slot].isInReadyQueue else { return }
        subscribers[slot].isInReadyQueue = true
        ready.append(slot, isLocal: subscribers[slot].group == .local)
    }

    // MARK: Subscriptions

    func slot(of id: SubscriptionID) -> Slot<Subscription>? { subscriptionSlots[id] }

    /// Makes a subscription, for which nothing is pending yet.
    public mutating func subscribe(
        _ client: ClientID, _ request: SubscriptionRequest
    ) throws(FanOutLimit) -> SubscriptionID {
        guard let subscriber = slot(of: client),
            subscribers[subscriber].subscriptions.count < limits.subscriptionsPerClient
        else { throw .subscriptions }
        let id = SubscriptionID(number: lastSubscription + 1)
        let subscription = Subscription(
            id: id, subscriber: subscriber, request: request, stationCount: subjects.stationCount)
        let count = subscription.cursorCount
        guard count <= room(for: subscribers[subscriber].group) else {
            throw .cursors(wanted: count)
        }
        lastSubscription += 1
        countCursors(count, of: subscriber)
        let slot = subscriptions.insert(subscription)
        subscriptionSlots[id] = slot
        subscribers[subscriber].subscriptions.append(id)
        if case .session(let session) = request.coverage { follow(session, by: slot) }
        return id
    }

    /// Ends a subscription.
    public mutating func unsubscribe(_ id: SubscriptionID) {
        guard let slot = slot(of: id) else { return }
        let subscriber = subscriptions[slot].subscriber
        visitCount += subscribers[subscriber].tasks.count
        subscribers[subscriber].forget(id, at: slot)
        end(id)
    }

    private mutating func end(_ id: SubscriptionID) {
        guard let slot = subscriptionSlots.removeValue(forKey: id) else { return }
        let subscription = subscriptions.remove(slot)
        countCursors(-subscription.cursorCount, of: subscription.subscriber)
        dropEndedWaits()
        if case .session(let session) = subscription.coverage { unfollow(session, subscription) }
    }

    /// Notes that a subscriber has more cursors, or fewer.
    mutating func countCursors(_ change: Int, of subscriber: Slot<Subscriber>) {
        cursorCount += change
        subscribers[subscriber].cursorCount += change
        let group = subscribers[subscriber].group
        let count = cursorCounts[group, default: 0] + change
        cursorCounts[group] = count > 0 ? count : nil
    }

    /// Subscriptions to all stations, in the order in which they were made.
    var everywhere: [Slot<Subscription>] {
        orderedSubscriptions.filter { subscriptions[$0].coverage == .all }
    }

    /// All subscriptions, in the order in which they were made.
    var orderedSubscriptions: [Slot<Subscription>] {
        subscriptionSlots.sorted { $0.key < $1.key }.map(\.value)
    }

    // MARK: Time

    /// Times of subscriptions that have ended which are kept until they come.
    private static let endedWaits = 1_000

    /// The time of the next cursor that waits.
    public var deadline: Instant? { waits.min?.due }

    /// Queues a dirty cursor, or lets it wait for its time.
    mutating func plan(
        _ slot: Slot<Subscription>, _ cursor: CursorIndex, isUrgent: Bool = false, at now: Instant
    ) {
        visitCount += 1
        switch subscriptions[slot].plan(cursor, isUrgent: isUrgent, at: now) {
        case .known:
            break
        case .waiting:
            enlistAsWaiting(slot, cursor)
        case .queue:
            enqueue(.deliver(slot, cursor), for: subscriptions[slot].subscriber)
        case .wait(let due):
            keepDelivered(slot, cursor)
            let id = subscriptions[slot].id
            waits.insert(Wait(due: due, subscription: id, slot: slot, cursor: cursor))
            enlistAsWaiting(slot, cursor)
        }
    }

    /// Queues the cursors whose time has come: so many at once, the rest with the next event.
    public mutating func wake(at now: Instant) {
        for _ in 0..<limits.wakesAtOnce {
            guard let next = waits.min, next.due <= now else { return }
            waits.removeMin()
            endWait(next, isUrgent: false, at: now)
        }
    }

    /// Queues every cursor that waits, whatever its interval: the hub ends.
    public mutating func flush() {
        isFlushing = true
        while let next = waits.popMin() { endWait(next, isUrgent: true, at: next.due) }
    }

    private mutating func endWait(_ wait: Wait, isUrgent: Bool, at now: Instant) {
        guard subscriptions.contains(wait.slot) else { return }
        subscriptions[wait.slot][wait.cursor].isScheduled = false
        plan(wait.slot, wait.cursor, isUrgent: isUrgent, at: now)
    }

    /// Forgets the times of subscriptions that have ended, once they are most of all: a cursor has
    /// one at most.
    private mutating func dropEndedWaits() {
        guard waits.count > 2 * cursorCount + Self.endedWaits else { return }
        waits = Heap(waits.unordered.filter { subscriptions.contains($0.slot) })
    }

    /// True if nothing waits, neither for its time nor for its subscriber.
    public var isSettled: Bool {
        waits.isEmpty && ready.isEmpty
            && subscribers.slots.allSatisfy { subscribers[$0].tasks.isEmpty }
    }
}

/// A limit of the fan-out that a subscription exceeds.
public enum FanOutLimit: Error, Equatable {
    /// Subscriptions of one client.
    case subscriptions
    /// Stations that all subscriptions together cover, and so many more.
    case cursors(wanted: Int)
}

/// The counts of deliveries in this life of the hub, and of changes that needed none.
public struct FanOutCounters: Sendable {
    /// Records.
    public internal(set) var records = 0
    /// Records with a patch, among these.
    public internal(set) var patches = 0
    /// Documents that said nothing new.
    public internal(set) var suppressedDocuments = 0
    /// Changes that went into a later document.
    public internal(set) var conflatedChanges = 0
}
