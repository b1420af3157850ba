import FanOut
import Hub
import JSON
import NowPlaying
import Stations

/// A hub with one server and many clients, in virtual time. The server says what the benchmark
/// wants; of what the clients are sent only the lines are counted.
final class BenchmarkHub {
    private var hub: Hub
    private var now: Moment
    private var effects: [Effect] = []
    /// The connection to the server, once it is dialled.
    private var link: LinkID?
    /// The bytes that the hub has sent on it.
    private var request: [UInt8] = []
    /// The framings that read and write for the clients; the first has the number 1.
    private var framings: [RPCFraming] = []
    private let parser = JSONParser()
    /// Lines that clients were sent.
    private(set) var lines = 0
    /// The newest line, if lines are kept.
    private var lastLine: [UInt8] = []
    private var keepsLines = false

    /// A hub whose stations are on one server, which has accepted the connection.
    init(_ stations: [StationConfiguration]) throws {
        now = Moment(
            monotonic: Instant(milliseconds: 1_000_000),
            wall: Timestamp(milliseconds: Int64(AzuraCastServer.start) * 1_000))
        hub = Hub(
            configuration: HubConfiguration(stations: stations), epoch: "benchmark", seed: 1,
            at: now)
        handle(.started)
        guard let link else { throw FeedRecording.Mistake(problem: "no link was dialled") }
        handle(.linkResolved(link))
        handle(.linkConnected(link))
        handle(.linkReceived(link, ServerFrame.acceptance(of: request)))
    }

    /// Lets so many seconds pass.
    func wait(_ seconds: Int) { now = now + .seconds(Int64(seconds)) }

    /// The server sends bytes, such as a frame.
    func say(_ bytes: [UInt8]) {
        guard let link else { return }
        handle(.linkReceived(link, bytes))
    }

    /// Another client connects, and asks for something.
    func connect(asking request: String) {
        var framing = RPCFraming(limits: hub.limits, parser: parser)
        let input = framing.receive(Array((request + "\n").utf8), at: now.monotonic)
        framings.append(framing)
        let client = ClientID(number: framings.count)
        handle(.clientConnected(client, by: ClientTransport("socket")))
        handle(.requested(client, input.requests))
    }

    /// Returns the answer to the request of another client.
    func answer(to request: String) -> String {
        keepsLines = true
        connect(asking: request)
        return String(decoding: lastLine, as: UTF8.self)
    }

    private func handle(_ event: Event) {
        var event = event
        while true {
            hub.handle(event, at: now, into: &effects)
            let wantsTurn = carryOut()
            guard wantsTurn else { return }
            event = .turn
        }
    }

    private func take(_ line: Line) {
        lines += 1
        if keepsLines { lastLine = line.bytes }
    }

    /// Carries out the effects, and returns true if the hub wants another turn.
    private func carryOut() -> Bool {
        var wantsTurn = false
        for effect in effects {
            switch effect {
            case .deliver(let client, let delivery):
                take(framings[client.number - 1].line(for: delivery))
            case .reply(let client, let reply, _):
                take(framings[client.number - 1].line(for: reply))
            case .link(let dialled, .dial): link = dialled
            case .link(_, .transmit(let bytes)): request = bytes
            case .takeTurn: wantsTurn = true
            default: break
            }
        }
        effects.removeAll(keepingCapacity: true)
        return wantsTurn
    }
}
