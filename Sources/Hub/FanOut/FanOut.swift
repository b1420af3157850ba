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
    /// Subscriptions to all stations, in the order in which they were made.
    var everywhere: [SubscriptionID] = []
    /// Subscriptions to chosen stations, by station.
    var chosen: [StationIndex: [SubscriptionID]] = [:]
    /// Subscriptions to sessions, by session.
    var following: [SessionIndex: [SubscriptionID]] = [:]
    var waits = Heap<Wait>()
    /// Clients that have something in their queues, in the order in which they got it.
    private var busy: Deque<ClientID> = []
    /// Pairs of all subscriptions together.
    var pairCount = 0
    /// How many places for stations there are, all of which a subscription to all covers.
    var placeCount = 0
    private var lastSubscription = 0
    /// Subscriptions that want changes sooner than those who are patient.
    private(set) var hurriedCount = 0

    init(limits: Shared<Limits>) {
        self.limits = limits
    }

    // MARK: Clients

    /// A client connected.
    mutating func add(_ client: Client) {
        clients.insert(client, for: client.id)
    }

    /// A client is gone: nothing of it stays.
    mutating func remove(_ id: ClientID) {
        guard let client = clients.remove(id) else { return }
        for subscription in client.subscriptions { forget(subscription) }
        busy.removeAll { $0 == id }
    }

    /// Puts something into a client's queue.
    mutating func enqueue(_ task: Client.Task, for id: ClientID) {
        guard let place = clients.place(of: id) else { return }
        if clients[place].tasks.isEmpty { busy.append(id) }
        clients[place].tasks.append(task)
    }

    /// The next client that has something in its queue, and takes it; it goes to the end of the
    /// queue of clients.
    mutating func nextReady() -> ClientID? {
        guard let place = busy.firstIndex(where: { isReady($0) }) else { return nil }
        let id = busy.remove(at: place)
        busy.append(id)
        return id
    }

    private func isReady(_ id: ClientID) -> Bool {
        guard let place = clients.place(of: id) else { return false }
        return !clients[place].tasks.isEmpty
            && clients[place].takesMore(within: limits)
    }

    /// Takes the next thing out of a client's queue, if the client takes more in this turn.
    ///
    /// - Parameter place: That of the client.
    mutating func nextTask(of place: Int) -> Client.Task? {
        clients[place].takesMore(within: limits) ? clients[place].tasks.popFirst() : nil
    }

    /// Forgets clients that have nothing in their queues any more.
    mutating func tidyBusy() {
        busy.removeAll { id in
            clients.place(of: id).map { clients[$0].tasks.isEmpty } ?? true
        }
    }

    /// Somebody would take more, had there not been enough for this turn.
    var needsTurn: Bool {
        busy.contains { id in
            guard let place = clients.place(of: id) else { return false }
            return clients[place].canTake && !clients[place].tasks.isEmpty
        }
    }

    /// A new turn begins: everybody may have its share again.
    mutating func beginTurn() {
        for id in busy { clients.change(id) { $0.sentInTurn = 0 } }
    }

    // MARK: Subscriptions

    /// Makes a subscription, which is owed nothing yet.
    mutating func subscribe(
        _ client: ClientID, _ request: SubscriptionRequest
    ) throws(RPCError) -> SubscriptionID {
        let held = clients.place(of: client).map { clients[$0].subscriptions.count } ?? 0
        guard held < limits.subscriptionsPerClient else {
            throw RPCError(
                .limitReached,
                "a client has at most \(limits.subscriptionsPerClient) subscriptions",
                ("limit", "subscriptions"))
        }
        lastSubscription += 1
        let id = SubscriptionID(number: lastSubscription)
        let subscription = Subscription(
            id: id, client: client, request: request, placeCount: placeCount)
        guard pairCount + subscription.pairCount <= limits.pairs else {
            throw RPCError(
                .limitReached, "all subscriptions together cover at most \(limits.pairs) stations",
                ("limit", "pairs"))
        }
        pairCount += subscription.pairCount
        if isHurried(subscription) { hurriedCount += 1 }
        subscriptions.insert(subscription, for: id)
        clients.change(client) { $0.subscriptions.append(id) }
        switch request.coverage {
        case .all: everywhere.append(id)
        case .only(let stations):
            for station in stations { chosen[station, default: []].append(id) }
        case .session(let session): following[session, default: []].append(id)
        }
        return id
    }

    /// Ends a subscription.
    mutating func unsubscribe(_ id: SubscriptionID) {
        guard let subscription = subscriptions[id] else { return }
        clients.change(subscription.client) { $0.forget(id) }
        forget(id)
    }

    private mutating func forget(_ id: SubscriptionID) {
        guard let subscription = subscriptions.remove(id) else { return }
        pairCount -= subscription.pairCount
        if isHurried(subscription) { hurriedCount -= 1 }
        switch subscription.coverage {
        case .all:
            everywhere.removeAll { $0 == id }
        case .only(let stations):
            for station in stations {
                chosen[station]?.removeAll { $0 == id }
                if chosen[station]?.isEmpty == true { chosen[station] = nil }
            }
        case .session(let session):
            following[session]?.removeAll { $0 == id }
            if following[session]?.isEmpty == true { following[session] = nil }
        }
    }

    private func isHurried(_ subscription: Subscription) -> Bool {
        subscription.minInterval < limits.patientInterval
    }

    // MARK: Debts

    /// What is published of a station changed.
    ///
    /// - Returns: How many subscriptions were owed an earlier change of it already.
    mutating func changed(
        _ station: StationIndex, _ changes: ChangeClasses, at revision: Revision, now: Instant
    ) -> Int {
        var conflated = 0
        for id in everywhere {
            if !owe(id, station, changes, since: revision, now: now) { conflated += 1 }
        }
        for id in chosen[station] ?? [] {
            if !owe(id, station, changes, since: revision, now: now) { conflated += 1 }
        }
        return conflated
    }

    /// Owes a subscription the present document of a station, as far as changes concern it.
    ///
    /// - Returns: Whether it was owed nothing of it before, or is not concerned.
    @discardableResult
    mutating func owe(
        _ id: SubscriptionID, _ station: StationIndex, _ changes: ChangeClasses,
        since revision: Revision, now: Instant
    ) -> Bool {
        guard let place = subscriptions.place(of: id),
            let position = subscriptions[place].position(of: station)
        else { return true }
        let relevant = subscriptions[place].options.relevantChanges
            .intersection(changes)
        guard !relevant.isEmpty else { return true }
        let isNew = subscriptions[place].owe(position, changes: relevant, since: revision)
        plan(place, position, isUrgent: false, at: now)
        return isNew
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
        let plan = subscriptions[place].plan(position, isUrgent: isUrgent, at: now)
        let id = subscriptions[place].id
        switch plan {
        case .known:
            break
        case .queue:
            enqueue(.deliver(id, position: position), for: subscriptions[place].client)
        case .wait(let due):
            waits.insert(Wait(due: due, subscription: id, position: position))
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
        guard isUrgent || !subscriptions[place].isEarly(position, at: now) else {
            subscriptions[place].leaveQueue(position)
            plan(place, position, isUrgent: false, at: now)
            return nil
        }
        return subscriptions[place].take(position)
    }

    // MARK: Time

    /// When the next pair's time comes.
    var deadline: Instant? { waits.min?.due }

    /// Queues the pairs whose time has come.
    mutating func wake(at now: Instant) {
        while let next = waits.min, next.due <= now {
            waits.removeMin()
            guard let place = subscriptions.place(of: next.subscription) else { continue }
            subscriptions[place].waited(next.position)
            plan(place, next.position, isUrgent: false, at: now)
        }
    }

    /// Queues every pair that waits, whatever its interval: the hub ends.
    mutating func flush() {
        while let next = waits.popMin() {
            guard let place = subscriptions.place(of: next.subscription) else { continue }
            plan(place, next.position, isUrgent: true, at: next.due)
        }
    }

    /// Whether nobody waits for anything.
    var isSettled: Bool { busy.isEmpty && waits.isEmpty }
}
