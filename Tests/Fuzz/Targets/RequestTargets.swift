import FanOut
import Feeds
import Hub
import JSON
import NowPlaying
import Stations

extension FuzzTarget {
    /// Lines of a client on the socket, and values that another hub of a cluster wrote.
    static let requests = [
        FuzzTarget(name: "request") { bytes in
            guard let size = bytes.first.map({ Int($0) + 1 }) else { return nil }
            let bytes = Array(bytes.dropFirst())
            let whole = lines(inAnswerTo: bytes, inPiecesOf: max(1, bytes.count))
            let pieces = lines(inAnswerTo: bytes, inPiecesOf: size)
            if let complaint = (whole + pieces).lazy.compactMap({ complaint(about: $0) }).first {
                return complaint
            }
            let (expected, answers) = (
                whole.compactMap { answer(in: $0) }, pieces.compactMap { answer(in: $0) }
            )
            return expected == answers ? nil : "in pieces of \(size) bytes it is something else"
        },
        FuzzTarget(name: "shared") { bytes in
            guard let station = SharedStation(exchanged: bytes, using: JSONParser()) else {
                return nil
            }
            let again = SharedStation(exchanged: station.exchanged, using: JSONParser())
            return again == station ? nil : "what is written is not what was read"
        },
    ]

    /// All that a client is sent who says this.
    private static func lines(inAnswerTo bytes: [UInt8], inPiecesOf size: Int) -> [[UInt8]] {
        let client = ClientID(number: 1)
        let now = Moment(
            monotonic: Instant(milliseconds: 0), wall: Timestamp(milliseconds: 1_734_714_000_000))
        let feed = Feed(type: "qmusic", url: "wss://radio.example")
        let stations = ["one", "two"].compactMap { try? StationConfiguration(id: $0, feed: feed) }
        var hub = Hub(
            configuration: HubConfiguration(stations: stations), epoch: "life", seed: 1,
            isReplay: true, at: now)
        var effects: [Effect] = []
        hub.handle(.clientConnected(client, by: ClientTransport("socket")), at: now, into: &effects)
        var rest = bytes[...]
        var framing = RPCFraming(limits: hub.limits, parser: JSONParser())
        while !rest.isEmpty {
            let input = framing.receive(Array(rest.prefix(size)), at: now.monotonic)
            hub.handle(.requested(client, input.requests), at: now, into: &effects)
            if let violation = input.violation {
                hub.handle(
                    .clientMisbehaved(client, code: violation.code, reason: violation.reason),
                    at: now, into: &effects)
            }
            rest = rest.dropFirst(size)
        }
        for _ in 0..<100 { hub.handle(.turn, at: now, into: &effects) }
        return effects.compactMap { effect in
            guard case .deliver(_, let delivery) = effect else { return nil }
            return framing.line(for: delivery).bytes
        }
    }

    /// Returns the id that a line answers, and its error code; `nil` for an update, which comes
    /// when a turn ends, between any answers.
    private static func answer(in line: [UInt8]) -> String? {
        let answer = try? JSONParser().parse(line) { value in
            value["method"] == nil
                ? "\(value["id"]?.lenientString ?? "null") \(value.value(at: "/error/code")?.int ?? 0)"
                : nil
        }
        return answer ?? nil
    }

    private static func complaint(about line: [UInt8]) -> String? {
        let isAnswer = try? JSONParser().parse(line) { $0["jsonrpc"]?.string(equals: "2.0") }
        guard isAnswer == true, line.last == 0x0A, !line.dropLast().contains(0x0A) else {
            return "not a line of JSON-RPC: \(String(decoding: line, as: UTF8.self))"
        }
        return nil
    }
}
