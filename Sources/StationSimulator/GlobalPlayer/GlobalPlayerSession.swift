import JSON
import NowPlaying

/// Global Player's metadata WebSocket: a client subscribes to services by their heraldIds, which
/// here are the short codes, and is told track and show. No message says which service it is of.
struct GlobalPlayerSession: SimulatedSession {
    private static let path = "/v2/now-playing"
    private static let heartbeatPeriod = Interval.seconds(30)

    private(set) var stations: [Int] = []

    static func target(of station: SimulatedStation, at index: Int) -> RequestTarget {
        RequestTarget(path: path)
    }

    static func settings(of station: SimulatedStation, at index: Int) -> [FarmSetting] {
        [FarmSetting(name: "station", value: station.shortcode)]
    }

    static func messages(about state: StationState) -> [[UInt8]] {
        [GlobalPlayerMessage(state: state).json]
    }

    init?(client: ClientID, to target: RequestTarget, board: StationBoard) {
        guard target.path == Self.path else { return nil }
    }

    mutating func opened(board: inout StationBoard, at now: Moment) -> [SessionAction] {
        [.wake(after: Self.heartbeatPeriod)]
    }

    mutating func woken(board: inout StationBoard, at now: Moment) -> [SessionAction] {
        [.send(Array(#"{"type":"heartbeat"}"#.utf8)), .wake(after: Self.heartbeatPeriod)]
    }

    /// The client's own heartbeat, a word that is no JSON, is read and needs no answer.
    mutating func received(
        _ message: [UInt8], board: inout StationBoard, at now: Moment
    ) -> [SessionAction] {
        var actions: [SessionAction] = []
        for request in GlobalPlayerRequest.all(in: message) {
            guard let index = board.index(ofStationWith: request.service) else { continue }
            stations.removeAll { $0 == index }
            guard request.isSubscription else { continue }
            stations.append(index)
            actions += greeting(aboutStationAt: index, board: &board, at: now)
        }
        return actions
    }

    /// The first message has an empty song, and the right one follows at once.
    private func greeting(
        aboutStationAt index: Int, board: inout StationBoard, at now: Moment
    ) -> [SessionAction] {
        guard let state = board.state(ofStationAt: index, at: now.wall) else { return [] }
        let message = GlobalPlayerMessage(state: state)
        return [.send(message.jsonWithEmptySong), .send(message.json)]
    }
}

/// One of the actions that a client of Global Player asks for.
private struct GlobalPlayerRequest {
    let isSubscription: Bool
    let service: String

    static func all(in message: [UInt8]) -> [GlobalPlayerRequest] {
        let requests = try? JSONParser().parse(message) { request in
            request["actions"]?.elements.compactMap { GlobalPlayerRequest($0) }
        }
        return requests ?? []
    }

    private init?(_ action: JSONValue) {
        let types = ["subscribe": true, "unsubscribe": false]
        guard let isSubscription = types[action["type"]?.string ?? ""],
            let service = action["service"]?.string
        else { return nil }
        self.isSubscription = isSubscription
        self.service = service
    }
}
