import JSON
import NowPlaying
import Support

/// Decides what is published when: deliveries, the connection's events and time in, orders out.
///
/// It does no I/O and reads no clock.
struct MQTTPublisher {
    /// The messages that may be under way to the broker.
    static let window = 64
    /// The time that the record of what was published may take to come.
    static let recordTime = Interval.milliseconds(500)
    /// The same, where the broker does not even confirm that it was asked.
    static let subscriptionTime = Interval.seconds(5)
    /// The time that the servers of discovered stations may take before stations are missed.
    static let discoveryTime = Interval.seconds(600)
    /// The interval of sessions, whose listeners wait for what they asked for.
    static let sessionInterval = Interval.milliseconds(100)
    /// The interval at which the lists of stations are made.
    static let listInterval = Interval.seconds(1)
    /// The longest pause after which devices are announced to a server that has come.
    static let repeatTime: Int64 = 3_000
    /// The most stations and sessions that a record of earlier hubs may name.
    static let recordedMax = 100_000

    private(set) var settings = MQTTSettings()
    private(set) var link = BrokerLink()
    private(set) var table = TopicTable()
    private(set) var commands = CommandGate()
    private(set) var published = 0
    private var devices: DeviceAnnouncer?
    /// The stations of the config that are published.
    private var configured: Set<String> = []
    /// The stations that are published.
    private var shown: Set<String> = []
    /// Those that earlier hubs have published, and this one does not have (yet).
    private var former = AnnouncementRecord()
    /// The time until which those may still come.
    private var formerEnd = Instant(milliseconds: 0)
    /// The lists of stations are to be made anew, not before this time.
    private var areListsStale = true
    private var listsEnd = Instant(milliseconds: 0)
    /// The messages that are under way.
    private var unsent = 0
    private var hasReadRecord = false
    private var hasToldDrops = false
    /// The time at which devices are announced again.
    private var repeatAt = Instant.never
    private var generator: SeededGenerator
    private let parser: JSONParser
    private let isDiscovering: Bool

    /// - Parameters:
    ///   - isDiscovering: Stations come that the config does not name.
    ///   - seed: Repeats what is random.
    init(isDiscovering: Bool, seed: UInt64, _ parser: JSONParser) {
        self.isDiscovering = isDiscovering
        self.parser = parser
        generator = SeededGenerator(seed: seed)
    }

    private var topics: Topics { Topics(prefix: settings.prefix) }

    private var isConnected: Bool { link.phase == .connected }

    /// The number of messages that wait, or are under way.
    var pendingCount: Int { table.pendingCount + unsent }

    /// The next time at which it is to be woken.
    var nextDeadline: Instant? {
        var deadlines = [link.nextDeadline ?? .never]
        if isConnected {
            deadlines.append(repeatAt)
            if areListsStale { deadlines.append(listsEnd) }
            if !former.isEmpty { deadlines.append(formerEnd) }
            if unsent < Self.window, let end = table.nextDeadline { deadlines.append(end) }
        }
        return deadlines.min().flatMap { $0 == .never ? nil : $0 }
    }

    /// Takes an event.
    mutating func handle(_ event: MQTTEvent, at now: Instant, into effects: inout [MQTTEffect]) {
        switch event {
        case .station(let texts): show(texts)
        case .stationRemoved(let id): remove(id)
        case .session(let name, let document): show(document, of: name)
        case .answered(let number, let answer): publish(answer, of: number, into: &effects)
        case .broker(let event, let attempt):
            if attempt == link.attempt { handle(event, at: now, into: &effects) }
        case .configured(let settings, let stations):
            configure(settings, stations, at: now, into: &effects)
        case .woke: break
        case .stopping: stop(into: &effects)
        }
        lookAtTime(now, into: &effects)
        pump(at: now, into: &effects)
    }

    // MARK: States

    private func isWanted(_ id: String) -> Bool { settings.stations?.contains(id) ?? true }

    private mutating func show(_ texts: StationTexts) {
        guard isWanted(texts.id) else { return }
        if shown.insert(texts.id).inserted { areListsStale = true }
        former.stations.remove(texts.id)
        for (name, payload) in texts.topics {
            table.set(topics.station(texts.id, name), payload, .state, pace: .station)
        }
        guard devices?.setName(texts.name, of: texts.id) == true else { return }
        set(devices?.station(texts.id))
        areListsStale = true
    }

    private mutating func remove(_ id: String) {
        guard shown.remove(id) != nil else { return }
        clear(station: id, in: settings.discovery)
        _ = devices?.setName(nil, of: id)
        configured.remove(id)
        areListsStale = true
    }

    private mutating func show(_ document: [UInt8], of session: String) {
        guard settings.sessions.contains(session) else { return }
        table.set(topics.session(session, "state"), document, .state, pace: .session)
    }

