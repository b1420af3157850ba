import JSON
import NowPlaying

/// The conversation with a Home Assistant about some of its media players.
///
/// The server asks for the token. One subscription then brings the states of all entities and their
/// changes, in the short form of `subscribe_entities` (since 2022.4): attributes that come, change
/// and go. The numbers of commands grow by one. A ping every 30 s shows that the server lives.
struct HomeAssistantMachine: FeedMachine {
    private let token: String
    private var players: [HomeAssistantPlayer]
    private var lastID = 0
    private var subscription: Int?
    private var pingsAt: Instant?

    private static let pingPeriod = Interval.seconds(30)
    /// A pong takes no longer than this.
    private static let timeout = Interval.seconds(10)

    /// A conversation about the entities of these feeds.
    init(feeds: [Feed]) {
        token = feeds.first?[text: "token"] ?? ""
        players = feeds.map { HomeAssistantPlayer(entity: $0[text: "entity"] ?? "") }
    }

    mutating func opened(at now: Moment, into events: inout [FeedEvent]) {
        lastID = 0
        subscription = nil
        pingsAt = nil
        for place in players.indices { players[place].forget() }
    }

    var deadline: Instant? { pingsAt }

    mutating func woke(at now: Moment, into events: inout [FeedEvent]) {
        guard let pingsAt, now.monotonic >= pingsAt else { return }
        self.pingsAt = now.monotonic + Self.pingPeriod
        lastID += 1
        events.append(.send(.plain(#"{"id":\#(lastID),"type":"ping"}"#)))
    }

    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {
        do {
            try parser.parse(message.bytes) { root in
                // A server that coalesces messages sends an array of them in one frame.
                guard root.isArray else { return handle(root, at: now, into: &events) }
                for (place, element) in root.elements.enumerated() {
                    guard place < LayerLimits.messages else {
                        return reject(.tooManyMessages(place), into: &events)
                    }
                    handle(element, at: now, into: &events)
                }
            }
        } catch {
            reject(.notJSON(error), into: &events)
        }
    }
}

extension HomeAssistantMachine {
    private mutating func handle(
        _ message: JSONValue, at now: Moment, into events: inout [FeedEvent]
    ) {
        switch message["type"]?.word {
        case "auth_required": authenticate(into: &events)
        case "auth_ok": subscribe(at: now, into: &events)
        case "auth_invalid":
            let reason = message["message"]?.readable ?? "the token is not right"
            let end = FeedDisconnect(
                code: 0, reason: String(reason.prefix(200)), retry: .terminal)
            events.append(.disconnect(end))
        case "result": answered(message, into: &events)
        case "event":
            guard let id = message["id"]?.int, id == subscription, let event = message["event"]
            else {
                return reject(.unexpectedShape("an event that was not asked for"), into: &events)
            }
            read(event, at: now, into: &events)
        case "pong": break
        default: reject(.unexpectedShape("the message is of no known kind"), into: &events)
        }
    }

    private func authenticate(into events: inout [FeedEvent]) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("type", "auth")
        writer.member("access_token", token)
        writer.endObject()
        events.append(.send(.plain(String(decoding: writer.bytes, as: UTF8.self))))
    }

    private mutating func subscribe(at now: Moment, into events: inout [FeedEvent]) {
        guard subscription == nil else { return }
        lastID += 1
        subscription = lastID
        pingsAt = now.monotonic + Self.pingPeriod
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("id", lastID)
        writer.member("type", "subscribe_entities")
        writer.beginArray("entity_ids")
        for player in players { writer.string(player.entity) }
        writer.endArray()
        writer.endObject()
        events.append(.send(.plain(String(decoding: writer.bytes, as: UTF8.self))))
        events.append(.expectHeartbeat(every: Self.pingPeriod + Self.timeout))
    }

    private func answered(_ message: JSONValue, into events: inout [FeedEvent]) {
        if message["success"]?.bool == true {
            events.append(.accepted)
        } else {
            reject(.requestFailed("subscribe_entities", message["error"]), into: &events)
        }
    }

    /// `a` has whole entities, `c` the changes of some, `r` the ids of removed ones.
    private mutating func read(
        _ event: JSONValue, at now: Moment, into events: inout [FeedEvent]
    ) {
        for place in players.indices {
            let name = players[place].entity
            let added = event["a"]?[named: name]
            let changed = event["c"]?[named: name]
            let isGone = event["r"]?.elements.contains { $0.string(equals: name) } ?? false
            if let added {
                guard players[place].replace(with: added) else {
                    reject(.unexpectedShape("an entity without a state"), into: &events)
                    continue
                }
            } else if let changed {
                learnClock(from: changed, into: &events)
                players[place].change(by: changed)
            } else if isGone {
                players[place].forget()
            } else {
                continue
            }
            let report = Box(players[place].report)
            events.append(.report(station: place, report))
        }
    }

    /// A change is sent as soon as it is made, and contains its time.
    private func learnClock(from change: JSONValue, into events: inout [FeedEvent]) {
        let news = change["+"]
        guard let seconds = news?["lu"]?.lenientDouble ?? news?["lc"]?.lenientDouble,
            let time = Timestamp(seconds: seconds)
        else { return }
        let clock = ServerClock(time: time, resolution: .milliseconds(1))
        events.append(.serverClock(clock))
    }

    private func reject(_ rejection: FeedRejection, into events: inout [FeedEvent]) {
        events.append(.rejected(rejection))
    }
}
