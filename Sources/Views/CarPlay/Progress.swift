public import NowPlaying

extension CarPlayDocument {
    /// The step of documents' time: without steps, moving bars redraw cars' screens all the time.
    private static let step = Interval.seconds(30)

    /// The time that a document of `now` is made for: the last whole multiple of 30 s.
    static func time(at now: Timestamp) -> Timestamp {
        let rest = Interval(milliseconds: now.milliseconds % step.milliseconds)
        return now - (rest < .zero ? rest + step : rest)
    }

    /// Returns the next time at which a document can change by time alone. Until then it is the
    /// same for equal scenes.
    public static func nextStep(after now: Timestamp) -> Timestamp {
        time(at: now) + step
    }
}

extension SessionSnapshot {
    /// The share of a station's programme that has passed, else of its track, in twentieths:
    /// 1 … 19. `nil` below, since an empty bar draws nothing; a full one draws a tick.
    func twentieths(of heard: StationSnapshot, at time: Timestamp) -> Int? {
        let isHere = heard.nowPlaying.station.id == session.station
        let broadcast = isHere ? session.broadcastTime(at: time) : time
        if let programme = heard.nowPlaying.programme, let start = programme.startsAt,
            let end = programme.endsAt
        {
            return Self.twentieths(of: broadcast - start, in: end - start)
        }
        guard let playback = heard.nowPlaying.playback, let duration = playback.duration,
            let position = playback.position(at: time)
        else { return nil }
        return Self.twentieths(of: position, in: duration)
    }

    private static func twentieths(of passed: Interval, in whole: Interval) -> Int? {
        guard passed > .zero, whole > .zero else { return nil }
        let count = Int(min(passed, whole).seconds * 20 / whole.seconds)
        return count > 0 ? min(count, 19) : nil
    }
}
