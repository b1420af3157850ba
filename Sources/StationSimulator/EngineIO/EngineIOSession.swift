import JSON
import NowPlaying

/// Engine.IO with Socket.IO above it, from the server's side, on one WebSocket and in the default
/// namespace; both revisions of Engine.IO that are in use.
///
/// ```
/// revision 4 (socket.io 3 and 4)                revision 3 (socket.io 1 and 2)
/// server  0{"sid":…,"pingInterval":25000,…}     server  0{"sid":…,"pingInterval":25000,…}
/// client  40           within 45 s              server  40
/// server  40{"sid":…}                           client  42["name",…]
/// server  42["name",…]                          server  42["name",…]
/// server  2            a ping, every 25 s       client  2     a ping, within 85 s
/// client  3            its answer, within 20 s  server  3     its answer
/// server  41                                    server  41
/// ```
struct EngineIOSession: Sendable {
    /// The protocol's revision, `EIO` in the address.
    enum Revision: Int, Sendable {
        case three = 3
        case four = 4

        /// The query with which a client asks for it on a WebSocket.
        var query: String { "EIO=\(rawValue)&transport=websocket" }

        /// Whether a client asks for it.
        func accepts(_ query: String) -> Bool {
            QueryItem.value(of: "EIO", in: query) == Array("\(rawValue)".utf8)
                && QueryItem.value(of: "transport", in: query) == Array("websocket".utf8)
        }

        /// What servers of the time are set to.
        fileprivate var pingTimeout: Interval { self == .three ? .seconds(60) : .seconds(20) }
    }

    /// What became of the conversation by a client's message.
    enum Outcome: Equatable {
        /// Nothing that concerns what is above.
        case nothing
        /// The client is connected; send this, then what newcomers are told.
        case connected(SessionAction)
        /// The client sent an event of this name.
        case event(String)
        /// The client does not speak the protocol.
        case violation
    }

    private enum State {
        /// The connection is open and the namespace is not.
        case opening
        case connected
        /// A ping went out and awaits its answer.
        case pinged
    }

    private static let pingPeriod = Interval.seconds(25)
    private static let connectPatience = Interval.seconds(45)
    /// Real events stay far below; what is longer is none.
    private static let lengthMax = 64 << 10

    private let revision: Revision
    private var state: State

    /// A conversation that has not begun. With revision 3 nobody asks for the default namespace.
    init(_ revision: Revision) {
        self.revision = revision
        state = revision == .three ? .connected : .opening
    }

    /// A frame with an event that has one argument, which is JSON.
    static func event(_ name: String, _ argument: [UInt8]) -> [UInt8] {
        var writer = JSONWriter(appendingTo: Array("42".utf8))
        writer.beginArray()
        writer.string(name)
        writer.raw(argument)
        writer.endArray()
        return writer.bytes
    }

    /// Ends the conversation.
    static let end: [SessionAction] = [.send(endPacket), .close(code: 1_000, reason: "")]

    /// What is said before an end.
    static let endPacket = Array("41".utf8)

    /// What the server says first.
    func opened(using generator: inout SeededGenerator, haste: Double) -> [SessionAction] {
        var writer = JSONWriter(appendingTo: Array("0".utf8))
        writer.beginObject()
        writer.member("sid", hexadecimal(generator.next()))
        writer.beginArray("upgrades")
        writer.endArray()
        writer.member("pingInterval", Int((Self.pingPeriod * (1 / haste)).milliseconds))
        writer.member("pingTimeout", Int((revision.pingTimeout * (1 / haste)).milliseconds))
        if revision == .four { writer.member("maxPayload", 1_000_000) }
        writer.endObject()
        let hello = SessionAction.send(writer.bytes)
        switch revision {
        case .three: return [hello, .send(Array("40".utf8)), awaitPing]
        case .four: return [hello, .wake(after: Self.connectPatience)]
        }
    }

    /// A message came.
    mutating func received(
        _ message: [UInt8], using generator: inout SeededGenerator
    ) -> (Outcome, [SessionAction]) {
        let text = String(decoding: message, as: UTF8.self)
        switch (revision, state) {
        case (.three, _):
            return receivedOfThree(text, message)
        case (.four, .opening) where text == "40" || text.hasPrefix("40{"):
            state = .connected
            let answer = Array("40{\"sid\":\"\(hexadecimal(generator.next()))\"}".utf8)
            return (.connected(.send(answer)), [.wake(after: Self.pingPeriod)])
        case (.four, .pinged) where text == "3":
            state = .connected
            return (.nothing, [.wake(after: Self.pingPeriod)])
        case (.four, .connected) where text.hasPrefix("42"),
            (.four, .pinged) where text.hasPrefix("42"):
            return (Self.event(in: message), [])
        case (.four, _):
            return (.violation, [.abort])
        }
    }

    /// With revision 3 whatever comes shows that the client lives.
    private func receivedOfThree(
        _ text: String, _ message: [UInt8]
    ) -> (Outcome, [SessionAction]) {
        if text.hasPrefix("2") {
            return (.nothing, [.send(Array("3".utf8) + message.dropFirst()), awaitPing])
        }
        guard text.hasPrefix("42") else { return (.violation, [.abort]) }
        return (Self.event(in: message), [awaitPing])
    }

    private var awaitPing: SessionAction { .wake(after: Self.pingPeriod + revision.pingTimeout) }

    /// The name may have a number before it, by which the client wants it confirmed.
    private static func event(in message: [UInt8]) -> Outcome {
        let json = Array(message.drop { $0 != UInt8(ascii: "[") })
        let parser = JSONParser(maximumLength: lengthMax)
        let name = try? parser.parse(json) { $0.value(at: "/0")?.string }
        return (name ?? nil).map { .event($0) } ?? .nothing
    }

    /// The time came that the last `wake` asked for.
    mutating func woken() -> [SessionAction] {
        guard revision == .four, case .connected = state else { return [.abort] }
        state = .pinged
        return [.send(Array("2".utf8)), .wake(after: revision.pingTimeout)]
    }
}
