import DequeModule
import HeapModule
import NowPlaying
import Views

/// Who gets what, and when: clients, their subscriptions, and what each is owed.
///
/// A change marks the pairs that it concerns. A pair that is due stands in its client's queue;
/// one that is not waits for its time. The document is made only when a pair's turn comes, so
/// whatever happened meanwhile is in it.
struct FanOut: Sendable {
    /// A pair that waits for its time.
    struct Wait: Comparable, Sendable {
        let due: Instant
        let subscription: SubscriptionID
        let position: Int

        static func < (left: Wait, right: Wait) -> Bool {
            (left.due, left.subscription, left.position)
                < (right.due, right.subscription, right.position)
        }
    }

    let limits: Shared<Limits>
    var clients = Table<ClientID, Client>()
    var subscriptions = Table<SubscriptionID, Subscription>()
    /// The audiences of the stations, by their places.
    private var stations: [Audience] = []
    /// The audiences of the sessions that are followed.
    private var sessions: [SessionIndex: Audience] = [:]
    /// The subscriptions that follow each session.
    var following: [SessionIndex: Following] = [:]
    /// The sessions whose number of followers may have changed since this was read.
    var changedFollowings: [SessionIndex] = []
    var waits = Heap<Wait>()
    private var ready = ReadyQueue()
    /// The number of the present share of each client: grows by one with each event.
    private var shareNumber = 0
    /// Pairs of all subscriptions together.
    var pairCount = 0
    /// How many places for stations there are, all of which a subscription to all covers.
    var placeCount = 0
    /// Subscriptions to all stations.
    private(set) var everywhereCount = 0
    private var lastSubscription = 0
    /// Subscriptions that want changes sooner than after ``Limits/patientInterval``.
    private(set) var hurriedCount = 0
    /// How often a client, a subscription, a pair or a session was looked at: the measure of work,
    /// by which turns are limited, too.
    var visitCount = 0

    init(limits: Shared<Limits>) {
        self.limits = limits
    }

    /// The subscriptions to a subject.
    subscript(subject: SubjectID) -> Audience {
        _read {
            switch subject {
            case .station(let station): yield stations[station.number]
            case .session(let session): yield sessions[session, default: Audience()]
            }
        }
        _modify {
            switch subject {
            case .station(let station): yield &stations[station.number]
            case .session(let session): yield &sessions[session, default: Audience()]
            }
        }
    }

    /// There are so many more places for stations.
    mutating func addAudiences(_ count: Int) {
        stations += repeatElement(Audience(), count: count)
    }

    // MARK: Clients

    /// A client connected.
    mutating func add(_ client: Client) {
        clients.insert(client, for: client.id)
    }

    /// A client is gone: nothing of it stays.
    ///
    /// - Returns: The client as it was.
    @discardableResult
    mutating func remove(_ id: ClientID) -> Client? {
        guard let client = clients.remove(id) else { return nil }
        for subscription in client.subscriptions { forget(subscription) }
        return client
    }

    /// Puts something into a client's queue.
    mutating func enqueue(_ task: Client.Task, for id: ClientID) {
        guard let place = clients.place(of: id) else { return }
        clients[place].tasks.append(task)
        enqueueIfReady(place)
    }

    /// Puts something that is not finished to the front of a client's queue.
    mutating func continueLater(_ task: Client.Task, for id: ClientID) {
        clients.change(id) { $0.tasks.prepend(task) }
    }

    /// A blocked client takes something again.
    mutating func drained(_ id: ClientID) {
        guard let place = clients.place(of: id) else { return }
        clients[place].blockedSince = nil
        enqueueIfReady(place)
    }

    private mutating func enqueueIfReady(_ place: Int) {
        guard clients[place].isReady, !clients[place].isInReadyQueue else { return }
        clients[place].isInReadyQueue = true
        ready.append(clients[place].id)
    }

