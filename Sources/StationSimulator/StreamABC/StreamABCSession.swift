import JSON
import NowPlaying

/// QuantumCast's metadata WebSocket: a channel's state on connecting and on each change, without a
/// word from the client. A key that no channel has is answered with silence.
struct StreamABCSession: SimulatedSession {
    private static let directory = "/metadata/channel/"

    let stations: [Int]

    static func target(of station: SimulatedStation, at index: Int) -> RequestTarget {
        RequestTarget(path: directory + station.shortcode)
    }

    static func settings(of station: SimulatedStation, at index: Int) -> [FarmSetting] {
        [FarmSetting(name: "station", value: station.shortcode)]
    }

    static func messages(about state: StationState) -> [[UInt8]] {
        [StreamABCMessage(state: state).json]
    }

    init?(client: ClientID, to target: RequestTarget, board: StationBoard) {
        guard target.path.hasPrefix(Self.directory) else { return nil }
        let key = target.path.dropFirst(Self.directory.count)
        stations = board.index(ofStationWith: key).map { [$0] } ?? []
    }

    mutating func opened(board: inout StationBoard, at now: Moment) -> [SessionAction] {
        stations.flatMap { greeting(aboutStationAt: $0, board: &board, at: now) }
    }

    mutating func received(
        _ message: [UInt8], board: inout StationBoard, at now: Moment
    ) -> [SessionAction] { [] }
}
