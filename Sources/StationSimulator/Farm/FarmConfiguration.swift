import NowPlaying

/// What a farm of simulated stations is to be.
public struct FarmConfiguration: Sendable {
    /// How the farm's port is encrypted.
    public enum Encryption: Sendable {
        /// Not at all.
        case none
        /// With a certificate made up at the start, such as fresh AzuraCast installations have.
        case selfSigned
        /// With this certificate and key.
        case certificate(pem: String, privateKeyPEM: String)
    }

    /// The numeric address to listen at.
    public var host: String
    /// The port to listen at; 0 for any that is free.
    public var port: UInt16
    /// How the port is encrypted.
    public var encryption = Encryption.none
    /// The stations, each with a short code of its own.
    public var stations: [SimulatedStation]
    /// The protocol that they speak.
    public var feed = SimulatedFeed.azuraCast
    /// Publications of a station in a second, besides one after each change; `nil` for what is
    /// usual with the protocol.
    public var rate: Double?
    /// How many times as fast as usual clients' deadlines come: heartbeats, and what becomes of
    /// who does not keep them. More than 0.
    public var haste = 1.0
    /// What goes wrong by itself.
    public var faults = FaultSchedule()
    /// What chance is made of.
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

    /// The bounds between which the time from one publication of a station to the next lies.
    var period: ClosedRange<Interval>? {
        guard let rate else { return feed.protocolType.usualPeriod }
        guard rate > 0, let exact = Interval(seconds: 1 / rate) else { return nil }
        let period = max(exact, .milliseconds(1))
        return period...period
    }
}
