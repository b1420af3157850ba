import NowPlaying

/// Notices that the hub's wall clock was set, by the monotonic one.
struct HubClock: Sendable {
    /// Wall time less monotonic time, as it is used until the next step.
    private(set) var wallOffset: Interval

    init(at now: Moment) {
        wallOffset = Self.offset(at: now)
    }

    /// Returns the length by which the wall clock was set since the last step; `nil` while it runs
    /// on.
    mutating func step(at now: Moment, tolerance: Interval) -> Interval? {
        let offset = Self.offset(at: now)
        let step = offset - wallOffset
        guard step.magnitude > tolerance else { return nil }
        wallOffset = offset
        return step
    }

    private static func offset(at now: Moment) -> Interval {
        now.wall.sinceEpoch - now.monotonic.sinceOrigin
    }
}
