import NowPlaying

/// The configuration of a farm of simulated stations.
public struct FarmConfiguration: Sendable {
    /// The numeric address to listen at.
    public var host: String
    /// The port to listen at; 0 for any that is free.
    public var port: UInt16
    /// The port is encrypted, with a certificate made up at the start, such as fresh AzuraCast
    /// installations have.
    public var isEncrypted = false
    /// The script that is played to each client in place of stations.
    public var script: ConversationScript?
    /// The stations, each with a short code of its own.
    public var stations: [SimulatedStation]
    /// The publications of a station in a second, besides one after each change; `nil` for
    /// AzuraCast's usual rate.
    public var rate: Double?
    /// The factor by which heartbeats and the steps of a script are faster than usual. More than 0.
    public var haste = 1.0
    /// The seed of all random values.
    public var seed: UInt64

    /// A farm on this machine, for this machine.
    public init(
        stations: [SimulatedStation], host: String = "127.0.0.1", port: UInt16 = 0,
        seed: UInt64 = 0
    ) {
        self.stations = stations
        self.host = host
        self.port = port
        self.seed = seed
    }

    /// A script on this machine, for this machine.
    public init(script: ConversationScript, host: String = "127.0.0.1", port: UInt16 = 0) {
        self.init(stations: [], host: host, port: port)
        self.script = script
    }

    /// The WebSocket subprotocols that the server agrees to; the farm's loop is made with them.
    public var subprotocols: [String] { script?.subprotocols ?? [] }

    /// The same farm, whose stations name pictures and sound at this address.
    func served(at site: String) -> FarmConfiguration {
        var configuration = self
        for index in stations.indices { configuration.stations[index].mediaURL = site }
        return configuration
    }

    /// The bounds of the time from one publication of a station to the next.
    var period: ClosedRange<Interval> {
        guard let rate, rate > 0, let exact = Interval(seconds: 1 / rate) else {
            return AzuraCastServer.usualPeriod
        }
        let period = max(exact, .milliseconds(1))
        return period...period
    }
}
