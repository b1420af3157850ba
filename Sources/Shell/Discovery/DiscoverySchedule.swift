/// Shares some threads between servers that are asked for their stations, each request of which may
/// wait for a minute.
///
/// A server has one thread at most. Those that did not answer the last time have one thread for all
/// of them, so that the others wait only for servers that are slow for the first time.
struct DiscoverySchedule {
    /// Threads for servers that answer, and the last one for those that did not.
    static let threads = 5
    private static let spare = threads - 1

    /// Servers that wait for a thread: the first of these is asked first.
    private var waiting: [String] = []
    /// Those that did not answer the last time.
    private var suspects: [String] = []
    /// The server that each busy thread asks.
    private var asked: [Int: String] = [:]

    /// A server is to be asked; once, however often it is said.
    mutating func add(_ server: String, isSuspect: Bool) {
        guard !waiting.contains(server), !suspects.contains(server) else { return }
        if isSuspect { suspects.append(server) } else { waiting.append(server) }
    }

    /// The next server and the thread that is to ask it; `nil` while none can be asked.
    mutating func next() -> (server: String, thread: Int)? {
        if let free = (0..<Self.spare).first(where: { asked[$0] == nil }),
            let server = first(of: &waiting)
        {
            return begin(server, on: free)
        }
        guard asked[Self.spare] == nil, let server = first(of: &suspects) else { return nil }
        return begin(server, on: Self.spare)
    }

    /// The first that is not being asked.
    private func first(of list: inout [String]) -> String? {
        guard let place = list.firstIndex(where: { !asked.values.contains($0) }) else { return nil }
        return list.remove(at: place)
    }

    private mutating func begin(_ server: String, on thread: Int) -> (String, Int) {
        asked[thread] = server
        return (server, thread)
    }

    /// A thread has an answer, or could not ask.
    mutating func end(on thread: Int) {
        asked[thread] = nil
    }
}
