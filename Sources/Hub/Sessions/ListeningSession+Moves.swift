import NowPlaying

/// Where a listener is in a station's broadcast, and how that changes by moves and by time.
extension ListeningSession {
    /// The earliest time of broadcast that can be heard.
    func windowEdge(at now: Timestamp) -> Timestamp { now - rewindWindow }

    /// Moves to what was broadcast at a time: at the live edge the session becomes live, at rate 1,
    /// and at the window's edge it is held.
    mutating func move(
        to time: Timestamp, in timeline: StationTimeline, at now: Timestamp
    ) {
        guard rewindWindow > .zero, time < now else { return goLive() }
        let heard = max(time, windowEdge(at: now))
        position = .rewound(
            ListeningPosition.Rewound(
                heard: heard, asOf: now, element: timeline.element(at: heard),
                programme: timeline.programme(at: heard)))
    }

    /// Catches up with the station.
    mutating func goLive() {
        position = .live
        rate = 1
    }

    /// Stays where it is from now on, since state or rate are about to change.
    mutating func hold(in timeline: StationTimeline, at now: Timestamp) {
        switch position {
        case .live where rewindWindow > .zero:
            // The edge itself: what is broadcast from now on is behind it.
            position = .rewound(
                ListeningPosition.Rewound(
                    heard: now, asOf: now, element: timeline.element(at: now),
                    programme: timeline.programme(at: now)))
        case .live: break
        case .rewound: move(to: broadcastTime(at: now), in: timeline, at: now)
        }
    }

    /// Brings the position of a rewound session up to date: it may have reached the live edge, the
    /// window's edge or another element, or the timeline knows more of what is heard.
    ///
    /// - Returns: Whether something else is heard.
    mutating func advance(in timeline: StationTimeline, at now: Timestamp) -> Bool {
        guard let rewound = position.rewound else { return false }
        let time = broadcastTime(at: now)
        // Whoever is slower than life has left the edge, and does not reach it.
        guard time < now || state != .playing || rate < 1 else {
            goLive()
            return true
        }
        let edge = windowEdge(at: now)
        let element = timeline.element(at: max(time, edge))
        let programme = timeline.programme(at: max(time, edge))
        let isSame = rewound.element == element && rewound.programme == programme
        let isTooSlow = time < edge && state == .playing && rate < 1
        guard !isSame || isTooSlow || time + Self.edgeSteps < edge else { return false }
        if isTooSlow {
            // Held at the edge, the listener is carried along at the broadcast's own pace.
            rate = 1
            since = now
        }
        position = .rewound(
            ListeningPosition.Rewound(
                heard: max(time, edge), asOf: now, element: element, programme: programme))
        return true
    }

    /// Listeners who are carried along at the window's edge are told no oftener than this.
    private static let edgeSteps = Interval.seconds(1)

    /// When time alone changes what is heard; `nil`: never.
    func nextChange(in timeline: StationTimeline, at now: Timestamp) -> Timestamp? {
        guard position != .live else { return nil }
        let time = broadcastTime(at: now)
        let pace = state == .playing ? rate : 0
        var changes: [Timestamp] = []
        if pace > 1 { changes.append(now + (now - time) * (1 / (pace - 1))) }
        if pace > 0, let boundary = timeline.boundary(after: time) {
            changes.append(now + (boundary - time) * (1 / pace))
        }
        if pace < 1 {
            let left = time - windowEdge(at: now)
            // At the edge already: it is carried along until something else is on air there.
            let carried = timeline.boundary(after: time).map { $0 - time }
            if left >= .zero {
                changes.append(now + left * (1 / (1 - pace)) + .milliseconds(1))
            } else if let carried {
                changes.append(now + carried)
            }
        }
        // Rounding must not make it wake before there is anything new, for ever.
        return changes.min().map { max($0, now + .milliseconds(1)) }
    }
}
