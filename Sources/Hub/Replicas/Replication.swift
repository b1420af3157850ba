import NowPlaying
import Stations

/// The stations of a hub among several that read them together.
///
/// States that this hub's links make of its own stations leave by a state sink. States that clients
/// are served of all stations, the own ones included, come in by `Event.replicas`, so that all hubs
/// serve the same. Without the others, clients are served what its own links make, as everywhere.
struct Replication: Sendable {
    /// The state of the connection to the others.
    enum Phase {
        /// It was not found yet.
        case looking
        case joined
        /// They cannot be reached, and this hub goes on without.
        case alone
    }

    /// The stations whose links are dialled.
    private(set) var own: Set<StationIndex> = []
    var phase = Phase.looking

    /// True if another hub reads a station, and this one serves that one's states.
    func follows(_ station: StationIndex) -> Bool { phase == .joined && !own.contains(station) }

    mutating func acquire(_ stations: [StationIndex]) { own.formUnion(stations) }

    mutating func forget(_ stations: [StationIndex]) { own.subtract(stations) }
}
