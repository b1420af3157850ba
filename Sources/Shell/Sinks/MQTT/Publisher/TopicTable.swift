import DequeModule
import NowPlaying

/// The topics of the hub with their newest payloads: which of them the broker lacks, and when each
/// may be published.
///
/// A topic is published at most once in its interval, the newest payload each time. Memory is
/// bounded by the topics, whether a broker is there or not. A change and a connection cost the same
/// for any number of topics: there may be a hundred thousand.
struct TopicTable {
    /// The part of the order in which topics are published when a connection has begun.
    enum Rank: Int, CaseIterable {
        case record, device, state, status
    }

    /// The pace of a topic.
    enum Pace: Int, CaseIterable {
        /// As often as it changes.
        case any
        /// At most once in the interval of stations.
        case station
        /// At most once in the interval of sessions.
        case session
    }

    private struct Entry {
        let rank: Rank
        let pace: Pace
        var payload: [UInt8]
        /// The connection for which the rest holds.
        var connection: Int
        /// The payload that the connection was given last; `nil` for none.
        var published: [UInt8]?
        /// It is in `ready`.
        var isReady = false
        /// It was published within its interval.
        var isCooling = false
        /// It is to be forgotten once the broker has.
        var isGone = false

        var isDirty: Bool { payload != published }
    }

    /// The interval of each pace.
    var intervals: [Pace: Interval] = [:]
    /// Payloads that were replaced before they were published.
    private(set) var replaced = 0
    private var entries: [String: Entry] = [:]
    /// The topics in the order in which they came; some may be gone, or in it twice.
    private var order = [[String]](repeating: [], count: Rank.allCases.count)
    /// The number of the connection.
    private var connection = 0
    private var isOpen = false
    private var ready: Deque<String> = []
    /// The place up to which the connection was given what there was when it began.
    private var begun: (rank: Int, index: Int) = (0, 0)
    /// The place up to which devices were announced once more; `nil` while they are not.
    private var repeated: Int?
    /// The topics of each pace that were published, by the end of their intervals.
    private var cooling: [Pace: Deque<(topic: String, end: Instant)>] = [:]
    /// The topics among them that have changed since.
    private var waiting = 0

    /// The number of topics that the broker keeps.
    var topicCount: Int { entries.count { !$0.value.isGone && !$0.value.payload.isEmpty } }

    /// The number of messages that wait, about.
    var pendingCount: Int {
        guard isOpen else { return entries.count }
        let rest = order[begun.rank...].reduce(0) { $0 + $1.count } - begun.index
        return ready.count + waiting + rest
    }

    /// The next time at which a topic may be published that waits for it.
    var nextDeadline: Instant? {
        waiting == 0 ? nil : cooling.values.compactMap(\.first?.end).min()
    }

    // MARK: Changes

    /// Sets the payload of a topic.
    mutating func set(_ topic: String, _ payload: [UInt8], _ rank: Rank, pace: Pace = .any) {
        guard var entry = entry(topic) else {
            entries[topic] = Entry(rank: rank, pace: pace, payload: payload, connection: connection)
            order[rank.rawValue].append(topic)
            return enqueue(topic)
        }
        guard entry.payload != payload || entry.isGone else { return }
        let wasDirty = entry.isDirty
        (entry.payload, entry.isGone) = (payload, false)
        entries[topic] = entry
        guard wasDirty else { return enqueue(topic) }
        replaced += 1
        if entry.isCooling, !entry.isReady, !entry.isDirty { waiting -= 1 }
    }

    /// Has the broker forget a topic, at once.
    mutating func remove(_ topic: String, _ rank: Rank = .state) {
        // Without a connection, the record of what was published names it to the next one.
        guard isOpen else { return entries[topic] = nil }
        if entries[topic] == nil { set(topic, [], rank) }
        guard var entry = entry(topic), !entry.isGone else { return }
        if entry.isCooling, !entry.isReady, entry.isDirty { waiting -= 1 }
        (entry.payload, entry.isGone) = ([], true)
        if !entry.isReady { ready.append(topic) }
        entry.isReady = true
        entries[topic] = entry
    }

    /// Announces devices again, though nothing has changed.
    mutating func repeatDevices() { repeated = 0 }

    /// An entry as the connection knows it.
    private func entry(_ topic: String) -> Entry? {
        guard var entry = entries[topic], entry.connection != connection else {
            return entries[topic]
        }
        (entry.connection, entry.published) = (connection, nil)
        (entry.isReady, entry.isCooling) = (false, false)
        return entry
    }

