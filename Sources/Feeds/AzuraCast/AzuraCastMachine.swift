import JSON
import NowPlaying

/// The conversation with an AzuraCast server.
///
/// The first frame names all stations; the server answers with what it has cached of them, then
/// pushes each station's whole state every few seconds, changed or not. Nothing else is ever sent.
/// Four shapes of the same `np` object have been in use:
///
/// - `connect.subs.CHANNEL.publications[].data.np`, then pushes (since 0.20.2),
/// - `connect.data[].pub.data.np`, then pushes (December 2023 to May 2024),
/// - pushes alone, `pub.data.np` (since 0.17.6),
/// - the bare object, on a URL of the station's own and without a first frame (before).
struct AzuraCastMachine: FeedMachine {
    /// The channel of one short code, and the stations that are configured with it.
    private struct Channel: Sendable {
        let name: String
        /// How Centrifugo begins a publication in it.
        let opening: [UInt8]
        var stations: [Int]
        var position = StreamPosition()
        var reader = AzuraCastReader()
        var isRemoved = false

        init(_ name: String, of station: Int) {
            self.name = name
            opening = Array("{\"channel\":\"\(name)\",\"pub\":".utf8)
            stations = [station]
        }
    }

    /// How long a station that the server took away stays away, where others still come: asking
    /// for it again takes a new connection for all.
    private static let removedStationsPause = Interval.seconds(300)

    private var channels: [Channel] = []
    private let isBare: Bool
    private var hasHeardStation = false
    private var answersPings = false
    private var resubscribesAt: Instant?

    var deadline: Instant? { resubscribesAt }

    /// A conversation about stations on one server, or for one station on a URL of its own.
    init(feeds: [Feed]) {
        isBare = feeds.first.map { Self.isOfOneStation($0.url) } ?? false
        for (station, feed) in feeds.enumerated() {
            guard let shortcode = feed[text: "shortcode"] else { continue }
            let name = "station:" + shortcode
            if let known = channels.firstIndex(where: { $0.name == name }) {
                channels[known].stations.append(station)
            } else {
                channels.append(Channel(name, of: station))
            }
        }
    }

    mutating func opened(at now: Moment, into events: inout [FeedEvent]) {
        hasHeardStation = false
        answersPings = false
        resubscribesAt = nil
        for index in channels.indices { channels[index].isRemoved = false }
        guard !isBare else { return }
        let request = channels.map { (name: $0.name, position: $0.position) }
        events.append(.send(CentrifugoConnectRequest.text(for: request)))
    }

    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {
        let known = knownHistory(in: message.bytes)
        CentrifugoFrame(message.bytes).forEachMessage(using: parser, without: known) {
            text, value in
            handle(value, of: text, at: now, into: &events)
        } failed: { rejection in
            events.append(.rejected(rejection))
        }
    }

    /// Where a publication has the history of the one before it in its channel, which then needs
    /// no parsing; `nil` where it has not, or is not written as Centrifugo writes it.
    private func knownHistory(in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        // Looked through from here: a channel or a reader in hand would be a copy of it.
        for index in channels.indices where bytes.span.starts(with: channels[index].opening) {
            return channels[index].reader.history.range(in: bytes)
        }
        return nil
    }

    /// Since 6.5.1 Centrifugo's codes come in close frames too, not only as pushes before them.
    func disconnect(code: Int, reason: String) -> FeedDisconnect? {
        guard code >= 3000 else { return nil }
        return FeedDisconnect(centrifugo: code, reason: reason)
    }

    mutating func woke(at now: Moment, into events: inout [FeedEvent]) {
        guard let resubscribesAt, now.monotonic >= resubscribesAt else { return }
        self.resubscribesAt = nil
        let reason = "asking again for stations that the server took away"
        events.append(.disconnect(FeedDisconnect(code: 0, reason: reason, retry: .backoff)))
    }

    private mutating func handle(
        _ value: JSONValue, of text: CentrifugoText, at now: Moment,
        into events: inout [FeedEvent]
    ) {
        switch CentrifugoMessage(value) {
        case .connected(let reply): connected(reply, into: &events)
        case .publication(let channel, let publication):
            pushed(publication, of: text, in: channel, into: &events)
        case .ping: if answersPings { events.append(.send("{}")) }
        case .disconnected(let code, let reason):
            events.append(.disconnect(FeedDisconnect(centrifugo: code, reason: reason)))
        case .unsubscribed(let channel, let code, let reason):
            unsubscribed(channel, code: code, reason: reason, at: now, into: &events)
        case .refused(let code, let reason, let isTemporary):
            let end = FeedDisconnect(
                centrifugoError: code, reason: reason, isTemporary: isTemporary)
            events.append(.disconnect(end))
        case .other: break
        case .unknown: receivedBare(value, of: text, into: &events)
        }
    }

    /// Releases before 0.17.5 have `…/nowplaying/SHORTCODE` where later ones have `…/websocket`.
    private static func isOfOneStation(_ url: String) -> Bool {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        let steps = path.split(separator: "/")
        return steps.suffix(4).dropLast() == ["api", "live", "nowplaying"]
            && steps.last != "websocket"
    }
}

// MARK: Connecting

