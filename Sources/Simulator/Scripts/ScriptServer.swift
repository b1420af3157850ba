import NowPlaying

/// A server that plays a script to each client, from its beginning.
struct ScriptServer: SimulatedProtocol {
    private let script: ConversationScript
    private var conversations: [ConnectionID: Conversation] = [:]

    /// A server without clients.
    init(_ script: ConversationScript) {
        self.script = script
    }

    mutating func connected(
        _ client: ConnectionID, to target: RequestTarget, at now: Moment
    ) -> [ConnectionAction] {
        guard script.path.matches(target.path) else { return [.abort] }
        conversations[client] = Conversation(script)
        return conversations[client]?.opened(at: now.wall) ?? []
    }

    mutating func received(
        _ message: [UInt8], from client: ConnectionID, at now: Moment
    ) -> [ConnectionAction] {
        conversations[client]?.received(message, at: now.wall) ?? []
    }

    mutating func woken(_ client: ConnectionID, at now: Moment) -> [ConnectionAction] {
        conversations[client]?.woken(at: now.wall) ?? []
    }

    mutating func disconnected(_ client: ConnectionID) {
        conversations[client] = nil
    }

    /// RFC 6455, section 7.4.1: 1001 is a server going down.
    mutating func shutDown(_ client: ConnectionID) -> [ConnectionAction] {
        conversations[client] = nil
        return [.close(code: 1_001, reason: "")]
    }

    /// A script remembers nothing beyond a connection.
    mutating func restart(at now: Moment) {}

    /// A script publishes in its own time.
    mutating func publish(stationAt index: Int, at now: Moment) -> Publication? { nil }

    mutating func nextTransition(ofStationAt index: Int, at now: Moment) -> Timestamp { now.wall }
}
