import NowPlaying
import Stations

/// A hub's part in its cluster.
///
/// Of each station the store of stations has what clients are served. A station that this hub reads
/// for its cluster has a second reducer, which is fed by its link: what that one makes of it goes
/// to the cluster, and clients are served what comes back, as those of all other members are.
/// Without the cluster there is one reducer for each station, as everywhere.
struct Sharing: Sendable {
    /// The stations that this hub reads.
    private(set) var own: Set<StationIndex> = []
    /// The states that its links make, while the cluster is there.
    var reduced: [StationIndex: StationReducer] = [:]
    /// The cluster is there.
    var isJoined = false
    /// What the status tells of the cluster, an object.
    var status: [UInt8]?

    /// What the cluster says of stations that this hub was reading when it joined, until one of
    /// the members has them: it is older than what clients were served. `nil` where it has said
    /// nothing.
    private var heldBack: [StationIndex: [UInt8]?] = [:]

    mutating func acquire(_ stations: [StationIndex]) { own.formUnion(stations) }

    /// This hub owns a station, and writes what it has: that is what comes from now on.
    mutating func endHoldingBack(_ station: StationIndex) { heldBack[station] = nil }

    /// Another hub reads a station, or none does.
    ///
    /// - Returns: What is to be served of it in place of this hub's own.
    mutating func forget(_ station: StationIndex) -> [UInt8]? {
        own.remove(station)
        reduced[station] = nil
        return heldBack.removeValue(forKey: station) ?? nil
    }

    /// The cluster is there, while this hub reads a station, of which it has served a state.
    mutating func join(with station: StationIndex, as state: StationReducer) {
        if reduced[station] == nil { reduced[station] = state }
        heldBack[station] = .some(nil)
    }

    /// The cluster is away.
    ///
    /// - Returns: What the links have made of this hub's own stations.
    mutating func leave() -> [StationIndex: StationReducer] {
        defer { (reduced, heldBack) = ([:], [:]) }
        return reduced
    }

    /// Whether what the cluster says of a station is not to be served yet.
    mutating func holdBack(_ state: [UInt8], of station: StationIndex) -> Bool {
        guard heldBack[station] != nil else { return false }
        heldBack[station] = state
        return true
    }
}
