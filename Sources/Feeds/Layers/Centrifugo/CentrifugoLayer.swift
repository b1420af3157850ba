import JSON
import NowPlaying

/// Centrifugo's channels, over either of its WebSockets
/// (https://centrifugal.dev/docs/transports/client_protocol).
///
/// On the bidirectional one the client numbers its commands, subscribes to each channel, and
/// answers pings where it is asked to; on the unidirectional one the first frame names all channels
/// and nothing else is said. Pushes come wrapped or not; both are read. What was read of a channel
/// is remembered, so that after a reconnect only newer publications come.
struct CentrifugoLayer: MessageLayer {
    private struct Channel: Sendable {
        let name: String
        var position = StreamPosition()
    }

    /// What the server is asked.
    private enum Command: Sendable {
        /// To accept the connection.
        case connect
        /// To send a channel, by its place.
        case subscribe(Int)
        /// To call a method of the application's.
        case call(String)
    }

    private let isUnidirectional: Bool
    private let token: String?
    private var channels: [Channel]
    private var answersPings = false
    private var isReady = false
    private var commands = PendingRequests<Command>()

    /// A layer for these channels.
    init(channels: [String], isUnidirectional: Bool = false, token: String? = nil) {
        self.channels = channels.map { Channel(name: $0) }
        self.isUnidirectional = isUnidirectional
        self.token = token
    }

    mutating func opened(at now: Moment, into events: inout [FeedEvent]) {
        answersPings = false
        isReady = false
        commands.forget()
        guard !isUnidirectional else {
            let request = channels.map { (name: $0.name, position: $0.position) }
            return events.append(
                .send(CentrifugoConnectRequest.text(for: request, token: token)))
        }
        let parameters = Self.object { $0.member("token", token) }
        let number = commands.add(.connect)
        events.append(.send("{\"id\":\(number),\"connect\":\(parameters)}"))
    }

    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {
        CentrifugoFrame(message.bytes).forEachMessage(using: parser) { _, value in
            switch commands.take(value["id"]?.lenientInt) {
            case .subscribe(let place): subscribed(place, value, into: &events)
            case .call(let method): answered(method, value, into: &events)
            case .connect, nil: handle(value, into: &events)
            }
        } failed: { rejection in
            events.append(.rejected(rejection))
        }
    }

    /// The unidirectional server throws away whatever else is said.
    mutating func send(_ message: OutboundMessage, into events: inout [FeedEvent]) {
        guard !isUnidirectional, let method = message.event else { return }
        let number = commands.add(.call(method))
        let parameters = Self.object {
            $0.member("method", method)
            $0.member("data", raw: Array(message.json.utf8))
        }
        events.append(.send("{\"id\":\(number),\"rpc\":\(parameters)}"))
    }

    func disconnect(code: Int, reason: String) -> FeedDisconnect? {
        code < 3000 ? nil : FeedDisconnect(centrifugo: code, reason: reason)
    }

