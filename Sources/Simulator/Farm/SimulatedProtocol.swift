import NowPlaying

/// One connection to a simulated server.
public struct ConnectionID: Hashable, Sendable {
    /// Never used twice in the life of a server.
    public var number: UInt64

    /// The connection with this number.
    public init(number: UInt64) {
        self.number = number
    }
}

/// What a client asked for when it connected, as it stood in its request, not decoded.
public struct RequestTarget: Hashable, Sendable {
    /// What comes before the `?`.
    public var path: String
    /// What comes after the `?`; empty for nothing.
    public var query: String

    /// A target with its parts.
    public init(path: String, query: String = "") {
        self.path = path
        self.query = query
    }
}

/// A wire protocol from the server's side: AzuraCast's, or that of a script.
///
/// A value without clocks or sockets: it is told what happened and answers with what to do.
protocol SimulatedProtocol: Sendable {
    /// A client connected.
    mutating func connected(
        _ client: ConnectionID, to target: RequestTarget, at now: Moment
    ) -> [ConnectionAction]

    /// A client sent a message.
    mutating func received(
        _ message: [UInt8], from client: ConnectionID, at now: Moment
    ) -> [ConnectionAction]

    /// The time came that a client's last `wake` asked for.
    mutating func woken(_ client: ConnectionID, at now: Moment) -> [ConnectionAction]

    /// A client is gone.
    mutating func disconnected(_ client: ConnectionID)

    /// Ends a client's connection as a server does that goes down and comes back.
    mutating func shutDown(_ client: ConnectionID) -> [ConnectionAction]

    /// Forgets everything as a server does that lost its memory; its clients are still connected.
    mutating func restart(at now: Moment)

    /// Makes a station's present state the newest one; what is then sent, if anything.
    mutating func publish(stationAt index: Int, at now: Moment) -> Publication?

    /// What a page of the server says, as JSON; `nil` where there is none.
    func page(at path: String, _ now: Moment) -> [UInt8]?

    /// When what a station plays will next change.
    mutating func nextTransition(ofStationAt index: Int, at now: Moment) -> Timestamp
}

extension SimulatedProtocol {
    /// None.
    func page(at path: String, _ now: Moment) -> [UInt8]? { nil }
}

/// What a protocol asks for on behalf of one client.
enum ConnectionAction: Hashable, Sendable {
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
    /// The text message, encoded once.
    var message: [UInt8]
    /// The clients that get it.
    var recipients: [ConnectionID]
}