    private mutating func set(_ messages: [MQTTMessage]?) {
        for message in messages ?? [] { table.set(message.topic, message.payload, .device) }
    }

    /// Devices go first: an entity complains of a state that is cleared.
    private mutating func clear(station id: String, in discovery: String?) {
        let announcer = discovery.map { DeviceAnnouncer($0, topics) }
        for topic in announcer?.stationTopics(id) ?? [] { table.remove(topic, .device) }
        for (name, _) in StationTexts(id: id, name: "").topics {
            table.remove(topics.station(id, name))
        }
    }

    private mutating func clear(session name: String, in discovery: String?) {
        let announcer = discovery.map { DeviceAnnouncer($0, topics) }
        for topic in announcer?.sessionTopics(name) ?? [] { table.remove(topic, .device) }
        table.remove(topics.session(name, "state"))
    }

    /// Makes the record, which names what is published before it is, and what is cleared until it
    /// is; and the sessions' lists of stations.
    private mutating func makeLists(at now: Instant) {
        (areListsStale, listsEnd) = (false, now + Self.listInterval)
        var record = AnnouncementRecord()
        record.stations = shown.union(configured).union(former.stations)
        record.sessions = former.sessions.union(settings.sessions)
        record.discovery = settings.discovery
        table.set(topics.record, record.payload, .record)
        for session in settings.sessions { set(devices?.session(session)) }
    }

    // MARK: Configuration

    private mutating func configure(
        _ settings: MQTTSettings, _ stations: [String], at now: Instant,
        into effects: inout [MQTTEffect]
    ) {
        let before = link.phase == .idle ? nil : self.settings
        let isElsewhere = settings.place != before?.place
        if isElsewhere, before != nil { leave(into: &effects) }
        self.settings = settings
        configured = Set(stations.filter(isWanted))
        areListsStale = true
        table.intervals = [
            .station: settings.minInterval,
            .session: min(settings.minInterval, Self.sessionInterval),
        ]
        if isElsewhere { begin() }
        for id in shown.sorted() where !isWanted(id) { remove(id) }
        guard isElsewhere || settings.identity != before?.identity else { return }
        if before != nil { effects.append(.hangUp) }
        formerEnd = now + (isDiscovering ? Self.discoveryTime : .zero)
        link.forget()
        dial(into: &effects)
    }

    /// Has the broker forget all, since the hub goes elsewhere.
    private mutating func leave(into effects: inout [MQTTEffect]) {
        let messages = table.removeAll()
        if isConnected { effects.append(.publish(messages)) }
        (former, shown) = (AnnouncementRecord(), [])
    }

    private mutating func begin() {
        devices = settings.discovery.map { DeviceAnnouncer($0, topics) }
        table.set(topics.status, Array("online".utf8), .status)
    }

    private mutating func stop(into effects: inout [MQTTEffect]) {
        table.set(topics.status, Array("offline".utf8), .status)
        if isConnected { effects.append(.publish(table.takeAll())) }
        effects.append(.hangUp)
        link.phase = .ended
    }

    // MARK: The connection

    private mutating func dial(into effects: inout [MQTTEffect]) {
        link.dial()
        (unsent, repeatAt, hasReadRecord, hasToldDrops) = (0, .never, false, false)
        table.close()
        effects.append(.dial(link.attempt))
    }

    private mutating func handle(
        _ event: BrokerEvent, at now: Instant, into effects: inout [MQTTEffect]
    ) {
        switch event {
        case .opened: opened(at: now, into: &effects)
        case .subscribed:
            if case .asking = link.phase { link.phase = .asking(until: now + Self.recordTime) }
        case .received(let message): receive(message, at: now, into: &effects)
        case .sent(let count):
            unsent = max(0, unsent - count)
            published += count
        case .dropped(let count):
            commands.drop(count)
            tellDrops(into: &effects)
        case .closed(let failure): closed(failure, at: now, into: &effects)
        }
    }

    private mutating func opened(at now: Instant, into effects: inout [MQTTEffect]) {
        guard link.phase == .dialling else { return }
        link.opened(at: now, asking: Self.subscriptionTime)
        effects.append(.note(.connected))
        // These topics alone: others may publish what they like under the prefix.
        let filters = settings.sessions.map { topics.session($0, "command") } + [topics.record]
        effects.append(.subscribe(filters + [birthTopic].compactMap(\.self)))
    }

    private mutating func closed(
        _ failure: BrokerFailure, at now: Instant, into effects: inout [MQTTEffect]
    ) {
        guard link.isOpen || link.phase == .dialling else { return }
        (unsent, repeatAt) = (0, .never)
        table.close()
        let isNews = link.closed(failure, at: now, using: &generator)
        if isNews { effects.append(.note(.disconnected(failure))) }
    }

