import JSON
import NowPlaying

/// The conversation that a mapping describes, for the stations of one link.
///
/// A message is unwrapped, judged by the rules, perhaps answered, and read into the state of the
/// station that it is about, which is then reported whole. What came of earlier connections is
/// kept for messages that tell of parts only; what was picked for answers is not.
struct MappedMachine: FeedMachine {
    /// When something is due to be said.
    private struct Timer: Sendable {
        var at: Instant?
        var interval: Interval?
    }

    /// A message that is judged, or a part of one.
    private struct Heard {
        let message: FeedMessage
        /// The stations that it is about, where its wrapping told.
        let stations: [Int]?

        init(_ message: FeedMessage, of stations: [Int]? = nil) {
            self.message = message
            self.stations = stations
        }

        var event: String? { message.event }
        var isCached: Bool { message.isCached }
    }

    let mapping: Mapping
    /// What cannot be mapped is told once: all that the servers send is not known.
    let isUnverified: Bool
    private(set) var stations: [MappedStation]
    private var picks: [String: MessageTemplate.Filling] = [:]
    private var openingsAt: [Instant?] = []
    private var keepAlives: [Timer] = []
    private var isAccepted = false
    private var hasState = false
    private var hasToldUnmapped = false

    /// A conversation about these feeds' stations.
    init(_ mapping: Mapping, feeds: [Feed], isUnverified: Bool) {
        self.mapping = mapping
        self.isUnverified = isUnverified
        stations = feeds.map { MappedStation($0, in: mapping.layers) }
    }

    /// A machine for these feeds' stations, over the layers that the mapping names.
    static func layered(
        _ mapping: Mapping, feeds: [Feed], isUnverified: Bool
    ) -> any FeedMachine {
        let machine = MappedMachine(mapping, feeds: feeds, isUnverified: isUnverified)
        var channels: [String] = []
        for channel in machine.stations.compactMap(\.channel) where !channels.contains(channel) {
            channels.append(channel)
        }
        let first = feeds.first?.placeholders ?? [:]
        let layers = mapping.layers.layers(channels: channels) { first[$0]?.plainText }
        return LayeredFeed(machine, over: layers)
    }

    mutating func opened(at now: Moment, into events: inout [FeedEvent]) {
        picks = [:]
        isAccepted = false
        hasState = false
        for place in stations.indices {
            stations[place].emptyAt = nil
            stations[place].isOwed = false
            stations[place].isReported = false
        }
        if let silence = mapping.staleAfter {
            events.append(.expectHeartbeat(every: silence))
        }
        openingsAt = mapping.openings.map { opening in
            opening.delay.map { now.monotonic + $0 }
        }
        keepAlives = mapping.keepAlives.map { keepAlive in
            Timer(
                at: keepAlive.interval.map { now.monotonic + $0 }, interval: keepAlive.interval)
        }
        for opening in mapping.openings where opening.delay == nil {
            say(opening.message, into: &events)
        }
    }

    func apply(
        _ news: SubscriptionNews, ofChannel channel: String, into events: inout [FeedEvent]
    ) {
        for place in stations.indices where stations[place].channel == channel {
            events.append(.subscription(station: place, news))
        }
    }

    func disconnect(code: Int, reason: String) -> FeedDisconnect? {
        mapping.closeCodes.disconnect(code: code, reason: reason)
    }

    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {
        if let rule = mapping.rules.first(where: { $0.matches(text: message.bytes) }) {
            return apply(rule, on: nil, Heard(message), at: now, into: &events)
        }
        var inner = [UnwrappedMessage(bytes: message.bytes)]
        for step in mapping.unwrapping {
            inner = inner.flatMap { step.apply(to: $0, of: stations, using: parser) }
        }
        let limit = LayerLimits.messages
        for unwrapped in inner.prefix(limit) {
            let heard = Heard(message, of: unwrapped.stations)
            do {
                try parser.parse(unwrapped.bytes) { root in
                    judge(root, heard, at: now, into: &events)
                }
            } catch {
                reject(.notJSON(error), into: &events)
            }
        }
        if inner.count > limit { reject(.tooManyMessages(limit), into: &events) }
    }
}

// MARK: Time

extension MappedMachine {
    var deadline: Instant? {
        let openings = hasState ? [] : openingsAt
        let times = openings + keepAlives.map(\.at) + [reportDeadline]
        return times.compactMap { $0 }.min()
    }

    var reportDeadline: Instant? { stations.compactMap(\.emptyAt).min() }

