package import NowPlaying
package import Stations

/// The place of a listener in a station's broadcast, and its changes by moves and by time.
extension ListeningSession {
    /// The earliest time of broadcast that can be heard.
    package func windowEdge(at now: Timestamp) -> Timestamp { liveEdge(at: now) - rewindWindow }

    /// Moves to a time of broadcast: at the live edge the session becomes live, at rate 1, and at
    /// the window's edge it is held.
    ///
    /// - Parameter isSought: The listener wants to be there.
    package mutating func move(to time: Timestamp, isSought: Bool = true, at now: Timestamp) {
        guard rewindWindow > .zero, time < liveEdge(at: now) else { return goLive(at: now) }
        let heard = max(time, windowEdge(at: now))
        position = .rewound(
            ListeningPosition.Rewound(heard: heard, asOf: now, isSought: isSought))
    }

    /// Catches up with the station.
    package mutating func goLive(at now: Timestamp) {
        // A session that stands still there stands at what is on air now.
        if rate != 1 || state != .playing { turn(at: now) }
        position = .live
        rate = 1
    }

    /// Notes how much has been listened to, since state, rate or station are about to change.
    package mutating func turn(at now: Timestamp) {
        if state == .playing { listened = listened + max(now - since, .zero) * rate }
        since = now
    }

    /// Stays where it is from now on, since state or rate are about to change.
    package mutating func hold(at now: Timestamp) {
        switch position {
        case .live where rewindWindow > .zero:
            // The edge itself: from now on the listener falls behind it.
            position = .rewound(
                ListeningPosition.Rewound(heard: liveEdge(at: now), asOf: now, isSought: false))
        case .live: break
        case .rewound(let rewound):
            move(to: broadcastTime(at: now), isSought: rewound.isSought, at: now)
        }
    }

    /// Brings the position of a rewound session up to date: it may have reached the live edge, the
    /// window's edge or something else on the timeline.
    ///
    /// - Parameter last: The time at which it was brought up to date before.
    /// - Returns: True if something else is heard, or has begun at the live edge.
    package mutating func advance(
        in timeline: Timeline, since last: Timestamp, at now: Timestamp
    ) -> Bool {
        let isEdgeElsewhere = isEdgeElsewhere(in: timeline, since: last, at: now)
        guard let rewound = position.rewound else { return isEdgeElsewhere }
        let time = broadcastTime(at: now)
        // A listener who is slower than life has left the edge, and does not reach it.
        guard time < liveEdge(at: now) || state != .playing || rate < 1 else {
            goLive(at: now)
            return true
        }
        let edge = windowEdge(at: now)
        let boundary = timeline.boundary(after: rewound.heard)
        let isSame = boundary.map { $0 > max(time, edge) } ?? true
        let isTooSlow = time < edge && state == .playing && rate < 1
        guard !isSame || isTooSlow || time + Self.carriedFor < edge else {
            return isEdgeElsewhere
        }
        if isTooSlow {
            // Held at the edge, the listener is carried along at the broadcast's own pace.
            turn(at: now)
            rate = 1
        }
        position = .rewound(
            ListeningPosition.Rewound(
                heard: max(time, edge), asOf: now, isSought: rewound.isSought))
        return true
    }

    /// True if something began or ended at the live edge of a stream that is behind: cars list what
    /// was broadcast up to there, wherever the listener is. Of the main stream the station tells.
    private func isEdgeElsewhere(
        in timeline: Timeline, since last: Timestamp, at now: Timestamp
    ) -> Bool {
        guard streamDelay > .zero else { return false }
        return timeline.boundary(after: liveEdge(at: last)).map { $0 <= liveEdge(at: now) } ?? false
    }

    /// A listener who stands still at the window's edge is carried along in steps of this length.
    private static let carriedFor = Interval.seconds(30)

    /// Returns the next time at which time alone changes the part that is heard or the live edge;
    /// `nil`: never.
    package func nextChange(in timeline: Timeline, at now: Timestamp) -> Timestamp? {
        var changes: [Timestamp] = []
        if streamDelay > .zero, let boundary = timeline.boundary(after: liveEdge(at: now)) {
            changes.append(boundary + streamDelay)
        }
        if position != .live { changes += nextMoves(in: timeline, at: now) }
        // Rounding must not make it wake before there is anything new, for ever.
        return changes.min().map { max($0, now + .milliseconds(1)) }
    }

    /// Returns the times at which a listener behind the live edge comes to something else.
    private func nextMoves(in timeline: Timeline, at now: Timestamp) -> [Timestamp] {
        let time = broadcastTime(at: now)
        let pace = state == .playing ? rate : 0
        var changes: [Timestamp] = []
        if pace > 1 { changes.append(now + (liveEdge(at: now) - time) * (1 / (pace - 1))) }
        if pace > 0, let boundary = timeline.boundary(after: time) {
            changes.append(now + (boundary - time) * (1 / pace))
        }
        if pace < 1 {
            let edge = windowEdge(at: now)
            if time >= edge {
                changes.append(now + (time - edge) * (1 / (1 - pace)) + .milliseconds(1))
            } else {
                // At the edge already: it is carried to the next step, or to something else.
                let step = time + Self.carriedFor + .milliseconds(1)
                let next = min(timeline.boundary(after: time) ?? step, step)
                changes.append(now + (next - edge))
            }
        }
        return changes
    }
}
