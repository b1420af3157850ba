import NowPlaying
import Support

/// One client of the unidirectional transport, from its connection to its end.
///
/// The client sends one message: the first one, or the query `cf_connect`, is a connect request.
/// Later messages are discarded; the server pings and publishes.
struct CentrifugoSession: Sendable {
    private enum State {
        /// The connect request is awaited.
        case new
        /// Subscribed to these channels.
        case connected([String])
        /// The connection was ended.
        case ended
    }

    private var state = State.new
    private let client: ConnectionID

    /// The number of channels that a server with the usual settings allows in one connection.
    static let channelsMax = 128
    /// The time in which a client must send its connect request.
    static let connectTimeout = Interval.seconds(25)
    private static let pingPeriod = Interval.seconds(Int64(CentrifugoFrames.pingSeconds))

    /// A session that waits for its client's first message.
    init(client: ConnectionID) {
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
    ) -> [ConnectionAction] {
        guard case .new = state else { return [] }
        guard let request = CentrifugoConnectCommand(parsing: message),
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

    /// The time of the last `wake` has come.
    mutating func woken() -> [ConnectionAction] {
        switch state {
        case .new: end(.stale)
        case .connected: [.send(CentrifugoFrames.ping), .ping, .wake(after: Self.pingPeriod)]
        case .ended: []
        }
    }

    /// Ends the connection: a push with the reason, then the close.
    mutating func end(_ disconnect: CentrifugoDisconnect) -> [ConnectionAction] {
        state = .ended
        return [
            .send(CentrifugoFrames.disconnect(disconnect)),
            .close(code: disconnect.code, reason: disconnect.reason),
        ]
    }
}

/// The reason why a Centrifugo server ends a connection: a code and a text, which it also pushes.
///
/// Clients return after 3000–3499 and 4000–4499; the rest is meant to be final.
struct CentrifugoDisconnect: Hashable, Sendable {
    let code: UInt16
    let reason: String

    /// The server goes down, and expects its clients back.
    static let shutdown = CentrifugoDisconnect(code: 3001, reason: "shutdown")
    /// The first frame was not a connect request, or named an unknown channel.
    static let badRequest = CentrifugoDisconnect(code: 3501, reason: "bad request")
    /// No first frame came.
    static let stale = CentrifugoDisconnect(code: 3502, reason: "stale")
    /// Too many subscriptions in one connection.
    static let channelLimit = CentrifugoDisconnect(code: 3505, reason: "channel limit")
}

/// The names that a server makes up for one connection.
struct CentrifugoIdentity: Hashable, Sendable {
    let client: String
    let session: String

    /// New names, in the form of random UUIDs.
    init(using generator: inout SeededGenerator) {
        client = Self.makeUUID(using: &generator)
        session = Self.makeUUID(using: &generator)
    }

    private static func makeUUID(using generator: inout SeededGenerator) -> String {
        // RFC 9562, section 5.4, defines the places of version 4 and variant 1.
        let high = generator.next() & ~0xF000 | 0x4000
        let low = generator.next() & ~(0b11 << 62) | 0b10 << 62
        let digits = high.hexadecimal + low.hexadecimal
        var uuid = ""
        for (position, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(position) { uuid.append("-") }
            uuid.append(digit)
        }
        return uuid
    }
}
