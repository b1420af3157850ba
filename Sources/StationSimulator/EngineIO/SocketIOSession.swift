import JSON
import NowPlaying

/// The server's side of Socket.IO's default namespace, above Engine.IO
/// (https://socket.io/docs/v4/socket-io-protocol/).
///
/// With Engine.IO 3 the client is in the namespace from the start; with 4 it has to ask.
struct SocketIOSession: Sendable {
    /// An event that the client sent, with its first argument as JSON.
    struct Event: Equatable, Sendable {
        let name: String
        let argument: [UInt8]?
    }

    /// What came of a packet.
    struct Outcome {
        var actions: [SessionAction] = []
        var event: Event?
        /// The client has just come into the namespace.
        var hasJoined = false
    }

    private let revision: EngineIOSession.Revision
    private var transport: EngineIOSession
    /// The client is in the namespace and hears events.
    private(set) var isJoined = false

    /// Real events stay far below; what is longer is malformed.
    private static let lengthMax = 64 << 10

    /// A session for a client that asked for this; `nil` if it asked for something else.
    init?(_ revision: EngineIOSession.Revision, query: String, identity: UInt64) {
        guard let transport = EngineIOSession(revision, query: query, identity: identity) else {
            return nil
        }
        self.revision = revision
        self.transport = transport
    }

    /// The connection stands.
    mutating func opened() -> [SessionAction] {
        guard revision == .three else { return transport.opened() }
        isJoined = true
        return transport.opened() + [.send(EngineIOSession.packet(Array("0".utf8)))]
    }

    /// A packet came.
    mutating func received(_ packet: [UInt8]) -> Outcome {
        let carried = transport.received(packet)
        var outcome = Outcome(actions: carried.actions)
        guard let message = carried.message else { return outcome }
        switch message.first {
        case UInt8(ascii: "0") where revision == .four && message.dropFirst().first != slash:
            outcome.hasJoined = !isJoined
            isJoined = true
            let answer = Array("0{\"sid\":\"\(transport.sessionID)\"}".utf8)
            outcome.actions.append(.send(EngineIOSession.packet(answer)))
        case UInt8(ascii: "1"):
            isJoined = false
        case UInt8(ascii: "2") where isJoined:
            let json = message.dropFirst().drop { $0 != UInt8(ascii: "[") }
            outcome.event = Self.event(Array(json))
        default: break
        }
        return outcome
    }

    /// The time came that the last `wake` asked for.
    mutating func woken() -> [SessionAction] { transport.woken() }

    /// An event for the client, with one argument that is JSON.
    static func event(_ name: String, _ argument: [UInt8]) -> [UInt8] {
        var writer = JSONWriter(appendingTo: Array("2".utf8))
        writer.beginArray()
        writer.string(name)
        writer.raw(argument)
        writer.endArray()
        return EngineIOSession.packet(writer.bytes)
    }

    private static func event(_ json: [UInt8]) -> Event? {
        let parser = JSONParser(maximumLength: lengthMax)
        let event = try? parser.parse(json) { value -> Event? in
            guard let name = value.value(at: "/0")?.string else { return nil }
            let argument = value.value(at: "/1").map { argument -> [UInt8] in
                var writer = JSONWriter()
                writer.value(argument)
                return writer.bytes
            }
            return Event(name: name, argument: argument)
        }
        return event ?? nil
    }
}

private let slash = UInt8(ascii: "/")
