package import NowPlaying

/// The part of a session that survives a restart, and comparisons of requested and real playback.
extension ListeningSession {
    /// The state that survives a restart.
    package var restored: RestoredState.Session {
        var restored = RestoredState.Session(id: id, station: station, stream: stream)
        restored.heard = position.rewound?.heard
        restored.isSought = isRewound
        return restored
    }

    mutating func adopt(_ settings: SessionConfiguration) {
        rewindWindow = settings.rewindWindow
        supportedRates = settings.rates
        if rewindWindow == .zero { (position, rate) = (.live, 1) }
    }

    /// True if both sessions ask the same of a player.
    func isPlayedAlike(_ other: ListeningSession) -> Bool {
        station == other.station && stream == other.stream && state == other.state
            && rate == other.rate && position == other.position
            && repeatMode == other.repeatMode && isShuffled == other.isShuffled
    }

    /// True if it plays what `paused` was to pause, and `playing` still plays the same: the player
    /// has not paused, so there is nothing to catch up with.
    func resumes(_ paused: Self, pausedFrom playing: Self) -> Bool {
        state == .playing && playing.state == .playing && paused.state == .paused
            && station == playing.station && stream == playing.stream && rate == playing.rate
            && (paused.position.rewound?.heard ?? playing.broadcastTime(at: paused.since))
                == playing.broadcastTime(at: paused.since)
    }

    mutating func shift(by step: Interval) {
        since = since + step
        seenUntil = seenUntil.map { $0 + step }
        guard case .rewound(var rewound) = position else { return }
        rewound.heard = rewound.heard + step
        rewound.asOf = rewound.asOf + step
        position = .rewound(rewound)
    }
}
