import JSON
import NowPlaying

/// Engine.IO over a WebSocket, below Socket.IO (https://socket.io/docs/v4/engine-io-protocol/).
///
/// A packet begins with a digit. Who asks whether the other is alive is what the revisions differ
/// in: with 3 the client sends `2` and the server answers `3`, with 4 it is the other way round.
/// Getting it wrong is punished by a disconnect after some 25 to 85 s.
struct EngineIOLayer: MessageLayer {
    /// The protocol's revision, `EIO` in the address.
    enum ProtocolRevision: Int, Sendable {
        case three = 3
        case four = 4
    }

    private let revision: ProtocolRevision
    private var isOpen = false
    private var pingInterval: Interval?
    private var pingsAt: Instant?

    /// A layer that speaks this revision.
    init(_ revision: ProtocolRevision) {
        self.revision = revision
    }

    var deadline: Instant? { pingsAt }

    mutating func opened(at now: Moment, into events: inout [FeedEvent]) {
        isOpen = false
        pingInterval = nil
        pingsAt = nil
    }

    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {
        guard !message.isBinary else { return pass(message, into: &events) }
        let rest = message.bytes.dropFirst()
        switch message.bytes.first {
        case UInt8(ascii: "0"): open(rest, at: now, using: parser, into: &events)
        case UInt8(ascii: "1"):
            let end = FeedDisconnect(
                code: 0, reason: "Engine.IO closed the transport", retry: .backoff)
            events.append(.disconnect(end))
        case UInt8(ascii: "2"):
            events.append(.send("3" + String(decoding: rest, as: UTF8.self)))
        case UInt8(ascii: "3"), UInt8(ascii: "5"), UInt8(ascii: "6"): break
        case UInt8(ascii: "4"):
            var inner = message
            inner.bytes = rest
            pass(inner, into: &events)
        default: events.append(.rejected(.unexpectedShape("not a packet of Engine.IO")))
        }
    }

    mutating func send(_ message: OutboundMessage, into events: inout [FeedEvent]) {
        events.append(.send("4" + message.text))
    }

    mutating func woke(at now: Moment, into events: inout [FeedEvent]) {
        guard let pingsAt, let pingInterval, now.monotonic >= pingsAt else { return }
        self.pingsAt = now.monotonic + pingInterval
        events.append(.send("2"))
    }

    private func pass(_ message: FeedMessage, into events: inout [FeedEvent]) {
        guard isOpen else {
            return events.append(.rejected(.unexpectedShape("a message before Engine.IO's open")))
        }
        events.append(.message(message))
    }

    /// `pingInterval` and `pingTimeout` in milliseconds. Either way something is heard once in an
    /// interval, and silence for both together means that the server is gone.
    private mutating func open(
        _ bytes: ArraySlice<UInt8>, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {
        let read = try? parser.parse(bytes) { value -> (Interval?, Interval?)? in
            guard value.isObject else { return nil }
            return (
                value["pingInterval"]?.obeyableMilliseconds,
                value["pingTimeout"]?.obeyableMilliseconds
            )
        }
        guard let times = read ?? nil else {
            let rejection = FeedRejection.unexpectedShape("Engine.IO's open is not an object")
            return events.append(.rejected(rejection))
        }
        guard !isOpen else { return }
        isOpen = true
        if let interval = times.0 {
            let timeout = interval + (times.1 ?? .zero)
            events.append(.expectHeartbeat(every: timeout))
            if revision == .three {
                pingInterval = interval
                pingsAt = now.monotonic + interval
            }
        }
        events.append(.ready)
    }
}
