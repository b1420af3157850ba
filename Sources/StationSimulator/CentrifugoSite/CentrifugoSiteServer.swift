import NowPlaying

/// A radio site's own Centrifugo, with the bidirectional WebSocket: clients connect, subscribe and
/// answer pings; what a channel carries is the site's own invention (`CentrifugoSiteSong`).
struct CentrifugoSiteServer: SimulatedProtocol {
    /// A site publishes when something changes.
    static let usualPeriod: ClosedRange<Interval>? = nil

    static let subprotocols: [String] = []

    private static let path = "/connection/websocket"
    private static let namespace = "nowplaying"
    /// Newcomers find the song on air, however long it lasts.
    private static let historyTTL = Interval.seconds(86_400)

    private let playouts: [Playout]
    private var broker: CentrifugoBroker
    private var sessions: [ClientID: CentrifugoSiteSession] = [:]
    private var generator: SeededGenerator

    /// What connect replies tell of the pings' period is what it is without haste.
    init(stations: [SimulatedStation], seed: UInt64, haste: Double, at now: Moment) {
        broker = CentrifugoBroker(
            namespace: Self.namespace, historyTTL: Self.historyTTL, at: now)
        generator = SeededGenerator(seed: seed)
        playouts = stations.map(Playout.init(station:))
        for playout in playouts {
            let channel = Self.channel(of: playout.station)
            broker.addChannel(channel)
            let song = CentrifugoSiteSong(playout, at: now.wall)
            _ = broker.publish(song.json, to: channel, at: now.monotonic)
        }
    }

    private static func channel(of station: SimulatedStation) -> String {
        "\(namespace):\(station.shortcode)"
    }

    func target(of station: SimulatedStation) -> RequestTarget {
        RequestTarget(path: Self.path)
    }

    func settings(of station: SimulatedStation) -> [FarmSetting] {
        [
            FarmSetting(name: "channel", value: Self.channel(of: station)),
            FarmSetting(name: "token", value: SimulatedCredentials.token),
        ]
    }

    mutating func connected(
        _ client: ClientID, to target: RequestTarget, at now: Moment
    ) -> [SessionAction] {
        guard target.path == Self.path else { return [.abort] }
        let identity = CentrifugoIdentity(using: &generator)
        sessions[client] = CentrifugoSiteSession(client: client, identity: identity)
        return [.wake(after: CentrifugoSession.patience)]
    }

    mutating func received(
        _ message: [UInt8], from client: ClientID, at now: Moment
    ) -> [SessionAction] {
        sessions[client]?.received(message, broker: &broker, at: now.monotonic) ?? []
    }

    mutating func woken(_ client: ClientID, at now: Moment) -> [SessionAction] {
        sessions[client]?.woken() ?? []
    }

    mutating func disconnected(_ client: ClientID) {
        guard let session = sessions.removeValue(forKey: client) else { return }
        broker.unsubscribe(client, from: session.channels)
    }

    mutating func publish(stationAt index: Int, at now: Moment) -> [Publication] {
        let channel = Self.channel(of: playouts[index].station)
        let song = CentrifugoSiteSong(playouts[index], at: now.wall)
        let publication = broker.publish(song.json, to: channel, at: now.monotonic)
        let recipients = broker.subscribers(of: channel)
        guard !recipients.isEmpty else { return [] }
        let message = CentrifugoSiteFrames.push(publication, in: channel)
        return [Publication(messages: [message], recipients: recipients)]
    }

    mutating func nextTransition(ofStationAt index: Int, at now: Moment) -> Timestamp {
        playouts[index].broadcast(at: now.wall).until
    }

    func clients(ofStationAt index: Int) -> [ClientID] {
        broker.subscribers(of: Self.channel(of: playouts[index].station))
    }

    mutating func end(_ client: ClientID, code: UInt16, reason: String) -> [SessionAction] {
        broker.unsubscribe(client, from: sessions[client]?.channels ?? [])
        return sessions[client]?.end(CentrifugoDisconnect(code: code, reason: reason)) ?? []
    }

    mutating func shutDown(_ client: ClientID) -> [SessionAction] {
        let shutdown = CentrifugoDisconnect.shutdown
        return end(client, code: shutdown.code, reason: shutdown.reason)
    }

    mutating func restart(stationsAt indices: [Int], at now: Moment) {
        broker.restart(indices.map { Self.channel(of: playouts[$0].station) }, at: now)
    }

    mutating func forget(stationAt index: Int) {
        broker.forget(Self.channel(of: playouts[index].station))
    }
}
