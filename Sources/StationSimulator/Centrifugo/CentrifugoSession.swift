import NowPlaying

/// One client of the unidirectional transport, from its connection to its end.
///
/// The client speaks once: its first message, or the query `cf_connect`, is a connect request.
/// Everything after that is read and thrown away; the server pings and publishes.
struct CentrifugoSession: Sendable {
    private enum State {
        /// The connect request is awaited.
        case new
        /// Subscribed to these channels.
        case connected([String])
        /// Told to go.
        case ended
    }

    private var state = State.new
    private let client: ClientID

    /// As many channels as a server of the usual settings allows in one connection.
    static let channelsMax = 128
    /// How long a client may stay silent before its connect request.
    static let patience = Interval.seconds(25)
    private static let pingPeriod = Interval.seconds(Int64(CentrifugoFrames.pingSeconds))

    /// A session that waits for its client's first message.
    init(client: ClientID) {
        self.client = client
    }

    /// The channels that the client is subscribed to.
    var channels: [String] {
        if case .connected(let channels) = state { channels } else { [] }
    }

    /// A message came.
    mutating func received(
        _ message: [UInt8], broker: inout CentrifugoBroker, identity: CentrifugoIdentity,
        at now: Moment
    ) -> [SessionAction] {
        guard case .new = state else { return [] }
        guard let request = CentrifugoConnectRequest(parsing: message),
            request.subscriptions.allSatisfy({ broker.allows($0.channel) })
        else { return end(.badRequest) }
        guard request.subscriptions.count <= Self.channelsMax else { return end(.channelLimit) }
        state = .connected(request.subscriptions.map(\.channel))
        let found = request.subscriptions.map {
            (channel: $0.channel, found: broker.subscribe(client, $0, at: now.monotonic))
        }
        let frame = CentrifugoFrames.connect(identity, subscriptions: found, at: now.wall)
        return [.send(frame), .wake(after: Self.pingPeriod)]
    }

    /// The time that the last `wake` asked for has come.
    mutating func woken() -> [SessionAction] {
        switch state {
        case .new: end(.stale)
        case .connected: [.send(CentrifugoFrames.ping), .ping, .wake(after: Self.pingPeriod)]
        case .ended: []
        }
    }

    /// Ends the connection: a push that says why, then the close.
    mutating func end(_ disconnect: CentrifugoDisconnect) -> [SessionAction] {
        state = .ended
        return [
            .send(CentrifugoFrames.disconnect(disconnect)),
            .close(code: disconnect.code, reason: disconnect.reason),
        ]
    }
}
