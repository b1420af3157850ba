import JSON
import NowPlaying

/// A protocol between the connection and a feed: the wrapping of messages, the beginning of the
/// conversation, the signs of life of both sides, and the meaning of its end.
///
/// Layers stack (`LayeredFeed`): each receives the `message` events of the layer below, and wraps
/// the messages of the layer above. A layer emits `ready` once for each connection, when the layer
/// above may send. Its state belongs to one connection and is forgotten in `opened`.
protocol MessageLayer: FeedMachine {
    /// The layer above sends a message; only after `ready`.
    mutating func send(_ message: OutboundMessage, into events: inout [FeedEvent])
}

extension MessageLayer {
    /// A layer without a beginning of its own is ready at once.
    mutating func opened(at now: Moment, into events: inout [FeedEvent]) {
        events.append(.ready)
    }

    /// A layer that wraps nothing sends the text alone.
    mutating func send(_ message: OutboundMessage, into events: inout [FeedEvent]) {
        events.append(.send(message.text))
    }
}

/// The largest amounts that layers take from a server, each with its reason.
enum LayerLimits {
    /// Messages in one frame: a frame full of tiny ones must not become as many events.
    static let messages = CentrifugoFrame.maximumMessages
    /// Requests that wait for replies: a server that answers none must not fill the memory.
    static let pendingRequests = 64
    /// Intervals that servers ask for: shorter ones flood the server, longer ones do not keep it
    /// alive.
    static let intervals = Interval.seconds(1)...Interval.seconds(3_600)
}

extension JSONValue {
    /// The value as a text of its own.
    var serialised: ArraySlice<UInt8> {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes[...]
    }

    /// A length of time in milliseconds, limited to the allowed intervals.
    var obeyableMilliseconds: Interval? {
        lenientDouble.flatMap { Interval(seconds: $0 / 1_000) }?.obeyable
    }
}

extension Interval {
    /// The nearest allowed interval; `nil` if it is not positive.
    var obeyable: Interval? {
        guard self > .zero else { return nil }
        let bounds = LayerLimits.intervals
        return clamped(from: bounds.lowerBound, to: bounds.upperBound)
    }
}

extension String {
    /// The text as a JSON string.
    var quotedAsJSON: String {
        var writer = JSONWriter()
        writer.string(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
