import FanOut
import JSON
import NowPlaying
import Sessions
import Stations

/// News of the cluster, and messages to it.
extension Hub {
    /// So many clients are cut at once where the epoch changes, and then as many after each
    /// interval: 8,192 within 6 s.
    private static let cutsAtOnce: Int64 = 64
    private static let cutInterval = Interval.milliseconds(50)

    /// The stations that this hub reads itself.
    var ownStations: [StationIndex] {
        guard let sharing else { return store.present }
        return store.present.filter { sharing.own.contains($0) }
    }

    mutating func applyNews(_ news: ClusterNews, at now: Moment, into effects: inout [Effect]) {
        guard sharing != nil, stopsBy == nil else { return }
        switch news {
        case .rewrite(let ids): rewrite(ids, at: now, into: &effects)
        case .acquired(let ids): acquire(ids, at: now, into: &effects)
        case .released(let ids): release(ids, at: now, into: &effects)
        case .served(let station, let bytes, let revision):
            fanOut.advance(to: revision)
            serve(bytes, of: station, at: now, into: &effects)
        case .withheld(let id): store.index(of: id).map { fanOut.doubt($0) }
        case .unread(let id, let reason):
            guard let station = store.index(of: id) else { break }
            fanOut.doubt(station)
            abandon(station, because: reason, at: now, into: &effects)
        case .reread(let id):
            guard let station = store.index(of: id) else { break }
            serve(.confirmed, to: station, at: now, into: &effects)
            fanOut.confirm(station, at: now.monotonic)
        case .entered(let epoch, let revision):
            beginDocuments(at: now, into: &effects)
            enter(epoch, revision, isShared: true, at: now, into: &effects)
            for station in ownStations where sharing?.reduced[station] == nil {
                sharing?.reduced[station] = store[station]
            }
        case .alone(let epoch, let reason):
            goAlone(in: epoch, because: reason, at: now, into: &effects)
        case .members(let own, let members):
            membersChanged(own, members, at: now, into: &effects)
        case .document(let document, let content, let revision):
            documentChanged(document, content, at: revision, now: now, into: &effects)
        case .documentErased(let document): sharing?.documents.forget(document)
        case .documentsTold(let away):
            documentsTold(at: now, into: &effects)
            sharePlays(since: away.map { now.wall - $0 }, at: now, into: &effects)
        case .played(let station, let plays):
            merge(plays, of: station, at: now, into: &effects)
        case .answered(let proposal, let outcome):
            settle(proposal, outcome, at: now, into: &effects)
        }
    }

    // MARK: Reading

    private mutating func rewrite(
        _ ids: [String], at now: Moment, into effects: inout [Effect]
    ) {
        for station in ids.compactMap({ store.index(of: $0) }) {
            if sharing?.own.contains(station) == false {
                takeOver(station, at: now, into: &effects)
            }
            share(station, at: now, into: &effects)
        }
    }

    /// A successor begins where the one before it was.
    private mutating func takeOver(
        _ station: StationIndex, at now: Moment, into effects: inout [Effect]
    ) {
        if sharing?.phase == .joined { sharing?.reduced[station] = store[station] }
        applyInput(.takenOver, to: station, at: now, into: &effects)
    }

    private mutating func acquire(
        _ ids: [String], at now: Moment, into effects: inout [Effect]
    ) {
        let stations = ids.compactMap { store.index(of: $0) }
        for station in stations where sharing?.reduced[station] == nil {
            takeOver(station, at: now, into: &effects)
        }
        sharing?.acquire(stations)
        _ = makeLinks(at: now, into: &effects)
    }

    private mutating func release(
        _ ids: [String], at now: Moment, into effects: inout [Effect]
    ) {
        endLinks(of: ids, at: now, into: &effects)
        sharing?.forget(ids.compactMap { store.index(of: $0) })
    }

    /// Applies an input to a station that this hub reads for its cluster. This reducer feeds the
    /// cluster only; clients are served from `store`, which takes only a new configuration here.
    ///
    /// - Returns: True if something changed.
    mutating func reduce(
        _ input: StationInput, to station: StationIndex, at now: Moment,
        into effects: inout [Effect]
    ) -> Bool {
        let change = sharing?.reduced[station]?.apply(input, at: now)
        alarms.set(.station(station), at: sharing?.reduced[station]?.nextDeadline)
        if let configuration = input.configuration {
            _ = store[station].apply(.reconfigured(configuration), at: now)
        }
        guard let change else { return false }
        share(station, at: now, into: &effects)
        sharePlays(change.persistedChanges, of: station, into: &effects)
        return true
    }

