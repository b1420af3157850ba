import JSON
import NowPlaying
import Views

/// Answering clients' requests.
extension Hub {
    /// The answer to a request; `nil` where none is wanted.
    mutating func answer(
        _ request: Request, from client: ClientID, at now: Moment, into effects: inout [Effect]
    ) -> Delivery? {
        do throws(RequestError) {
            let result = try carryOut(
                request.method.get(), for: client, at: now, into: &effects)
            return request.id.map { .result(result, of: $0) }
        } catch {
            return request.id.map { .refusal(error, of: $0) }
        }
    }

    /// Does what a request asks for.
    ///
    /// - Returns: The result, an object.
    private mutating func carryOut(
        _ method: Request.Method, for client: ClientID, at now: Moment,
        into effects: inout [Effect]
    ) throws(RequestError) -> [UInt8] {
        switch method {
        case .hello:
            return hello(at: now)
        case .subscribe(let query, let since):
            return try subscribe(client, to: query, since: since, at: now, into: &effects)
        case .configure(let number, let options):
            let subscription = try subscription(number, of: client)
            try configure(subscription, options, at: now)
            return JSONWriter.object { _ in }
        case .unsubscribe(let number):
            fanOut.unsubscribe(try subscription(number, of: client))
            followersChanged(at: now, into: &effects)
            return JSONWriter.object { _ in }
        case .get(let query, let after):
            return try get(query, after: after, at: now)
        case .command(let command, let session, let sender):
            return try self.command(
                command, session: session, sender: sender, from: client, at: now,
                into: &effects)
        case .report(let report, let session):
            return try take(report, of: session, from: client, at: now, into: &effects)
        case .status(let after):
            return status(after: after)
        }
    }

    private func hello(at now: Moment) -> [UInt8] {
        JSONWriter.object { writer in
            writer.member("protocol", 1)
            writer.member("version", Hub.version)
            writer.member("epoch", epoch)
            writer.member("time", milliseconds: now.wall.milliseconds)
        }
    }

    // MARK: Subscriptions

    private mutating func subscribe(
        _ client: ClientID, to query: Request.Query, since: Request.Since?, at now: Moment,
        into effects: inout [Effect]
    ) throws(RequestError) -> [UInt8] {
        let usual: Interval = query.view.isOfSession ? .zero : .seconds(1)
        let request = SubscriptionRequest(
            options: query.documentOptions,
            coverage: try coverage(of: query, comesBack: since?.epoch == epoch, at: now),
            minInterval: query.minInterval ?? usual, wantsPatches: query.wantsPatches,
            carPlay: query.options.carPlay)
        let held = since.flatMap { heldRevision($0, of: request.kind) }
        let subscription = try fanOut.subscribe(client, request)
        resumption.note(request.kind, at: store.revision)
        oweAll(to: subscription, since: held, at: now)
        followersChanged(at: now, into: &effects)
        invite(subscription)
        return JSONWriter.object { writer in
            writer.member("subscription", subscription.number)
            writer.member("epoch", epoch)
            if since != nil { writer.member("recovered", held != nil) }
        }
    }

    /// The revision up to which a client that comes back need be told nothing; `nil` where it has
    /// to be told everything.
    private func heldRevision(
        _ since: Request.Since, of kind: SubscriptionKind
    ) -> Revision? {
        guard since.epoch == epoch, since.revision <= store.revision,
            resumption.covers(kind, upTo: since.revision)
        else { return nil }
        return since.revision
    }

    private mutating func configure(
        _ id: SubscriptionID, _ options: Request.Options, at now: Moment
    ) throws(RequestError) {
        guard let subscription = fanOut.subscriptions[id] else { return }
        try options.check(for: subscription.options.view)
        if [.carPlay, .lockScreen].contains(subscription.options.view) {
            return configureScene(id, options, at: now)
        }
        guard let locale = options.locale, locale != subscription.options.locale else { return }
        fanOut.subscriptions.change(id) { $0.options.locale = locale }
        var kind = SubscriptionKind(
            options: subscription.options, coverage: subscription.coverage)
        kind.options.locale = locale
        resumption.note(kind, at: store.revision)
        fanOut.oweAgain(id, now: now.monotonic)
    }

    private func subscription(
        _ number: Int, of client: ClientID
    ) throws(RequestError) -> SubscriptionID {
        let id = SubscriptionID(number: number)
        guard fanOut.subscriptions[id]?.client == client else {
            throw RequestError(
                .unknownSubscription, "no subscription \(number)",
                ("subscription", String(number)))
        }
        return id
    }

    /// - Parameter comesBack: The client had a subscription in this epoch: it may name stations
    ///   that were there then.
    private mutating func coverage(
        of query: Request.Query, comesBack: Bool = false, at now: Moment
    ) throws(RequestError) -> Subscription.Coverage {
        if let session = query.session {
            return .session(try self.session(named: session, at: now))
        }
        guard let stations = query.stations else { return .all }
        return .only(try indices(of: stations, orRemoved: comesBack))
    }

    private func indices(
        of stations: [String], orRemoved: Bool
    ) throws(RequestError) -> [StationIndex] {
        var indices: [StationIndex] = []
        for station in stations {
            let known = orRemoved ? store.knownIndex(of: station) : store.index(of: station)
            guard let index = known else {
                throw RequestError(.unknownStation, "no station \(station)", ("station", station))
            }
            indices.append(index)
        }
        return indices.withoutRepeats
    }

    // MARK: The present state

    private mutating func get(
        _ query: Request.Query, after: String?, at now: Moment
    ) throws(RequestError) -> [UInt8] {
        if let session = query.session { return try get(query, of: session, at: now) }
        var rest: ArraySlice<StationIndex>
        switch try coverage(of: query, at: now) {
        case .all: rest = store.present[...]
        case .only(let stations): rest = stations[...]
        case .session: rest = []
        }
        if let after {
            guard let place = rest.firstIndex(where: { store.id(of: $0) == after }) else {
                throw RequestError(.unknownStation, "no station \(after)", ("after", after))
            }
            rest = rest[(place + 1)...]
        }
        let page = page(of: rest, query.documentOptions)
        let last = page.count < rest.count ? rest.prefix(page.count).last : nil
        return JSONWriter.object { writer in
            writer.member("epoch", epoch)
            writer.member("revision", Int(store.revision))
            writer.beginArray("records")
            for record in page { writer.raw(record) }
            writer.endArray()
            if let last { writer.member("next", store.id(of: last)) }
        }
    }

    /// As many records as one answer may hold.
    private mutating func page(
        of stations: ArraySlice<StationIndex>, _ options: DocumentOptions
    ) -> [[UInt8]] {
        var records: [[UInt8]] = []
        var size = 0
        for station in stations.prefix(limits.recordsPerPage) where size < limits.pageSize {
            let record = record(of: station, options)
            size += record.count
            records.append(record)
        }
        return records
    }

    private mutating func record(
        of station: StationIndex, _ options: DocumentOptions
    ) -> [UInt8] {
        let present = store[station].presented.presentClasses
        let head = RecordHead(
            view: options.view, epoch: epoch, revision: store.revision(of: station, options),
            subject: .station(store.id(of: station)),
            content: .document(present.intersection(options.relevantChanges)))
        return store.record(of: station, store.document(station, options), headed: head)
    }
}

extension Request.Query {
    /// The documents that are asked for, but for what a car asks besides.
    var documentOptions: DocumentOptions {
        DocumentOptions(
            view: view, historyCount: historyCount, includesListeners: includesListeners,
            locale: options.locale ?? .english)
    }
}
