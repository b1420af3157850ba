import JSON
import NowPlaying

/// LISTEN.moe's gateway: a hello, the state, updates; and clients that must beat as often as the
/// hello says, neither more often nor less.
struct ListenMoeSession: SimulatedSession {
    private static let paths = SitePaths("/gateway_v2", "/kpop/gateway_v2")
    /// How often clients are to beat.
    private static let beatPeriod = Interval.seconds(35)
    /// How late a beat may be.
    private static let patience = Interval.seconds(10)
    /// Beats after the first that come sooner than this are too fast.
    private static let shortestBeat = Interval.milliseconds(17_500)

    let stations: [Int]
    private var lastBeat: Instant?

    static func target(of station: SimulatedStation, at index: Int) -> RequestTarget {
        RequestTarget(path: paths.path(of: station, at: index))
    }

    static func settings(of station: SimulatedStation, at index: Int) -> [FarmSetting] { [] }

    static func messages(about state: StationState) -> [[UInt8]] {
        ListenMoeUpdate(state: state)?.messages ?? []
    }

    init?(client: ClientID, to target: RequestTarget, board: StationBoard) {
        guard let index = Self.paths.station(at: target.path, on: board) else { return nil }
        stations = [index]
    }

    mutating func opened(board: inout StationBoard, at now: Moment) -> [SessionAction] {
        [
            .send(ListenMoeUpdate.hello(beat: Self.beatPeriod * (1 / board.haste))),
            .wake(after: Self.beatPeriod + Self.patience),
        ] + stations.flatMap { greeting(aboutStationAt: $0, board: &board, at: now) }
    }

    /// No beat came in time.
    mutating func woken(board: inout StationBoard, at now: Moment) -> [SessionAction] { [.abort] }

    mutating func received(
        _ message: [UInt8], board: inout StationBoard, at now: Moment
    ) -> [SessionAction] {
        let read = try? JSONParser().parse(message) { $0["op"]?.int }
        switch read {
        case 2:
            guard let state = board.state(ofStationAt: stations[0], at: now.wall),
                let update = ListenMoeUpdate(state: state)
            else { return [] }
            return [.send(update.json(type: "TRACK_UPDATE_REQUEST"))]
        case 9: return beat(at: now.monotonic, haste: board.haste)
        default: return [.abort]
        }
    }

    private mutating func beat(at now: Instant, haste: Double) -> [SessionAction] {
        if let lastBeat, (now - lastBeat) * haste < Self.shortestBeat { return [.abort] }
        lastBeat = now
        return [
            .send(ListenMoeUpdate.acknowledgement),
            .wake(after: Self.beatPeriod + Self.patience),
        ]
    }
}
