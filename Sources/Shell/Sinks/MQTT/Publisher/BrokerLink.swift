import NowPlaying
import Support

/// The state of the connection to the broker, and when the next attempt is made.
struct BrokerLink: Sendable {
    /// The state of the connection.
    enum Phase: Equatable, Sendable {
        /// Nothing is configured yet.
        case idle
        case dialling
        /// It waits for the record of what was published, at most until this time.
        case asking(until: Instant)
        case connected
        /// The next attempt is made at this time.
        case waiting(until: Instant)
        case ended
    }

    /// The first pause between two attempts, and the longest.
    private static let shortest = Interval.milliseconds(500)
    private static let longest = Interval.seconds(60)
    /// A connection that lasts as long makes the next pause a short one.
    private static let stable = Interval.seconds(10)

    var phase = Phase.idle
    /// The number of the connection.
    private(set) var attempt = 0
    /// The number of times that it was connected.
    private(set) var connections = 0
    /// The reason for which it ended last.
    private(set) var failure: BrokerFailure?
    /// The time since which it is connected or not.
    private(set) var since = Instant(milliseconds: 0)
    private var failures = 0
    /// The present outage was told.
    private var isOutageTold = false

    /// True if a connection stands.
    var isOpen: Bool {
        switch phase {
        case .asking, .connected: true
        case .idle, .dialling, .waiting, .ended: false
        }
    }

    /// The next time at which something is to be done.
    var nextDeadline: Instant? {
        switch phase {
        case .waiting(let end), .asking(let end): end
        case .idle, .dialling, .connected, .ended: nil
        }
    }

    /// The state in a word.
    var word: String {
        switch phase {
        case .connected, .asking: "connected"
        case .dialling: "connecting"
        case .idle, .waiting, .ended: "waiting"
        }
    }

    /// A new attempt begins.
    mutating func dial() {
        attempt += 1
        phase = .dialling
    }

    /// Another broker is to be connected, of which nothing is known.
    mutating func forget() { (failures, isOutageTold) = (0, false) }

    /// The attempt has succeeded.
    mutating func opened(at now: Instant, asking time: Interval) {
        phase = .asking(until: now + time)
        (since, failure, isOutageTold) = (now, nil, false)
        connections += 1
    }

    /// The connection has ended, or could not be made.
    ///
    /// - Returns: True if that is to be told: once for each outage.
    mutating func closed(
        _ failure: BrokerFailure, at now: Instant, using generator: inout SeededGenerator
    ) -> Bool {
        if isOpen {
            if now - since >= Self.stable { failures = 0 }
            since = now
        }
        self.failure = failure
        phase = .waiting(until: now + pause(using: &generator))
        defer { isOutageTold = true }
        return !isOutageTold
    }

    /// Half of a pause that doubles, and up to another half.
    private mutating func pause(using generator: inout SeededGenerator) -> Interval {
        let doubled = Self.shortest * Double(1 << min(failures, 10))
        failures += 1
        let whole = min(doubled, Self.longest)
        return whole * Double.random(in: 0.5...1, using: &generator)
    }
}
