import JSON
import NowPlaying

/// One client of a Mopidy server: JSON-RPC requests are answered, events come unasked. Nothing
/// shows that the connection lives.
///
/// Each server has one player; here the first step of the path tells them apart.
struct MopidySession: PlayerSession {
    private let player: Int

    static func target(of station: SimulatedStation) -> RequestTarget {
        RequestTarget(path: "/\(station.shortcode)/mopidy/ws")
    }

    static func settings(of station: SimulatedStation) -> [FarmSetting] { [] }

    init?(target: RequestTarget, identity: UInt64, players: PlayerBank) {
        guard let player = players.index(inPath: target.path, before: "mopidy/ws") else {
            return nil
        }
        self.player = player
    }

    mutating func received(
        _ message: [UInt8], _ players: inout PlayerBank, at now: Moment
    ) -> [SessionAction] {
        let state = players.state(of: player, at: now.wall)
        let entry = MopidyEntry(state: state, station: players.station(player))
        let answer = JSONRPCDesk.answer(message) { reply(to: $0, $1, state, entry) }
        return answer.map { [.send($0)] } ?? []
    }

    private func reply(
        to method: String, _ parameters: JSONValue?, _ state: PlayerState, _ entry: MopidyEntry?
    ) -> JSONRPCDesk.Reply {
        switch method {
        case "core.get_version": .text("3.4.2")
        case "core.playback.get_state": .text(MopidyEvents.word(for: state.status))
        case "core.playback.get_time_position": .number(state.position.milliseconds)
        case "core.playback.get_current_tl_track": entry.map { .result($0.json) } ?? .null
        case "core.playback.get_current_track": entry.map { .result($0.track) } ?? .null
        case "core.playback.get_stream_title": entry?.streamTitle.map { .text($0) } ?? .null
        case "core.library.get_images": images(parameters)
        default: .unknownMethod
        }
    }

    private func images(_ parameters: JSONValue?) -> JSONRPCDesk.Reply {
        let listed = parameters?["uris"] ?? parameters?.value(at: "/0")
        guard let uris = listed, uris.isArray else { return .invalidParameters }
        return .result(MopidyEntry.images(of: uris.elements.compactMap(\.string)))
    }

    func hears(_ player: Int, of players: PlayerBank) -> Bool { player == self.player }

    mutating func messages(
        for change: PlayerChange, of player: Int, _ players: PlayerBank
    ) -> [[UInt8]] {
        MopidyEvents(change: change, station: players.station(player)).messages
    }
}
