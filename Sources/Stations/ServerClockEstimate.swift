package import Feeds
package import NowPlaying

/// The estimate of a server's clock, from the times that it sends.
///
/// A message takes a while, and a reading is cut down to its resolution, so each reading is a lower
/// bound of the server's clock at receipt; the highest is the best. The estimate for converting
/// times moves only when it is off by more than a second. Otherwise every better reading shifts
/// every published time by a few milliseconds.
package struct ServerClockEstimate: Sendable {
    /// Server time less monotonic time, as used for conversions.
    package private(set) var offset: Interval?
    private var lowerBound: Interval?
    /// The number of successive readings that put the clock behind the estimate.
    private var contradictions = 0

    /// The difference by which readings may contradict the estimate: messages can be late by this.
    private static let lateness = Interval.seconds(5)

    /// Learns from a reading that came at `now`.
    package mutating func learn(_ reading: ServerClock, at now: Moment) {
        let sample = Self.difference(reading.time, now.monotonic)
        guard let bound = lowerBound else { return settle(on: sample) }
        if sample + reading.resolution + Self.lateness < bound {
            contradictions += 1
            // The server's clock was set back; three readings are not one late message.
            if contradictions >= 3 { settle(on: sample) }
            return
        }
        contradictions = 0
        let better = max(bound, sample)
        lowerBound = better
        if let offset, (better - offset).magnitude > .seconds(1) { self.offset = better }
    }

    /// Forgets the readings: a new connection may lead to another server.
    package mutating func forget() {
        lowerBound = nil
        contradictions = 0
    }

    private mutating func settle(on sample: Interval) {
        lowerBound = sample
        contradictions = 0
        if let offset, (sample - offset).magnitude <= .seconds(1) { return }
        offset = sample
    }

    private static func difference(_ time: Timestamp, _ instant: Instant) -> Interval {
        time.sinceEpoch - instant.sinceOrigin
    }
}

/// Turns a server's times into the hub's wall clock.
///
/// Both clocks are related to the monotonic one, and the relation of the hub's wall clock to it
/// is frozen until the wall clock steps, so that a time converts to the same value each time.
package struct ClockConversion: Equatable, Sendable {
    /// Server time less monotonic time; `nil` while the server's clock is unknown.
    package var serverOffset: Interval?
    /// Wall time less monotonic time.
    package var wallOffset: Interval

    package init(serverOffset: Interval?, wallOffset: Interval) {
        self.serverOffset = serverOffset
        self.wallOffset = wallOffset
    }

    /// True if the server's clock is known.
    package var knowsServer: Bool { serverOffset != nil }

    /// The hub's time for a server's. A server whose clock is unknown is taken to be right.
    package func local(_ time: Timestamp) -> Timestamp {
        guard let serverOffset else { return time }
        return time - serverOffset + wallOffset
    }

    /// The hub's time for a server's time; `nil` for `nil`.
    package func local(_ time: Timestamp?) -> Timestamp? {
        time.map { local($0) }
    }
}
