import JSON
import NowPlaying

/// Phoenix channels, `vsn` 2.0.0 (https://hexdocs.pm/phoenix/writing_a_channels_client.html): a
/// client joins a topic for each station, and is cut off if it says nothing for a minute.
struct PhoenixSession: SimulatedSession {
    private static let path = "/socket/websocket"
    private static let prefix = "radio:"
    private static let patience = Interval.seconds(60)

    private(set) var stations: [Int] = []

    static func target(of station: SimulatedStation, at index: Int) -> RequestTarget {
        RequestTarget(path: path, query: "vsn=2.0.0")
    }

    static func settings(of station: SimulatedStation, at index: Int) -> [FarmSetting] {
        [
            FarmSetting(name: "station", value: station.shortcode),
            FarmSetting(
                name: "layer", value: #"{ phoenix: { topic: "radio:{station}" } }"#,
                isVerbatim: true),
        ] + MadeUpSong.settings
    }

    static func messages(about state: StationState) -> [[UInt8]] {
        let topic = prefix + state.station.shortcode
        return [
            PhoenixFrame(topic: topic, event: "song", payload: MadeUpSong(state: state).json).json
        ]
    }

    init?(client: ClientID, to target: RequestTarget, board: StationBoard) {
        guard target.path == Self.path,
            QueryItem.value(of: "vsn", in: target.query) == Array("2.0.0".utf8)
        else { return nil }
    }

    mutating func opened(board: inout StationBoard, at now: Moment) -> [SessionAction] {
        [.wake(after: Self.patience)]
    }

    /// Nothing was heard for too long.
    mutating func woken(board: inout StationBoard, at now: Moment) -> [SessionAction] {
        [.close(code: 1_000, reason: "")]
    }

    mutating func received(
        _ message: [UInt8], board: inout StationBoard, at now: Moment
    ) -> [SessionAction] {
        guard let frame = PhoenixFrame(parsing: message) else { return [.abort] }
        return [.wake(after: Self.patience)] + answer(frame, board: &board, at: now)
    }

    private mutating func answer(
        _ frame: PhoenixFrame, board: inout StationBoard, at now: Moment
    ) -> [SessionAction] {
        switch (frame.topic, frame.event) {
        case ("phoenix", "heartbeat"): return [frame.reply("ok")]
        case (let topic, "phx_join"):
            guard topic.hasPrefix(Self.prefix),
                let index = board.index(ofStationWith: topic.dropFirst(Self.prefix.count))
            else { return [frame.reply("error", reason: "unmatched topic")] }
            if !stations.contains(index) { stations.append(index) }
            return [frame.reply("ok")] + greeting(aboutStationAt: index, board: &board, at: now)
        default: return [frame.reply("error", reason: "unmatched topic")]
        }
    }
}
