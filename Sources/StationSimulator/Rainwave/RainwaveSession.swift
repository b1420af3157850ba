import JSON
import NowPlaying

/// Rainwave's WebSocket: nothing before the client has proved who it is, and then nothing before
/// the next song, unless it claims to know of another one than that which is on.
///
/// What is simpler than in the original: a message that comes too soon after others is refused, not
/// put off.
struct RainwaveSession: SimulatedSession {
    private static let directory = "/api4/websocket/"
    private static let pingPeriod = Interval.seconds(30)
    /// So many messages within `throttlePeriod` are too many.
    private static let messagesMax = 5
    private static let throttlePeriod = Interval.seconds(3)

    /// The anonymous user's number.
    static let userID = 1
    /// The key that lets everybody in.
    static let key = "5iMuLaT10n"

    private(set) var stations: [Int] = []
    private let index: Int?
    private var messageTimes: [Instant] = []

    static func target(of station: SimulatedStation, at index: Int) -> RequestTarget {
        RequestTarget(path: "\(directory)\(index + 1)")
    }

    static func settings(of station: SimulatedStation, at index: Int) -> [FarmSetting] {
        [
            FarmSetting(name: "station", value: String(index + 1), isVerbatim: true),
            FarmSetting(name: "user", value: String(userID), isVerbatim: true),
            FarmSetting(name: "key", value: key),
        ]
    }

    static func messages(about state: StationState) -> [[UInt8]] {
        [RainwaveState(state: state).json]
    }

    init?(client: ClientID, to target: RequestTarget, board: StationBoard) {
        guard target.path.hasPrefix(Self.directory),
            let number = Int(target.path.dropFirst(Self.directory.count))
        else { return nil }
        index = (1...max(1, board.count)).contains(number) ? number - 1 : nil
    }

    mutating func opened(board: inout StationBoard, at now: Moment) -> [SessionAction] {
        index == nil ? [RainwaveError.action("invalid_station_id")] : []
    }

    mutating func woken(board: inout StationBoard, at now: Moment) -> [SessionAction] {
        let ping = "{\"ping\":{\"timestamp\":\(now.wall.wholeSeconds)}}"
        return [.send(Array(ping.utf8)), .wake(after: Self.pingPeriod)]
    }

    mutating func received(
        _ message: [UInt8], board: inout StationBoard, at now: Moment
    ) -> [SessionAction] {
        switch RainwaveRequest(parsing: message) {
        case nil: [RainwaveError.action("invalid_request")]
        case .authenticate(let key): authenticate(key)
        case .mistake(let error) where !stations.isEmpty || error.isAboutAuthentication:
            [error.action]
        case _ where stations.isEmpty: [RainwaveError.action("auth_required")]
        case let request?: throttled(request, board: &board, at: now)
        }
    }

    private mutating func authenticate(_ key: String) -> [SessionAction] {
        guard key == Self.key, let index else {
            return [RainwaveError.action("auth_failed"), .close(code: 1_000, reason: "")]
        }
        stations = [index]
        return [.send(Array(#"{"wsok":true}"#.utf8)), .wake(after: Self.pingPeriod)]
    }

    private mutating func throttled(
        _ request: RainwaveRequest, board: inout StationBoard, at now: Moment
    ) -> [SessionAction] {
        messageTimes.removeAll { now.monotonic - $0 >= Self.throttlePeriod }
        messageTimes.append(now.monotonic)
        guard messageTimes.count < Self.messagesMax else {
            return [RainwaveError.action("websocket_throttle", under: "wsthrottle")]
        }
        switch request {
        case .ping: return [.send(Array(#"{"pong":true}"#.utf8))]
        case .check(let scheduled):
            guard let index, let state = board.state(ofStationAt: index, at: now.wall),
                Int(state.broadcast.current?.number ?? 0) != scheduled
            else { return [] }
            let warning = #"{"outdated_data_warning":{"outdated":true}}"#
            return Self.messages(about: state).map { .send($0) } + [.send(Array(warning.utf8))]
        case .authenticate, .mistake, .pong: return []
        }
    }
}
