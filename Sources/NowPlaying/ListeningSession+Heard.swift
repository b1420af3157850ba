extension ListeningSession {
    /// What is heard in this session of a station of which this is known: what is on air now, or,
    /// where the session is rewound, what was on air then.
    ///
    /// Its playback is the listener's: the rate is the session's times the station's, and 0 unless
    /// the session plays; then the position is held where it was.
    public func heard(of station: NowPlaying) -> NowPlaying {
        switch position {
        case .live: heardLive(of: station)
        case .rewound(let rewound): heardThen(rewound, of: station)
        }
    }

    /// When what is heard at `time` was broadcast.
    public func broadcastTime(at time: Timestamp) -> Timestamp {
        let isMoving = state == .playing
        switch position {
        case .live:
            return isMoving ? time : min(time, since)
        case .rewound(let rewound):
            return isMoving ? rewound.heard + (time - rewound.asOf) * rate : rewound.heard
        }
    }

    private func heardLive(of station: NowPlaying) -> NowPlaying {
        // At the edge the listener's rate is 1.
        guard state != .playing, let playback = station.playback else { return station }
        var heard = station
        heard.playback?.state = playback.state == .playing ? listeningState : playback.state
        heard.playback?.rate = 0
        if let anchor = playback.anchor, let position = playback.position(at: since) {
            heard.playback?.anchor = Anchor(
                elapsed: position, asOf: since, startedAt: anchor.startedAt,
                quality: anchor.quality)
        }
        return heard
    }

    private func heardThen(
        _ rewound: ListeningPosition.Rewound, of station: NowPlaying
    ) -> NowPlaying {
        var heard = station
        heard.track = rewound.element?.track
        heard.programme = rewound.programme?.programme
        heard.live = nil
        heard.next = nil
        let rate = state == .playing ? self.rate : 0
        heard.playback = Playback(
            state: listeningState, rate: rate, anchor: anchor(of: rewound, rate: rate),
            duration: rewound.length)
        return heard
    }

    /// The position inside what was on air then; from its beginning on where that is still ahead.
    private func anchor(of rewound: ListeningPosition.Rewound, rate: Double) -> Anchor? {
        guard let start = rewound.beginning else { return nil }
        let elapsed = rewound.heard - start
        guard elapsed < .zero, rate > 0 else {
            return Anchor(
                elapsed: max(elapsed, .zero), asOf: rewound.asOf, startedAt: start,
                quality: .exact)
        }
        return Anchor(
            elapsed: .zero, asOf: rewound.asOf + elapsed.magnitude * (1 / rate),
            startedAt: start, quality: .exact)
    }

    /// The player's state in the fewer words that stations have.
    private var listeningState: Playback.State {
        switch state {
        case .playing: .playing
        case .stopped: .stopped
        case .paused, .interrupted, .unknown: .paused
        }
    }
}

extension ListeningPosition.Rewound {
    /// When what was on air then began: the element, else the programme.
    fileprivate var beginning: Timestamp? {
        element == nil ? programme?.programme.startsAt : element?.startedAt
    }

    fileprivate var length: Interval? {
        if let element { return element.duration }
        guard let programme = programme?.programme, let start = programme.startsAt,
            let end = programme.endsAt, end > start
        else { return nil }
        return end - start
    }
}
