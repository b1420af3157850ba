import JSON
import NowPlaying
import Support

/// The conversation with a Centrifugo server, over either of its WebSockets
/// (https://centrifugal.dev/docs/transports/client_protocol).
///
/// On the bidirectional one the client numbers its commands, subscribes to each channel, and
/// answers pings if asked to. On the unidirectional one the first frame names all channels, and
/// nothing else is sent. Pushes come wrapped or not; both are read. The position in each channel is
/// kept, so that after a reconnect only newer publications come.
struct Centrifugo<Content: CentrifugoContent>: FeedMachine {
    /// A request to the server.
    private enum Command: Sendable {
        /// Accept the connection.
        case connect
        /// Send a channel, given by its index.
        case subscribe(Int)
        /// End a channel, which is then requested anew.
        case unsubscribe(Int)
        /// Call a method of the application.
        case call(String)
    }

    private let isUnidirectional: Bool
    private let token: String?
    private var channels: [ChannelSubscription]
    private var content: Content
    private var answersPings = false
    private var isAccepted = false
    private var commands = PendingRequests<Command>()

    /// A conversation about these channels.
    init(
        _ content: Content, channels: [String], isUnidirectional: Bool, token: String? = nil
    ) {
        self.content = content
        self.channels = channels.map { ChannelSubscription($0) }
        self.isUnidirectional = isUnidirectional
        self.token = token
    }

    mutating func opened(at now: Moment, into events: inout [FeedEvent]) {
        answersPings = false
        isAccepted = false
        for index in channels.indices { channels[index].begin() }
        commands.forget()
        guard !isUnidirectional else {
            let request = channels.map { (name: $0.name, position: $0.position) }
            return events.append(.send(CentrifugoConnectRequest.text(for: request, token: token)))
        }
        let parameters = Self.object { $0.member("token", token) }
        let number = commands.add(.connect)
        events.append(.send("{\"id\":\(number),\"connect\":\(parameters)}"))
    }

    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {
        let known = content.knownRange(in: message.bytes)
        CentrifugoFrame(message.bytes).forEachMessage(using: parser, without: known) {
            text, value in
            switch isUnidirectional ? nil : commands.remove(value["id"]?.lenientInt) {
            case .subscribe(let index): subscribed(index, value, at: now, into: &events)
            case .unsubscribe(let index): subscribe(index, into: &events)
            case .call(let method): answered(method, value, into: &events)
            case .connect, nil: apply(value, of: text, at: now, into: &events)
            }
        } failed: { rejection in
            events.append(.rejected(rejection))
        }
    }

    /// Since 6.5.1 Centrifugo's codes come in close frames too, not only as pushes before them.
    func disconnect(code: Int, reason: String) -> FeedDisconnect? {
        code < 3_000 ? nil : FeedDisconnect(centrifugo: code, reason: reason)
    }

    var deadline: Instant? { channels.compactMap(\.deadline).min() }

    mutating func woke(at now: Moment, into events: inout [FeedEvent]) {
        var needsConnection = false
        for index in channels.indices {
            if channels[index].takesDoubt(at: now) { doubt(index, into: &events) }
            guard channels[index].takesAsking(at: now) else { continue }
            if isUnidirectional { needsConnection = true } else { subscribe(index, into: &events) }
        }
        guard needsConnection else { return }
        let reason = "asking again for stations that the server took away"
        events.append(.disconnect(FeedDisconnect(code: 0, reason: reason, retry: .backoff)))
    }
}

// MARK: What is said

