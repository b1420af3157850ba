import JSON
import NowPlaying

/// JSON-RPC 2.0 in both directions (https://www.jsonrpc.org/specification), batches included.
///
/// A notification goes up as an event of its method's name with its parameters; so does a reply,
/// under the name of the method that was called, with its result. What is not JSON-RPC at all goes
/// up as it is: Mopidy sends its events so. Requests of the server are refused politely.
struct JSONRPCLayer: MessageLayer {
    private var pending = PendingRequests<String>()

    mutating func opened(at now: Moment, into events: inout [FeedEvent]) {
        pending.forget()
        events.append(.ready)
    }

    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {
        do {
            try parser.parse(message.bytes) { unpack($0, into: &events) }
        } catch {
            events.append(.rejected(.notJSON(error)))
        }
    }

    mutating func send(_ message: OutboundMessage, into events: inout [FeedEvent]) {
        guard let method = message.event else { return events.append(.send(message.text)) }
        let number = pending.add(method)
        var writer = JSONWriter(capacity: 64 + method.utf8.count + message.text.utf8.count)
        writer.beginObject()
        writer.member("jsonrpc", "2.0")
        writer.member("id", number)
        writer.member("method", method)
        if !message.text.isEmpty {
            writer.key("params")
            writer.raw(Array(message.json.utf8))
        }
        writer.endObject()
        events.append(.send(String(decoding: writer.bytes, as: UTF8.self)))
    }

    private mutating func unpack(_ value: JSONValue, into events: inout [FeedEvent]) {
        guard value.isArray else { return handle(value, into: &events) }
        for (place, element) in value.elements.enumerated() {
            guard place < LayerLimits.messages else {
                return events.append(.rejected(.tooManyMessages(place)))
            }
            handle(element, into: &events)
        }
    }

    private mutating func handle(_ value: JSONValue, into events: inout [FeedEvent]) {
        if let method = value["method"]?.word {
            called(method, value, into: &events)
        } else if value["result"] != nil || value["error"] != nil, let number = value["id"] {
            replied(number, value, into: &events)
        } else {
            events.append(.message(FeedMessage(value, event: value["event"]?.word)))
        }
    }

    private func called(
        _ method: String, _ value: JSONValue, into events: inout [FeedEvent]
    ) {
        guard let number = value["id"], !number.isNull else {
            return events.append(.message(FeedMessage(value["params"], event: method)))
        }
        let echo = String(decoding: number.serialised.prefix(64), as: UTF8.self)
        let isPlain = number.isString || number.double != nil
        guard isPlain, number.serialised.count <= 64 else {
            return events.append(.rejected(.unexpectedShape("a request with an odd id")))
        }
        events.append(
            .send(
                #"{"jsonrpc":"2.0","id":"# + echo
                    + #","error":{"code":-32601,"message":"Method not found"}}"#))
    }

    private mutating func replied(
        _ number: JSONValue, _ value: JSONValue, into events: inout [FeedEvent]
    ) {
        guard let method = pending.remove(number.lenientInt) else {
            return events.append(.rejected(.unknownReply(number.lenientString ?? "?")))
        }
        if let error = value["error"], !error.isNull {
            return events.append(.rejected(.requestFailed(method, error)))
        }
        events.append(.message(FeedMessage(value["result"], event: method)))
    }
}