    /// How much waits for a client's turns.
    func queuedCount(of client: Client) -> Int {
        client.subscriptions.reduce(client.tasks.count) { count, id in
            count + (subscriptions.place(of: id).map { subscriptions[$0].backfillCount } ?? 0)
        }
    }

    // MARK: Shares

    /// Every client may have its share again.
    mutating func beginShares() {
        shareNumber += 1
        ready.beginShares()
    }

    /// Whether a client is ready for which there was not enough left of this turn.
    var needsTurn: Bool { !ready.isEmpty }

    /// A client that is to be served.
    struct NextClient {
        let place: Int
        /// How much it may use.
        let share: Int
        /// It is given the present states of a new subscription.
        let isHeavy: Bool
    }

    /// The next client to serve.
    ///
    /// - Parameter prefersHeavy: The part of the turn has begun that belongs to heavy clients.
    mutating func nextReady(prefersHeavy: Bool) -> NextClient? {
        while let (id, share) = ready.next(prefersHeavy: prefersHeavy) {
            visitCount += 1
            guard let place = clients.place(of: id) else { continue }
            guard clients[place].isReady else {
                clients[place].isInReadyQueue = false
                continue
            }
            let left = limits.turnSize - clients[place].used(inShare: shareNumber)
            switch share {
            case .first where left > 0:
                return NextClient(
                    place: place, share: min(left, limits.firstShare), isHeavy: false)
            case .whole where left > 0:
                return NextClient(place: place, share: left, isHeavy: false)
            case .heavy where left > 0:
                return NextClient(place: place, share: left, isHeavy: true)
            case .first, .whole:
                ready.finish(id)
            case .heavy:
                // Then all heavy clients have had theirs, for they take turns.
                ready.putBack(id)
                return nil
            }
        }
        return nil
    }

    /// A client was given so much of its share.
    mutating func served(_ place: Int, _ amount: Int) {
        clients[place].use(amount, ofShare: shareNumber)
        if clients[place].isReady {
            ready.append(clients[place].id, isHeavy: clients[place].isHeavy)
        } else {
            clients[place].isInReadyQueue = false
        }
    }

    // MARK: Subscriptions

    /// Makes a subscription, which is owed nothing yet.
    mutating func subscribe(
        _ client: ClientID, _ request: SubscriptionRequest
    ) throws(RequestError) -> SubscriptionID {
        let held = clients.place(of: client).map { clients[$0].subscriptions.count } ?? 0
        guard held < limits.subscriptionsPerClient else {
            throw RequestError(
                .limitReached,
                "a client has at most \(limits.subscriptionsPerClient) subscriptions",
                ("limit", "subscriptions"))
        }
        lastSubscription += 1
        let id = SubscriptionID(number: lastSubscription)
        let subscription = Subscription(
            id: id, client: client, request: request, placeCount: placeCount)
        guard pairCount + subscription.pairCount <= limits.pairs else {
            throw RequestError(
                .limitReached, "all subscriptions together cover at most \(limits.pairs) stations",
                ("limit", "pairs"))
        }
        pairCount += subscription.pairCount
        if isHurried(subscription) { hurriedCount += 1 }
        subscriptions.insert(subscription, for: id)
        clients.change(client) { $0.subscriptions.append(id) }
        if case .all = request.coverage { everywhereCount += 1 }
        if case .session(let session) = request.coverage { follow(session, subscription) }
        return id
    }

    /// Ends a subscription.
    mutating func unsubscribe(_ id: SubscriptionID) {
        guard let client = subscriptions[id]?.client else { return }
        if let place = clients.place(of: client) {
            visitCount += clients[place].tasks.count
            clients[place].forget(id)
        }
        forget(id)
    }

    private mutating func forget(_ id: SubscriptionID) {
        guard let subscription = subscriptions.remove(id) else { return }
        pairCount -= subscription.pairCount
        if isHurried(subscription) { hurriedCount -= 1 }
        if case .all = subscription.coverage { everywhereCount -= 1 }
        dropEndedWaits()
        guard case .session(let session) = subscription.coverage else { return }
        unfollow(session, subscription)
        if following[session] == nil { sessions[session] = nil }
    }

