/// Something that goes wrong between simulated stations and their clients, on demand.
///
/// A fault strikes connections: put into a station, all that carry it, with whatever else they
/// carry. Only `unknownStation` strikes the station alone.
public enum Fault: Hashable, Sendable {
    /// The connections break off, without a closing frame.
    case drop
    /// Connections are accepted and kept, and nothing is sent. Lasts.
    case silence
    /// In place of each message comes one that is not the protocol. Lasts.
    case garbage
    /// The server behaves as for a misspelt name: it takes subscriptions and never publishes.
    /// Lasts.
    case unknownStation
    /// The server goes down in the protocol's own way and comes back without its memory: where
    /// there are offsets, they begin at 1 again in a new epoch.
    case restart
    /// The server ends the connections in the protocol's own way, with this code.
    case disconnect(code: UInt16, reason: String)

    /// It goes on until it is healed; otherwise it happens once.
    public var isLasting: Bool {
        switch self {
        case .silence, .garbage, .unknownStation: true
        case .drop, .restart, .disconnect: false
        }
    }
}

/// Whom a fault strikes.
public enum FaultScope: Hashable, Sendable, ExpressibleByStringLiteral {
    /// All connections, those that subscribe to nothing included.
    case farm
    /// The station with this short code.
    case station(String)

    /// The station with this short code.
    public init(stringLiteral shortcode: String) {
        self = .station(shortcode)
    }
}
