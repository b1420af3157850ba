import JSON
import NowPlaying

/// No protocol in between: what comes is what is meant.
struct PlainLayer: MessageLayer {
    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {
        events.append(.message(message))
    }
}
