import NowPlaying
import Stations

/// A hub's part in its cluster.
///
/// Clients are served the states in the store of stations. A station that this hub reads for its
/// cluster has a second reducer, which is fed by its link. That reducer's states go to the cluster,
/// and clients of all members are served the states that come back. Without the cluster there is
/// one reducer for each station, as everywhere.
struct Sharing: Sendable {
    /// The state of the connection to the cluster.
    enum Phase {
        /// It was not found yet.
        case looking
        case joined
        /// It cannot be reached, and this hub goes on without.
        case alone
    }

    /// The stations that this hub reads.
    private(set) var own: Set<StationIndex> = []
    /// The states that its links make, while the cluster is there.
    var reduced: [StationIndex: StationReducer] = [:]
    var phase = Phase.looking
    /// The shared documents: sessions and preferences.
    var documents = SharedDocuments()
    /// The status of the cluster, as it was measured last.
    var status: HubStatus.Cluster?

    /// True if another member reads a station, and this hub serves that member's states.
    func follows(_ station: StationIndex) -> Bool { phase == .joined && !own.contains(station) }

    mutating func acquire(_ stations: [StationIndex]) { own.formUnion(stations) }

    mutating func forget(_ stations: [StationIndex]) {
        own.subtract(stations)
        for station in stations { reduced[station] = nil }
    }
}
