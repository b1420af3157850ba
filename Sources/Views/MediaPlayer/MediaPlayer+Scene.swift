import NowPlaying

extension MediaPlayer {
    /// The player that desktops show of a scene: the same as its lock screen, in MPRIS's words.
    public init(of scene: SessionSnapshot) {
        let lockScreen = LockScreen(of: scene)
        metadata = scene.sessionStation.map {
            TrackMetadata(of: scene.heard(of: $0), shownBy: lockScreen)
        }
        place(as: lockScreen, in: scene.session)
        report(scene.session)
        allow(lockScreen.commands, in: scene.session)
        guard scene.sessionStation == nil, !scene.hasNoStations else { return }
        choosesFirst = true
        canGoNext = true
        canPlay = true
    }

    /// A station that stands still while it is listened to is paused for those who go on counting.
    private mutating func place(as lockScreen: LockScreen, in session: ListeningSession) {
        elapsed = lockScreen.elapsed
        asOf = lockScreen.asOf
        let isMoving = lockScreen.rateInThousandths != 0
        if session.state.isHeld { playbackStatus = isMoving ? .playing : .paused }
        let rate = session.position == .live ? 1 : session.rate
        let resting = Interval(seconds: rate)?.milliseconds ?? 0
        let present = isMoving ? lockScreen.rateInThousandths : resting
        rateInThousandths = present == 0 ? 1_000 : present
    }

    private mutating func report(_ session: ListeningSession) {
        isShuffled = session.isShuffled
        loopStatus =
            switch session.repeatMode {
            case nil: nil
            case .off: LoopStatus.none
            case .one: .track
            case .all: .playlist
            }
    }

    /// In MPRIS whether one can play and pause does not depend on which of them it does.
    private mutating func allow(_ commands: [RemoteCommand], in session: ListeningSession) {
        for command in commands where command.isEnabled {
            switch command.name {
            case .nextTrackCommand: canGoNext = true
            case .previousTrackCommand: canGoPrevious = true
            case .togglePlayPauseCommand:
                canPlay = true
                canPause = true
            case .skipForwardCommand: canSeek = true
            case .changePlaybackRateCommand: rates = session.allowedRates
            case .playCommand, .pauseCommand, .stopCommand, .skipBackwardCommand,
                .changePlaybackPositionCommand, .likeCommand, .changeRepeatModeCommand,
                .changeShuffleModeCommand:
                break
            }
        }
    }
}
