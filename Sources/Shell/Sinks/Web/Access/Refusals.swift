/// Counts the requests and connections that a limit has refused, by the limit.
final class Refusals {
    /// The limit that refuses.
    enum Reason: String, CaseIterable {
        /// Connections from one address.
        case addressConnections
        /// Requests from one address.
        case addressRequests
        /// Connections of all clients.
        case connections
        /// Questions about the history that wait.
        case history
        /// A limit that the hub has for all its clients.
        case hub
        /// Scrapes at once.
        case scrapes
    }

    private var counts: [Reason: Int] = [:]

    /// Counts one.
    func add(_ reason: Reason) {
        counts[reason, default: 0] += 1
    }

    /// The count of each reason, also of those that have refused nothing yet: of a series that
    /// begins with the first refusal Prometheus would see no increase.
    var all: [(reason: Reason, count: Int)] {
        Reason.allCases.map { ($0, counts[$0, default: 0]) }
    }
}

extension Refusals.Reason {
    /// The status code: 429 where others still get an answer.
    var status: Int {
        switch self {
        case .addressConnections, .addressRequests: 429
        case .connections, .history, .hub, .scrapes: 503
        }
    }

    /// The words for clients.
    var detail: String {
        switch self {
        case .addressConnections: "too many connections from your address"
        case .addressRequests: "too many requests from your address"
        case .connections: "the server has all connections that it takes"
        case .history: "too many wait for the history"
        case .hub: "the hub has reached a limit"
        case .scrapes: "too many scrapes at once"
        }
    }
}
