import NowPlaying

/// One client's conversation with a server of the kind whose protocol is nothing but that: clients
/// ask in one way or another for stations, and from then on hear of them.
///
/// A value without clocks or sockets, like `SimulatedProtocol`, which `SessionServer` makes of it.
protocol SimulatedSession: Sendable {
    /// How often a station is published although nothing changed; `nil` where it is not.
    static var usualPeriod: ClosedRange<Interval>? { get }

    /// The WebSocket subprotocols that the server agrees to.
    static var subprotocols: [String] { get }

    /// Where a station is read, which is the one at `index`.
    static func target(of station: SimulatedStation, at index: Int) -> RequestTarget

    /// What a config says to read the station, beside feed type and address.
    static func settings(of station: SimulatedStation, at index: Int) -> [FarmSetting]

    /// The messages that tell all who hear of a station what is new; none where the protocol has
    /// no words for it.
    static func messages(about state: StationState) -> [[UInt8]]

    /// A conversation with a client that asked for `target`; `nil` where nothing is served there.
    init?(client: ClientID, to target: RequestTarget, board: StationBoard)

    /// The stations that the client hears of, by their places.
    var stations: [Int] { get }

    /// The connection is open.
    mutating func opened(board: inout StationBoard, at now: Moment) -> [SessionAction]

    /// A message came.
    mutating func received(
        _ message: [UInt8], board: inout StationBoard, at now: Moment
    ) -> [SessionAction]

    /// The time came that the last `wake` asked for.
    mutating func woken(board: inout StationBoard, at now: Moment) -> [SessionAction]

    /// How the server ends the connection.
    func end(code: UInt16, reason: String) -> [SessionAction]

    /// How it does so when it goes down and comes back.
    func shutDown() -> [SessionAction]
}

extension SimulatedSession {
    static var usualPeriod: ClosedRange<Interval>? { nil }

    static var subprotocols: [String] { [] }

    mutating func woken(board: inout StationBoard, at now: Moment) -> [SessionAction] { [] }

    func end(code: UInt16, reason: String) -> [SessionAction] {
        [.close(code: code, reason: reason)]
    }

    func shutDown() -> [SessionAction] { [.close(code: 1_001, reason: "going away")] }

    /// What a client is told of a station that it has just asked for.
    func greeting(
        aboutStationAt index: Int, board: inout StationBoard, at now: Moment
    ) -> [SessionAction] {
        guard let state = board.state(ofStationAt: index, at: now.wall) else { return [] }
        return Self.messages(about: state).map { .send($0) }
    }
}
