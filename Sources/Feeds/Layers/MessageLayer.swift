import JSON
import NowPlaying

/// A protocol between the connection and what a feed is about: how messages are wrapped, how the
/// conversation begins, how either side is known to be alive, what its end means.
///
/// Layers stack (`LayeredFeed`): the `message` events of one are what the next one receives, and
/// what one sends the one below wraps. A layer says `ready` once for each connection, when what is
/// above may speak. What it keeps belongs to one connection and is forgotten in `opened`.
protocol MessageLayer: FeedMachine {
    /// What is above has something to say; only after `ready`.
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

/// What layers take of a server at most, each with its reason.
enum LayerLimits {
    /// Messages in one frame: a frame full of tiny ones must not become as many events.
    static let messages = CentrifugoFrame.maximumMessages
    /// Requests that wait for their replies: a server that answers none must cost nothing.
    static let pendingRequests = 64
    /// Intervals that servers ask for: more often would be a flood, less often is none.
    static let intervals = Interval.seconds(1)...Interval.seconds(3_600)
}

extension JSONValue {
    /// The value as a text of its own.
    var serialised: ArraySlice<UInt8> {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes[...]
    }

    /// A length of time in milliseconds, as far as it can be obeyed.
    var obeyableMilliseconds: Interval? {
        lenientDouble.flatMap { Interval(seconds: $0 / 1_000) }?.obeyable
    }
}

extension Interval {
    /// The nearest length that a server may ask for; `nil` for none at all.
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
