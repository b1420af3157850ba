import FanOut
import JSON
import NowPlaying
import Sessions
import Stations

/// The stations that this hub reads together with others: what it is told of all, and what it tells
/// of its own.
extension Hub {
    /// So many clients are cut at once where the epoch changes, and then as many after each
    /// interval: 8,192 within 6 s.
    private static let cutsAtOnce: Int64 = 64
    private static let cutInterval = Interval.milliseconds(50)

    /// The stations that this hub reads itself.
    var ownStations: [StationIndex] {
        guard let replication else { return store.present }
        return store.present.filter { replication.own.contains($0) }
    }

    mutating func applyNews(_ news: ReplicaNews, at now: Moment, into effects: inout [Effect]) {
        guard replication != nil, stopsBy == nil else { return }
        switch news {
        case .rewrite(let ids):
            for station in ids.compactMap({ store.index(of: $0) }) {
                rewrite(station, at: now, into: &effects)
            }
        case .acquired(let ids): acquire(ids, at: now, into: &effects)
        case .released(let ids): release(ids, at: now, into: &effects)
        case .told(let station, let bytes, let revision):
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
            for station in store.present { store.replicate(station) }
        case .alone(let epoch, let reason):
            goAlone(in: epoch, because: reason, at: now, into: &effects)
        case .played(let station, let plays):
            merge(plays, of: station, at: now, into: &effects)
        case .filled(let away):
            tellPlays(since: away.map { now.wall - $0 }, at: now, into: &effects)
        }
    }

    // MARK: Reading

    /// Until its link is dialled, a station goes on from what was told of it last.
    private mutating func rewrite(
        _ station: StationIndex, at now: Moment, into effects: inout [Effect]
    ) {
        if replication?.own.contains(station) == false { store.leave(station) }
        takeOver(station, at: now, into: &effects)
        tell(station, at: now, into: &effects)
    }

    /// This hub reads a station: it begins where the one before it was.
    private mutating func takeOver(
        _ station: StationIndex, at now: Moment, into effects: inout [Effect]
    ) {
        guard !store.isRead(station) else { return }
        let reason = StationConnection.Reason(
            code: "takenOver", text: "another member of the cluster reads the station from now on")
        store.read(station, because: reason, at: now)
        if replication?.phase != .joined { serveRead(station, at: now, into: &effects) }
        applyInput(.woke, to: station, at: now, into: &effects)
    }

    private mutating func acquire(
        _ ids: [String], at now: Moment, into effects: inout [Effect]
    ) {
        let stations = ids.compactMap { store.index(of: $0) }
        for station in stations { takeOver(station, at: now, into: &effects) }
        replication?.acquire(stations)
        _ = makeLinks(at: now, into: &effects)
    }

    private mutating func release(
        _ ids: [String], at now: Moment, into effects: inout [Effect]
    ) {
        endLinks(of: ids, at: now, into: &effects)
        leave(ids.compactMap { store.index(of: $0) })
    }

    /// Other hubs are to read these stations.
    mutating func leave(_ stations: [StationIndex]) {
        guard replication != nil else { return }
        for station in stations { store.leave(station) }
        replication?.forget(stations)
    }

    /// Tells the others what this hub's link has made of a station.
    func tell(_ station: StationIndex, at now: Moment, into effects: inout [Effect]) {
        guard let reader = store[reader: station] else { return }
        let state = SharedStation(reader, at: now.wall).exchanged
        effects.append(.state(.snapshot(station: store.id(of: station), state)))
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
        serve(.told(shared), to: station, at: now, into: &effects)
    }

    mutating func serve(
        _ input: ReplicaInput, to station: StationIndex, at now: Moment,
        into effects: inout [Effect]
    ) {
        guard let change = store.apply(input, to: station, at: now) else { return }
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
        replication?.phase = isShared ? .joined : .alone
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
        shareNothing(at: now, into: &effects)
        enter(epoch, 0, isShared: false, at: now, into: &effects)
        for station in store.present {
            guard replication?.own.contains(station) == true else {
                store.leave(station)
                let reason = "another member of the cluster reads it, and \(text)"
                abandon(station, because: reason, at: now, into: &effects)
                continue
            }
            serveRead(station, at: now, into: &effects)
        }
    }

    private mutating func abandon(
        _ station: StationIndex, because text: String, at now: Moment, into effects: inout [Effect]
    ) {
        let reason = StationConnection.Reason(code: "cluster", text: text)
        serve(.abandoned(reason), to: station, at: now, into: &effects)
    }

    /// Serves what this hub's link makes of a station at once from now on.
    private mutating func serveRead(
        _ station: StationIndex, at now: Moment, into effects: inout [Effect]
    ) {
        guard let change = store.serveRead(station, at: now) else { return }
        publish(change, of: station, at: now, into: &effects)
    }
}