    mutating func woke(at now: Moment, into events: inout [FeedEvent]) {
        for (place, opening) in mapping.openings.enumerated() {
            guard !hasState, let time = openingsAt[place], now.monotonic >= time else { continue }
            openingsAt[place] = nil
            say(opening.message, into: &events)
        }
        for place in keepAlives.indices {
            guard let time = keepAlives[place].at, now.monotonic >= time else { continue }
            keepAlives[place].at = keepAlives[place].interval.map { now.monotonic + $0 }
            say(mapping.keepAlives[place].message, into: &events)
        }
        reportDoubted(at: now, into: &events)
    }

    /// Reports what was held back and is due.
    private mutating func reportDoubted(at now: Moment, into events: inout [FeedEvent]) {
        for place in stations.indices {
            guard let time = stations[place].emptyAt, now.monotonic >= time else { continue }
            stations[place].emptyAt = nil
            report(place, at: now, into: &events)
        }
    }

    /// A hello may tell how often it wants a sign of life.
    private mutating func learnIntervals(from root: JSONValue, at now: Moment) {
        for (place, keepAlive) in mapping.keepAlives.enumerated() {
            guard let interval = keepAlive.announced?.select(in: root).known?.obeyable else {
                continue
            }
            keepAlives[place] = Timer(at: now.monotonic + interval, interval: interval)
        }
    }
}

// MARK: Messages

extension MappedMachine {
    private mutating func judge(
        _ root: JSONValue, _ message: Heard, at now: Moment,
        into events: inout [FeedEvent]
    ) {
        if let time = mapping.clock?.select(in: root).known, !message.isCached {
            let resolution: Interval =
                time.milliseconds % 1_000 == 0 ? .seconds(1) : .milliseconds(1)
            let clock = ServerClock(time: time, resolution: resolution)
            events.append(.serverClock(clock))
        }
        guard !mapping.rules.isEmpty else {
            return read(root, message, by: mapping.state, as: .update, at: now, into: &events)
        }
        guard let rule = mapping.rules.first(where: { $0.matches(root, event: message.event) })
        else { return rejectUnmapped(root, message, into: &events) }
        apply(rule, on: root, message, at: now, into: &events)
    }

    private mutating func apply(
        _ rule: MessageRule, on root: JSONValue?, _ message: Heard, at now: Moment,
        into events: inout [FeedEvent]
    ) {
        if let root { pick(rule.picks, from: root) }
        for answer in rule.answers { say(answer, replyingTo: root, into: &events) }
        switch rule.meaning {
        case .update, .partial, .remember:
            guard let root else { return }
            let base = rule.base.map { $0.value(in: root) } ?? root
            guard let base else { return rejectUnmapped(root, message, into: &events) }
            read(
                base, of: root, message, by: rule.state ?? mapping.state, as: rule.meaning,
                at: now, into: &events)
        case .clear: change(root, message, at: now, into: &events) { $0.clear() }
        case .stopped: change(root, message, at: now, into: &events) { $0.stop() }
        case .offline: change(root, message, at: now, into: &events) { $0.setOnline(false) }
        case .online: change(root, message, at: now, into: &events) { $0.setOnline(true) }
        case .hello:
            accept(into: &events)
            if let root { learnIntervals(from: root, at: now) }
        case .ignore: break
        case .error:
            let reason = rule.reason(in: root) ?? "no reason"
            let rejection = FeedRejection(
                code: "serverError", detail: "the server says: \(reason)")
            reject(rejection, into: &events)
        case .reconnect: end(rule.reason(in: root), .backoff, into: &events)
        case .terminal: end(rule.reason(in: root), .terminal, into: &events)
        }
    }

    private mutating func accept(into events: inout [FeedEvent]) {
        guard !isAccepted else { return }
        isAccepted = true
        events.append(.accepted)
    }

    private func end(
        _ reason: String?, _ retry: FeedDisconnect.Retry,
        into events: inout [FeedEvent]
    ) {
        let reason = reason ?? "the server asked for it"
        let end = FeedDisconnect(code: 0, reason: reason, retry: retry)
        events.append(.disconnect(end))
    }

    private func reject(_ rejection: FeedRejection, into events: inout [FeedEvent]) {
        events.append(.rejected(rejection))
    }

    /// A message that is of no known kind, or has nothing where the mapping looks.
    private mutating func rejectUnmapped(
        _ root: JSONValue, _ message: Heard, into events: inout [FeedEvent]
    ) {
        guard !isUnverified || !hasToldUnmapped else { return }
        hasToldUnmapped = true
        reject(.unmapped(root, event: message.event), into: &events)
    }
}

