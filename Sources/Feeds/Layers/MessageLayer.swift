import JSON
import NowPlaying

/// A protocol between the WebSocket and what a feed is about: how messages are wrapped, how the
/// conversation begins, how either side is known to be alive, what its end means.
///
/// Like sessions, layers do no I/O and read no clock; what they keep belongs to one connection and
/// is forgotten in `opened`. Layers stack: what one hands up the next one receives, what one sends
/// the one below wraps (`LayerStack`). What a feed says through layers is a `Dialogue`.
protocol MessageLayer: Sendable {
    /// What is below is ready: a new connection begins.
    mutating func opened(at now: Moment, into actions: inout [LayerAction])

    /// A whole message came from below.
    mutating func received(
        _ message: LayerMessage, at now: Moment, using parser: JSONParser,
        into actions: inout [LayerAction])

    /// What is above has something to say; only after `ready`.
    mutating func send(_ message: OutgoingMessage, into actions: inout [LayerAction])

    /// What the code of a close frame means; `nil` where it says nothing in particular.
    func disconnect(code: Int, reason: String) -> FeedDisconnect?

    /// `deadline` may have passed.
    mutating func woke(at now: Moment, into actions: inout [LayerAction])

    /// When the layer wants to be woken; `nil` for not at all.
    var deadline: Instant? { get }
}

extension MessageLayer {
    /// A layer without a beginning of its own is ready at once.
    mutating func opened(at now: Moment, into actions: inout [LayerAction]) {
        actions.append(.ready)
    }

    /// Close codes mean nothing in particular.
    func disconnect(code: Int, reason: String) -> FeedDisconnect? { nil }

    /// A layer without timers does nothing when woken.
    mutating func woke(at now: Moment, into actions: inout [LayerAction]) {}

    /// A layer without timers never wants to be woken.
    var deadline: Instant? { nil }
}

/// What a layer wants done, or has found out.
enum LayerAction: Equatable, Sendable {
    /// What is above may begin to speak. Once for each connection.
    case ready
    /// A message for what is above.
    case message(LayerMessage)
    /// Something that every session can want; a text that it sends goes through what is below.
    case action(FeedAction)

    /// Sends this text through what is below.
    static func send(_ text: String) -> LayerAction { .action(.send(text)) }

    /// Counts something that could not be used.
    static func rejected(_ rejection: FeedRejection) -> LayerAction {
        .action(.rejected(rejection))
    }
}

/// A message that came through a layer.
struct LayerMessage: Equatable, Sendable {
    /// What it says: nearly always JSON.
    var bytes: ArraySlice<UInt8>
    /// It came as bytes, not as text.
    var isBinary = false
    /// The event's name, or the method's, where the protocol names what it sends.
    var event: String?
    /// The channel or topic, where the protocol has them.
    var channel: String?
    /// The server kept this for newcomers: it is state, not news.
    var isCached = false

    /// A message without a name.
    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// A WebSocket message.
    init(_ message: FeedMessage) {
        bytes = message.bytes
        if case .binary = message { isBinary = true }
    }

    /// A value as a message of its own.
    init(_ value: JSONValue?, event: String? = nil, channel: String? = nil) {
        bytes = value?.serialised ?? ArraySlice("null".utf8)
        self.event = event
        self.channel = channel
    }
}

/// A message on its way out.
struct OutgoingMessage: Equatable, Sendable {
    /// The event's name, or the method's, in protocols that have such.
    var event: String?
    /// What to say.
    var text: String
    /// The text is JSON; otherwise it is just a text.
    var isJSON = true

    /// The text as JSON: itself, or a string that holds it.
    var json: String { isJSON ? text : text.quotedAsJSON }

    /// A text to send as it is.
    static func plain(_ text: String) -> OutgoingMessage {
        OutgoingMessage(text: text, isJSON: false)
    }
}

/// What layers take of a server at most, each with its reason.
enum LayerLimits {
    /// Messages in one frame: a frame full of tiny ones must not become as many actions.
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
