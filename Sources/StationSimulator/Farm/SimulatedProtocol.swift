import NowPlaying

/// A wire protocol that simulated stations can speak, from the server's side.
///
/// A value without clocks or sockets: it is told what happened and answers with what to do.
/// Adding a protocol is adding a folder with one of these, or with a `SimulatedSession`, and a case
/// to `SimulatedFeed`.
protocol SimulatedProtocol: Sendable {
    /// How often a station publishes although nothing changed; `nil` where it does not.
    static var usualPeriod: ClosedRange<Interval>? { get }

    /// The WebSocket subprotocols that it agrees to.
    static var subprotocols: [String] { get }

    /// Serves `stations`, which all have told their state just now.
    ///
    /// - Parameter haste: So many times as fast as they ask for, sessions are woken; what they tell
    ///   their clients of periods should agree.
    init(stations: [SimulatedStation], seed: UInt64, haste: Double, at now: Moment)

    /// Where a station is read.
    func target(of station: SimulatedStation) -> RequestTarget

    /// What a config says to read a station, beside feed type and address.
    func settings(of station: SimulatedStation) -> [FarmSetting]

    /// A client connected.
    mutating func connected(
        _ client: ClientID, to target: RequestTarget, at now: Moment
    ) -> [SessionAction]

    /// A client sent a message.
    mutating func received(
        _ message: [UInt8], from client: ClientID, at now: Moment
    ) -> [SessionAction]

    /// The time came that a client's last `wake` asked for.
    mutating func woken(_ client: ClientID, at now: Moment) -> [SessionAction]

    /// A client is gone.
    mutating func disconnected(_ client: ClientID)

    /// Makes a station's present state the newest one; what is then sent, in its order.
    mutating func publish(stationAt index: Int, at now: Moment) -> [Publication]

    /// When what a station plays will next change.
    mutating func nextTransition(ofStationAt index: Int, at now: Moment) -> Timestamp

    /// Who hears of a station, in the order of their coming.
    func clients(ofStationAt index: Int) -> [ClientID]

    /// Ends a client's connection in the protocol's own way.
    mutating func end(_ client: ClientID, code: UInt16, reason: String) -> [SessionAction]

    /// Ends a client's connection as a server does that goes down and comes back.
    mutating func shutDown(_ client: ClientID) -> [SessionAction]

    /// Forgets stations as a server does that lost its memory; their clients are still connected.
    mutating func restart(stationsAt indices: [Int], at now: Moment)

    /// Treats a station, until it publishes again, as one that nobody knows.
    mutating func forget(stationAt index: Int)
}

/// What a protocol asks for on behalf of one client.
enum SessionAction: Hashable, Sendable {
    /// A text message.
    case send([UInt8])
    /// A ping of the WebSocket itself, which the client's library answers.
    case ping
    /// Call `woken` then; replaces what was asked for before.
    case wake(after: Interval)
    /// Close the WebSocket.
    case close(code: UInt16, reason: String)
    /// Break off without a closing frame.
    case abort
}

/// What is news to some clients.
struct Publication: Hashable, Sendable {
    /// The text messages, encoded once.
    var messages: [[UInt8]]
    /// Who gets them.
    var recipients: [ClientID]
}
