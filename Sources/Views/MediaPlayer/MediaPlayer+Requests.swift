public import NowPlaying

extension MediaPlayer {
    /// A request of a desktop, by MPRIS's methods and the properties that can be set.
    public enum Request: Hashable, Sendable {
        case next, previous, pause, playPause, stop, play
        /// Move on by so many microseconds, or back if they are negative.
        case seek(microseconds: Int64)
        /// Move to so many microseconds in a track, if it is still heard.
        case setPosition(track: String, microseconds: Int64)
        case setRate(Double)
        /// Play something again at its end, in MPRIS's word for it.
        case setLoopStatus(String)
        case setShuffle(Bool)
    }

    /// Returns the command of a request for the session at `now`; `nil` for one that has no effect.
    public func command(for request: Request, at now: Timestamp) -> SessionCommand? {
        switch request {
        case .next: canGoNext ? .next : nil
        case .previous: canGoPrevious ? .previous : nil
        case .pause: canPause ? .pause : nil
        case .playPause: canPlay ? choosesFirst ? .next : .toggle : nil
        case .stop: playbackStatus == .stopped ? nil : .stop
        case .play: canPlay ? choosesFirst ? .next : .play : nil
        case .seek(let microseconds): seek(by: microseconds, at: now)
        case .setPosition(let track, let microseconds): seek(to: microseconds, of: track)
        case .setRate(let rate): set(rate)
        case .setLoopStatus(let word):
            loopStatus == nil ? nil : LoopStatus(rawValue: word).map { .repeatMode($0.mode) }
        case .setShuffle(let isOn): isShuffled == nil ? nil : .shuffle(isOn)
        }
    }

    /// Seeking back ends at the beginning of what is heard; beyond its end the broadcast goes on.
    private func seek(by microseconds: Int64, at now: Timestamp) -> SessionCommand? {
        guard canSeek, let length = Interval(microseconds: microseconds) else { return nil }
        let isKnown = metadata?.length != nil
        return isKnown && position(at: now) + length < .zero ? .seekTo(.zero) : .seekBy(length)
    }

    private func seek(to microseconds: Int64, of track: String) -> SessionCommand? {
        guard canSeek, let metadata, metadata.trackID == track, let length = metadata.length,
            let position = Interval(microseconds: microseconds),
            position >= .zero, position <= length
        else { return nil }
        return .seekTo(position)
    }

    /// A rate that cannot be had is taken for the nearest one, the slower of two; 0 is a pause.
    private func set(_ rate: Double) -> SessionCommand? {
        if rate == 0 { return canPause ? .pause : nil }
        guard rate.isFinite else { return nil }
        let nearest = rates.min { abs($0 - rate) < abs($1 - rate) }
        return nearest.map { .rate($0) }
    }
}

extension MediaPlayer.LoopStatus {
    fileprivate var mode: ListeningSession.RepeatMode {
        switch self {
        case .none: .off
        case .track: .one
        case .playlist: .all
        }
    }
}

extension Interval {
    /// A length from outside in MPRIS's unit; `nil` for more than about 300 years.
    fileprivate init?(microseconds: Int64) {
        self.init(seconds: Double(microseconds) / 1_000_000)
    }
}
