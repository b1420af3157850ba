import NowPlaying

/// One connection to a simulated server.
public struct ConnectionID: Hashable, Sendable {
    /// A number that a server never uses twice.
    public var number: UInt64

    /// The connection with this number.
    public init(number: UInt64) {
        self.number = number
    }
}

/// The target of a client's request, as it stood there, not decoded.
public struct RequestTarget: Hashable, Sendable {
    /// The part before the `?`.
    public var path: String
    /// The part after the `?`; empty if there is none.
    public var query: String

    /// A target with its parts.
    public init(path: String, query: String = "") {
        self.path = path
        self.query = query
    }
}

/// A wire protocol from the server's side: AzuraCast's, or that of a script.
///
/// A value without clocks or sockets: it receives events and returns actions.
protocol SimulatedProtocol: Sendable {
    /// A client connected.
    mutating func connected(
        _ client: ConnectionID, to target: RequestTarget, at now: Moment
    ) -> [ConnectionAction]

    /// A client sent a message.
    mutating func received(
        _ message: [UInt8], from client: ConnectionID, at now: Moment
    ) -> [ConnectionAction]

    /// The time of a client's last `wake` has come.
    mutating func woken(_ client: ConnectionID, at now: Moment) -> [ConnectionAction]

    /// A client is gone.
    mutating func disconnected(_ client: ConnectionID)

    /// Ends a client's connection like a server that goes down and comes back.
    mutating func shutDown(_ client: ConnectionID) -> [ConnectionAction]

    /// Forgets everything like a server that lost its memory; its clients are still connected.
    mutating func restart(at now: Moment)

    /// Makes a station's present state the newest one, and returns the message to send, if any.
    mutating func publish(stationAt index: Int, at now: Moment) -> Publication?

    /// The content of a page of the server, as JSON; `nil` if there is no such page.
    func page(at path: String, _ now: Moment) -> [UInt8]?

    /// The time of the next change of a station's broadcast.
    mutating func nextTransition(ofStationAt index: Int, at now: Moment) -> Timestamp
}

extension SimulatedProtocol {
    /// None.
    func page(at path: String, _ now: Moment) -> [UInt8]? { nil }
}

/// An action that a protocol requests for one client.
enum ConnectionAction: Hashable, Sendable {
    /// A text message.
    case send([UInt8])
    /// A ping of the WebSocket itself, which the client's library answers.
    case ping
    /// Call `woken` after this interval; replaces the last request.
    case wake(after: Interval)
    /// Close the WebSocket.
    case close(code: UInt16, reason: String)
    /// Break off without a closing frame.
    case abort
}

/// A message for some clients.
struct Publication: Hashable, Sendable {
    /// The text message, encoded once.
    var message: [UInt8]
    /// The clients that get it.
    var recipients: [ConnectionID]
}