    /// The topic at which Home Assistant tells that it has come.
    private var birthTopic: String? { settings.discovery.map { $0 + "/status" } }

    private mutating func receive(
        _ message: BrokerMessage, at now: Instant, into effects: inout [MQTTEffect]
    ) {
        if message.topic == topics.record {
            guard message.isRetained, !hasReadRecord else { return }
            hasReadRecord = true
            readRecord(message.payload)
            beginPublishing(at: now)
        } else if message.topic == birthTopic {
            guard !message.isRetained, message.payload == Array("online".utf8) else { return }
            let delay = Int64.random(in: 0...Self.repeatTime, using: &generator)
            repeatAt = min(repeatAt, now + .milliseconds(delay))
        } else if let session = topics.commandedSession(message.topic, among: settings.sessions),
            !message.isRetained
        {
            // One that the broker had kept was given at another time, perhaps to another hub.
            command(message.payload, of: session, at: now, into: &effects)
        }
    }

    /// Finds what earlier hubs have published and this one does not have.
    private mutating func readRecord(_ payload: [UInt8]) {
        guard let found = AnnouncementRecord(payload, upTo: Self.recordedMax, parser) else {
            return
        }
        former.stations = found.stations.subtracting(shown).subtracting(configured)
        former.sessions = found.sessions.subtracting(settings.sessions)
        if found.discovery == settings.discovery {
            former.discovery = found.discovery
        } else if let discovery = found.discovery {
            removeDevices(of: found, in: discovery)
        }
        areListsStale = true
    }

    /// Removes devices from a discovery that is not used any more.
    private mutating func removeDevices(of record: AnnouncementRecord, in discovery: String) {
        let announcer = DeviceAnnouncer(discovery, topics)
        let stations = record.stations.sorted().flatMap { announcer.stationTopics($0) }
        let sessions = record.sessions.sorted().flatMap { announcer.sessionTopics($0) }
        for topic in stations + sessions { table.set(topic, [], .device) }
    }

    private mutating func clearFormer(into effects: inout [MQTTEffect]) {
        let gone = former
        former = AnnouncementRecord()
        for id in gone.stations.sorted() { clear(station: id, in: gone.discovery) }
        for name in gone.sessions.sorted() { clear(session: name, in: gone.discovery) }
        areListsStale = true
        effects.append(.note(.cleared(stations: gone.stations.count)))
    }

    private mutating func beginPublishing(at now: Instant) {
        guard case .asking = link.phase else { return }
        link.phase = .connected
        makeLists(at: now)
        table.open()
    }

    // MARK: Commands

    private mutating func command(
        _ payload: [UInt8], of session: String, at now: Instant, into effects: inout [MQTTEffect]
    ) {
        guard let number = commands.admit(for: session, at: now) else {
            return tellDrops(into: &effects)
        }
        switch CommandPayload.parameters(payload, for: session, parser) {
        case .success(let parameters):
            effects.append(.command(number, session: session, parameters))
        case .failure(let mistake):
            publish(CommandAnswer.refusal(mistake.text), of: number, into: &effects)
        }
    }

    /// Once for each connection.
    private mutating func tellDrops(into effects: inout [MQTTEffect]) {
        if !hasToldDrops { effects.append(.note(.commandsDropped)) }
        hasToldDrops = true
    }

    private mutating func publish(
        _ answer: [UInt8], of number: Int, into effects: inout [MQTTEffect]
    ) {
        guard let session = commands.takeSession(of: number), link.isOpen else { return }
        let topic = topics.session(session, "answer")
        unsent += 1
        effects.append(.publish([MQTTMessage(topic: topic, payload: answer, isRetained: false)]))
    }

    // MARK: Time

    private mutating func lookAtTime(_ now: Instant, into effects: inout [MQTTEffect]) {
        switch link.phase {
        case .waiting(let end) where end <= now: dial(into: &effects)
        case .asking(let end) where end <= now: beginPublishing(at: now)
        default: break
        }
        guard isConnected else { return }
        if repeatAt <= now {
            repeatAt = .never
            table.repeatDevices()
        }
        if !former.isEmpty, formerEnd <= now { clearFormer(into: &effects) }
        if areListsStale, listsEnd <= now { makeLists(at: now) }
    }

    /// Gives the connection as many messages as may be under way.
    private mutating func pump(at now: Instant, into effects: inout [MQTTEffect]) {
        guard isConnected else { return }
        table.releaseCooled(at: now)
        var messages: [MQTTMessage] = []
        while unsent < Self.window, let message = table.next(at: now) {
            messages.append(message)
            unsent += 1
        }
        if !messages.isEmpty { effects.append(.publish(messages)) }
    }
}
