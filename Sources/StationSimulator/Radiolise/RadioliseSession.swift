import JSON
import NowPlaying

/// Radiolise's data service: a client names the address of a stream, one at a time, and is told
/// the titles in it.
///
/// What is simpler than in the original: clients that miss a pong are not cut off.
struct RadioliseSession: SimulatedSession {
    static let subprotocols = ["v1"]

    private static let path = "/api/data-service"
    private static let pingPeriod = Interval.seconds(30)

    private(set) var stations: [Int] = []

    static func target(of station: SimulatedStation, at index: Int) -> RequestTarget {
        RequestTarget(path: path)
    }

    static func settings(of station: SimulatedStation, at index: Int) -> [FarmSetting] {
        [FarmSetting(name: "stream", value: station.streamURL)]
    }

    /// Streams without a title are not told of.
    static func messages(about state: StationState) -> [[UInt8]] {
        guard let track = state.broadcast.current?.track else { return [] }
        let message = [UInt8](json: {
            $0.beginObject()
            $0.member("action", "setTitle")
            $0.beginObject("data")
            $0.member("title", track.text)
            $0.endObject()
            $0.endObject()
        })
        return [message]
    }

    init?(client: ClientID, to target: RequestTarget, board: StationBoard) {
        guard target.path == Self.path else { return nil }
    }

    mutating func opened(board: inout StationBoard, at now: Moment) -> [SessionAction] {
        [.wake(after: Self.pingPeriod)]
    }

    mutating func woken(board: inout StationBoard, at now: Moment) -> [SessionAction] {
        [.ping, .wake(after: Self.pingPeriod)]
    }

    mutating func received(
        _ message: [UInt8], board: inout StationBoard, at now: Moment
    ) -> [SessionAction] {
        switch RadioliseRequest(parsing: message) {
        case .subscribe(let url):
            guard let index = board.index(ofStationStreamingAt: url) else {
                stations = []
                return [Self.error("serverUnreachable")]
            }
            stations = [index]
            return greeting(aboutStationAt: index, board: &board, at: now)
        case .unsubscribe:
            stations = []
            return []
        case nil: return [Self.error("malformedPayload")]
        }
    }

    private static func error(_ type: String) -> SessionAction {
        .send(
            [UInt8](json: {
                $0.beginObject()
                $0.member("action", "reportError")
                $0.beginObject("data")
                $0.member("type", type)
                $0.endObject()
                $0.endObject()
            }))
    }
}

/// What a client of Radiolise asks for.
private enum RadioliseRequest {
    case subscribe(url: String)
    case unsubscribe

    init?(parsing message: [UInt8]) {
        guard let request = try? JSONParser().parse(message, Self.read) else { return nil }
        self = request
    }

    private static func read(_ request: JSONValue) -> RadioliseRequest? {
        switch request["action"]?.string {
        case "subscribe": request.value(at: "/data/url")?.string.map { .subscribe(url: $0) }
        case "unsubscribe": .unsubscribe
        default: nil
        }
    }
}

extension StationBoard {
    /// The place of the station whose sound is at this address.
    fileprivate func index(ofStationStreamingAt url: String) -> Int? {
        (0..<count).first { station(at: $0).streamURL == url }
    }
}
