import JSON
import NowPlaying

/// One client of a Kodi: notifications name only what is played; what it is has to be asked.
///
/// Each Kodi is a server of its own; here the first step of the path tells them apart.
struct KodiSession: PlayerSession {
    private let player: Int

    /// Kodi's number of its player for music.
    static let playerID = 0
    private static let failed = JSONRPCDesk.Reply.error(
        code: -32_100, message: "Failed to execute method.")

    static func target(of station: SimulatedStation) -> RequestTarget {
        RequestTarget(path: "/\(station.shortcode)/jsonrpc")
    }

    static func settings(of station: SimulatedStation) -> [FarmSetting] {
        [FarmSetting(name: "host", value: "127.0.0.1")]
    }

    init?(target: RequestTarget, identity: UInt64, players: PlayerBank) {
        guard let player = players.index(inPath: target.path, before: "jsonrpc") else {
            return nil
        }
        self.player = player
    }

    mutating func received(
        _ message: [UInt8], _ players: inout PlayerBank, at now: Moment
    ) -> [SessionAction] {
        let state = players.state(of: player, at: now.wall)
        let answer = JSONRPCDesk.answer(message) { reply(to: $0, $1, KodiPlayer(state: state)) }
        return answer.map { [.send($0)] } ?? []
    }

    private func reply(
        to method: String, _ parameters: JSONValue?, _ player: KodiPlayer
    ) -> JSONRPCDesk.Reply {
        let isMeant = parameters?["playerid"]?.int == Self.playerID
        switch method {
        case "JSONRPC.Ping": return .text("pong")
        case "Player.GetActivePlayers": return .result(player.activePlayers)
        case "Player.GetItem", "Player.GetProperties":
            guard parameters?["playerid"] != nil else { return .invalidParameters }
            guard isMeant, let item = player.item else { return Self.failed }
            let wanted = parameters?["properties"]?.elements.compactMap(\.string) ?? []
            let isItem = method == "Player.GetItem"
            return .result(isItem ? item.json(wanted) : player.properties(wanted))
        default: return .unknownMethod
        }
    }

    func hears(_ player: Int, of players: PlayerBank) -> Bool { player == self.player }

    mutating func messages(
        for change: PlayerChange, of player: Int, _ players: PlayerBank
    ) -> [[UInt8]] {
        KodiPlayer.notifications(of: change)
    }
}
