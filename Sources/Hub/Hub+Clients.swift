import DequeModule
import FanOut
import NowPlaying
import Sessions
import Stations
import Views

/// Clients: their coming and going, their share of a turn.
extension Hub {
    mutating func connect(
        _ id: ClientID, by transport: ClientTransport, from address: [UInt8]?,
        into effects: inout [Effect]
    ) {
        let most = transport.isRemote ? limits.clients - limits.clientsKept : limits.clients
        guard clients.count < most else {
            let reason = "the hub takes \(most) clients and has them"
            cut(id, code: "clientLimit", reason, into: &effects)
            return
        }
        let group: ClientGroup =
            transport.isRemote ? address.map { .address($0) } ?? .client(id) : .local
        add(Client(isOutput: false, transport: transport), id, in: group)
    }

    private mutating func add(_ client: Client, _ id: ClientID, in group: ClientGroup = .local) {
        clients[id] = client
        counters.traffic[client.transport, default: .init()].connected += 1
        fanOut.add(id, in: group)
    }

    /// An output is a client with one subscription.
    mutating func connect(
        _ id: ClientID, _ request: OutputRequest, at now: Moment, into effects: inout [Effect]
    ) {
        add(Client(isOutput: true, transport: request.transport), id)
        guard let coverage = try? coverage(of: request, at: now) else { return }
        let wanted = SubscriptionRequest(
            options: request.options, coverage: coverage, minInterval: request.minInterval,
            isFollower: request.isFollower)
        guard let subscription = try? fanOut.subscribe(id, wanted) else { return }
        fanOut.begin(
            subscription, store.present, since: nil, tellsEnd: false, at: now.monotonic)
        followersChanged(at: now, into: &effects)
    }

    /// Returns the coverage of an output; a session or station that it names need not exist yet.
    private mutating func coverage(
        of request: OutputRequest, at now: Moment
    ) throws(RequestError) -> Coverage {
        let main = request.options.view.isOfSession ? ListeningSession.main : nil
        if let name = request.session ?? main { return .session(try session(named: name, at: now)) }
        guard let named = request.stations?.map({ reserveIndex(for: $0) }) else { return .all }
        fanOut.extend()
        return .only(named.withoutRepeats)
    }

    mutating func refuse(_ id: ClientID, into effects: inout [Effect]) {
        let reason = "too few file descriptors for another client: raise the limit (ulimit -n)"
        cut(id, code: "descriptorLimit", reason, into: &effects)
    }

    mutating func disconnected(_ id: ClientID, at now: Moment, into effects: inout [Effect]) {
        guard let client = clients[id] else { return }
        endDeliveries(to: id)
        clients[id] = nil
        withSessions(at: now, into: &effects) {
            $0.clientLeft(id, of: client.played, in: &$1)
        }
        followersChanged(at: now, into: &effects)
    }

    /// Nothing is delivered to a client any more; what it was sent stays counted.
    mutating func endDeliveries(to id: ClientID) {
        if let transport = clients[id]?.transport {
            counters.traffic[transport]?.bytes += fanOut.sentSize(of: id)
        }
        fanOut.remove(id)
    }

    mutating func exhausted(_ id: ClientID, at now: Moment) {
        guard clients[id] != nil else { return }
        fanOut.exhausted(id, at: now.monotonic)
        guard clients[id]?.end == nil else { return }
        alarms.set(.client(id), at: now.monotonic + limits.stalledClient)
    }

    /// The time of a client's end may have come.
    mutating func cutIfDue(_ id: ClientID, at now: Moment, into effects: inout [Effect]) {
        guard let end = clients[id]?.end else {
            return cutIfStalled(id, at: now, into: &effects)
        }
        guard end.at <= now.monotonic else { return alarms.set(.client(id), at: end.at) }
        cut(id, code: "epoch", end.reason, into: &effects)
    }

