public import EventLoop

/// A farm of simulated stations on a loop: a WebSocket server to point any client at.
///
/// ```swift
/// let stations = SimulatedStation.embedded(seed: 1)
/// let farm = try StationFarm(loop: loop, configuration: FarmConfiguration(stations: stations))
/// let address = farm.url(for: stations[0])       // ws://127.0.0.1:PORT/…
/// farm.inject(.drop, into: "kanalrand")
/// farm.close()
/// ```
/// Everything happens on the loop's thread. A farm that is no longer referred to is closed.
public final class StationFarm {
    /// The stations, in the configuration's order.
    public let stations: [SimulatedStation]
    /// The port that the farm listens on.
    public var port: UInt16 { listener.port }
    /// The SHA-256 of the certificate, where the farm made one up.
    public let fingerprint: String?

    private let address: SocketAddress
    private let isEncrypted: Bool
    private let sockets: FarmSockets
    private let listener: WebSocketListener

    /// Begins to listen, and the stations' day.
    ///
    /// - Throws: `EventLoopError` if the address cannot be listened on, `CertificateError` if no
    ///   certificate could be made.
    public init(loop: EventLoop, configuration: FarmConfiguration) throws {
        let host = configuration.host
        guard let address = SocketAddress(numericHost: host, port: configuration.port) else {
            throw EventLoopError.invalidAddress(host)
        }
        let tls = try FarmEncryption(configuration.encryption, host: host)
        let server = SimulatedServer(configuration: configuration, at: FarmClock.now())
        self.address = address
        stations = configuration.stations
        fingerprint = tls.fingerprint
        isEncrypted = tls.settings != nil
        sockets = FarmSockets(server: server, loop: loop)
        listener = try loop.serveWebSockets(on: address, tls: tls.settings, delegate: sockets)
    }

    deinit {
        close()
    }

    /// Where a station is read. Stations may share an address and be told apart by what clients
    /// say, with their short codes.
    public func url(for station: SimulatedStation) -> String {
        let target = sockets.server.target(of: station)
        let query = target.query.isEmpty ? "" : "?\(target.query)"
        return "\(isEncrypted ? "wss" : "ws")://\(address.with(port: port))\(target.path)\(query)"
    }

    /// What a config says to read a station, beside feed type and address.
    public func settings(for station: SimulatedStation) -> [FarmSetting] {
        sockets.server.settings(of: station)
    }

    /// What the farm did so far.
    public var statistics: FarmStatistics { sockets.statistics }

    /// Makes something go wrong now: on the whole farm or, by its short code, on one station. A
    /// short code that no station has strikes nobody.
    public func inject(_ fault: Fault, into scope: FaultScope = .farm) {
        sockets.act { $0.inject(fault, into: scope, at: $1, into: &$2) }
    }

    /// Ends the lasting faults of a station, or all that there are.
    public func heal(_ scope: FaultScope = .farm) {
        sockets.act { server, _, _ in server.heal(scope) }
    }

    /// Stops listening and cuts all connections.
    public func close() {
        listener.close()
        sockets.close()
    }
}
