import JSON
import NowPlaying

/// One client of the bidirectional transport: numbered commands, each with its reply; pings that
/// the client has to answer (https://centrifugal.dev/docs/transports/client_protocol).
struct CentrifugoSiteSession: Sendable {
    private enum State {
        /// The connect command is awaited.
        case new
        /// The next wake sends a ping.
        case connected
        /// A ping waits for its answer.
        case pinged
        case ended
    }

    private var state = State.new
    private(set) var channels: [String] = []
    private let client: ClientID
    private let identity: CentrifugoIdentity

    private static let pingPeriod = Interval.seconds(Int64(CentrifugoFrames.pingSeconds))
    /// How long the answer to a ping may take.
    private static let pongPatience = Interval.seconds(8)
    private static let lengthMax = 64 << 10

    /// A session that waits for its client's first command.
    init(client: ClientID, identity: CentrifugoIdentity) {
        self.client = client
        self.identity = identity
    }

    /// A frame came: commands, one a line. Their replies go out in one frame, one a line.
    mutating func received(
        _ message: [UInt8], broker: inout CentrifugoBroker, at now: Instant
    ) -> [SessionAction] {
        let parser = JSONParser(maximumLength: Self.lengthMax)
        var replies: [[UInt8]] = []
        var actions: [SessionAction] = []
        for line in message.split(separator: UInt8(ascii: "\n")) {
            guard !isEnded else { break }
            let outcome = try? parser.parse(line) { command($0, broker: &broker, at: now) }
            guard let outcome else { return end(.badRequest) }
            if let reply = outcome.reply { replies.append(reply) }
            actions += outcome.actions
        }
        guard !replies.isEmpty else { return actions }
        return [.send(Array(replies.joined(separator: [UInt8(ascii: "\n")])))] + actions
    }

    /// The time that the last `wake` asked for has come.
    mutating func woken() -> [SessionAction] {
        switch state {
        case .new: return end(.stale)
        case .connected:
            state = .pinged
            return [.send(CentrifugoFrames.ping), .wake(after: Self.pongPatience)]
        case .pinged: return end(.noPong)
        case .ended: return []
        }
    }

    /// Ends the connection: the code and the reason are in the closing frame alone.
    mutating func end(_ disconnect: CentrifugoDisconnect) -> [SessionAction] {
        state = .ended
        return [.close(code: disconnect.code, reason: disconnect.reason)]
    }

    private var isEnded: Bool {
        if case .ended = state { true } else { false }
    }
}

extension CentrifugoSiteSession {
    private struct Outcome {
        var reply: [UInt8]?
        var actions: [SessionAction] = []
    }

    private mutating func command(
        _ command: JSONValue, broker: inout CentrifugoBroker, at now: Instant
    ) -> Outcome {
        guard command.isObject else { return Outcome(actions: end(.badRequest)) }
        if case .new = state { return connect(command) }
        guard let id = command["id"]?.int else { return pong() }
        if let request = command["subscribe"], let channel = request["channel"]?.string {
            return subscribe(id, to: channel, request, broker: &broker, at: now)
        }
        if let channel = command.value(at: "/unsubscribe/channel")?.string {
            channels.removeAll { $0 == channel }
            broker.unsubscribe(client, from: [channel])
            return Outcome(reply: CentrifugoSiteFrames.reply(id, "unsubscribe") { _ in })
        }
        return Outcome(reply: CentrifugoSiteFrames.error(id, 104, "method not found"))
    }

    private mutating func connect(_ command: JSONValue) -> Outcome {
        guard let id = command["id"]?.int, let request = command["connect"] else {
            return Outcome(actions: end(.badRequest))
        }
        // An empty token is none.
        let token = request["token"]?.string ?? ""
        if !token.isEmpty, token != SimulatedCredentials.token {
            return Outcome(actions: end(.invalidToken))
        }
        state = .connected
        let reply = CentrifugoSiteFrames.reply(id, "connect") { writer in
            writer.member("client", identity.client)
            writer.member("version", "0.0.0 OSS")
            writer.member("ping", CentrifugoFrames.pingSeconds)
            writer.member("pong", true)
            writer.member("session", identity.session)
        }
        return Outcome(reply: reply, actions: [.wake(after: Self.pingPeriod)])
    }

    private mutating func subscribe(
        _ id: Int, to channel: String, _ request: JSONValue, broker: inout CentrifugoBroker,
        at now: Instant
    ) -> Outcome {
        guard
            let wanted = CentrifugoConnectRequest.Subscription(channel: channel, settings: request)
        else { return Outcome(actions: end(.badRequest)) }
        guard broker.allows(channel) else {
            return Outcome(reply: CentrifugoSiteFrames.error(id, 102, "unknown channel"))
        }
        guard !channels.contains(channel) else {
            return Outcome(reply: CentrifugoSiteFrames.error(id, 105, "already subscribed"))
        }
        channels.append(channel)
        let found = broker.subscribe(client, wanted, at: now)
        return Outcome(reply: CentrifugoSiteFrames.subscribed(id, found))
    }

    /// Any answer to a ping will do; unasked ones do nothing.
    private mutating func pong() -> Outcome {
        guard case .pinged = state else { return Outcome() }
        state = .connected
        let rest = Self.pingPeriod
        return Outcome(actions: [.wake(after: rest)])
    }
}
