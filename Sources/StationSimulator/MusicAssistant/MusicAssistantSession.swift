import JSON
import NowPlaying

/// One client of a Music Assistant server: the server speaks first, the client shows its token,
/// commands are answered by their ids, and events of every player come unasked.
struct MusicAssistantSession: PlayerSession {
    private static let path = "/ws"
    /// Since this version of the protocol a token is needed.
    private static let schemaVersion = 28
    private static let lengthMax = 64 << 10

    /// The position is told about once a second.
    static let usualPeriod: ClosedRange<Interval>? =
        .milliseconds(950)...Interval.milliseconds(1_050)
    static let variesRate = true

    private var isAuthenticated = false

    static func target(of station: SimulatedStation) -> RequestTarget {
        RequestTarget(path: path)
    }

    static func settings(of station: SimulatedStation) -> [FarmSetting] {
        [
            FarmSetting(name: "player", value: station.shortcode),
            FarmSetting(name: "token", value: SimulatedCredentials.token),
        ]
    }

    init?(target: RequestTarget, identity: UInt64, players: PlayerBank) {
        guard target.path == Self.path else { return nil }
    }

    mutating func opened(_ players: inout PlayerBank, at now: Moment) -> [SessionAction] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("server_id", "5151515151515151515151515151aaaa")
        writer.member("server_version", "2.7.0")
        writer.member("schema_version", Self.schemaVersion)
        writer.member("min_supported_schema_version", 24)
        writer.member("base_url", "http://127.0.0.1:8095")
        writer.member("homeassistant_addon", false)
        writer.member("onboard_done", true)
        writer.endObject()
        return [.send(writer.bytes)]
    }

    mutating func received(
        _ message: [UInt8], _ players: inout PlayerBank, at now: Moment
    ) -> [SessionAction] {
        let parser = JSONParser(maximumLength: Self.lengthMax)
        let command = try? parser.parse(message) { MusicAssistantCommand($0) }
        guard let command else {
            return [.send(MusicAssistantFrames.error(id: nil, code: 1, "Invalid message"))]
        }
        return carryOut(command, &players, at: now.wall).map { .send($0) }
    }

    private mutating func carryOut(
        _ command: MusicAssistantCommand, _ players: inout PlayerBank, at now: Timestamp
    ) -> [[UInt8]] {
        let id = command.id
        if command.name == "auth" {
            isAuthenticated = command.token == SimulatedCredentials.token
            guard isAuthenticated else {
                return [MusicAssistantFrames.error(id: id, code: 21, "Invalid or expired token")]
            }
            return [MusicAssistantFrames.result(id: id, Array(#"{"authenticated":true}"#.utf8))]
        }
        guard isAuthenticated else {
            return [MusicAssistantFrames.error(id: id, code: 20, "Authentication required")]
        }
        switch command.name {
        case "players/all":
            return MusicAssistantFrames.results(
                id: id, players.indices.map { MusicAssistantQueue.player(players.station($0)) })
        case "player_queues/all":
            let queues = players.indices.map { index in
                let state = players.state(of: index, at: now)
                return MusicAssistantQueue(state: state, station: players.station(index)).json
            }
            return MusicAssistantFrames.results(id: id, queues)
        default:
            return [
                MusicAssistantFrames.error(id: id, code: 12, "Invalid command: \(command.name)")
            ]
        }
    }

    func hears(_ player: Int, of players: PlayerBank) -> Bool { isAuthenticated }

    mutating func messages(
        for change: PlayerChange, of player: Int, _ players: PlayerBank
    ) -> [[UInt8]] {
        let station = players.station(player)
        if change.isAnything {
            let queue = MusicAssistantQueue(state: change.new, station: station)
            return [MusicAssistantFrames.event("queue_updated", of: station, queue.json)]
        }
        guard change.new.status == .playing else { return [] }
        var writer = JSONWriter()
        writer.double(change.new.position.seconds)
        return [MusicAssistantFrames.event("queue_time_updated", of: station, writer.bytes)]
    }
}

/// What a client of Music Assistant asks for.
struct MusicAssistantCommand: Sendable {
    let id: String
    let name: String
    let token: String?

    /// The command in a message; `nil` where it is none.
    init?(_ message: JSONValue) {
        guard let id = message["message_id"]?.string, let name = message["command"]?.string
        else { return nil }
        self.id = id
        self.name = name
        token = message.value(at: "/args/token")?.string
    }
}
