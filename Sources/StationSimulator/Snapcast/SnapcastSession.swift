import JSON
import NowPlaying

/// One client of a Snapserver, which has many streams: JSON-RPC requests are answered, and changes
/// of every stream come unasked.
struct SnapcastSession: PlayerSession {
    private static let path = "/jsonrpc"

    static func target(of station: SimulatedStation) -> RequestTarget {
        RequestTarget(path: path)
    }

    static func settings(of station: SimulatedStation) -> [FarmSetting] {
        [FarmSetting(name: "stream", value: station.shortcode)]
    }

    init?(target: RequestTarget, identity: UInt64, players: PlayerBank) {
        guard target.path == Self.path else { return nil }
    }

    mutating func received(
        _ message: [UInt8], _ players: inout PlayerBank, at now: Moment
    ) -> [SessionAction] {
        let answer = JSONRPCDesk.answer(message) { method, _ in
            switch method {
            case "Server.GetStatus": .result(Self.status(of: &players, at: now.wall))
            case "Server.GetRPCVersion": .result(Array(#"{"major":2,"minor":0,"patch":0}"#.utf8))
            default: .unknownMethod
            }
        }
        return answer.map { [.send($0)] } ?? []
    }

    func hears(_ player: Int, of players: PlayerBank) -> Bool { true }

    mutating func messages(
        for change: PlayerChange, of player: Int, _ players: PlayerBank
    ) -> [[UInt8]] {
        let station = players.station(player)
        let stream = SnapcastStream(state: change.new, station: station)
        let properties = JSONRPCDesk.notification(
            "Stream.OnProperties", parameters: stream.parameters("properties", stream.properties))
        let old = SnapcastStream(state: change.old, station: station)
        guard old.status != stream.status else { return [properties] }
        let update = JSONRPCDesk.notification(
            "Stream.OnUpdate", parameters: stream.parameters("stream", stream.json))
        return [properties, update]
    }

    private static func status(of players: inout PlayerBank, at now: Timestamp) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.beginObject("server")
        writer.beginArray("groups")
        writer.endArray()
        writer.beginObject("server")
        writer.beginObject("snapserver")
        writer.member("controlProtocolVersion", 1)
        writer.member("name", "Snapserver")
        writer.member("protocolVersion", 1)
        writer.member("version", "0.31.0")
        writer.endObject()
        writer.endObject()
        writer.beginArray("streams")
        for index in players.indices {
            let state = players.state(of: index, at: now)
            writer.raw(SnapcastStream(state: state, station: players.station(index)).json)
        }
        writer.endArray()
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }
}