extension Centrifugo {
    private mutating func subscribe(_ index: Int, into events: inout [FeedEvent]) {
        let number = commands.add(.subscribe(index))
        let channel = channels[index]
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

    /// Ends a subscription in order to renew it. The server takes no second subscription to a
    /// channel, so the next is sent when the end of this one is confirmed.
    private mutating func resubscribe(_ index: Int, into events: inout [FeedEvent]) {
        let number = commands.add(.unsubscribe(index))
        let name = channels[index].name
        let parameters = Self.object { $0.member("channel", name) }
        events.append(.send("{\"id\":\(number),\"unsubscribe\":\(parameters)}"))
    }

    /// Calls a method of the application. The unidirectional server discards calls.
    fileprivate mutating func call(_ message: OutboundMessage, into events: inout [FeedEvent]) {
        guard !isUnidirectional, let method = message.event else { return }
        let number = commands.add(.call(method))
        let parameters = Self.object {
            $0.member("method", method)
            $0.member("data", raw: Array(message.json.utf8))
        }
        events.append(.send("{\"id\":\(number),\"rpc\":\(parameters)}"))
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

extension Centrifugo {
    private mutating func apply(
        _ value: JSONValue, of text: CentrifugoText, at now: Moment,
        into events: inout [FeedEvent]
    ) {
        switch CentrifugoMessage(value) {
        case .connected(let reply): connected(reply, at: now, into: &events)
        case .publication(let channel, let publication):
            pushed(publication.of(text), in: channel, into: &events)
        case .ping: if answersPings { events.append(.send("{}")) }
        case .disconnected(let code, let reason):
            events.append(.disconnect(FeedDisconnect(centrifugo: code, reason: reason)))
        case .unsubscribed(let channel, let code, let reason):
            unsubscribed(channel, code: code, reason: reason, at: now, into: &events)
        case .refused(let code, let reason, let isTemporary):
            let end = FeedDisconnect(
                centrifugoError: code, reason: reason, isTemporary: isTemporary)
            events.append(.disconnect(end))
        case .olderProtocol: events.append(.disconnect(.olderCentrifugo))
        case .other: break
        case .unknown:
            events.append(.rejected(.unexpectedShape("the message is of no known kind")))
        }
    }

    private mutating func connected(
        _ reply: CentrifugoConnectReply, at now: Moment, into events: inout [FeedEvent]
    ) {
        answersPings = reply.wantsPongs
        if let clock = reply.clock { events.append(.serverClock(clock)) }
        if let interval = reply.pingInterval { events.append(.expectHeartbeat(every: interval)) }
        events.append(.accepted)
        for index in channels.indices {
            if let subscription = reply.subscription(to: channels[index].name) {
                read(subscription, of: index, at: now, into: &events)
            } else if isAccepted {
                continue
            } else if isUnidirectional {
                refuse(index, for: .leftOut(channels[index].name), into: &events)
            } else {
                subscribe(index, into: &events)
            }
        }
        if Content.isPublishedInReply, let pushes = reply.pushes {
            for push in pushes { readReplyPush(push, into: &events) }
        }
        if !isAccepted { content.accepted(into: &events) }
        isAccepted = true
        guard channels.allSatisfy(\.isRefused) else { return }
        for index in channels.indices { channels[index].askAgain(after: now) }
    }

    private mutating func readReplyPush(_ push: JSONValue, into events: inout [FeedEvent]) {
        guard case .publication(let channel, let publication) = CentrifugoMessage(push) else {
            let detail = "connect.data holds something that is not a publication"
            return events.append(.rejected(.unexpectedShape(detail)))
        }
        guard let index = index(of: channel, into: &events) else { return }
        publish(publication.kept, in: index, into: &events)
    }

    private mutating func subscribed(
        _ index: Int, _ value: JSONValue, at now: Moment, into events: inout [FeedEvent]
    ) {
        if let reply = value["subscribe"], reply.isObject {
            if channels[index].accepted() { content.apply(.accepted, of: index, into: &events) }
            read(CentrifugoSubscription(reply), of: index, at: now, into: &events)
        } else if case .refused(let code, let reason, let isTemporary) = CentrifugoMessage(value) {
            let isTemporary = FeedDisconnect.isTemporary(code, isSaidSo: isTemporary)
            refused(index, code: code, reason, isTemporary: isTemporary, at: now, into: &events)
        } else {
            events.append(.rejected(.unexpectedShape("a reply that answers nothing")))
        }
    }

    private mutating func read(
        _ subscription: CentrifugoSubscription, of index: Int, at now: Moment,
        into events: inout [FeedEvent]
    ) {
        let asked = channels[index].position
        channels[index].position.connected(toEpoch: subscription.epoch)
        let publications = subscription.publications
        for publication in publications {
            guard channels[index].position.cached(publication.offset) else {
                reject(duplicateIn: index, into: &events)
                continue
            }
            publish(publication.kept, in: index, into: &events)
        }
        guard publications.isEmpty else { return }
        if subscription.hasGap {
            gapFound(in: subscription, of: index, at: now, into: &events)
        } else if subscription.isRecovered, asked.offset != nil {
            // The last publication is still the newest, so it holds.
            content.confirmed(index, into: &events)
        }
    }

    /// Handles missing publications: the last one that was read may be out of date. If the server
    /// keeps publications, it sends those after a position that it still has.
    private mutating func gapFound(
        in subscription: CentrifugoSubscription, of index: Int, at now: Moment,
        into events: inout [FeedEvent]
    ) {
        guard !isUnidirectional, channels[index].asksForNewest(of: subscription, at: now) else {
            return doubt(index, into: &events)
        }
        resubscribe(index, into: &events)
    }

    /// The channel's last report is unconfirmed from now on, if there was one.
    private mutating func doubt(_ index: Int, into events: inout [FeedEvent]) {
        channels[index].heard()
        guard channels[index].hasPublished else { return }
        let reason = StationConnection.Reason.missed(channels[index].name)
        content.apply(.unconfirmed(reason), of: index, into: &events)
    }

    private mutating func pushed(
        _ publication: CentrifugoPublication, in channel: JSONValue, into events: inout [FeedEvent]
    ) {
        guard let index = index(of: channel, into: &events) else { return }
        guard channels[index].position.pushed(publication.offset) else {
            return reject(duplicateIn: index, into: &events)
        }
        publish(publication, in: index, into: &events)
    }

    private mutating func publish(
        _ publication: CentrifugoPublication, in index: Int, into events: inout [FeedEvent]
    ) {
        channels[index].published()
        content.published(publication, in: index, into: &events)
    }

    private func answered(
        _ method: String, _ value: JSONValue, into events: inout [FeedEvent]
    ) {
        guard let reply = value["rpc"], reply.isObject else {
            return events.append(.rejected(.requestFailed(method, value["error"])))
        }
        events.append(.message(FeedMessage(reply["data"], event: method)))
    }

    private func index(of channel: JSONValue, into events: inout [FeedEvent]) -> Int? {
        let index = channels.indices.first { channel.string(equals: channels[$0].name) }
        if let index { return index }
        events.append(.rejected(.unknownChannel(channel.text?.quotable ?? "")))
        return nil
    }

    private func reject(duplicateIn index: Int, into events: inout [FeedEvent]) {
        let channel = channels[index]
        events.append(.rejected(.duplicate(channel.name, offset: channel.position.offset)))
    }
}

// MARK: Channels that are not sent

extension Centrifugo {
    /// From 2500 on a code asks for a new subscription, which may take a new connection. Below it
    /// the server refuses this subscription; other channels are not disturbed at once.
    private mutating func unsubscribed(
        _ channel: JSONValue, code: Int, reason: String, at now: Moment,
        into events: inout [FeedEvent]
    ) {
        guard let index = index(of: channel, into: &events) else { return }
        guard code < 2_500 else {
            guard isUnidirectional else { return subscribe(index, into: &events) }
            let end = FeedDisconnect(code: code, reason: reason, retry: .backoff)
            return events.append(.disconnect(end))
        }
        let name = channels[index].name
        events.append(.rejected(.unsubscribed(name, code: code, reason: reason)))
        refuse(index, for: .unsubscribed(name, code: code, reason), into: &events)
        channels[index].askAgain(after: now)
    }

    /// A subscription was answered with an error. A limit is cured by fewer channels; everything
    /// else concerns this channel alone.
    private mutating func refused(
        _ index: Int, code: Int, _ words: String, isTemporary: Bool, at now: Moment,
        into events: inout [FeedEvent]
    ) {
        let name = channels[index].name
        let reason = StationConnection.Reason.subscriptionRefused(name, code: code, words)
        events.append(.rejected(FeedRejection(code: reason.code, detail: reason.text)))
        if isTemporary {
            channels[index].failed(at: now)
            content.apply(.unconfirmed(reason), of: index, into: &events)
        } else if code == FeedDisconnect.limitExceeded, channels.count > 1 {
            let end = FeedDisconnect(
                code: code, reason: words, retry: .backoffWithFewerStations)
            events.append(.disconnect(end))
        } else {
            refuse(index, for: reason, into: &events)
            channels[index].askAgain(after: now)
        }
    }

    private mutating func refuse(
        _ index: Int, for reason: StationConnection.Reason, into events: inout [FeedEvent]
    ) {
        channels[index].refused()
        content.apply(.refused(reason), of: index, into: &events)
    }
}

// MARK: As a layer

/// Publications as messages for the layer above.
struct CentrifugoMessages: CentrifugoContent {
    let channels: [String]

    mutating func accepted(into events: inout [FeedEvent]) { events.append(.ready) }

    mutating func published(
        _ publication: CentrifugoPublication, in channel: Int, into events: inout [FeedEvent]
    ) {
        var message = FeedMessage(publication.payload, channel: channels[channel])
        message.isCached = publication.isCached
        events.append(.message(message))
    }

    func apply(_ news: SubscriptionNews, of channel: Int, into events: inout [FeedEvent]) {
        events.append(.channel(channels[channel], news))
    }
}

/// Centrifugo's channels below a feed.
typealias CentrifugoLayer = Centrifugo<CentrifugoMessages>

extension Centrifugo: MessageLayer where Content == CentrifugoMessages {
    init(channels: [String], isUnidirectional: Bool = false, token: String? = nil) {
        self.init(
            CentrifugoMessages(channels: channels), channels: channels,
            isUnidirectional: isUnidirectional, token: token)
    }

    mutating func send(_ message: OutboundMessage, into events: inout [FeedEvent]) {
        call(message, into: &events)
    }
}
