import JSON
import NowPlaying

/// SockJS over a WebSocket (https://github.com/sockjs/sockjs-protocol, “Framing”).
///
/// A frame begins with a letter: `o` open, `h` heartbeat, `a["…","…"]` messages, `m"…"` one
/// message, `c[code,"reason"]` close. The client sends an array of texts, without a letter. An
/// address that ends in `/websocket` without the two random steps before it is the raw transport,
/// which has no frames: that is `PlainLayer`.
struct SockJSLayer: MessageLayer {
    private var isOpen = false

    mutating func opened(at now: Moment, into events: inout [FeedEvent]) {
        isOpen = false
    }

    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {
        let rest = message.bytes.dropFirst()
        switch message.bytes.first {
        case UInt8(ascii: "o") where rest.isEmpty: open(into: &events)
        case UInt8(ascii: "h") where rest.isEmpty: break
        case UInt8(ascii: "a"), UInt8(ascii: "m"):
            parse(rest, using: parser, into: &events) { value, events in
                Self.unpack(value, into: &events)
            }
        case UInt8(ascii: "c"):
            parse(rest, using: parser, into: &events) { value, events in
                events.append(.disconnect(Self.closure(value)))
            }
        default:
            events.append(.rejected(.unexpectedShape("not a frame of SockJS")))
        }
    }

    mutating func send(_ message: OutboundMessage, into events: inout [FeedEvent]) {
        events.append(.send("[\(message.text.quotedAsJSON)]"))
    }

    private mutating func open(into events: inout [FeedEvent]) {
        guard !isOpen else { return }
        isOpen = true
        events.append(.accepted)
        events.append(.ready)
    }

    private func parse(
        _ bytes: ArraySlice<UInt8>, using parser: JSONParser,
        into events: inout [FeedEvent],
        _ body: (JSONValue, inout [FeedEvent]) -> Void
    ) {
        do {
            try parser.parse(bytes) { body($0, &events) }
        } catch {
            events.append(.rejected(.notJSON(error)))
        }
    }

    private static func unpack(_ value: JSONValue, into events: inout [FeedEvent]) {
        let limit = LayerLimits.messages
        if let text = value.utf8 { return events.append(.message(FeedMessage(Array(text)[...]))) }
        guard value.isArray else {
            return events.append(.rejected(.unexpectedShape("a SockJS frame without an array")))
        }
        for (place, element) in value.elements.enumerated() {
            guard place < limit else {
                return events.append(.rejected(.tooManyMessages(limit)))
            }
            if let text = element.utf8 {
                events.append(.message(FeedMessage(Array(text)[...])))
            } else {
                events.append(.rejected(.unexpectedShape("a SockJS message that is not text")))
            }
        }
    }

    /// Reasons of 3000 (“Go away!”) and 2010 (“Another connection still open”) alike are over with
    /// the next connection, which has an address of its own.
    private static func closure(_ value: JSONValue) -> FeedDisconnect {
        FeedDisconnect(
            code: value.value(at: "/0")?.lenientInt ?? 0,
            reason: value.value(at: "/1")?.readable ?? "", retry: .backoff)
    }
}