    private static func object(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        body(&writer)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

// MARK: What comes

extension CentrifugoLayer {
    private mutating func handle(_ value: JSONValue, into events: inout [FeedEvent]) {
        switch CentrifugoMessage(value) {
        case .connected(let reply): connected(reply, into: &events)
        case .publication(let channel, let publication):
            published(publication, in: channel, into: &events)
        case .ping: if answersPings { events.append(.send("{}")) }
        case .disconnected(let code, let reason):
            let end = FeedDisconnect(centrifugo: code, reason: reason)
            events.append(.disconnect(end))
        case .unsubscribed(let channel, let code, let reason):
            unsubscribed(channel, code: code, reason: reason, into: &events)
        case .refused(let code, let reason, let isTemporary):
            let end = FeedDisconnect(
                centrifugoError: code, reason: reason, isTemporary: isTemporary)
            events.append(.disconnect(end))
        case .other: break
        case .unknown:
            let rejection = FeedRejection.unexpectedShape("the message is of no known kind")
            events.append(.rejected(rejection))
        }
    }

    private mutating func connected(
        _ reply: CentrifugoConnectReply, into events: inout [FeedEvent]
    ) {
        guard !isReady else { return }
        isReady = true
        answersPings = reply.wantsPongs
        if let clock = reply.clock { events.append(.serverClock(clock)) }
        if let interval = reply.pingInterval {
            events.append(.expectHeartbeat(every: interval))
        }
        events.append(.accepted)
        for place in channels.indices {
            if let subscription = reply.subscription(to: channels[place].name) {
                read(subscription, of: place, into: &events)
            } else if !isUnidirectional {
                subscribe(place, into: &events)
            }
        }
        events.append(.ready)
    }

    private mutating func subscribe(_ place: Int, into events: inout [FeedEvent]) {
        let number = commands.add(.subscribe(place))
        let channel = channels[place]
        let parameters = Self.object { writer in
            writer.member("channel", channel.name)
            writer.member("recover", true)
            guard let offset = channel.position.offset, let epoch = channel.position.epoch
            else { return }
            writer.member("epoch", epoch)
            writer.member("offset", offset)
        }
        events.append(.send("{\"id\":\(number),\"subscribe\":\(parameters)}"))
    }

    private func answered(
        _ method: String, _ value: JSONValue, into events: inout [FeedEvent]
    ) {
        guard let reply = value["rpc"], reply.isObject else {
            return events.append(.rejected(.requestFailed(method, value["error"])))
        }
        events.append(.message(FeedMessage(reply["data"], event: method)))
    }

    private mutating func subscribed(
        _ place: Int, _ value: JSONValue, into events: inout [FeedEvent]
    ) {
        if let reply = value["subscribe"], reply.isObject {
            read(CentrifugoSubscription(reply), of: place, into: &events)
        } else if case .refused(let code, let reason, let isTemporary) = CentrifugoMessage(value) {
            let end = FeedDisconnect(
                centrifugoError: code, reason: reason, isTemporary: isTemporary)
            events.append(.disconnect(end))
        } else {
            let rejection = FeedRejection.unexpectedShape("a reply that answers nothing")
            events.append(.rejected(rejection))
        }
    }

    private mutating func read(
        _ subscription: CentrifugoSubscription, of place: Int,
        into events: inout [FeedEvent]
    ) {
        channels[place].position.connected(toEpoch: subscription.epoch)
        for publication in subscription.publications
        where channels[place].position.cached(publication.offset) {
            var message = FeedMessage(publication.payload, channel: channels[place].name)
            message.isCached = true
            events.append(.message(message))
        }
    }

    private mutating func published(
        _ publication: CentrifugoPublication, in channel: JSONValue,
        into events: inout [FeedEvent]
    ) {
        let name = channel.string ?? ""
        guard let place = channels.firstIndex(where: { $0.name == name }) else {
            return events.append(.rejected(.unknownChannel(name)))
        }
        guard channels[place].position.pushed(publication.offset) else {
            let offset = channels[place].position.offset
            return events.append(.rejected(.duplicate(name, offset: offset)))
        }
        events.append(.message(FeedMessage(publication.payload, channel: name)))
    }

    /// From 2500 on the server asks to subscribe anew; below, it does not want this subscription.
    private mutating func unsubscribed(
        _ channel: JSONValue, code: Int, reason: String, into events: inout [FeedEvent]
    ) {
        let name = channel.string ?? ""
        guard let place = channels.firstIndex(where: { $0.name == name }) else {
            return events.append(.rejected(.unknownChannel(name)))
        }
        if code >= 2_500, !isUnidirectional { return subscribe(place, into: &events) }
        let retry: FeedDisconnect.Retry = code >= 2_500 ? .backoff : .terminal
        let isAlone = channels.count == 1
        if isAlone || code >= 2_500 {
            let end = FeedDisconnect(code: code, reason: reason, retry: retry)
            events.append(.disconnect(end))
        } else {
            events.append(.rejected(.unsubscribed(name, code: code, reason: reason)))
        }
    }
}
