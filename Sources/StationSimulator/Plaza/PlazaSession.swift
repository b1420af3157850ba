import JSON
import NowPlaying

/// Nightwave Plaza: events of Socket.IO, `status` with each track and the counts by themselves.
struct PlazaSession: SimulatedSession {
    private static let paths = SitePaths("/ws/")

    private(set) var stations: [Int] = []
    private let index: Int
    private var engine = EngineIOSession(.four)

    static func target(of station: SimulatedStation, at index: Int) -> RequestTarget {
        RequestTarget(
            path: paths.path(of: station, at: index), query: EngineIOSession.Revision.four.query)
    }

    static func settings(of station: SimulatedStation, at index: Int) -> [FarmSetting] { [] }

    /// While nothing plays, only the listeners are counted.
    static func messages(about state: StationState) -> [[UInt8]] {
        let listeners = Array("\(state.listeners.current ?? 0)".utf8)
        let status = state.broadcast.current.map {
            EngineIOSession.event("status", PlazaStatus(state: state, item: $0).json)
        }
        return (status.map { [$0] } ?? []) + [EngineIOSession.event("listeners", listeners)]
    }

    init?(client: ClientID, to target: RequestTarget, board: StationBoard) {
        guard let index = Self.paths.station(at: target.path, on: board),
            EngineIOSession.Revision.four.accepts(target.query)
        else { return nil }
        self.index = index
    }

    mutating func opened(board: inout StationBoard, at now: Moment) -> [SessionAction] {
        engine.opened(using: &board.generator, haste: board.haste)
    }

    mutating func woken(board: inout StationBoard, at now: Moment) -> [SessionAction] {
        engine.woken()
    }

    mutating func received(
        _ message: [UInt8], board: inout StationBoard, at now: Moment
    ) -> [SessionAction] {
        let (outcome, actions) = engine.received(message, using: &board.generator)
        guard case .connected(let answer) = outcome else { return actions }
        stations = [index]
        return actions + [answer]
            + greeting(aboutStationAt: index, board: &board, at: now)
            + [.send(EngineIOSession.event("reactions", Array("0".utf8)))]
    }

    func end(code: UInt16, reason: String) -> [SessionAction] { EngineIOSession.end }

    func shutDown() -> [SessionAction] { EngineIOSession.end }
}
