package import NowPlaying

/// What a session keeps, and how what was asked for is compared with what is played.
extension ListeningSession {
    /// What is to be remembered of it.
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

    /// Whether a player that does what the other says does the same.
    func isPlayedAlike(_ other: ListeningSession) -> Bool {
        station == other.station && stream == other.stream && state == other.state
            && rate == other.rate && position == other.position
            && repeatMode == other.repeatMode && isShuffled == other.isShuffled
    }

    /// Whether it plays what another one would have paused, where yet another still plays it: the
    /// player has not paused, so there is nothing to catch up with.
    func resumes(_ paused: Self, pausedFrom playing: Self) -> Bool {
        state == .playing && playing.state == .playing && paused.state == .paused
            && station == playing.station && stream == playing.stream && rate == playing.rate
            && (paused.position.rewound?.heard ?? playing.broadcastTime(at: paused.since))
                == playing.broadcastTime(at: paused.since)
    }

    mutating func shift(by step: Interval) {
        since = since + step
        guard case .rewound(var rewound) = position else { return }
        rewound.heard = rewound.heard + step
        rewound.asOf = rewound.asOf + step
        position = .rewound(rewound)
    }
}