    private func isHurried(_ subscription: Subscription) -> Bool {
        subscription.minInterval < limits.patientInterval
    }

    // MARK: Debts

    /// Owes a new subscription the present states of stations, in this order.
    mutating func begin(_ backfill: Backfill, for id: SubscriptionID) {
        guard let place = subscriptions.place(of: id) else { return }
        subscriptions[place].begin(backfill)
        enqueue(.backfill(id), for: subscriptions[place].client)
    }

    /// Owes a subscription all documents anew: its options have changed.
    mutating func oweAgain(_ id: SubscriptionID, now: Instant) {
        guard let place = subscriptions.place(of: id) else { return }
        subscriptions[place].oweAgain()
        for position in 0..<subscriptions[place].pairCount {
            plan(place, position, isUrgent: false, at: now)
        }
    }

    /// Puts a pair that is owed something into its client's queue, or lets it wait for its time.
    ///
    /// - Parameter place: That of its subscription.
    mutating func plan(_ place: Int, _ position: Int, isUrgent: Bool, at now: Instant) {
        visitCount += 1
        let plan = subscriptions[place].plan(position, isUrgent: isUrgent, at: now)
        let id = subscriptions[place].id
        switch plan {
        case .known:
            break
        case .waiting:
            enlistAsWaiting(place, position)
        case .queue:
            enqueue(.deliver(id, position: position), for: subscriptions[place].client)
        case .wait(let due):
            waits.insert(Wait(due: due, subscription: id, position: position))
            enlistAsWaiting(place, position)
        }
    }

    /// Takes what a pair is owed, whose turn has come: `nil` for nothing.
    ///
    /// A pair that was queued for a removal, which no interval holds back, may find its station
    /// back when its turn comes. It waits for its time then, like any other.
    ///
    /// - Parameter place: That of its subscription.
    mutating func take(
        _ place: Int, _ position: Int, isUrgent: Bool, at now: Instant
    ) -> Subscription.Debt? {
        guard isUrgent || !subscriptions[place][position].isEarly(at: now) else {
            subscriptions[place][position].isQueued = false
            plan(place, position, isUrgent: false, at: now)
            return nil
        }
        let debt = subscriptions[place].take(position, after: missed(place, position))
        enlist(place, position)
        return debt
    }

    // MARK: Time

    /// Times of subscriptions that have ended which are kept until they come.
    private static let endedWaits = 1_000

    /// When the next pair's time comes.
    var deadline: Instant? { waits.min?.due }

    /// Queues the pairs whose time has come: so many at once, the rest with the next event.
    mutating func wake(at now: Instant) {
        for _ in 0..<limits.wakesAtOnce {
            guard let next = waits.min, next.due <= now else { return }
            waits.removeMin()
            endWait(next, isUrgent: false, at: now)
        }
    }

    /// Forgets the times of subscriptions that have ended, once they are most of all: a pair has
    /// one at most.
    private mutating func dropEndedWaits() {
        guard waits.count > 2 * pairCount + Self.endedWaits else { return }
        waits = Heap(waits.unordered.filter { subscriptions.place(of: $0.subscription) != nil })
    }

    /// Queues every pair that waits, whatever its interval: the hub ends.
    mutating func flush() {
        while let next = waits.popMin() { endWait(next, isUrgent: true, at: next.due) }
    }

    private mutating func endWait(_ wait: Wait, isUrgent: Bool, at now: Instant) {
        guard let place = subscriptions.place(of: wait.subscription) else { return }
        subscriptions[place][wait.position].isScheduled = false
        plan(place, wait.position, isUrgent: isUrgent, at: now)
    }

    /// Whether nothing waits, neither for its time nor for its client.
    var isSettled: Bool {
        waits.isEmpty && ready.isEmpty && clients.places.allSatisfy { clients[$0].tasks.isEmpty }
    }
}
