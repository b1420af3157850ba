import JSON
import NowPlaying

/// The conversation that a mapping describes, for the stations of one link.
///
/// A message is unwrapped, judged by the rules, perhaps answered, and read into the state of its
/// station, which is then reported whole. The state outlives connections, for messages that contain
/// only parts; values that were picked for answers do not.
struct MappedMachine: FeedMachine {
    let mapping: Box<Mapping>
    /// The texts for the names in its pointers, now and while nothing is picked.
    private var names: NameTexts
    private let settingNames: NameTexts
    private var kept = KeptMessages()
    /// True if unmapped messages are rejected only once: not all messages of the servers are known.
    let isUnverified: Bool
    private(set) var stations: [MappedStation]
    private var picks = PickedValues()
    private var schedule = MessageSchedule()
    private var isAccepted = false
    private var hasState = false
    private var hasToldUnmapped = false

    /// A conversation about these feeds' stations.
    init(_ mapping: Box<Mapping>, feeds: [Feed], isUnverified: Bool) {
        self.mapping = mapping
        settingNames = NameTexts(feeds.first)
        names = settingNames
        self.isUnverified = isUnverified
        stations = feeds.map { MappedStation($0, in: mapping.value.layers) }
    }

    mutating func opened(at now: Moment, into events: inout [FeedEvent]) {
        names = settingNames
        picks = PickedValues()
        kept = KeptMessages()
        isAccepted = false
        hasState = false
        for place in stations.indices {
            stations[place].emptyAt = nil
            stations[place].isOwed = false
            stations[place].isReported = false
        }
        if let silence = mapping.value.staleAfter {
            events.append(.expectHeartbeat(every: silence))
        }
        schedule = MessageSchedule(mapping.value, at: now.monotonic)
        for opening in mapping.value.openings where opening.delay == nil {
            say(opening.message, into: &events)
        }
    }

    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {
        if let rule = mapping.value.rules.firstIndex(where: { $0.matches(text: message.bytes) }) {
            return apply(rule, on: nil, HeardMessage(message), at: now, into: &events)
        }
        var inner = [UnwrappedMessage(bytes: message.bytes)]
        for step in mapping.value.unwrapping {
            inner = inner.flatMap { step.apply(to: $0, of: stations, names, using: parser) }
        }
        let limit = LayerLimits.messages
        for unwrapped in inner.prefix(limit) {
            let heard = HeardMessage(message, unwrapped.bytes, of: unwrapped.stations)
            do {
                try parser.parse(unwrapped.bytes) { root in
                    judge(MappedValue(root, names: names), heard, at: now, into: &events)
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
        earliest(
            schedule.deadline(hasState: hasState), earliest(reportDeadline, kept.deadline))
    }

    var reportDeadline: Instant? { stations.reduce(nil) { earliest($0, $1.emptyAt) } }

    mutating func woke(at now: Moment, into events: inout [FeedEvent]) {
        for message in schedule.due(of: mapping.value, at: now.monotonic, hasState: hasState) {
            say(message, into: &events)
        }
        reread(kept.due(at: now.monotonic), at: now, into: &events)
        reportDoubted(at: now, into: &events)
    }

    /// Reports the states that were held back and are due.
    private mutating func reportDoubted(at now: Moment, into events: inout [FeedEvent]) {
        for place in stations.indices {
            guard let time = stations[place].emptyAt, now.monotonic >= time else { continue }
            stations[place].emptyAt = nil
            report(place, at: now, into: &events)
        }
    }
}

// MARK: Messages

extension MappedMachine {
    private mutating func judge(
        _ root: MappedValue, _ message: HeardMessage, at now: Moment,
        into events: inout [FeedEvent]
    ) {
        if let time = mapping.value.clock?.select(in: root).known, !message.isCached {
            let resolution: Interval =
                time.milliseconds % 1_000 == 0 ? .seconds(1) : .milliseconds(1)
            let clock = ServerClock(time: time, resolution: resolution)
            events.append(.serverClock(clock))
        }
        guard !mapping.value.rules.isEmpty else {
            return read(root, message, by: mapping.value.state, as: .update, at: now, into: &events)
        }
        guard
            let rule = mapping.value.rules.firstIndex(where: {
                $0.matches(root, event: message.event)
            })
        else { return rejectUnmapped(root, message, into: &events) }
        apply(rule, on: root, message, at: now, into: &events)
    }

    private mutating func apply(
        _ index: Int, on root: MappedValue?, _ message: HeardMessage, at now: Moment,
        into events: inout [FeedEvent]
    ) {
        let rule = mapping.value.rules[index]
        if let root { pick(rule.picks, from: root, byRule: index, at: now) }
        let root = root.map { MappedValue($0.json, names: names) }
        defer { reportReread(after: rule, at: now, into: &events) }
        for answer in rule.answers { say(answer, replyingTo: root, into: &events) }
        switch rule.meaning {
        case .update, .partial, .remember:
            if let root { read(root, message, byRule: index, at: now, into: &events) }
        case .clear: change(root, message, at: now, into: &events) { $0.clear() }
        case .stopped: change(root, message, at: now, into: &events) { $0.stop() }
        case .offline: change(root, message, at: now, into: &events) { $0.setOnline(false) }
        case .online: change(root, message, at: now, into: &events) { $0.setOnline(true) }
        case .hello:
            accept(into: &events)
            if let root { schedule.learn(from: root, by: mapping.value, at: now.monotonic) }
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

    /// Rejects a message that is of no known kind, or is empty where the mapping looks.
    private mutating func rejectUnmapped(
        _ root: MappedValue, _ message: HeardMessage, into events: inout [FeedEvent]
    ) {
        guard !isUnverified || !hasToldUnmapped else { return }
        hasToldUnmapped = true
        reject(.unmapped(root.json, event: message.event), into: &events)
    }
}

// MARK: Saying

extension MappedMachine {
    private mutating func pick(
        _ wanted: [MessageRule.Pick], from root: MappedValue, byRule index: Int, at now: Moment
    ) {
        let changed = picks.take(wanted, from: root)
        let rules = mapping.value.rules(with: changed)
        if !changed.isEmpty { names = settingNames.adding(picks) }
        guard !rules.isEmpty else { return }
        var reports: [FeedEvent] = []
        reread(rules.filter { $0 != index }, at: now, into: &reports)
        for case .report(let place, _) in reports { stations[place].isOwed = true }
    }

    /// Reports the values that a pick made readable, if the picked message itself reports nothing.
    private mutating func reportReread(
        after rule: MessageRule, at now: Moment, into events: inout [FeedEvent]
    ) {
        guard !rule.picks.isEmpty, rule.meaning != .remember else { return }
        for place in stations.indices where stations[place].isOwed {
            stations[place].isOwed = false
            report(place, at: now, into: &events)
        }
    }

    /// Sends a message: once, or once for each station if it names the station.
    private func say(
        _ template: MessageTemplate, replyingTo root: MappedValue? = nil,
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

// MARK: Messages that are read again

extension MappedMachine {
    /// Keeps a message whose meaning changes with later picks or with time.
    private mutating func keep(
        _ root: MappedValue, _ message: HeardMessage, ofRule index: Int, at now: Moment
    ) {
        let rule = mapping.value.rules[index]
        guard rule.current != nil || mapping.value.needsNames(rule: index) else { return }
        var ignored: [FeedEvent] = []
        let change = rule.current.flatMap {
            $0.change(of: rule.rows(in: root) ?? [], after: now.wall)
        }
        let message = KeptMessages.Message(
            bytes: Array(message.bytes),
            stations: places(for: root, message, into: &ignored) ?? [],
            readsAt: change.map { now.monotonic + ($0 - now.wall) })
        kept.keep(message, ofRule: index)
    }

    /// Reads the kept messages of these rules with their present meaning.
    private mutating func reread(
        _ rules: [Int], at now: Moment, into events: inout [FeedEvent]
    ) {
        // The messages may be read while another one is, so they need their own parser.
        let parser = JSONParser()
        for index in rules {
            guard let message = kept[index] else { continue }
            let heard = HeardMessage(FeedMessage([]), message.bytes[...], of: message.stations)
            try? parser.parse(message.bytes) { root in
                let root = MappedValue(root, names: names)
                read(root, heard, byRule: index, at: now, into: &events)
            }
        }
    }

    /// Reads the current element of a list. If there is none, nothing plays.
    private mutating func readCurrent(
        _ rule: MessageRule, in root: MappedValue, _ message: HeardMessage, at now: Moment,
        into events: inout [FeedEvent]
    ) {
        let rows = rule.rows(in: root) ?? []
        guard let element = rule.current?.element(of: rows, at: now.wall) else {
            return change(root, message, at: now, into: &events) { $0.clear() }
        }
        read(
            element, of: root, message, by: rule.state ?? mapping.value.state, as: rule.meaning,
            at: now, into: &events)
    }
}

// MARK: State

extension MappedMachine {
    /// The present state of a station; `nil` before its first report.
    mutating func report(of place: Int, at now: Instant) -> Report? {
        guard stations[place].isReported else { return nil }
        return stations[place].state.report(at: now)
    }

    private mutating func read(
        _ root: MappedValue, _ message: HeardMessage, byRule index: Int, at now: Moment,
        into events: inout [FeedEvent]
    ) {
        let rule = mapping.value.rules[index]
        keep(root, message, ofRule: index, at: now)
        if rule.current != nil, rule.rows(in: root) != nil {
            return readCurrent(rule, in: root, message, at: now, into: &events)
        }
        let base = rule.base.map { $0.value(in: root).map(root.with) } ?? root
        guard let base, rule.current == nil else {
            return rejectUnmapped(root, message, into: &events)
        }
        read(
            base, of: root, message, by: rule.state ?? mapping.value.state, as: rule.meaning,
            at: now, into: &events)
    }

    private mutating func read(
        _ base: MappedValue, of root: MappedValue? = nil, _ message: HeardMessage,
        by state: Box<StateMapping>, as meaning: MessageRule.Meaning, at now: Moment,
        into events: inout [FeedEvent]
    ) {
        guard let places = places(for: root ?? base, message, into: &events) else { return }
        for place in places {
            let hadTrack = stations[place].state.hasTrack
            let isNews = stations[place].state.read(
                base, by: state.value, isWhole: meaning == .update, at: now)
            guard isNews || stations[place].isOwed else {
                return rejectUnmapped(base, message, into: &events)
            }
            stations[place].isOwed = meaning == .remember
            guard meaning != .remember else { continue }
            changed(place, hadTrack: hadTrack, message, at: now, into: &events)
        }
    }

    private mutating func change(
        _ root: MappedValue?, _ message: HeardMessage, at now: Moment,
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
        _ place: Int, hadTrack: Bool, _ message: HeardMessage, at now: Moment,
        into events: inout [FeedEvent]
    ) {
        hasState = true
        accept(into: &events)
        let isNews = hadTrack || stations[place].emptyAt != nil || !stations[place].isReported
        if let pause = mapping.value.emptyAfter, !stations[place].state.hasTrack, isNews {
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

    /// The stations that a message is about; `nil` if they are none of this link.
    private func places(
        for root: MappedValue?, _ message: HeardMessage, into events: inout [FeedEvent]
    ) -> [Int]? {
        if let places = message.stations { return places }
        if let channel = message.message.channel, stations.contains(where: { $0.channel != nil }) {
            return places(named: channel, into: &events) { $0.channel }
        }
        if let which = mapping.value.which, let root {
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
