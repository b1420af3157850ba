import JSON
import NowPlaying

/// Phoenix channels (https://hexdocs.pm/phoenix/writing_a_channels_client.html).
///
/// Topics are joined one by one. The server drops a client that is silent for 60 s, so a heartbeat
/// is sent every 30 s. A topic that fails or is closed is joined again after a pause. Messages of
/// the layer above go to the first topic.
struct PhoenixLayer: MessageLayer {
    /// The form of messages, `vsn` in the address.
    enum Version: Sendable {
        /// `1.0.0`: objects.
        case one
        /// `2.0.0`: arrays.
        case two
    }

    private struct Topic: Sendable {
        let name: String
        /// The number of the join that is valid or under way.
        var join: Int?
        /// The time of the next join.
        var rejoinsAt: Instant?
        var failures = 0
    }

    /// Both as in the official client.
    private static let heartbeat = Interval.seconds(30)
    private static let rejoinPauses: [Interval] = [
        .seconds(1), .seconds(2), .seconds(5), .seconds(10),
    ]

    private let version: Version
    private let payload: String
    private var topics: [Topic]
    private var pending = PendingRequests<String>()
    private var beatsAt: Instant?
    private var isReady = false

    /// A layer for these topics.
    ///
    /// - Parameter payload: JSON to join with.
    init(_ version: Version, topics: [String], payload: String = "{}") {
        self.version = version
        self.payload = payload
        self.topics = topics.map { Topic(name: $0) }
    }

    var deadline: Instant? { (topics.map(\.rejoinsAt) + [beatsAt]).compactMap { $0 }.min() }

    mutating func opened(at now: Moment, into events: inout [FeedEvent]) {
        isReady = false
        pending.forget()
        beatsAt = now.monotonic + Self.heartbeat
        // Each heartbeat is answered.
        events.append(.expectHeartbeat(every: Self.heartbeat))
        for place in topics.indices {
            topics[place].failures = 0
            join(place, into: &events)
        }
    }

    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {
        do {
            try parser.parse(message.bytes) { value in
                guard let message = PhoenixMessage(value) else {
                    let rejection = FeedRejection.unexpectedShape("not a message of Phoenix")
                    return events.append(.rejected(rejection))
                }
                handle(message, at: now, into: &events)
            }
        } catch {
            events.append(.rejected(.notJSON(error)))
        }
    }

    mutating func send(_ message: OutboundMessage, into events: inout [FeedEvent]) {
        guard let topic = topics.first else { return }
        let event = message.event ?? "message"
        let text = PhoenixMessage.text(
            version, join: topic.join, reference: pending.add(event), topic: topic.name,
            event: event, payload: message.json)
        events.append(.send(text))
    }

    mutating func woke(at now: Moment, into events: inout [FeedEvent]) {
        if let beatsAt, now.monotonic >= beatsAt {
            self.beatsAt = now.monotonic + Self.heartbeat
            let text = PhoenixMessage.text(
                version, join: nil, reference: pending.add("heartbeat"), topic: "phoenix",
                event: "heartbeat", payload: "{}")
            events.append(.send(text))
        }
        for place in topics.indices {
            guard let time = topics[place].rejoinsAt, now.monotonic >= time else { continue }
            join(place, into: &events)
        }
    }
}

extension PhoenixLayer {
    private mutating func join(_ place: Int, into events: inout [FeedEvent]) {
        let number = pending.add("phx_join")
        topics[place].join = number
        topics[place].rejoinsAt = nil
        let text = PhoenixMessage.text(
            version, join: number, reference: number, topic: topics[place].name,
            event: "phx_join", payload: payload)
        events.append(.send(text))
    }

    private mutating func handle(
        _ message: PhoenixMessage, at now: Moment, into events: inout [FeedEvent]
    ) {
        if message.event == "phx_reply" { return reply(message, at: now, into: &events) }
        guard let place = topics.firstIndex(where: { $0.name == message.topic }) else {
            return events.append(.rejected(.unknownChannel(message.topic)))
        }
        switch message.event {
        case "phx_error", "phx_close":
            // An end of an earlier join does not concern the newer one.
            if let number = message.joinReference, number != topics[place].join.map({ "\($0)" }) {
                return
            }
            leave(place, at: now)
            events.append(.rejected(.unsubscribed(message.topic, code: 0, reason: message.event)))
        default:
            let inner = FeedMessage(
                message.payload, event: message.event, channel: message.topic)
            events.append(.message(inner))
        }
    }

    private mutating func reply(
        _ message: PhoenixMessage, at now: Moment, into events: inout [FeedEvent]
    ) {
        let number = message.reference.flatMap { Int($0) }
        guard let event = pending.remove(number) else { return }
        let isOK = message.payload?["status"]?.string(equals: "ok") ?? false
        let response = message.payload?["response"]
        switch event {
        case "heartbeat": break
        case "phx_join":
            guard let place = topics.firstIndex(where: { $0.join == number }) else { return }
            isOK ? joined(place, into: &events) : refused(place, response, at: now, into: &events)
        default:
            guard isOK else {
                return events.append(.rejected(.requestFailed(event, response)))
            }
            events.append(
                .message(FeedMessage(response, event: event, channel: message.topic)))
        }
    }

    private mutating func joined(_ place: Int, into events: inout [FeedEvent]) {
        let wasRefused = topics[place].failures > 0
        topics[place].failures = 0
        events.append(.accepted)
        if wasRefused { events.append(.channel(topics[place].name, .accepted)) }
        guard !isReady else { return }
        isReady = true
        events.append(.ready)
    }

    private mutating func refused(
        _ place: Int, _ response: JSONValue?, at now: Moment, into events: inout [FeedEvent]
    ) {
        leave(place, at: now)
        let name = topics[place].name
        let rejection = FeedRejection.requestFailed("join of " + name, response)
        events.append(.rejected(rejection))
        events.append(.channel(name, .unconfirmed(StationConnection.Reason(rejection))))
    }

    private mutating func leave(_ place: Int, at now: Moment) {
        let pauses = Self.rejoinPauses
        topics[place].rejoinsAt =
            now.monotonic + pauses[min(topics[place].failures, pauses.count - 1)]
        topics[place].failures += 1
    }
}
