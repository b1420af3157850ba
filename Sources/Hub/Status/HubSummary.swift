public import NowPlaying
import Stations
import Support

/// The number of stations and clients, in a line for people.
public struct HubSummary: Hashable, Sendable {
    /// The number of stations in each state; a state without stations is absent.
    public let stations: [StationConnection.State: Int]
    /// The number of connected clients, stdout excepted.
    public let clients: Int

    /// A summary with its parts.
    public init(stations: [StationConnection.State: Int], clients: Int) {
        self.stations = stations
        self.clients = clients
    }
}

extension HubSummary: CustomStringConvertible {
    /// Such as `3 stations live, 1 failing; 2 clients`.
    public var description: String { "\(stationText); \(clients.counted("client"))" }

    private var stationText: String {
        let order: [StationConnection.State] = [.live, .connecting, .stale, .failing, .stopped]
        let present = order.compactMap { state in stations[state].map { (state, $0) } }
            .filter { $0.1 > 0 }
        guard let (state, number) = present.first else { return "no stations" }
        let others = present.dropFirst().map { ", \($0.1.grouped) \($0.0.rawValue)" }.joined()
        return "\(number.counted("station")) \(state.rawValue)\(others)"
    }
}

extension Hub {
    /// The stations and clients as they are now.
    public var summary: HubSummary {
        HubSummary(
            stations: stationCounts, clients: clients.values.count { !$0.transport.isOutput })
    }

    /// The number of stations in each state.
    var stationCounts: [StationConnection.State: Int] {
        store.present.counts { store.snapshot(of: $0).nowPlaying.connection.state }
    }
}

extension Sequence {
    /// Returns the number of elements in each state.
    func counts<State: Hashable>(by state: (Element) -> State?) -> [State: Int] {
        reduce(into: [:]) { counts, element in
            if let state = state(element) { counts[state, default: 0] += 1 }
        }
    }
}
