extension ListeningSession {
    /// Returns `presented`, the state at the listener's moment of the broadcast, as the listener
    /// hears it.
    ///
    /// Its playback is the listener's: the rate is the session's times the station's, and 0 unless
    /// the session plays; then the position is held where it was.
    public func heard(of presented: NowPlaying) -> NowPlaying {
        guard let broadcast = presented.playback else { return presented }
        var heard = presented
        guard position != .live || state != .playing else {
            // At the edge the listener's rate is 1. A position is told of a moment that has been.
            let anchor = broadcast.anchor.map { anchor in
                anchor.shifted(by: streamDelay).asOf(anchor.asOf, rate: broadcast.rate)
            }
            heard.playback?.anchor = anchor
            return heard
        }
        let rate = state == .playing ? rate * broadcast.rate : 0
        let base =
            position.rewound
            ?? ListeningPosition.Rewound(heard: broadcastTime(at: since), asOf: since)
        let anchor = broadcast.anchor?.heard(from: base, of: broadcast, at: rate)
        // A track that has lasted longer than was announced has no length that is known.
        let isOverrun = anchor.map { $0.elapsed > broadcast.duration ?? $0.elapsed } ?? false
        heard.playback = Playback(
            state: broadcast.state == .playing ? listeningState : broadcast.state, rate: rate,
            anchor: anchor, duration: isOverrun ? nil : broadcast.duration)
        return heard
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

extension Anchor {
    /// The position as it is heard by a listener who heard a moment of the broadcast at another;
    /// from the track's beginning on where that is still ahead.
    fileprivate func heard(
        from base: ListeningPosition.Rewound, of broadcast: Playback, at rate: Double
    ) -> Anchor {
        let elapsed = elapsed + (base.heard - asOf) * broadcast.rate
        let wait = elapsed < .zero && rate > 0 ? elapsed.magnitude * (1 / rate) : .zero
        return Anchor(
            elapsed: max(elapsed, .zero), asOf: base.asOf + wait,
            startedAt: startedAt, quality: quality)
    }
}
