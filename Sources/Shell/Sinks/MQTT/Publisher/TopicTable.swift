import DequeModule
import NowPlaying

/// The topics of the hub with their newest payloads: which of them the broker lacks, and when each
/// may be published.
///
/// A topic is published at most once in its interval, the newest payload each time. Memory is
/// bounded by the topics, whether a broker is there or not.
struct TopicTable {
    /// The part of the order in which topics are published when a connection has begun.
    enum Rank: Int, Comparable {
        case record, device, state, status

        static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
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
        /// The place among all topics, in the order in which they came.
        let number: Int
        var payload: [UInt8]
        /// The payload that this connection was given last; `nil` for none.
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
    private var count = 0
    private var isOpen = false
    private var ready: Deque<String> = []
    /// The topics of each pace that were published, by the end of their intervals.
    private var cooling: [Pace: Deque<(topic: String, end: Instant)>] = [:]
    /// The topics among them that have changed since.
    private var waiting = 0

    /// The number of topics that the broker keeps.
    var topicCount: Int { entries.count { !$0.value.isGone && !$0.value.payload.isEmpty } }

    /// The number of messages that wait.
    var pendingCount: Int { isOpen ? ready.count + waiting : entries.count { $0.value.isDirty } }

    /// The next time at which a topic may be published that waits for it.
    var nextDeadline: Instant? {
        waiting == 0 ? nil : cooling.values.compactMap(\.first?.end).min()
    }

    /// All topics with a beginning.
    func topics(under beginning: String) -> [String] {
        entries.keys.filter { $0.hasPrefix(beginning) }
    }

    // MARK: Changes

    /// Sets the payload of a topic.
    mutating func set(_ topic: String, _ payload: [UInt8], _ rank: Rank, pace: Pace = .any) {
        guard var entry = entries[topic] else {
            let entry = Entry(rank: rank, pace: pace, number: count, payload: payload)
            count += 1
            entries[topic] = entry
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
        if entries[topic] == nil { set(topic, [], rank) }
        guard var entry = entries[topic], !entry.isGone else { return }
        if entry.isCooling, !entry.isReady, entry.isDirty { waiting -= 1 }
        (entry.payload, entry.isGone) = ([], true)
        guard isOpen || entry.published != nil else {
            // The record of what was announced names it to the next connection.
            entries[topic] = nil
            return
        }
        if !entry.isReady { ready.append(topic) }
        entry.isReady = true
        entries[topic] = entry
    }

    /// Publishes topics again, though nothing has changed.
    mutating func repeatTopics(of rank: Rank) {
        for topic in sorted(entries.filter { $0.value.rank == rank }) {
            guard entries[topic]?.isReady == false else { continue }
            entries[topic]?.published = nil
            entries[topic]?.isReady = true
            ready.append(topic)
        }
    }

    // MARK: Connections

    /// A connection has begun, which knows nothing.
    mutating func open() {
        isOpen = true
        for topic in entries.keys {
            entries[topic]?.published = nil
            entries[topic]?.isReady = true
            entries[topic]?.isCooling = false
        }
        cooling = [:]
        waiting = 0
        ready = Deque(sorted(entries))
    }

    /// The connection has ended.
    mutating func close() {
        isOpen = false
        entries = entries.filter { !$0.value.isGone }
        for topic in entries.keys {
            entries[topic]?.published = nil
            entries[topic]?.isReady = false
            entries[topic]?.isCooling = false
        }
        (ready, cooling, waiting) = ([], [:], 0)
    }

    private func sorted(_ entries: [String: Entry]) -> [String] {
        entries.sorted {
            ($0.value.rank, $0.value.number) < ($1.value.rank, $1.value.number)
        }.map(\.key)
    }

    // MARK: Publishing

    /// Takes the next message that may be published.
    mutating func next(at now: Instant) -> MQTTMessage? {
        releaseCooled(at: now)
        while let topic = ready.popFirst() {
            entries[topic]?.isReady = false
            guard let entry = entries[topic], entry.isDirty || entry.isGone else { continue }
            entry.isGone ? entries[topic] = nil : published(topic, entry, at: now)
            return MQTTMessage(topic: topic, payload: entry.payload)
        }
        return nil
    }

    private mutating func published(_ topic: String, _ entry: Entry, at now: Instant) {
        entries[topic]?.published = entry.payload
        guard let interval = intervals[entry.pace], interval > .zero, !entry.isCooling else {
            return
        }
        entries[topic]?.isCooling = true
        cooling[entry.pace, default: []].append((topic, now + interval))
    }

    private mutating func enqueue(_ topic: String) {
        guard isOpen, let entry = entries[topic], !entry.isReady, entry.isDirty else { return }
        guard !entry.isCooling else { return waiting += 1 }
        entries[topic]?.isReady = true
        ready.append(topic)
    }

    /// Lets topics be published again whose intervals have ended.
    mutating func releaseCooled(at now: Instant) {
        for pace in Pace.allCases {
            while let (topic, end) = cooling[pace]?.first, end <= now {
                cooling[pace]?.removeFirst()
                guard let entry = entries[topic], entry.isCooling else { continue }
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
        let topics = sorted(entries.filter { $0.value.isDirty || $0.value.isGone })
        let messages = topics.compactMap { topic in
            entries[topic].map { MQTTMessage(topic: topic, payload: $0.payload) }
        }
        close()
        return messages
    }

    /// Forgets everything, and gives the messages by which the broker does so, too.
    mutating func removeAll() -> [MQTTMessage] {
        let messages = sorted(entries).map { MQTTMessage(topic: $0, payload: []) }
        let (intervals, replaced) = (intervals, replaced)
        self = TopicTable()
        (self.intervals, self.replaced) = (intervals, replaced)
        return messages
    }
}
