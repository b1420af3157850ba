import JSON
import NowPlaying

/// Gensokyo Radio: a client introduces itself, is given an id and told what plays, and must answer
/// each ping with that id before the next one, or is dropped.
struct GensokyoSession: SimulatedSession {
    private static let paths = SitePaths("/wss")
    private static let pingPeriod = Interval.seconds(20)

    private(set) var stations: [Int] = []
    private let index: Int
    private let id: Int
    private var isAwaited = false

    static func target(of station: SimulatedStation, at index: Int) -> RequestTarget {
        RequestTarget(path: paths.path(of: station, at: index))
    }

    static func settings(of station: SimulatedStation, at index: Int) -> [FarmSetting] { [] }

    static func messages(about state: StationState) -> [[UInt8]] {
        [GensokyoSong(state: state).json]
    }

    init?(client: ClientID, to target: RequestTarget, board: StationBoard) {
        guard let index = Self.paths.station(at: target.path, on: board) else { return nil }
        self.index = index
        id = 1_000 + Int(clamping: client.number)
    }

    mutating func opened(board: inout StationBoard, at now: Moment) -> [SessionAction] {
        [.wake(after: Self.pingPeriod)]
    }

    mutating func woken(board: inout StationBoard, at now: Moment) -> [SessionAction] {
        guard !isAwaited else { return [.abort] }
        isAwaited = true
        return [.send(Array(#"{"message":"ping"}"#.utf8)), .wake(after: Self.pingPeriod)]
    }

    mutating func received(
        _ message: [UInt8], board: inout StationBoard, at now: Moment
    ) -> [SessionAction] {
        let read = try? JSONParser().parse(message) { ($0["message"]?.string, $0["id"]?.int) }
        switch read {
        case ("grInitialConnection"?, _)? where stations.isEmpty:
            stations = [index]
            return [.send(Array("{\"message\":\"welcome\",\"id\":\(id)}".utf8))]
                + greeting(aboutStationAt: index, board: &board, at: now)
        case ("pong"?, id?)?: isAwaited = false
        default: break
        }
        return []
    }
}
