import JSON
import NowPlaying

/// The server's side of Engine.IO over a WebSocket, in both revisions that are in use
/// (https://socket.io/docs/v4/engine-io-protocol/).
///
/// With revision 3 the client pings and the server answers; with 4 the server pings. A client that
/// is not heard in time is dropped.
struct EngineIOSession: Sendable {
    /// The protocol's revision, `EIO` in the address.
    enum Revision: Int, Sendable {
        case three = 3
        case four = 4

        /// What servers of the time are set to: socket.io 1 waits longer than its successors.
        fileprivate var pingTimeout: Interval { self == .three ? .seconds(60) : .seconds(20) }
    }

    /// What came of a packet.
    struct Outcome {
        /// What is to be done.
        var actions: [SessionAction] = []
        /// A message for what is above.
        var message: ArraySlice<UInt8>?
    }

    private static let pingInterval = Interval.seconds(25)

    private let revision: Revision
    private let identity: UInt64
    private var isPongOwed = false

    /// A session for a client that asked for this target; `nil` if it asked for something else.
    init?(_ revision: Revision, query: String, identity: UInt64) {
        let version = QueryItem.value(of: "EIO", in: query)
        let transport = QueryItem.value(of: "transport", in: query)
        guard version == Array("\(revision.rawValue)".utf8), transport == Array("websocket".utf8)
        else { return nil }
        self.revision = revision
        self.identity = identity
    }

    /// The first packet, and the wait for the first sign of life.
    func opened() -> [SessionAction] {
        var writer = JSONWriter(appendingTo: Array("0".utf8))
        writer.beginObject()
        writer.member("sid", sessionID)
        writer.beginArray("upgrades")
        writer.endArray()
        writer.member("pingInterval", Int(Self.pingInterval.milliseconds))
        writer.member("pingTimeout", Int(revision.pingTimeout.milliseconds))
        if revision == .four { writer.member("maxPayload", 1_000_000) }
        writer.endObject()
        return [.send(writer.bytes), wait]
    }

    /// A packet came.
    mutating func received(_ packet: [UInt8]) -> Outcome {
        var outcome = Outcome()
        switch packet.first {
        case UInt8(ascii: "1"):
            outcome.actions = [.close(code: 1000, reason: "")]
        case UInt8(ascii: "2") where revision == .three:
            outcome.actions = [.send(Array("3".utf8) + packet.dropFirst()), wait]
        case UInt8(ascii: "3") where revision == .four:
            isPongOwed = false
            outcome.actions = [wait]
        case UInt8(ascii: "4"):
            outcome.message = packet.dropFirst()
            // With revision 3 anything shows that the client lives.
            if revision == .three { outcome.actions = [wait] }
        default:
            // What is no packet ends the transport.
            outcome.actions = [.close(code: 1000, reason: "")]
        }
        return outcome
    }

    /// The time for a sign of life is up, or with revision 4 the time to ask for one.
    mutating func woken() -> [SessionAction] {
        guard revision == .four, !isPongOwed else { return [.close(code: 1000, reason: "")] }
        isPongOwed = true
        return [.send(Array("2".utf8)), .wake(after: revision.pingTimeout)]
    }

    /// A message from what is above.
    static func packet(_ message: [UInt8]) -> [UInt8] { Array("4".utf8) + message }

    /// The packet that ends the transport.
    static let close = Array("1".utf8)

    /// Twenty characters that nobody else has.
    var sessionID: String { hexadecimal(identity) + String(hexadecimal(~identity).prefix(4)) }

    private var wait: SessionAction {
        let patience =
            revision == .three ? Self.pingInterval + revision.pingTimeout : Self.pingInterval
        return .wake(after: patience)
    }
}
