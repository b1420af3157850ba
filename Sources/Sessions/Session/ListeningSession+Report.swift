package import NowPlaying

/// The effects of a player's report on a session.
extension ListeningSession {
    /// A player at the live edge is this much behind by its buffers, and is not rewound for that.
    private static let bufferTolerance = Interval.seconds(30)
    /// A rewound player's position is believed anew where it differs by more than this.
    private static let positionTolerance = Interval.seconds(3)

    /// True if a player that reports this does what is requested here.
    package func isMet(by report: SessionReport, at now: Timestamp) -> Bool {
        report.state == state && (report.station ?? station) == station
            && (report.stream ?? stream) == stream
            && (report.rate ?? rate) == rate
            && (report.repeatMode ?? repeatMode) == repeatMode
            && (report.isShuffled ?? isShuffled) == isShuffled
            && (report.position.map { isMet(by: $0, at: now) } ?? true)
    }

    /// True if a player that reports this position has moved to the requested place, now or some
    /// time ago.
    private func isMet(by heard: Timestamp, at now: Timestamp) -> Bool {
        let time = broadcastTime(at: now)
        guard let rewound = position.rewound else { return heard >= time - Self.bufferTolerance }
        return heard >= rewound.heard - Self.positionTolerance
            && heard <= time + Self.positionTolerance
    }

    /// True if a player that reports this does something else than it reported before.
    package func isChanged(by report: SessionReport) -> Bool {
        report.state != state || (report.station ?? station) != station
            || (report.stream ?? stream) != stream
            || believable(report.rate) != rate
    }

    /// The rate is at most 1 at the live edge, and at least 1 where rewinding is not possible.
    private func believable(_ reported: Double?) -> Double {
        guard let reported else { return rate }
        guard position == .live else { return reported }
        return rewindWindow == .zero ? 1 : min(reported, 1)
    }

    /// Takes over what a player says that it does.
    package mutating func adopt(_ report: SessionReport, at now: Timestamp) {
        if let station = report.station, station != self.station {
            self.station = station
            stream = nil
            begin(at: now)
        }
        let rate = believable(report.rate)
        if report.state != state || rate != self.rate {
            let isStarting = !state.isHeld && report.state == .playing
            if isStarting || !report.state.isHeld {
                begin(at: now)
            } else {
                if state == .playing || position != .live { hold(at: now) }
                turn(at: now)
            }
            state = report.state
        }
        if let stream = report.stream { self.stream = stream }
        if let mode = report.repeatMode { repeatMode = mode }
        if let isShuffled = report.isShuffled { self.isShuffled = isShuffled }
        if position != .live { self.rate = rate }
        if let heard = report.position { adopt(position: heard, at: now) }
    }

    private mutating func adopt(position heard: Timestamp, at now: Timestamp) {
        let difference = (broadcastTime(at: now) - heard).magnitude
        let tolerance = position == .live ? Self.bufferTolerance : Self.positionTolerance
        guard difference > tolerance else { return }
        let isSought = position.rewound?.isSought ?? true
        move(to: heard, isSought: isSought, at: now)
    }
}
