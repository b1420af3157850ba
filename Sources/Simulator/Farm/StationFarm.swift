public import Loop
import Protocols

/// A farm of simulated stations on a loop: a WebSocket server to point any client at, which also
/// has their pictures and their sound.
///
/// ```swift
/// let stations = SimulatedStation.embedded(seed: 1)
/// let farm = try StationFarm(loop: loop, configuration: FarmConfiguration(stations: stations))
/// let address = farm.url(of: farm.stations[0])   // ws://127.0.0.1:PORT/…
/// farm.inject(.drop)
/// farm.close()
/// ```
/// Everything happens on the loop's thread. A farm that is no longer referred to is closed.
public final class StationFarm {
    /// The stations, in the configuration's order.
    public let stations: [ServedStation]
    /// The port that the farm listens on.
    public var port: UInt16 { listener.port }
    /// The addresses of the stations' streams and logos, in the stations' order; none of a script.
    public let media: [StationMedia]
    /// The SHA-256 of the certificate, if the farm made one.
    public let fingerprint: String?

    private let address: SocketAddress
    private let isEncrypted: Bool
    private let sockets: FarmSockets
    private let streams: SoundStreams
    private let listener: HTTPListener

    /// Begins to listen, and the stations' day.
    ///
    /// - Throws: `EventLoopError` if the address cannot be listened on, `CertificateError` if no
    ///   certificate could be made.
    public init(loop: EventLoop, configuration: FarmConfiguration) throws {
        let host = configuration.host
        guard let address = SocketAddress(numericHost: host, port: configuration.port) else {
            throw EventLoopError.invalidAddress(host)
        }
        let certificate =
            try configuration.isEncrypted
            ? SelfSignedCertificate.make(names: [host, "localhost"]) : nil
        let tls = certificate.map {
            ServerTLS(certificatePEM: $0.certificatePEM, privateKeyPEM: $0.privateKeyPEM)
        }
        streams = SoundStreams(on: loop)
        let requests = FarmHTTPServer(
            shortcodes: Set(configuration.stations.map(\.shortcode)), streams: streams)
        var options = HTTPServerOptions()
        options.tls = tls
        listener = try loop.serveHTTP(on: [.address(address)], options, delegate: requests)
        let site = Self.site(at: address.with(port: listener.port), isEncrypted: tls != nil)
        let server = SimulatedServer(
            configuration: configuration.served(at: site), at: FarmClock.now())
        self.address = address
        stations = server.served
        media = configuration.stations.map { StationMedia($0, at: site) }
        fingerprint = certificate?.fingerprint
        isEncrypted = configuration.isEncrypted
        sockets = FarmSockets(server: server, loop: loop)
        requests.sockets = sockets
    }

    private static func site(at address: SocketAddress, isEncrypted: Bool) -> String {
        "\(isEncrypted ? "https" : "http")://\(address)"
    }

    deinit {
        close()
    }

    /// The address of a station. Stations may share an address; clients then name them by their
    /// short codes.
    public func url(of station: ServedStation) -> String {
        "\(isEncrypted ? "wss" : "ws")://\(address.with(port: port))\(station.path)"
    }

    /// The counts of the farm so far.
    public var statistics: FarmStatistics { sockets.statistics }

    /// Injects a fault now.
    public func inject(_ fault: Fault) {
        sockets.act { $0.inject(fault, at: $1, into: &$2) }
    }

    /// Ends the faults that last.
    public func heal() {
        sockets.act { server, _, _ in server.heal() }
    }

    /// Stops listening and cuts all connections.
    public func close() {
        listener.close()
        streams.close()
        sockets.close()
    }
}

/// The addresses at which a farm has what belongs to a station.
public struct StationMedia: Hashable, Sendable {
    /// The stream of its sound.
    public let stream: String
    /// Its logo for light pages.
    public let logo: String
    /// Its logo for dark pages.
    public let darkLogo: String

    init(_ station: SimulatedStation, at site: String) {
        stream = site + station.soundPath
        logo = site + station.logoPath(isForDark: false)
        darkLogo = site + station.logoPath(isForDark: true)
    }
}

/// The counts of a farm since it began.
public struct FarmStatistics: Hashable, Sendable {
    /// Clients that ever connected.
    public var connectionsOpened = 0
    /// Clients that are connected.
    public var connectionsOpen = 0
    /// Publications handed to a client, each counted as often as there were clients for it.
    public var publicationsSent = 0
    /// Publications that a client missed because it had not read the ones before.
    public var publicationsSkipped = 0
}
