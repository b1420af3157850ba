import NowPlaying

/// The conversation with one client of a player, or of a server of players, from the server's side.
protocol PlayerSession: Sendable {
    /// How often a player is told of although nothing changed; `nil` where it is not.
    static var usualPeriod: ClosedRange<Interval>? { get }

    /// Somebody changes the players' rate.
    static var variesRate: Bool { get }

    /// Where a station's player is read.
    static func target(of station: SimulatedStation) -> RequestTarget

    /// What a config says to mean a station's player, by the names of the feed's settings.
    static func settings(of station: SimulatedStation) -> [FarmSetting]

    /// A client asks for a target.
    ///
    /// - Parameter identity: Differs from client to client.
    /// - Returns: `nil` where nothing is.
    init?(target: RequestTarget, identity: UInt64, players: PlayerBank)

    /// The connection stands.
    mutating func opened(
        _ players: inout PlayerBank, at now: Moment
    ) -> [SessionAction]

    /// A message came.
    mutating func received(
        _ message: [UInt8], _ players: inout PlayerBank, at now: Moment
    ) -> [SessionAction]

    /// The time came that the last `wake` asked for.
    mutating func woken(at now: Moment) -> [SessionAction]

    /// Whether the client is told of a player, or would be if it were known.
    func hears(_ player: Int, of players: PlayerBank) -> Bool

    /// What the client is told of a player: of what changed, or once more of what did not.
    mutating func messages(
        for change: PlayerChange, of player: Int, _ players: PlayerBank
    ) -> [[UInt8]]

    /// What is said before the connection is closed, if anything.
    var farewell: [UInt8]? { get }
}

extension PlayerSession {
    static var usualPeriod: ClosedRange<Interval>? { nil }
    static var variesRate: Bool { false }
    var farewell: [UInt8]? { nil }

    /// A protocol without greetings says nothing first.
    mutating func opened(
        _ players: inout PlayerBank, at now: Moment
    ) -> [SessionAction] { [] }

    /// A protocol without heartbeats has nothing to do by itself.
    mutating func woken(at now: Moment) -> [SessionAction] { [] }
}