    private func share(
        _ station: StationIndex, at now: Moment, into effects: inout [Effect]
    ) {
        guard let shared = sharing?.reduced[station]?.shared(at: now.wall) else { return }
        effects.append(.share(station: store.id(of: station), shared.exchanged))
    }

    // MARK: Serving

    private mutating func serve(
        _ bytes: [UInt8], of id: String, at now: Moment, into effects: inout [Effect]
    ) {
        guard let station = store.index(of: id) else { return }
        guard let shared = SharedStation(exchanged: bytes, using: scratch.parser),
            shared.nowPlaying.station.id == id
        else { return fanOut.doubt(station) }
        serve(shared, of: station, at: now, into: &effects)
    }

    /// Serves the store's state of a station at the store's revision, even if it was shown before.
    mutating func serve(
        _ shared: SharedStation, of station: StationIndex, at now: Moment,
        into effects: inout [Effect]
    ) {
        fanOut.confirm(station, at: now.monotonic)
        serve(.adopted(shared), to: station, at: now, into: &effects)
    }

    mutating func serve(
        _ input: StationInput, to station: StationIndex, at now: Moment,
        into effects: inout [Effect]
    ) {
        guard let change = store[station].apply(input, at: now) else { return }
        publish(change, of: station, at: now, into: &effects)
    }

    // MARK: Epochs

    /// Serves clients in another epoch. Those that subscribe to something hold versions of the one
    /// before: they are cut, and are given everything when they come back. That takes a while for
    /// many, so that they do not come back in one moment.
    private mutating func enter(
        _ epoch: String, _ revision: Revision, isShared: Bool, at now: Moment,
        into effects: inout [Effect]
    ) {
        sharing?.phase = isShared ? .joined : .alone
        fanOut.enter(epoch, at: revision, isCountedElsewhere: isShared)
        let news = isShared ? "the hub has joined its cluster" : "the hub has lost its cluster"
        let concerned = clients.keys.sorted().filter {
            clients[$0]?.isOutput == false && !fanOut.subscriptions(of: $0).isEmpty
        }
        for (place, id) in concerned.enumerated() where clients[id]?.end == nil {
            let wait = Int64(place) / Self.cutsAtOnce * Self.cutInterval.milliseconds
            let reason = "\(news), and counts versions anew: subscribe again"
            clients[id]?.end = (now.monotonic + .milliseconds(wait), reason)
            fanOut.cut(id)
            cutIfDue(id, at: now, into: &effects)
        }
    }

    /// Serves the states that this hub reads itself; all others only as past states.
    private mutating func goAlone(
        in epoch: String, because text: String, at now: Moment, into effects: inout [Effect]
    ) {
        let reduced = sharing?.reduced ?? [:]
        sharing?.reduced = [:]
        shareNothing(at: now, into: &effects)
        enter(epoch, 0, isShared: false, at: now, into: &effects)
        for station in store.present {
            if let own = reduced[station] {
                keepAlone(own, of: station, at: now, into: &effects)
            } else if sharing?.own.contains(station) == false {
                let reason = "another member of the cluster reads it, and \(text)"
                abandon(station, because: reason, at: now, into: &effects)
            }
        }
    }

    private mutating func abandon(
        _ station: StationIndex, because text: String, at now: Moment, into effects: inout [Effect]
    ) {
        let reason = StationConnection.Reason(code: "cluster", text: text)
        serve(.abandoned(reason), to: station, at: now, into: &effects)
    }

    /// Serves the state that a link has made of a station at once from now on.
    private mutating func keepAlone(
        _ reducer: StationReducer, of station: StationIndex, at now: Moment,
        into effects: inout [Effect]
    ) {
        let served = store[station].presented
        store[station] = reducer
        let parts = reducer.presented.changes(since: served)
        let change = StationChange(
            snapshot: reducer.snapshot, parts: parts, stateBefore: served.connection.state,
            persistedChanges: [])
        publish(change, of: station, at: now, into: &effects)
    }
}
