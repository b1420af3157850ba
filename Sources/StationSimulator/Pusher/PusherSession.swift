import JSON
import NowPlaying

/// Pusher Channels (https://pusher.com/docs/channels/library_auth_reference/
/// pusher-websockets-protocol/): a client subscribes to a channel for each station, and asks after
/// a silence whether the server still lives. One that is silent is asked the same, and cut off if
/// it does not answer.
struct PusherSession: SimulatedSession {
    private static let path = "/app/simulated"
    private static let prefix = "radio-"
    /// How long a client may be silent before it has to ask.
    private static let activityPeriod = Interval.seconds(120)
    private static let patience = Interval.seconds(30)

    /// The client was asked whether it still lives, and has not answered.
    private var isDoubtful = false
    private(set) var stations: [Int] = []

    static func target(of station: SimulatedStation, at index: Int) -> RequestTarget {
        RequestTarget(path: path, query: "protocol=7")
    }

    static func settings(of station: SimulatedStation, at index: Int) -> [FarmSetting] {
        [
            FarmSetting(name: "station", value: station.shortcode),
            FarmSetting(
                name: "layer", value: #"{ pusher: { channel: "radio-{station}" } }"#,
                isVerbatim: true),
        ] + MadeUpSong.settings
    }

    static func messages(about state: StationState) -> [[UInt8]] {
        let data = MadeUpSong(state: state).json
        return [event("song", channel: prefix + state.station.shortcode, data: data)]
    }

    init?(client: ClientID, to target: RequestTarget, board: StationBoard) {
        guard target.path == Self.path else { return nil }
    }

    mutating func opened(board: inout StationBoard, at now: Moment) -> [SessionAction] {
        let seconds = Int((Self.activityPeriod * (1 / board.haste)).wholeSeconds)
        let data = [UInt8](json: {
            $0.beginObject()
            $0.member("socket_id", "1.\(board.generator.next() % 1_000_000)")
            $0.member("activity_timeout", max(1, seconds))
            $0.endObject()
        })
        return [
            .send(Self.event("pusher:connection_established", data: data)), Self.expectation,
        ]
    }

    /// Nothing was heard for too long.
    mutating func woken(board: inout StationBoard, at now: Moment) -> [SessionAction] {
        guard !isDoubtful else {
            return [.close(code: 4_201, reason: "Pong reply not received in time")]
        }
        isDoubtful = true
        return [.send(Self.event("pusher:ping")), .wake(after: Self.patience)]
    }

    mutating func received(
        _ message: [UInt8], board: inout StationBoard, at now: Moment
    ) -> [SessionAction] {
        isDoubtful = false
        let request = try? JSONParser().parse(message) {
            (event: $0["event"]?.string, channel: $0.value(at: "/data/channel")?.string)
        }
        switch request?.event {
        case "pusher:ping": return [.send(Self.event("pusher:pong")), Self.expectation]
        case "pusher:subscribe":
            return [Self.expectation]
                + subscribe(request?.channel ?? "", board: &board, at: now)
        default: return [Self.expectation]
        }
    }

    private mutating func subscribe(
        _ channel: String, board: inout StationBoard, at now: Moment
    ) -> [SessionAction] {
        guard channel.hasPrefix(Self.prefix),
            let index = board.index(ofStationWith: channel.dropFirst(Self.prefix.count))
        else { return [.send(Self.event("pusher:subscription_error", channel: channel))] }
        if !stations.contains(index) { stations.append(index) }
        let success = Self.event("pusher_internal:subscription_succeeded", channel: channel)
        return [.send(success)] + greeting(aboutStationAt: index, board: &board, at: now)
    }

    private static var expectation: SessionAction { .wake(after: activityPeriod) }

    /// An event, whose data is JSON in a string.
    private static func event(
        _ name: String, channel: String? = nil, data: [UInt8] = Array("{}".utf8)
    ) -> [UInt8] {
        [UInt8](json: {
            $0.beginObject()
            $0.member("event", name)
            $0.member("channel", channel)
            $0.member("data", String(decoding: data, as: UTF8.self))
            $0.endObject()
        })
    }
}
