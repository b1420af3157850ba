import DequeModule
import NowPlaying
import Views

/// Clients: their coming and going, their share of a turn.
extension Hub {
    mutating func connect(_ id: ClientID, into effects: inout [Effect]) {
        guard fanOut.clients.count < limits.clients else {
            let reason = "the hub takes \(limits.clients) clients and has them"
            cut(id, code: "clientLimit", reason, into: &effects)
            return
        }
        fanOut.add(Client(id: id))
    }

    /// An output is a client with one subscription.
    mutating func connect(
        _ id: ClientID, _ request: OutputRequest, at now: Moment, into effects: inout [Effect]
    ) {
        fanOut.add(Client(id: id, isOutput: true))
        // What is named need not be there yet.
        let named = request.stations?.map { store.place(for: $0) }.withoutRepeats
        fanOut.extend(to: store.placeCount)
        var coverage: Subscription.Coverage = named.map { .only($0) } ?? .all
        let main = request.options.view.isOfSession ? HubConfiguration.mainSession : nil
        if let name = request.session ?? main {
            guard let session = try? session(named: name, at: now) else { return }
            coverage = .session(session)
        }
        let wanted = SubscriptionRequest(
            options: request.options, coverage: coverage, minInterval: request.minInterval)
        guard let subscription = try? fanOut.subscribe(id, wanted) else { return }
        oweAll(to: subscription, since: nil, at: now)
        followersChanged(at: now, into: &effects)
    }

    mutating func refuse(_ id: ClientID, into effects: inout [Effect]) {
        let reason = "too few file descriptors for another client: raise the limit (ulimit -n)"
        cut(id, code: "descriptorLimit", reason, into: &effects)
    }

    mutating func disconnected(_ id: ClientID, at now: Moment, into effects: inout [Effect]) {
        guard let client = fanOut.remove(id) else { return }
        playerLeft(client, at: now, into: &effects)
        followersChanged(at: now, into: &effects)
    }

    mutating func block(_ id: ClientID, at now: Moment) {
        guard let place = fanOut.clients.place(of: id) else { return }
        fanOut.clients[place].blockedSince = now.monotonic
        alarms.set(.client(id), at: now.monotonic + limits.stalledClient)
    }

    mutating func cutIfStalled(_ id: ClientID, at now: Moment, into effects: inout [Effect]) {
        guard let client = fanOut.clients[id], let since = client.blockedSince else { return }
        // Whoever reads stdout may pause it: there is no other who waits for the descriptor.
        guard !client.isOutput else { return }
        let end = since + limits.stalledClient
        guard end <= now.monotonic else { return alarms.set(.client(id), at: end) }
        let seconds = limits.stalledClient.milliseconds / 1_000
        cut(id, code: "stalled", "read nothing for \(seconds) s", into: &effects)
    }

    /// Ends a client's connection, and tells it why as long as that can reach it.
    mutating func cut(
        _ id: ClientID, code: String, _ reason: String, into effects: inout [Effect]
    ) {
        counters.cuts[code, default: 0] += 1
        fanOut.clients.change(id) { $0.isEnding = true }
        let error = RequestError(.limitReached, reason, ("limit", code))
        effects.append(.deliver(id, .refusal(error, of: nil)))
        effects.append(.disconnect(id))
        observe(.clientCut(id, reason: reason), into: &effects)
    }

    // MARK: Turns

    /// Gives every client that takes something its share, as far as this turn goes. After that,
    /// events only note what they change until the loop has looked at its sockets.
    mutating func serveClients(at now: Moment, into effects: inout [Effect]) {
        guard !awaitsTurn else { return }
        fanOut.beginShares()
        let forLight = limits.turnTotal - limits.heavyShare
        while usedOfTurn < limits.turnTotal,
            let next = fanOut.nextReady(prefersHeavy: usedOfTurn >= forLight)
        {
            let used = serve(next, at: now, into: &effects)
            fanOut.served(next.place, used)
            usedOfTurn += used
        }
        guard fanOut.needsTurn else { return }
        awaitsTurn = true
        effects.append(.takeTurn)
    }

    /// Works on a client's queue until it is empty or the share is used.
    ///
    /// - Returns: How much was used.
    private mutating func serve(
        _ next: FanOut.NextClient, at now: Moment, into effects: inout [Effect]
    ) -> Int {
        // Clients come and go by events of their own: in here, places stay.
        let place = next.place
        let id = fanOut.clients[place].id
        let visitsBefore = fanOut.visitCount
        var sent = 0
        var used = 0
        while used < next.share, !fanOut.clients[place].isEnding,
            let task = fanOut.clients[place].nextTask(inHeavyTurn: next.isHeavy)
        {
            fanOut.visitCount += 1
            if let delivery = perform(task, for: id, at: now, into: &effects) {
                sent += delivery.size
                effects.append(.deliver(id, delivery))
            }
            used = sent + (fanOut.visitCount - visitsBefore) * limits.visitCost
        }
        return used
    }

    /// Does what has its turn; what is to be delivered then.
    private mutating func perform(
        _ task: Client.Task, for id: ClientID, at now: Moment, into effects: inout [Effect]
    ) -> Delivery? {
        switch task {
        case .request(let request):
            return answer(request, from: id, at: now, into: &effects)
        case .event(let event):
            fanOut.clients.change(id) { $0.events.remove(event) }
            return delivery(of: event.event, in: event.session, to: id)
        case .deliver(let subscription, let position):
            return deliver(subscription, position, at: now)
        case .backfill(let subscription):
            return backfill(subscription, at: now)
        case .synced(let subscription):
            return synced(subscription)
        }
    }
}
