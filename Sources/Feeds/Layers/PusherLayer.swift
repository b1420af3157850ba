import JSON
import NowPlaying
import Support

/// Pusher Channels and the servers that speak its protocol
/// (https://pusher.com/docs/channels/library_auth_reference/pusher-websockets-protocol/).
///
/// An event's `data` is JSON in a string; it is unpacked. If both sides are silent, the client
/// pings: after `activity_timeout` of silence it sends a ping, which is answered within 30 s.
struct PusherLayer: MessageLayer {
    private static let gracePeriod = Interval.seconds(30)
    /// The timeout if the server names none.
    private static let usualTimeout = Interval.seconds(120)

    private let channels: [String]
    private var isReady = false
    private var timeout = usualTimeout
    private var pingsAt: Instant?

    /// A layer for these public channels.
    init(channels: [String]) {
        self.channels = channels
    }

    var deadline: Instant? { pingsAt }

    mutating func opened(at now: Moment, into events: inout [FeedEvent]) {
        isReady = false
        pingsAt = nil
    }

    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {
        if pingsAt != nil { pingsAt = now.monotonic + timeout }
        do {
            let event = try parser.parse(message.bytes, PusherEvent.init)
            guard let event else {
                let rejection = FeedRejection.unexpectedShape("not an event of Pusher")
                return events.append(.rejected(rejection))
            }
            handle(event, at: now, using: parser, into: &events)
        } catch {
            events.append(.rejected(.notJSON(error)))
        }
    }

    mutating func send(_ message: OutboundMessage, into events: inout [FeedEvent]) {
        let event = (message.event ?? "client-message").quotedAsJSON
        let channel = channels.first.map { ",\"channel\":\($0.quotedAsJSON)" } ?? ""
        events.append(.send("{\"event\":\(event),\"data\":\(message.json)\(channel)}"))
    }

    func disconnect(code: Int, reason: String) -> FeedDisconnect? {
        FeedDisconnect(pusher: code, reason: reason)
    }

    mutating func woke(at now: Moment, into events: inout [FeedEvent]) {
        guard let pingsAt, now.monotonic >= pingsAt else { return }
        self.pingsAt = now.monotonic + timeout
        events.append(.send(#"{"event":"pusher:ping","data":{}}"#))
    }
}

/// An event, cut out of its text.
private struct PusherEvent {
    let name: String
    let channel: String?
    /// The content of the string, else the value itself.
    let data: ArraySlice<UInt8>

    init?(_ value: JSONValue) {
        guard let name = value["event"]?.word else { return nil }
        self.name = name
        channel = value["channel"]?.word
        data = value["data"].map { $0.utf8.map { Array($0)[...] } ?? $0.serialised } ?? []
    }
}

extension PusherLayer {
    private mutating func handle(
        _ event: PusherEvent, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {
        switch event.name {
        case "pusher:connection_established":
            let seconds = Self.read(event.data, using: parser) { $0["activity_timeout"] }
            established(timeout: seconds, at: now, into: &events)
        case "pusher:ping": events.append(.send(#"{"event":"pusher:pong","data":{}}"#))
        case "pusher:pong", "pusher_internal:subscription_succeeded": break
        case "pusher:subscription_error", "pusher_internal:subscription_error":
            refused(event, into: &events)
        case "pusher:error": failed(event, using: parser, into: &events)
        case let name where name.hasPrefix("pusher_internal:"): break
        default:
            var message = FeedMessage(event.data.isEmpty ? ArraySlice("null".utf8) : event.data)
            message.event = event.name
            message.channel = event.channel
            events.append(.message(message))
        }
    }

    private mutating func established(
        timeout seconds: Double?, at now: Moment, into events: inout [FeedEvent]
    ) {
        guard !isReady else { return }
        isReady = true
        timeout = seconds.flatMap { Interval(seconds: $0) }?.obeyable ?? Self.usualTimeout
        pingsAt = now.monotonic + timeout
        events.append(.accepted)
        events.append(.expectHeartbeat(every: timeout + Self.gracePeriod))
        for channel in channels {
            let data = "{\"channel\":\(channel.quotedAsJSON)}"
            events.append(.send("{\"event\":\"pusher:subscribe\",\"data\":\(data)}"))
        }
        events.append(.ready)
    }

    /// A channel is not sent, unlike others.
    private func refused(_ event: PusherEvent, into events: inout [FeedEvent]) {
        let words = String(decoding: event.data.prefix(200), as: UTF8.self)
        let channel = event.channel ?? ""
        let rejection = FeedRejection(
            code: "requestFailed", detail: "the server refuses `\(channel)`: \(words)")
        events.append(.rejected(rejection))
        events.append(.channel(channel, .refused(StationConnection.Reason(rejection))))
    }

    /// Handles an error. One without a code, or with a code outside Pusher's classes, ends nothing.
    private func failed(
        _ event: PusherEvent, using parser: JSONParser, into events: inout [FeedEvent]
    ) {
        let code = Self.read(event.data, using: parser) { $0["code"] }.flatMap { Int(exactly: $0) }
        let words = event.data.prefix(200).readable
        if let code, let end = FeedDisconnect(pusher: code, reason: words) {
            events.append(.disconnect(end))
        } else {
            let rejection = FeedRejection(code: "serverError", detail: "the server says: \(words)")
            events.append(.rejected(rejection))
        }
    }

    private static func read(
        _ data: ArraySlice<UInt8>, using parser: JSONParser,
        _ member: (JSONValue) -> JSONValue?
    ) -> Double? {
        (try? parser.parse(data) { member($0)?.lenientDouble }) ?? nil
    }
}

/// Pusher's codes (https://pusher.com/docs/channels/library_auth_reference/
/// pusher-websockets-protocol/, “Error codes”).
extension FeedDisconnect {
    /// The reaction that a close code, or the same code in an error, asks for.
    ///
    /// - Returns: `nil` for a code that is not Pusher's.
    init?(pusher code: Int, reason: String) {
        switch code {
        case 4000..<4100: self.init(code: code, reason: reason, retry: .terminal)
        case 4100..<4300: self.init(code: code, reason: reason, retry: .backoff)
        default: return nil
        }
    }
}
