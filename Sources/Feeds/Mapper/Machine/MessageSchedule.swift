import JSON
import NowPlaying

/// The times of a mapping's own messages: those that begin a connection, and those that keep it
/// alive.
struct MessageSchedule: Sendable {
    private struct Timer: Sendable {
        var at: Instant?
        var interval: Interval?
    }

    private var openings: [Instant?] = []
    private var keepAlives: [Timer] = []

    /// A schedule without a connection.
    init() {}

    /// The schedule of a new connection.
    init(_ mapping: Mapping, at now: Instant) {
        openings = mapping.openings.map { opening in opening.delay.map { now + $0 } }
        keepAlives = mapping.keepAlives.map { keepAlive in
            Timer(at: keepAlive.interval.map { now + $0 }, interval: keepAlive.interval)
        }
    }

    /// The next due time. Messages that begin a connection are due only while there is no state.
    func deadline(hasState: Bool) -> Instant? {
        let opening = hasState ? nil : openings.reduce(nil, earliest)
        return keepAlives.reduce(opening) { earliest($0, $1.at) }
    }

    /// Takes the messages that are due, and schedules their next times.
    mutating func due(of mapping: Mapping, at now: Instant, hasState: Bool) -> [MessageTemplate] {
        var messages: [MessageTemplate] = []
        for (place, opening) in mapping.openings.enumerated() {
            guard !hasState, let time = openings[place], now >= time else { continue }
            openings[place] = nil
            messages.append(opening.message)
        }
        for place in keepAlives.indices {
            guard let time = keepAlives[place].at, now >= time else { continue }
            keepAlives[place].at = keepAlives[place].interval.map { now + $0 }
            messages.append(mapping.keepAlives[place].message)
        }
        return messages
    }

    /// Learns the interval of keep-alives from a hello.
    mutating func learn(from hello: MappedValue, by mapping: Mapping, at now: Instant) {
        for (place, keepAlive) in mapping.keepAlives.enumerated() {
            guard let interval = keepAlive.announced?.select(in: hello).known?.obeyable else {
                continue
            }
            keepAlives[place] = Timer(at: now + interval, interval: interval)
        }
    }
}
