import FanOut
import JSON
import NowPlaying
import Sessions
import Stations
import Views

/// Answering clients' requests.
extension Hub {
    /// The answer to a request; `nil` where none is wanted.
    mutating func answer(
        _ request: Request, from client: ClientID, at now: Moment, into effects: inout [Effect]
    ) -> Reply? {
        if share(request, from: client, at: now, into: &effects) { return nil }
        do throws(RequestError) {
            let result = try execute(
                request.method.get(), for: client, at: now, into: &effects)
            return request.id.map { .result(result, of: $0) }
        } catch {
            return request.id.map { .refusal(error, of: $0) }
        }
    }

    /// Does what a request asks for.
    ///
    /// - Returns: The result, an object.
    private mutating func execute(
        _ method: Request.Method, for client: ClientID, at now: Moment,
        into effects: inout [Effect]
    ) throws(RequestError) -> [UInt8] {
        switch method {
        case .hello:
            return hello(at: now)
        case .subscribe(let query, let since):
            return try subscribe(client, to: query, since: since, at: now, into: &effects)
        case .configure(let number, let options):
            try configure(number, of: client, options, at: now)
            return JSONWriter.object { _ in }
        case .unsubscribe(let number):
            let (subscription, _) = try subscription(number, of: client)
            fanOut.unsubscribe(subscription)
            followersChanged(at: now, into: &effects)
            return JSONWriter.object { _ in }
        case .get(let query, let after):
            return try get(query, after: after, at: now)
        case .command(let command, let session, let sender):
            return try self.command(
                command, session: session, sender: sender, from: client, at: now,
                into: &effects)
        case .report(let report, let session):
            return try applyReport(report, of: session, from: client, at: now, into: &effects)
        case .status(let after):
            return JSONWriter.encode(status(after: after, at: now))
        case .dashboard:
            return try dashboardLink(for: client)
        }
    }

    /// The place of the dashboard. Its token never goes over the network, whatever the rights of a
    /// client there.
    private func dashboardLink(for client: ClientID) throws(RequestError) -> [UInt8] {
        guard clients[client]?.transport.isRemote == false else {
            throw RequestError(
                .forbidden, "only clients of the Unix socket may ask for the dashboard",
                ("method", "dashboard"))
        }
        guard let dashboard else {
            throw RequestError(
                .notPossibleNow,
                "this hub serves no dashboard: add `web: {}` to its config, and start it anew",
                ("method", "dashboard"))
        }
        return JSONWriter.object { dashboard.writeMembers(into: &$0) }
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
        let isNew = query.session.map { sessions.index(of: $0) == nil } ?? false
        let request = SubscriptionRequest(
            options: query.documentOptions,
            coverage: try coverage(of: query, comesBack: since?.epoch == epoch, at: now),
            minInterval: query.minInterval ?? usual, wantsPatches: query.wantsPatches)
        let held = since.flatMap {
            fanOut.heldRevision($0.revision, in: $0.epoch, of: request)
        }
        let subscription = try subscribe(client, request, isNew: isNew, at: now, into: &effects)
        fanOut.begin(
            subscription, store.present, since: held, tellsEnd: true, at: now.monotonic)
        followersChanged(at: now, into: &effects)
        if held == nil { invite(client, to: request) }
        return JSONWriter.object { writer in
            writer.member("subscription", subscription.number)
            writer.member("epoch", epoch)
            if since != nil { writer.member("recovered", held != nil) }
        }
    }

    /// - Parameter isNew: The session was made for this subscription, and ends if it is refused.
    private mutating func subscribe(
        _ client: ClientID, _ request: SubscriptionRequest, isNew: Bool, at now: Moment,
        into effects: inout [Effect]
    ) throws(RequestError) -> SubscriptionID {
        do throws(RequestError) {
            return try subscribe(client, request, into: &effects)
        } catch {
            if isNew, case .session(let index) = request.coverage {
                withSessions(at: now, into: &effects) { $0.end(index, in: &$1) }
            }
            throw error
        }
    }