    private mutating func cutIfStalled(
        _ id: ClientID, at now: Moment, into effects: inout [Effect]
    ) {
        guard let client = clients[id], let since = fanOut.fullSince(id) else { return }
        // The reader of stdout may pause it: no other waits for the descriptor.
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
        fanOut.cut(id)
        let error = RequestError(.limitReached, reason, ("limit", code))
        effects.append(.reply(id, .refusal(error, of: nil)))
        effects.append(.disconnect(id))
        observe(.clientCut(id, reason: reason), into: &effects)
    }

    /// Has something wait for a client's turn.
    mutating func enqueue(_ task: Client.Task, for id: ClientID) {
        guard clients[id] != nil else { return }
        clients[id]?.tasks.append(task)
        fanOut.enqueueOther(for: id)
    }

    // MARK: Turns

    /// Gives every client whose sink has credit its share, as far as this turn goes. After that,
    /// events only note what they change until the loop has looked at its sockets.
    mutating func serveClients(at now: Moment, into effects: inout [Effect]) {
        guard !awaitsTurn else { return }
        fanOut.beginShares()
        let forLight = limits.turnTotal - limits.heavyShare
        while usedOfTurn < limits.turnTotal,
            let share = fanOut.nextShare(prefersHeavy: usedOfTurn >= forLight)
        {
            usedOfTurn += serve(share, at: now, into: &effects)
        }
        guard fanOut.needsTurn else { return }
        awaitsTurn = true
        effects.append(.takeTurn)
    }

    /// Works on a client's queue until it is empty or the share is used.
    ///
    /// - Returns: The amount that was used of the turn.
    private mutating func serve(
        _ share: TurnQuota, at now: Moment, into effects: inout [Effect]
    ) -> Int {
        let visitsBefore = fanOut.visitCount
        var (sent, records, used) = (0, 0, 0)
        while used < share.size, let step = fanOut.nextStep(of: share, at: now) {
            let size = perform(step, for: share.client, at: now, into: &effects)
            sent += size
            records += size > 0 ? 1 : 0
            let visits = fanOut.visitCount - visitsBefore
            used = sent + records * limits.recordCost + visits * limits.visitCost
        }
        fanOut.served(share, used, sent: sent)
        return used + (records > 0 ? limits.writeCost : 0)
    }

    /// - Returns: The bytes that were sent.
    private mutating func perform(
        _ step: Step, for id: ClientID, at now: Moment, into effects: inout [Effect]
    ) -> Int {
        switch step {
        case .deliver(let delivery):
            return send(delivery, to: id, into: &effects)
        case .render(let due):
            let snapshot = sessions.snapshot(
                of: due.session, for: due.options, in: store, at: now)
            let delivery = snapshot.flatMap { fanOut.deliver(due, $0, at: now) }
            return send(delivery, to: id, into: &effects)
        case .other:
            let first = effects.count
            guard let task = clients[id]?.tasks.popFirst(),
                let reply = reply(to: task, of: id, at: now, into: &effects)
            else { return 0 }
            let isChoice = effects[first...].contains { $0.isChoice }
            effects.append(.reply(id, reply, acknowledgesChoice: isChoice))
            return reply.size
        }
    }

    private func send(
        _ delivery: Delivery?, to id: ClientID, into effects: inout [Effect]
    ) -> Int {
        guard let delivery else { return 0 }
        effects.append(.deliver(id, delivery))
        return delivery.size
    }

    private mutating func reply(
        to task: Client.Task, of id: ClientID, at now: Moment, into effects: inout [Effect]
    ) -> Reply? {
        switch task {
        case .request(let request):
            return answer(request, from: id, at: now, into: &effects)
        case .event(let notice):
            clients[id]?.notices.remove(notice)
            return reply(to: notice, for: id)
        }
    }
}

extension Effect {
    /// Listeners have chosen something that is to survive a restart.
    fileprivate var isChoice: Bool {
        guard case .journal(.remembered(.preferences)) = self else { return false }
        return true
    }
}
