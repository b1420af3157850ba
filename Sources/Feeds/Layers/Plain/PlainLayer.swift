import JSON
import NowPlaying

/// No protocol in between: what comes is what is meant.
struct PlainLayer: MessageLayer {
    mutating func received(
        _ message: LayerMessage, at now: Moment, using parser: JSONParser,
        into actions: inout [LayerAction]
    ) {
        actions.append(.message(message))
    }

    mutating func send(_ message: OutgoingMessage, into actions: inout [LayerAction]) {
        actions.append(.send(message.text))
    }
}
