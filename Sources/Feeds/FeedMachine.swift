public import JSON
public import NowPlaying
import Support

/// The conversation with one upstream server: messages in, events out.
///
/// A machine outlives its connections: `opened` starts each new one, so that learned values (a
/// stream position, a token) serve the next. It does no I/O, never waits and never reads a clock.
/// It knows stations by their index in the list that it was made with.
public protocol FeedMachine: Sendable {
    /// A connection is open, and the layers below, if there are any, are ready.
    mutating func opened(at now: Moment, into events: inout [FeedEvent])

    /// A whole message came.
    ///
    /// - Parameter parser: One parser serves all machines, so that its memory stays warm and
    ///   machines remain values.
    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent])

    /// A layer below received this about a channel.
    mutating func apply(
        _ news: SubscriptionNews, ofChannel channel: String, into events: inout [FeedEvent])

    /// The meaning of a close frame's code in this protocol; `nil` if it only says that the
    /// connection is over.
    func disconnect(code: Int, reason: String) -> FeedDisconnect?

    /// `deadline` may have passed.
    mutating func woke(at now: Moment, into events: inout [FeedEvent])

    /// The time at which the machine must be woken; `nil` if not at all.
    var deadline: Instant? { get }

    /// The time at which the machine reports a state that it still doubts, if no message comes
    /// before. It is one of the times at which it must be woken.
    var reportDeadline: Instant? { get }
}

extension FeedMachine {
    /// A machine without timers does nothing when woken.
    public mutating func woke(at now: Moment, into events: inout [FeedEvent]) {}

    /// A machine without timers never wants to be woken.
    public var deadline: Instant? { nil }

    /// A machine that reports each message at once holds nothing back.
    public var reportDeadline: Instant? { nil }

    /// A machine that hands messages up hands this up, too.
    public mutating func apply(
        _ news: SubscriptionNews, ofChannel channel: String, into events: inout [FeedEvent]
    ) {
        events.append(.channel(channel, news))
    }

    /// Close codes mean nothing in particular.
    public func disconnect(code: Int, reason: String) -> FeedDisconnect? {
        nil
    }
}

/// An action that a machine requests, or a fact that it found.
public enum FeedEvent: Equatable, Sendable {
    /// Send this; the layers below wrap it.
    case send(OutboundMessage)
    /// The server accepted what was asked for; the connection counts as good.
    case accepted
    /// The server will be heard at least this often; longer silence is a dead link.
    case expectHeartbeat(every: Interval)
    /// The server's clock showed this when the message was sent.
    case serverClock(ServerClock)
    /// A station's state, whole.
    case report(station: Int, Box<Report>)
    /// A message, or a station's part of it, could not be used; counted by reason.
    case rejected(FeedRejection)
    /// The server does or does not send a station, by its own words.
    case subscription(station: Int, SubscriptionNews)
    /// The connection is of no more use.
    case disconnect(FeedDisconnect)

    /// Of a layer: the layer above may begin to send. Once for each connection.
    case ready
    /// Of a layer: a message for the layer above.
    case message(FeedMessage)
    /// Of a layer: the server does or does not send a channel.
    case channel(String, SubscriptionNews)

    /// Send this text as it is.
    public static func send(_ text: String) -> FeedEvent { .send(.plain(text)) }
}

/// A server's news of one subscription, while the connection goes on.
public enum SubscriptionNews: Equatable, Sendable {
    /// It sends the station from now on; earlier obstacles are gone.
    case accepted
    /// It does not send the station, and will say the same again.
    case refused(StationConnection.Reason)
    /// The last report of the station may be out of date.
    case unconfirmed(StationConnection.Reason)
}

/// A whole message: as it came, or as a layer unwrapped it.
public struct FeedMessage: Equatable, Sendable {
    /// Its content, nearly always JSON.
    public var bytes: ArraySlice<UInt8>
    /// It came as bytes, not as text. A text is UTF-8, already checked.
    public var isBinary = false
    /// The name of the event or the method, if a layer gives one.
    var event: String?
    /// The channel or topic, if a layer has them.
    var channel: String?
    /// The server kept this for newcomers: it is state, not news.
    var isCached = false

    /// A text without a name.
    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// A value as a message of its own.
    init(_ value: JSONValue?, event: String? = nil, channel: String? = nil) {
        bytes = value.map { ArraySlice($0.source) } ?? ArraySlice("null".utf8)
        self.event = event
        self.channel = channel
    }

    /// UTF-8, already checked.
    public static func text(_ bytes: ArraySlice<UInt8>) -> FeedMessage { FeedMessage(bytes) }

    /// Any bytes.
    public static func binary(_ bytes: ArraySlice<UInt8>) -> FeedMessage {
        var message = FeedMessage(bytes)
        message.isBinary = true
        return message
    }
}

/// A message on its way out.
public struct OutboundMessage: Equatable, Sendable {
    /// The event's name, or the method's, for layers that have such.
    var event: String?
    /// The text to send.
    public var text: String
    /// The text is JSON; otherwise it is just a text.
    var isJSON = true

    /// The text as JSON: itself, or a string that holds it.
    var json: String { isJSON ? text : text.quotedAsJSON }

    /// A text to send as it is.
    static func plain(_ text: String) -> OutboundMessage {
        OutboundMessage(text: text, isJSON: false)
    }
}

/// A reading of a server's clock.
public struct ServerClock: Equatable, Sendable {
    /// The time that it showed.
    public var time: Timestamp
    /// The reading is cut down to this: the true time is less than this much later.
    public var resolution: Interval

    /// A reading with its resolution.
    public init(time: Timestamp, resolution: Interval) {
        self.time = time
        self.resolution = resolution
    }
}

/// An end of the conversation, by the server or by the machine.
public struct FeedDisconnect: Equatable, Sendable {
    /// The pause before the next attempt.
    public enum Retry: Equatable, Sendable {
        /// With the usual backoff.
        case backoff
        /// With the usual backoff, and fewer stations on the connection.
        case backoffWithFewerStations
        /// After the long pause: the server asked not to be called again.
        case terminal
    }

    /// The protocol's code, such as Centrifugo's 3501; 0 if there is none.
    public var code: Int
    /// The protocol's reason, in words; short, and fit to be shown.
    public let reason: String
    /// The pause before the next attempt.
    public var retry: Retry
    /// The server refused to begin the conversation; it has not closed the connection.
    public var isRefusal = false
    /// A likely cause, for people.
    public var hint: String?

    /// A disconnect with its parts.
    public init(code: Int, reason: String, retry: Retry) {
        self.code = code
        // It mostly comes from the server.
        self.reason = reason.quotable(300)
        self.retry = retry
    }
}
