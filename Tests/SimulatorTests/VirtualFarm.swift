import JSON
import NowPlaying
import Testing

@testable import Simulator

/// A simulated server with clients that live in virtual time.
struct VirtualFarm {
    /// An event that a client saw.
    enum Sight: Equatable {
        case message(String)
        case closed(UInt16)
        case cut
    }

    /// 2027-01-15, as good a day as any.
    static let start = Moment(
        monotonic: Instant(milliseconds: 50_000), wall: Timestamp(milliseconds: 1_800_000_000_000))

    private(set) var now = VirtualFarm.start
    private var server: SimulatedServer
    /// The number of pings of the WebSocket itself that each client got.
    private(set) var pings: [ConnectionID: Int] = [:]
    private var sights: [ConnectionID: [Sight]] = [:]

    init(
        stations: [SimulatedStation] = [.steady], rate: Double? = nil, seed: UInt64 = 7
    ) {
        var configuration = FarmConfiguration(stations: stations, seed: seed)
        configuration.rate = rate
        server = SimulatedServer(configuration: configuration, at: now)
    }

    /// A farm that plays a script.
    init(playing script: ConversationScript, haste: Double = 1) {
        var configuration = FarmConfiguration(script: script)
        configuration.haste = haste
        server = SimulatedServer(configuration: configuration, at: now)
    }

    mutating func connect(
        _ client: ConnectionID, path: String = "/api/live/nowplaying/websocket", query: String = ""
    ) {
        var effects: [SimulatedServer.Effect] = []
        let target = RequestTarget(path: path, query: query)
        server.clientConnected(client, to: target, at: now, into: &effects)
        note(effects)
    }

    mutating func send(_ text: String, from client: ConnectionID) {
        var effects: [SimulatedServer.Effect] = []
        server.clientSent(Array(text.utf8), from: client, at: now, into: &effects)
        note(effects)
    }

    /// Connects and subscribes to stations by their channels.
    mutating func subscribe(_ client: ConnectionID, to channels: String..., settings: String = "{}")
    {
        connect(client)
        let subscriptions = channels.map { "\"\($0)\":\(settings)" }.joined(separator: ",")
        send("{\"subs\":{\(subscriptions)}}", from: client)
    }

    mutating func inject(_ fault: Fault) {
        var effects: [SimulatedServer.Effect] = []
        server.inject(fault, at: now, into: &effects)
        note(effects)
    }

    mutating func heal() {
        server.heal()
    }

    /// Lets time pass, stopping at each deadline on the way.
    mutating func run(for length: Interval) {
        let end = now + length
        while let deadline = server.nextDeadline, deadline <= end.monotonic {
            now = now + max(.zero, deadline - now.monotonic)
            var effects: [SimulatedServer.Effect] = []
            server.advance(to: now, into: &effects)
            note(effects)
        }
        now = end
    }

    private mutating func note(_ effects: [SimulatedServer.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let message, let client):
                sights[client, default: []].append(
                    .message(String(decoding: message, as: UTF8.self)))
            case .publish(let message, let clients):
                let text = String(decoding: message, as: UTF8.self)
                for client in clients { sights[client, default: []].append(.message(text)) }
            case .ping(let client):
                pings[client, default: 0] += 1
            case .close(let client, let code, _):
                sights[client, default: []].append(.closed(code))
                server.clientDisconnected(client)
            case .abort(let client):
                sights[client, default: []].append(.cut)
                server.clientDisconnected(client)
            }
        }
    }

    /// Returns the events that a client saw since the last call.
    mutating func takeSights(of client: ConnectionID) -> [Sight] {
        sights.removeValue(forKey: client) ?? []
    }

    /// The messages among what a client saw since it was last asked.
    mutating func takeMessages(of client: ConnectionID) -> [String] {
        takeSights(of: client).compactMap {
            if case .message(let text) = $0 { text } else { nil }
        }
    }

    /// The publications among what a client saw since it was last asked.
    mutating func takePublications(of client: ConnectionID) -> [String] {
        takeMessages(of: client).filter { $0.contains("\"pub\"") }
    }
}

extension ConnectionID {
    static let car = ConnectionID(number: 1)
    static let kitchen = ConnectionID(number: 2)
}

extension SimulatedStation {
    static let steady = SimulatedStation(shortcode: "steady", name: "Steady")
    static let live = SimulatedStation(shortcode: "live", name: "Live", format: .liveShows)
    static let shaky = SimulatedStation(shortcode: "shaky", name: "Shaky", format: .intermittent)
}

/// Reads a message and lends its value.
func withJSON<Result>(_ text: String, _ body: (JSONValue) throws -> Result) throws -> Result {
    try JSONParser().parse(Array(text.utf8), body)
}
