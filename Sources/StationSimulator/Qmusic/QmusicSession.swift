import JSON
import NowPlaying

/// DPG Media's socket: SockJS, in which a client joins entities of stations, here `plays` only, and
/// is told of each play. A station that does not exist is joined like any other, and silent.
struct QmusicSession: SimulatedSession {
    private static let base = "/api"
    /// As many plays as may be asked for at once.
    private static let backlogMax = 50

    private(set) var stations: [Int] = []

    static func target(of station: SimulatedStation, at index: Int) -> RequestTarget {
        RequestTarget(path: "\(base)/001/\(station.shortcode)/websocket")
    }

    static func settings(of station: SimulatedStation, at index: Int) -> [FarmSetting] {
        [FarmSetting(name: "station", value: station.shortcode)]
    }

    static func messages(about state: StationState) -> [[UInt8]] {
        guard let item = state.broadcast.current else { return [] }
        let play = QmusicPlay(item: item, station: state.station, next: state.broadcast.next)
        return [SockJSFraming.frame(play.json)]
    }

    init?(client: ClientID, to target: RequestTarget, board: StationBoard) {
        guard SockJSFraming.isSession(target.path, under: Self.base) else { return nil }
    }

    mutating func opened(board: inout StationBoard, at now: Moment) -> [SessionAction] {
        [.send(SockJSFraming.open), .wake(after: SockJSFraming.heartbeatPeriod)]
    }

    mutating func woken(board: inout StationBoard, at now: Moment) -> [SessionAction] {
        [.send(SockJSFraming.heartbeat), .wake(after: SockJSFraming.heartbeatPeriod)]
    }

    mutating func received(
        _ message: [UInt8], board: inout StationBoard, at now: Moment
    ) -> [SessionAction] {
        guard let messages = SockJSFraming.messages(in: message) else { return [.abort] }
        return messages.flatMap { join($0, board: &board, at: now) }
    }

    func end(code: UInt16, reason: String) -> [SessionAction] {
        SockJSFraming.end(code: code, reason: reason)
    }

    func shutDown() -> [SessionAction] {
        SockJSFraming.end(code: 3_000, reason: "Go away!")
    }

    private mutating func join(
        _ message: [UInt8], board: inout StationBoard, at now: Moment
    ) -> [SessionAction] {
        guard let join = QmusicJoin(parsing: message),
            let index = board.index(ofStationWith: join.station)
        else { return [] }
        if !stations.contains(index) { stations.append(index) }
        guard let state = board.state(ofStationAt: index, at: now.wall) else { return [] }
        let past = join.backlog > 1 ? state.broadcast.history.prefix(join.backlog - 1) : []
        let plays = past.reversed().map {
            QmusicPlay(item: $0, station: state.station, next: nil).json
        }
        return plays.map { .send(SockJSFraming.frame($0)) }
            + (join.backlog > 0 ? Self.messages(about: state).map { .send($0) } : [])
    }

    /// A client's wish to hear of a station's plays.
    private struct QmusicJoin {
        let station: String
        let backlog: Int

        init?(parsing message: [UInt8]) {
            let read = try? JSONParser().parse(message) { request -> (String, Int)? in
                guard request["action"]?.string(equals: "join") == true,
                    let wanted = request["sub"], let station = wanted["station"]?.string,
                    wanted["entity"]?.string(equals: "plays") == true,
                    wanted["action"]?.string(equals: "play") == true
                else { return nil }
                return (station, request["backlog"]?.int ?? 0)
            }
            guard let (station, backlog) = read else { return nil }
            self.station = station
            self.backlog = min(max(0, backlog), QmusicSession.backlogMax)
        }
    }
}