    // MARK: Connections

    /// A connection has begun, which knows nothing.
    mutating func open() {
        close()
        isOpen = true
        for rank in order.indices where order[rank].count > 2 * entries.count + 1_000 {
            order[rank] = order[rank].filter { entries[$0]?.rank.rawValue == rank }
        }
    }

    /// The connection has ended.
    mutating func close() {
        for topic in ready where entries[topic]?.isGone == true { entries[topic] = nil }
        isOpen = false
        connection += 1
        (ready, cooling, waiting) = ([], [:], 0)
        (begun, repeated) = ((0, 0), nil)
    }

    // MARK: Publishing

    /// Takes the next message that may be published.
    mutating func next(at now: Instant) -> MQTTMessage? {
        releaseCooled(at: now)
        while let topic = ready.popFirst() ?? nextOfBeginning() {
            guard var entry = entry(topic) else { continue }
            let wasReady = entry.isReady
            entry.isReady = false
            entries[topic] = entry
            guard entry.isDirty || entry.isGone else { continue }
            guard !entry.isCooling || entry.isGone else {
                // It was gone, and has come back within its interval.
                if wasReady { waiting += 1 }
                continue
            }
            entry.isGone ? entries[topic] = nil : published(topic, entry, at: now)
            return MQTTMessage(topic: topic, payload: entry.payload)
        }
        return nextOfRepetition()
    }

    /// The next topic that was there when the connection began.
    private mutating func nextOfBeginning() -> String? {
        while begun.rank < order.count {
            if begun.index < order[begun.rank].count {
                defer { begun.index += 1 }
                return order[begun.rank][begun.index]
            }
            guard begun.rank + 1 < order.count else { return nil }
            begun = (begun.rank + 1, 0)
        }
        return nil
    }

    private mutating func nextOfRepetition() -> MQTTMessage? {
        let devices = order[Rank.device.rawValue]
        while let place = repeated {
            guard place < devices.count else {
                repeated = nil
                break
            }
            repeated = place + 1
            guard let entry = entries[devices[place]], !entry.payload.isEmpty else { continue }
            return MQTTMessage(topic: devices[place], payload: entry.payload)
        }
        return nil
    }

    private mutating func published(_ topic: String, _ entry: Entry, at now: Instant) {
        entries[topic]?.published = entry.payload
        guard let interval = intervals[entry.pace], interval > .zero else { return }
        entries[topic]?.isCooling = true
        cooling[entry.pace, default: []].append((topic, now + interval))
    }

    private mutating func enqueue(_ topic: String) {
        guard isOpen, let entry = entry(topic), !entry.isReady, entry.isDirty else { return }
        entries[topic] = entry
        guard !entry.isCooling else { return waiting += 1 }
        entries[topic]?.isReady = true
        ready.append(topic)
    }

    /// Lets topics be published again whose intervals have ended.
    mutating func releaseCooled(at now: Instant) {
        for pace in Pace.allCases {
            while let (topic, end) = cooling[pace]?.first, end <= now {
                cooling[pace]?.removeFirst()
                guard let entry = entries[topic], entry.connection == connection, entry.isCooling
                else { continue }
                entries[topic]?.isCooling = false
                guard !entry.isReady, entry.isDirty else { continue }
                waiting -= 1
                entries[topic]?.isReady = true
                ready.append(topic)
            }
        }
    }

    /// Takes all that waits, whatever the time is: the connection is about to end.
    mutating func takeAll() -> [MQTTMessage] {
        let messages = topics.compactMap { topic -> MQTTMessage? in
            guard let entry = entry(topic), entry.isDirty || entry.isGone else { return nil }
            return MQTTMessage(topic: topic, payload: entry.payload)
        }
        close()
        return messages
    }

    /// Forgets everything, and gives the messages by which the broker does so, too.
    mutating func removeAll() -> [MQTTMessage] {
        let messages = topics.map { MQTTMessage(topic: $0, payload: []) }
        let (intervals, replaced) = (intervals, replaced)
        self = TopicTable()
        (self.intervals, self.replaced) = (intervals, replaced)
        return messages
    }

    /// All topics in their order, each once.
    private var topics: [String] {
        var seen: Set<String> = []
        return order.joined().filter { entries[$0] != nil && seen.insert($0).inserted }
    }
}
