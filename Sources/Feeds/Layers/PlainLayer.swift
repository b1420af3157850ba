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

/// Several messages in a frame, one a line; blank lines are none.
struct LinesLayer: MessageLayer {
    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {
        let limit = LayerLimits.messages
        let lines = message.bytes.split(separator: UInt8(ascii: "\n"), maxSplits: limit)
        for line in lines.prefix(limit) where !line.allSatisfy(Self.isBlank) {
            var part = message
            part.bytes = line
            events.append(.message(part))
        }
        if lines.count > limit { events.append(.rejected(.tooManyMessages(limit))) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\r") || byte == 0x09
    }
}