extension AzuraCastMachine {
    private mutating func connected(
        _ reply: CentrifugoConnectReply, into events: inout [FeedEvent]
    ) {
        answersPings = reply.wantsPongs
        if let clock = reply.clock { events.append(.serverClock(clock)) }
        if let interval = reply.pingInterval {
            events.append(.expectHeartbeat(every: interval))
        }
        events.append(.accepted)
        for index in channels.indices {
            if let subscription = reply.subscription(to: channels[index].name) {
                subscribed(index, subscription, into: &events)
            }
        }
        if let pushes = reply.pushes {
            for push in pushes { readApplicationPush(push, into: &events) }
        }
    }

    private mutating func subscribed(
        _ index: Int, _ subscription: CentrifugoSubscription, into events: inout [FeedEvent]
    ) {
        channels[index].position.connected(toEpoch: subscription.epoch)
        let publications = subscription.publications
        for publication in publications {
            if channels[index].position.cached(publication.offset) {
                read(publication.payload, in: index, into: &events)
            } else {
                reject(publication, in: index, into: &events)
            }
        }
        // There is nothing newer than what was read before: that still holds.
        if publications.isEmpty, subscription.isRecovered,
            let report = channels[index].reader.confirmedReport()
        {
            append(report, of: index, to: &events)
        }
    }

    private mutating func readApplicationPush(
        _ push: JSONValue, into events: inout [FeedEvent]
    ) {
        guard case .publication(let channel, let publication) = CentrifugoMessage(push) else {
            return reject("connect.data holds something that is no publication", into: &events)
        }
        guard let index = index(of: channel, into: &events) else { return }
        read(publication.payload, in: index, into: &events)
    }
}

// MARK: Publications

extension AzuraCastMachine {
    private mutating func pushed(
        _ publication: CentrifugoPublication, of text: CentrifugoText, in channel: JSONValue,
        into events: inout [FeedEvent]
    ) {
        guard let index = index(of: channel, into: &events) else { return }
        guard channels[index].position.pushed(publication.offset) else {
            return reject(publication, in: index, into: &events)
        }
        if let clock = publication.payload?["current_time"].flatMap(Self.clock) {
            events.append(.serverClock(clock))
        }
        read(publication.payload, of: text, in: index, into: &events)
    }

    /// `current_time` is cut down to whole seconds.
    private static func clock(_ value: JSONValue) -> ServerClock? {
        guard let seconds = value.lenientDouble, seconds > 0,
            let time = Timestamp(seconds: seconds)
        else { return nil }
        return ServerClock(time: time, resolution: .seconds(1))
    }

    /// A message that is no push: the state of the only station that there is, or a mistake.
    private mutating func receivedBare(
        _ value: JSONValue, of text: CentrifugoText, into events: inout [FeedEvent]
    ) {
        guard channels.count == 1, AzuraCastReader.isNowPlaying(value) else {
            return reject("the message is of no known kind", into: &events)
        }
        if !hasHeardStation { events.append(.accepted) }
        hasHeardStation = true
        read(nowPlaying: value, of: text, in: 0, into: &events)
    }

    private mutating func read(
        _ payload: JSONValue?, of text: CentrifugoText? = nil, in index: Int,
        into events: inout [FeedEvent]
    ) {
        guard let value = payload?["np"] else {
            let name = channels[index].name
            return reject("a publication in “\(name)” has no np", into: &events)
        }
        read(nowPlaying: value, of: text, in: index, into: &events)
    }

    private mutating func read(
        nowPlaying value: JSONValue, of text: CentrifugoText?, in index: Int,
        into events: inout [FeedEvent]
    ) {
        do {
            let report = try channels[index].reader.report(
                from: value, of: text)
            append(report, of: index, to: &events)
        } catch {
            events.append(.rejected(error))
        }
    }

    private func append(
        _ report: Shared<Report>, of index: Int, to events: inout [FeedEvent]
    ) {
        for station in channels[index].stations {
            events.append(.report(station: station, report))
        }
    }

    private func index(of channel: JSONValue, into events: inout [FeedEvent]) -> Int? {
        let index = channels.indices.first { channel.string(equals: channels[$0].name) }
        if let index { return index }
        events.append(.rejected(.unknownChannel(channel.string ?? "")))
        return nil
    }

    private func reject(
        _ publication: CentrifugoPublication, in index: Int, into events: inout [FeedEvent]
    ) {
        let offset = channels[index].position.offset
        events.append(.rejected(.duplicate(channels[index].name, offset: offset)))
    }

    private func reject(_ detail: String, into events: inout [FeedEvent]) {
        events.append(.rejected(.unexpectedShape(detail)))
    }
}

// MARK: Losing a station

extension AzuraCastMachine {
    /// From 2500 on a code asks to subscribe anew, which here takes a new connection. Below it
    /// the server does not want this subscription: that ends the connection for long if nothing
    /// else is on it; other stations are not made to pay for it at once.
    private mutating func unsubscribed(
        _ channel: JSONValue, code: Int, reason: String, at now: Moment,
        into events: inout [FeedEvent]
    ) {
        guard let index = index(of: channel, into: &events) else { return }
        guard code < 2_500 else {
            let end = FeedDisconnect(code: code, reason: reason, retry: .backoff)
            return events.append(.disconnect(end))
        }
        channels[index].isRemoved = true
        let name = channels[index].name
        events.append(.rejected(.unsubscribed(name, code: code, reason: reason)))
        if channels.allSatisfy(\.isRemoved) {
            let end = FeedDisconnect(code: code, reason: reason, retry: .terminal)
            events.append(.disconnect(end))
        } else {
            resubscribesAt = resubscribesAt ?? now.monotonic + Self.removedStationsPause
        }
    }
}
