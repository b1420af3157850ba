import JSON
import NowPlaying

/// One client of a Home Assistant: it shows its token when asked, then sends commands with numbers
/// that grow (https://developers.home-assistant.io/docs/api/websocket).
struct HomeAssistantSession: PlayerSession {
    private enum State {
        /// The token is awaited.
        case new
        /// Let in; the number of the last command.
        case authenticated(lastID: Int)
        case ended
    }

    private static let path = "/api/websocket"
    private static let version = "2026.4.0"
    /// How long the token may be awaited.
    private static let patience = Interval.seconds(10)
    private static let lengthMax = 64 << 10

    private var state = State.new
    private var subscriptions: [HomeAssistantSubscription] = []
    /// The client takes several messages in one frame.
    private var coalesces = false

    static func target(of station: SimulatedStation) -> RequestTarget {
        RequestTarget(path: path)
    }

    static func settings(of station: SimulatedStation) -> [FarmSetting] {
        [
            FarmSetting(name: "entity", value: HomeAssistantEntity.id(of: station)),
            FarmSetting(name: "token", value: SimulatedCredentials.token),
        ]
    }

    init?(target: RequestTarget, identity: UInt64, players: PlayerBank) {
        guard target.path == Self.path else { return nil }
    }

    mutating func opened(_ players: inout PlayerBank, at now: Moment) -> [SessionAction] {
        [.send(Self.greeting("auth_required")), .wake(after: Self.patience)]
    }

    mutating func woken(at now: Moment) -> [SessionAction] {
        guard case .new = state else { return [] }
        state = .ended
        return [.close(code: 1000, reason: "")]
    }

    mutating func received(
        _ message: [UInt8], _ players: inout PlayerBank, at now: Moment
    ) -> [SessionAction] {
        let parser = JSONParser(maximumLength: Self.lengthMax)
        let actions = try? parser.parse(message) { value -> [SessionAction] in
            switch state {
            case .new: return authenticate(value)
            case .authenticated(let lastID):
                return command(value, after: lastID, &players, at: now.wall)
            case .ended: return []
            }
        }
        // What is no JSON ends the connection.
        return actions ?? [.close(code: 1000, reason: "")]
    }

    private mutating func authenticate(_ message: JSONValue) -> [SessionAction] {
        let isRight =
            message["type"]?.string(equals: "auth") == true
            && message["access_token"]?.string == SimulatedCredentials.token
        state = isRight ? .authenticated(lastID: 0) : .ended
        guard !isRight else { return [.send(Self.greeting("auth_ok"))] }
        let refusal = #"{"type":"auth_invalid","message":"Invalid access token or password"}"#
        return [.send(Array(refusal.utf8)), .close(code: 1000, reason: "")]
    }

    private mutating func command(
        _ message: JSONValue, after lastID: Int, _ players: inout PlayerBank, at now: Timestamp
    ) -> [SessionAction] {
        guard let id = message["id"]?.int, let type = message["type"]?.string else {
            let words = "Message incorrectly formatted."
            return [.send(HomeAssistantFrames.failure(0, "invalid_format", words))]
        }
        guard id > lastID else {
            let words = "Identifier values have to increase."
            return [.send(HomeAssistantFrames.failure(id, "id_reuse", words))]
        }
        state = .authenticated(lastID: id)
        let frames = answer(id, type, message, &players, at: now)
        return joined(frames).map { .send($0) }
    }

    private mutating func answer(
        _ id: Int, _ type: String, _ message: JSONValue, _ players: inout PlayerBank,
        at now: Timestamp
    ) -> [[UInt8]] {
        switch type {
        case "ping": return [HomeAssistantFrames.pong(id)]
        case "supported_features":
            coalesces = message.value(at: "/features/coalesce_messages")?.int == 1
            return [HomeAssistantFrames.result(id)]
        case "get_states":
            let states = players.indices.map { entity($0, &players, at: now).json }
            return [HomeAssistantFrames.result(id, states)]
        case "unsubscribe_events":
            subscriptions.removeAll { $0.id == message["subscription"]?.int }
            return [HomeAssistantFrames.result(id)]
        default:
            guard var subscription = HomeAssistantSubscription(id, type, message) else {
                return [HomeAssistantFrames.failure(id, "unknown_command", "Unknown command.")]
            }
            let entities = players.indices.map { entity($0, &players, at: now) }
            let first = subscription.begin(with: entities)
            subscriptions.append(subscription)
            return [HomeAssistantFrames.result(id)] + first
        }
    }

    private func entity(
        _ index: Int, _ players: inout PlayerBank, at now: Timestamp
    ) -> HomeAssistantEntity {
        let state = players.state(of: index, at: now)
        return HomeAssistantEntity(
            state, station: players.station(index), updatedAt: state.touchedAt)
    }

    func hears(_ player: Int, of players: PlayerBank) -> Bool {
        let entity = HomeAssistantEntity.id(of: players.station(player))
        return subscriptions.contains { $0.concerns(entity) }
    }

    mutating func messages(
        for change: PlayerChange, of player: Int, _ players: PlayerBank
    ) -> [[UInt8]] {
        guard change.isAnything else { return [] }
        let station = players.station(player)
        let old = HomeAssistantEntity(
            change.old, station: station, updatedAt: change.old.time)
        // The server has noticed just now what happened to the player a moment ago.
        let new = HomeAssistantEntity(
            change.new, station: station, updatedAt: change.new.time)
        let frames = subscriptions.indices.compactMap {
            subscriptions[$0].frame(from: old, to: new)
        }
        return joined(frames)
    }

    /// Several messages in one frame are an array.
    private func joined(_ frames: [[UInt8]]) -> [[UInt8]] {
        guard coalesces, frames.count > 1 else { return frames }
        var writer = JSONWriter()
        writer.beginArray()
        for frame in frames { writer.raw(frame) }
        writer.endArray()
        return [writer.bytes]
    }

    private static func greeting(_ type: String) -> [UInt8] {
        Array(#"{"type":"\#(type)","ha_version":"\#(version)"}"#.utf8)
    }
}
