import JSON
import NowPlaying

/// Several messages in a frame, one a line; blank lines are none.
struct LinesLayer: MessageLayer {
    mutating func received(
        _ message: LayerMessage, at now: Moment, using parser: JSONParser,
        into actions: inout [LayerAction]
    ) {
        let limit = LayerLimits.messages
        let lines = message.bytes.split(separator: UInt8(ascii: "\n"), maxSplits: limit)
        for line in lines.prefix(limit) where !line.allSatisfy(Self.isBlank) {
            var part = message
            part.bytes = line
            actions.append(.message(part))
        }
        if lines.count > limit { actions.append(.rejected(.tooManyMessages(limit))) }
    }

    mutating func send(_ message: OutgoingMessage, into actions: inout [LayerAction]) {
        actions.append(.send(message.text))
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\r") || byte == 0x09
    }
}