    private mutating func subscribe(
        _ client: ClientID, _ request: SubscriptionRequest, into effects: inout [Effect]
    ) throws(RequestError) -> SubscriptionID {
        while true {
            do throws(FanOutLimit) {
                return try fanOut.subscribe(client, request)
            } catch {
                switch error {
                case .subscriptions:
                    let count = limits.subscriptionsPerClient
                    throw RequestError(
                        .limitReached, "a client has at most \(count) subscriptions",
                        ("limit", "subscriptions"))
                case .cursors(let wanted):
                    guard let other = fanOut.clientInTheWay(of: client, wanting: wanted) else {
                        throw RequestError(.limitReached, cursorLimit, ("limit", "pairs"))
                    }
                    cutForRoom(other, into: &effects)
                }
            }
        }
    }

    private var cursorLimit: String {
        "all subscriptions together cover at most \(limits.cursors) stations"
    }

    /// Cuts a client that uses more cursors than others, which want some.
    mutating func cutForRoom(_ client: ClientID, into effects: inout [Effect]) {
        cut(client, code: "pairs", cursorLimit + ", and this client has most", into: &effects)
        endDeliveries(to: client)
    }

    private mutating func configure(
        _ number: Int, of client: ClientID, _ options: ViewOptions, at now: Moment
    ) throws(RequestError) {
        let (id, known) = try subscription(number, of: client)
        try options.check(for: known.view)
        fanOut.configure(id, options.applied(to: known), at: now.monotonic)
    }

    private func subscription(
        _ number: Int, of client: ClientID
    ) throws(RequestError) -> (SubscriptionID, DocumentOptions) {
        let id = SubscriptionID(number: number)
        guard let options = fanOut.options(of: id, by: client) else {
            throw RequestError(
                .unknownSubscription, "no subscription \(number)",
                ("subscription", String(number)))
        }
        return (id, options)
    }

    /// - Parameter comesBack: The client had a subscription in this epoch: it may name stations
    ///   that were there then.
    private mutating func coverage(
        of query: Request.Query, comesBack: Bool = false, at now: Moment
    ) throws(RequestError) -> Coverage {
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
        let page = page(of: rest, query.documentOptions, at: now.wall)
        let last = page.count < rest.count ? rest.prefix(page.count).last : nil
        return page.encoded(at: fanOut.revision, of: epoch, next: last.map { store.id(of: $0) })
    }

    /// Answers a `get` of a session.
    private mutating func get(
        _ query: Request.Query, of name: String, at now: Moment
    ) throws(RequestError) -> [UInt8] {
        guard let session = sessions.index(of: name),
            let snapshot = sessions.snapshot(
                of: session, for: query.documentOptions, in: store, at: now)
        else { throw RequestError(.unknownSession, "no session \(name)", ("session", name)) }
        let record = fanOut.record(of: session, snapshot, query.documentOptions, at: now.wall)
        let page = [record?.bytes].compactMap(\.self)
        return page.encoded(at: fanOut.revision, of: epoch, next: nil)
    }

    /// As many records as one answer may hold.
    private mutating func page(
        of stations: ArraySlice<StationIndex>, _ options: DocumentOptions, at now: Timestamp
    ) -> [[UInt8]] {
        var records: [[UInt8]] = []
        var size = 0
        for station in stations.prefix(limits.recordsPerPage) where size < limits.pageSize {
            let record = fanOut.record(of: station, options, at: now)?.bytes ?? []
            size += record.count
            records.append(record)
        }
        return records
    }
}

extension [[UInt8]] {
    /// The records of an answer to `get`.
    ///
    /// - Parameter next: The last station of this page, after which the next one begins; `nil` on
    ///   the last page.
    fileprivate func encoded(at revision: Revision, of epoch: String, next: String?) -> [UInt8] {
        JSONWriter.object { writer in
            writer.member("epoch", epoch)
            writer.member("revision", Int(revision))
            writer.beginArray("records")
            for record in self { writer.raw(record) }
            writer.endArray()
            writer.member("next", next)
        }
    }
}

extension Request.Query {
    /// The documents that are asked for.
    var documentOptions: DocumentOptions {
        options.applied(
            to: DocumentOptions(
                view: view, historyCount: historyCount, includesListeners: includesListeners,
                style: view.definition.usualStyle))
    }
}