// MARK: Saying

extension MappedMachine {
    private mutating func pick(_ wanted: [MessageRule.Pick], from root: JSONValue) {
        for pick in wanted {
            let value = pick.pointers.lazy.compactMap { $0.value(in: root) }.first
            guard let value, !value.isNull, let filling = MessageTemplate.Filling(value) else {
                continue
            }
            picks[pick.name] = filling
        }
    }

    /// Says something: once, or once for each station if it speaks of the station.
    private func say(
        _ template: MessageTemplate, replyingTo root: JSONValue? = nil,
        into events: inout [FeedEvent]
    ) {
        for station in stations.prefix(template.namesStation ? stations.count : 1) {
            let message = template.message { slot in
                switch slot {
                case .pointer(let pointer):
                    root.flatMap { pointer.value(in: $0) }.flatMap(MessageTemplate.Filling.init)
                case .name(let name): picks[name] ?? station.filling(name)
                }
            }
            if let message {
                events.append(.send(message))
            } else {
                reject(.unfilled, into: &events)
            }
        }
    }
}

// MARK: State

extension MappedMachine {
    private mutating func read(
        _ base: JSONValue, of root: JSONValue? = nil, _ message: Heard,
        by state: StateMapping, as meaning: MessageRule.Meaning, at now: Moment,
        into events: inout [FeedEvent]
    ) {
        guard let places = places(for: root ?? base, message, into: &events) else { return }
        for place in places {
            let hadTrack = stations[place].state.hasTrack
            let isNews = stations[place].state.read(
                base, by: state, isWhole: meaning == .update, at: now)
            guard isNews || stations[place].isOwed else {
                return rejectUnmapped(base, message, into: &events)
            }
            stations[place].isOwed = meaning == .remember
            guard meaning != .remember else { continue }
            changed(place, hadTrack: hadTrack, message, at: now, into: &events)
        }
    }

    private mutating func change(
        _ root: JSONValue?, _ message: Heard, at now: Moment,
        into events: inout [FeedEvent], _ body: (inout MappedState) -> Void
    ) {
        guard let places = places(for: root, message, into: &events) else { return }
        for place in places {
            let hadTrack = stations[place].state.hasTrack
            body(&stations[place].state)
            changed(place, hadTrack: hadTrack, message, at: now, into: &events)
        }
    }

    private mutating func changed(
        _ place: Int, hadTrack: Bool, _ message: Heard, at now: Moment,
        into events: inout [FeedEvent]
    ) {
        hasState = true
        accept(into: &events)
        let isNews = hadTrack || stations[place].emptyAt != nil || !stations[place].isReported
        if let pause = mapping.emptyAfter, !stations[place].state.hasTrack, isNews {
            stations[place].emptyAt = stations[place].emptyAt ?? now.monotonic + pause
            return
        }
        stations[place].emptyAt = nil
        report(place, at: now, into: &events)
    }

    private mutating func report(
        _ place: Int, at now: Moment, into events: inout [FeedEvent]
    ) {
        stations[place].isReported = true
        let report = stations[place].state.report(at: now.monotonic)
        events.append(.report(station: place, Box(report)))
    }

    /// The stations that a message is about; `nil` if it is about none of ours.
    private func places(
        for root: JSONValue?, _ message: Heard, into events: inout [FeedEvent]
    ) -> [Int]? {
        if let places = message.stations { return places }
        if let channel = message.message.channel, stations.contains(where: { $0.channel != nil }) {
            return places(named: channel, into: &events) { $0.channel }
        }
        if let which = mapping.which, let root {
            switch which.select(in: root) {
            case .value(let name): return places(named: name, into: &events) { $0.name }
            case .nothing, .absent:
                guard stations.count > 1 else { break }
                reject(.unexpectedShape("a message without its station's name"), into: &events)
                return nil
            }
        }
        return Array(stations.indices)
    }

    private func places(
        named name: String, into events: inout [FeedEvent],
        _ own: (MappedStation) -> String?
    ) -> [Int]? {
        let places = stations.indices.filter { own(stations[$0]) == name }
        if places.isEmpty { reject(.unknownChannel(name), into: &events) }
        return places.isEmpty ? nil : places
    }
}

extension MessageRule {
    /// What the server gives as the reason.
    fileprivate func reason(in root: JSONValue?) -> String? {
        root.flatMap { self.reason?.select(in: $0).known }.map { String($0.prefix(200)) }
    }
}
