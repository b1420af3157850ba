import NowPlaying
import Support

/// An AzuraCast installation: its stations, published through Centrifugo's unidirectional
/// WebSocket.
///
/// Two things are simpler than in the original. A request with another path or a malformed
/// `cf_connect` gets HTTP status 404 or 400 there; here it is first upgraded and then cut off or
/// closed. And a change is published together with the next cycle if that comes first.
struct AzuraCastServer: SimulatedProtocol {
    /// The sync of a station runs every 10 s, plus a random 0 to 5 s, plus its own duration.
    static let usualPeriod: ClosedRange<Interval> =
        .milliseconds(10_500)...Interval.milliseconds(15_500)

    /// The path for all stations.
    static let path = "/api/live/nowplaying/websocket"

    private var publishers: [AzuraCastPublisher]
    private var broker: CentrifugoBroker
    private var sessions: [ConnectionID: CentrifugoSession] = [:]
    private var generator: SeededGenerator

    /// Serves `stations`, which have all published their state just now.
    init(stations: [SimulatedStation], seed: UInt64, at now: Moment) {
        broker = CentrifugoBroker(namespace: "station", at: now)
        generator = SeededGenerator(seed: seed)
        publishers = stations.enumerated().map {
            AzuraCastPublisher(number: $0.offset + 1, station: $0.element, at: now.wall)
        }
        for index in publishers.indices {
            broker.addChannel(publishers[index].channel)
            let data = publishers[index].makeData(at: now.wall)
            _ = broker.publish(data, to: publishers[index].channel, at: now.monotonic)
        }
    }

    mutating func connected(
        _ client: ConnectionID, to target: RequestTarget, at now: Moment
    ) -> [ConnectionAction] {
        guard target.path == Self.path else { return [.abort] }
        sessions[client] = CentrifugoSession(client: client)
        guard let request = QueryItem.value(of: "cf_connect", in: target.query) else {
            return [.wake(after: CentrifugoSession.connectTimeout)]
        }
        return received(request, from: client, at: now)
    }

    mutating func received(
        _ message: [UInt8], from client: ConnectionID, at now: Moment
    ) -> [ConnectionAction] {
        let identity = CentrifugoIdentity(using: &generator)
        return sessions[client]?.received(
            message, broker: &broker, identity: identity, at: now) ?? []
    }

    mutating func woken(_ client: ConnectionID, at now: Moment) -> [ConnectionAction] {
        sessions[client]?.woken() ?? []
    }

    mutating func disconnected(_ client: ConnectionID) {
        guard let session = sessions.removeValue(forKey: client) else { return }
        broker.unsubscribe(client, from: session.channels)
    }

    mutating func publish(stationAt index: Int, at now: Moment) -> Publication? {
        let data = publishers[index].makeData(at: now.wall)
        let channel = publishers[index].channel
        let publication = broker.publish(data, to: channel, at: now.monotonic)
        let recipients = broker.subscribers(of: channel)
        guard !recipients.isEmpty else { return nil }
        let message = CentrifugoFrames.publication(publication, in: channel)
        return Publication(message: message, recipients: recipients)
    }

    /// The public API's list of all stations, each with its `np` object.
    func page(at path: String, _ now: Moment) -> [UInt8]? {
        guard path == "/api/nowplaying" else { return nil }
        var bodies: [[UInt8]] = []
        for publisher in publishers {
            var publisher = publisher
            bodies.append(publisher.makeNowPlaying(at: now.wall))
        }
        return Array("[".utf8) + bodies.joined(separator: Array(",".utf8)) + Array("]".utf8)
    }

    mutating func nextTransition(ofStationAt index: Int, at now: Moment) -> Timestamp {
        publishers[index].nextTransition(at: now.wall)
    }

    mutating func shutDown(_ client: ConnectionID) -> [ConnectionAction] {
        broker.unsubscribe(client, from: sessions[client]?.channels ?? [])
        return sessions[client]?.end(.shutdown) ?? []
    }

    mutating func restart(at now: Moment) {
        broker.restart(at: now)
    }
}
