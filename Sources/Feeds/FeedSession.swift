public import JSON
public import NowPlaying
import Support

/// The conversation with one upstream server: messages in, reports and replies out.
///
/// A session outlives its connections: `opened` starts each new one, so that what was learnt (a
/// stream position, a token) serves the next. It does no I/O, never waits and never reads a
/// clock. Stations are known to it by their place in the list that it was made with.
public protocol FeedSession: Sendable {
    /// The WebSocket is open.
    mutating func opened(at now: Moment, into actions: inout [FeedAction])

    /// A whole message came.
    ///
    /// - Parameter parser: whoever runs sessions has one for all of them, so that its memory stays
    ///   warm and sessions remain values.
    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into actions: inout [FeedAction])

    /// What the code of a close frame means in this protocol; `nil` where it says nothing more
    /// than that the connection is over.
    func disconnect(code: Int, reason: String) -> FeedDisconnect?

    /// `deadline` has passed.
    mutating func woke(at now: Moment, into actions: inout [FeedAction])

    /// When the session wants to be woken; `nil` for not at all.
    var deadline: Instant? { get }

    /// When the session will report what it still doubts, if no message comes before: one of the
    /// times at which it wants to be woken.
    var reportDeadline: Instant? { get }
}

extension FeedSession {
    /// A session without timers does nothing when woken.
    public mutating func woke(at now: Moment, into actions: inout [FeedAction]) {}

    /// A session without timers never wants to be woken.
    public var deadline: Instant? { nil }

    /// A session that reports what messages say at once holds nothing back.
    public var reportDeadline: Instant? { nil }

    /// Close codes mean nothing in particular.
    public func disconnect(code: Int, reason: String) -> FeedDisconnect? { nil }
}

/// A whole WebSocket message.
public enum FeedMessage: Equatable, Sendable {
    /// UTF-8, already checked.
    case text(ArraySlice<UInt8>)
    /// Any bytes.
    case binary(ArraySlice<UInt8>)

    /// The bytes, whichever kind they are.
    public var bytes: ArraySlice<UInt8> {
        switch self {
        case .text(let bytes), .binary(let bytes): bytes
        }
    }
}

/// What a session wants done, or has found out.
public enum FeedAction: Equatable, Sendable {
    /// Send this text message.
    case send(String)
    /// The server accepted what was asked for; the connection counts as good.
    case accepted
    /// The server will be heard at least this often; longer silence is a dead link.
    case expectHeartbeat(every: Interval)
    /// The server's clock showed this when the message was sent.
    case serverClock(ServerClock)
    /// A station's state, whole.
    case report(station: Int, Shared<Report>)
    /// A message, or a station's part of it, could not be used; counted by reason.
    case rejected(FeedRejection)
    /// The connection is of no more use.
    case disconnect(FeedDisconnect)
}

/// A reading of a server's clock.
public struct ServerClock: Equatable, Sendable {
    /// What it showed.
    public var time: Timestamp
    /// The reading is cut down to this: the true time is less than this much later.
    public var resolution: Interval

    /// A reading with its resolution.
    public init(time: Timestamp, resolution: Interval) {
        self.time = time
        self.resolution = resolution
    }
}

/// Why a message could not be used.
public struct FeedRejection: Error, Hashable, Sendable {
    /// For counting: a word of a short list, such as `notJSON`, `unexpectedShape`.
    public var code: String
    /// For people: what was wrong, and where; short, and fit to be shown.
    public let detail: String

    /// A rejection in both forms.
    public init(code: String, detail: String) {
        self.code = code
        // Some of it is the server's.
        self.detail = detail.quotable(300)
    }
}

/// A server's own end of the conversation, or the session's.
public struct FeedDisconnect: Equatable, Sendable {
    /// When to try again.
    public enum Retry: Equatable, Sendable {
        /// With the usual backoff.
        case backoff
        /// With the usual backoff, and fewer stations on the connection.
        case backoffWithFewerStations
        /// After the long pause: the server asked not to be called again.
        case terminal
    }

    /// The protocol's code, such as Centrifugo's 3501; 0 where there is none.
    public var code: Int
    /// The protocol's reason, in words; short, and fit to be shown.
    public let reason: String
    /// When to try again.
    public var retry: Retry

    /// A disconnect with its parts.
    public init(code: Int, reason: String, retry: Retry) {
        self.code = code
        // Mostly it is the server's.
        self.reason = reason.quotable(300)
        self.retry = retry
    }
}
