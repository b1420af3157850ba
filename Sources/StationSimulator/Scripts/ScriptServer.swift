import NowPlaying

/// A server that plays a script to each client, from its beginning.
struct ScriptServer: SimulatedProtocol {
    private let script: ConversationScript
    private var conversations: [ClientID: Conversation] = [:]

    /// A server without clients.
    init(_ script: ConversationScript) {
        self.script = script
    }

    mutating func connected(
        _ client: ClientID, to target: RequestTarget, at now: Moment
    ) -> [SessionAction] {
        guard script.path.matches(target.path) else { return [.abort] }
        conversations[client] = Conversation(script)
        return conversations[client]?.opened(at: now.wall) ?? []
    }

    mutating func received(
        _ message: [UInt8], from client: ClientID, at now: Moment
    ) -> [SessionAction] {
        conversations[client]?.received(message, at: now.wall) ?? []
    }

    mutating func woken(_ client: ClientID, at now: Moment) -> [SessionAction] {
        conversations[client]?.woken(at: now.wall) ?? []
    }

    mutating func disconnected(_ client: ClientID) {
        conversations[client] = nil
    }

    mutating func end(_ client: ClientID, code: UInt16, reason: String) -> [SessionAction] {
        conversations[client] = nil
        return [.close(code: code, reason: reason)]
    }

    /// Its stations do not publish by themselves.
    mutating func publish(stationAt index: Int, at now: Moment) -> [Publication] { [] }

    mutating func nextTransition(ofStationAt index: Int, at now: Moment) -> Timestamp { now.wall }

    func clients(ofStationAt index: Int) -> [ClientID] { [] }

    mutating func restart(stationsAt indices: [Int], at now: Moment) {}

    mutating func forget(stationAt index: Int) {}

    /// RFC 6455, section 7.4.1: 1001 is a server going down.
    mutating func shutDown(_ client: ClientID) -> [SessionAction] {
        end(client, code: 1_001, reason: "")
    }
}
