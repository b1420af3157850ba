import JSON
import NowPlaying
import TestSupport

@testable import FanOut
@testable import Hub
@testable import Stations

/// A hub that is a member of a cluster, whose part a test plays.
struct ClusteredWorld {
    let world: World

    /// A member that has just joined.
    init(_ ids: [String]) {
        world = World(.make(ids), isReplicated: true)
        world.handle(.replicas(.entered(epoch: "cluster", revision: 10)))
    }

    /// The states that it has shared with the cluster so far.
    var shared: [SharedStation] {
        world.effects.compactMap { effect in
            guard case .state(.snapshot(_, let bytes)) = effect else { return nil }
            return Self.read(bytes)
        }
    }

    static func read(_ bytes: [UInt8]) -> SharedStation? {
        SharedStation(exchanged: bytes, using: JSONParser())
    }

    /// Returns a station's state as another member makes it.
    static func state(of id: String, playing title: String) -> SharedStation {
        let connection = StationConnection(state: .live, since: Moment.start.wall)
        var state = SharedStation(
            nowPlaying: NowPlaying(station: Station(id: id, name: id), connection: connection))
        state.nowPlaying.track = Track(id: "\(id)-\(title)", title: title)
        state.hasReported = true
        return state
    }

    /// The station is this member's: it tells the state first, and dials then.
    func acquire(_ station: String) {
        world.handle(.replicas(.rewrite([station])))
        world.handle(.replicas(.acquired([station])))
    }

    func serve(_ state: SharedStation, at revision: Revision) {
        world.handle(
            .replicas(
                .told(
                    station: state.nowPlaying.station.id, state.exchanged, revision: revision)))
    }

    /// Returns the state of a station that clients are shown.
    func shown(_ station: String) -> NowPlaying? {
        world.hub.store.index(of: station).map { world.hub.store.snapshot(of: $0).nowPlaying }
    }

    func subscribe(_ more: String = "") throws -> [Tree] {
        let client = world.connect()
        return try world.call(
            "subscribe", #"{"view":"nowPlaying","minInterval":0\#(more)}"#, as: client)
    }

    /// A client of all stations that has looked at nothing yet but what it was told at first.
    func follow(_ more: String = "") throws -> ClientID {
        let client = world.connect()
        world.write(
            #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":"#
                + #"{"view":"nowPlaying","minInterval":0\#(more)}}"# + "\n", as: client)
        return client
    }
}
