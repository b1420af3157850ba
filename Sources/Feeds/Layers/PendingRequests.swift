/// Requests that were sent and not answered yet, by their numbers.
///
/// Numbers grow through all connections' lives, so that a late reply never meets another request.
struct PendingRequests<Request: Sendable>: Sendable {
    private var requests: [(number: Int, request: Request)] = []
    private var lastNumber = 0

    /// Notes a request that is being sent. If there are too many, the oldest is given up.
    mutating func add(_ request: Request) -> Int {
        lastNumber += 1
        if requests.count == LayerLimits.pendingRequests { requests.removeFirst() }
        requests.append((lastNumber, request))
        return lastNumber
    }

    /// A reply came.
    ///
    /// - Returns: The request that it answers; `nil` if there is none.
    mutating func remove(_ number: Int?) -> Request? {
        guard let index = requests.firstIndex(where: { $0.number == number }) else { return nil }
        return requests.remove(at: index).request
    }

    /// Forgets all requests: after a reconnect none will be answered.
    mutating func forget() {
        requests = []
    }
}
