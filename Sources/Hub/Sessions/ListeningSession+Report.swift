import NowPlaying

/// What a player's report makes of a session.
extension ListeningSession {
    /// A player at the live edge is this much behind by its buffers, and is not rewound for that.
    private static let bufferTolerance = Interval.seconds(30)
    /// A rewound player's position is believed anew where it differs by more than this.
    private static let positionTolerance = Interval.seconds(3)

    /// Takes over what a player says that it does.
    mutating func adopt(
        _ report: SessionReport, in surroundings: SessionSurroundings, at now: Timestamp
    ) {
        let timeline = surroundings.timeline
        if report.state != state || (report.rate ?? rate) != rate {
            let isStarting = !state.isHeld && report.state == .playing
            if isStarting || !report.state.isHeld {
                goLive()
            } else if state == .playing || position != .live {
                hold(in: timeline, at: now)
            }
            state = report.state
            since = now
        }
        if let stream = report.stream { self.stream = stream }
        if let mode = report.repeatMode { repeatMode = mode }
        if let isShuffled = report.isShuffled { self.isShuffled = isShuffled }
        if let rate = report.rate, position != .live || rate == 1 { self.rate = rate }
        if let heard = report.position { adopt(position: heard, in: timeline, at: now) }
    }

    private mutating func adopt(
        position heard: Timestamp, in timeline: StationTimeline, at now: Timestamp
    ) {
        let difference = (broadcastTime(at: now) - heard).magnitude
        let tolerance = position == .live ? Self.bufferTolerance : Self.positionTolerance
        guard difference > tolerance else { return }
        move(to: heard, in: timeline, at: now)
    }
}
