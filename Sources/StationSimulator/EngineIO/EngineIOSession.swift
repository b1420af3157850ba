import JSON
import NowPlaying

/// Engine.IO's fourth revision with Socket.IO's fifth above it, from the server's side, on one
/// WebSocket and in the default namespace.
///
/// ```
/// server  0{"sid":…,"pingInterval":25000,…}     the client did not speak yet
/// client  40                                    it must within 45 s
/// server  40{"sid":…}                           connected
/// server  42["name",…]                          events
/// server  2                                     a ping, every 25 s
/// client  3                                     its answer, within 20 s
/// server  41                                    the end
/// ```
struct EngineIOSession: Sendable {
    /// What became of the conversation by a client's message.
    enum Outcome: Equatable {
        /// Nothing that concerns what is above.
        case nothing
        /// The client is connected; send this, then what newcomers are told.
        case connected(SessionAction)
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
    private static let pingPatience = Interval.seconds(20)
    private static let connectPatience = Interval.seconds(45)

    private var state = State.opening

    /// The query with which a client asks for this revision on a WebSocket.
    static let query = "EIO=4&transport=websocket"

    /// Whether a client asks for it.
    static func accepts(_ query: String) -> Bool {
        QueryItem.value(of: "EIO", in: query) == Array("4".utf8)
            && QueryItem.value(of: "transport", in: query) == Array("websocket".utf8)
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
    static let end: [SessionAction] = [.send(Array("41".utf8)), .close(code: 1_000, reason: "")]

    /// What the server says first.
    func opened(board: inout StationBoard) -> [SessionAction] {
        var writer = JSONWriter(appendingTo: Array("0".utf8))
        writer.beginObject()
        writer.member("sid", hexadecimal(board.generator.next()))
        writer.beginArray("upgrades")
        writer.endArray()
        writer.member("pingInterval", Self.milliseconds(Self.pingPeriod, board))
        writer.member("pingTimeout", Self.milliseconds(Self.pingPatience, board))
        writer.member("maxPayload", 1_000_000)
        writer.endObject()
        return [.send(writer.bytes), .wake(after: Self.connectPatience)]
    }

    private static func milliseconds(_ period: Interval, _ board: StationBoard) -> Int {
        Int((period * (1 / board.haste)).milliseconds)
    }

    /// A message came. Events of the client's own are read and ignored.
    mutating func received(
        _ message: [UInt8], using generator: inout SeededGenerator
    ) -> (Outcome, [SessionAction]) {
        let text = String(decoding: message, as: UTF8.self)
        switch state {
        case .opening where text == "40" || text.hasPrefix("40{"):
            state = .connected
            let answer = Array("40{\"sid\":\"\(hexadecimal(generator.next()))\"}".utf8)
            return (.connected(.send(answer)), [.wake(after: Self.pingPeriod)])
        case .pinged where text == "3":
            state = .connected
            return (.nothing, [.wake(after: Self.pingPeriod)])
        case .connected where text.hasPrefix("42"), .pinged where text.hasPrefix("42"):
            return (.nothing, [])
        case .opening, .connected, .pinged:
            return (.violation, [.abort])
        }
    }

    /// The time came that the last `wake` asked for.
    mutating func woken() -> [SessionAction] {
        switch state {
        case .opening, .pinged: return [.abort]
        case .connected:
            state = .pinged
            return [.send(Array("2".utf8)), .wake(after: Self.pingPatience)]
        }
    }
}
