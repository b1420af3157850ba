package import NowPlaying
import Stations

/// The effects of commands on a session.
extension ListeningSession {
    /// Further into an element than this, `previous` goes back to its beginning, as players do.
    private static let restartAfter = Interval.seconds(3)

    /// Carries out a command that is about this session alone.
    package mutating func apply(
        _ command: SessionCommand, in context: PlaybackContext, at now: Timestamp
    ) throws(RequestError) {
        switch command {
        case .select(let station, let stream): select(station, stream, at: now)
        case .play: try play(at: now)
        case .pause: try pause(at: now)
        case .stop: stop(at: now)
        case .toggle where state == .playing: try pause(at: now)
        case .toggle: try play(at: now)
        case .seekBy(let length):
            try requireRewinding()
            move(to: (state.isHeld ? broadcastTime(at: now) : liveEdge(at: now)) + length, at: now)
            startIfStopped(at: now)
        case .seekTo(let position): try seek(to: position, in: context, at: now)
        case .seekToTime(let time): try seek(toTime: time, at: now)
        case .seekToElement(let id):
            try seek(toElement: id, in: context.timeline, at: now)
            start(at: now)
        case .live:
            try requireStation()
            goLive(at: now)
        case .next: try next(in: context, at: now)
        case .previous: try previous(in: context, at: now)
        case .rate(let rate): try change(to: rate, at: now)
        case .cycleRate: try change(to: nextRate, at: now)
        case .repeatMode(let mode):
            try requireReport(of: repeatMode, "what it repeats")
            repeatMode = mode
        case .shuffle(let isOn):
            try requireReport(of: isShuffled, "whether it shuffles")
            isShuffled = isOn
        case .favourite, .order, .reconnect, .seen: break
        }
    }

    // MARK: Playing

    private mutating func select(_ station: String, _ stream: String?, at now: Timestamp) {
        self.station = station
        self.stream = stream
        begin(at: now)
        state = .playing
    }

    private mutating func play(at now: Timestamp) throws(RequestError) {
        try requireStation()
        guard state != .playing else { return }
        if state.isHeld { hold(at: now) } else { goLive(at: now) }
        // If rewinding is not possible, a paused listener continues at the live edge.
        if position.rewound.map({ $0.heard >= liveEdge(at: now) }) ?? true {
            goLive(at: now)
        }
        start(at: now)
    }

    private mutating func pause(at now: Timestamp) throws(RequestError) {
        try requireStation()
        guard state == .playing || state == .interrupted else { return }
        hold(at: now)
        turn(at: now)
        state = .paused
    }

    private mutating func stop(at now: Timestamp) {
        guard state != .stopped else { return }
        begin(at: now)
        state = .stopped
    }

    /// Listens to a station anew, at its live edge.
    package mutating func begin(at now: Timestamp) {
        goLive(at: now)
        listened = .zero
        since = now
    }

    private mutating func change(to rate: Double, at now: Timestamp) throws(RequestError) {
        try requireStation()
        guard supportedRates.contains(rate) else {
            let known = supportedRates.map { "\($0)" }.joined(separator: ", ")
            throw RequestError(
                .invalidParameters, "no rate \(rate) in this session: known are \(known)",
                ("rate", "\(rate)"))
        }
        guard allowedRates.contains(rate) else {
            throw notPossible("nothing is faster than the live broadcast: rewind first")
        }
        guard rate != self.rate else { return }
        guard state.isHeld else { throw notPossible("nothing is played: play first") }
        // A slower rate falls behind the live edge.
        if rate < 1 || position != .live { hold(at: now) }
        guard position != .live || rate == 1 else {
            throw notPossible("a rate below 1 needs a session that can be rewound")
        }
        turn(at: now)
        self.rate = rate
    }

    private mutating func start(at now: Timestamp) {
        guard state != .playing else { return }
        turn(at: now)
        state = .playing
    }

    /// A stopped session has no position: seeking in it starts playback.
    private mutating func startIfStopped(at now: Timestamp) {
        if !state.isHeld { start(at: now) }
    }

    // MARK: Seeking

    private mutating func seek(
        to position: Interval, in context: PlaybackContext, at now: Timestamp
    ) throws(RequestError) {
        try requireRewinding()
        let heard = context.heard
        guard let start = heard?.playback?.anchor?.startedAt else {
            throw notPossible("the beginning of what is on air is not known")
        }
        if let length = heard?.playback?.duration, position > length {
            throw notPossible("what is heard is \(length.inUnits) long")
        }
        try seek(toTime: start + position, at: now)
    }

    private mutating func seek(toTime time: Timestamp, at now: Timestamp) throws(RequestError) {
        try requireRewinding()
        guard time <= liveEdge(at: now) else {
            throw notPossible("that has not been broadcast yet")
        }
        guard time >= windowEdge(at: now) else {
            throw notPossible(
                "that is longer ago than the \(rewindWindow.inUnits) that can be rewound")
        }
        move(to: time, at: now)
        startIfStopped(at: now)
    }

    private mutating func seek(
        toElement id: String, in timeline: Timeline, at now: Timestamp
    ) throws(RequestError) {
        try requireRewinding()
        guard let start = timeline.start(of: id) else {
            throw RequestError(
                .notPossibleNow, "no element \(id) that could be sought to", ("element", id))
        }
        // Lists keep for a while what has just left the window.
        let edge = windowEdge(at: now)
        try seek(toTime: start + windowGrace >= edge ? max(start, edge) : start, at: now)
    }

    // MARK: Neighbours

    /// The next element where the listener has rewound, and after the last the live edge; else, be
    /// it behind the edge by a pause, the next station.
    private mutating func next(
        in context: PlaybackContext, at now: Timestamp
    ) throws(RequestError) {
        guard isRewound else { return try select(context.next, at: now) }
        let time = broadcastTime(at: now)
        let next = context.timeline.start(after: time)
        guard let next, next <= liveEdge(at: now) else { return goLive(at: now) }
        move(to: next, at: now)
    }

    /// The element's own beginning or the one before it, where the listener has rewound; else the
    /// station before.
    private mutating func previous(
        in context: PlaybackContext, at now: Timestamp
    ) throws(RequestError) {
        guard isRewound else { return try select(context.previous, at: now) }
        let time = broadcastTime(at: now)
        let target = context.timeline.start(before: time - Self.restartAfter)
        guard let start = target, start >= windowEdge(at: now) else {
            throw notPossible("nothing before this is known that could be sought to")
        }
        move(to: start, at: now)
    }

    private mutating func select(
        _ neighbour: PlaybackContext.Neighbour?, at now: Timestamp
    ) throws(RequestError) {
        guard let neighbour else { throw notPossible("there is no other station") }
        select(neighbour.station, neighbour.stream, at: now)
    }

    // MARK: Conditions

    private func requireStation() throws(RequestError) {
        guard station == nil else { return }
        throw notPossible("nothing is selected in session \(id): select a station first")
    }

    private func requireRewinding() throws(RequestError) {
        try requireStation()
        guard rewindWindow == .zero else { return }
        throw notPossible("session \(id) cannot be rewound: its rewindWindow is 0")
    }

    /// A setting that a player does not report cannot be asked of it either.
    private func requireReport<Value>(of value: Value?, _ what: String) throws(RequestError) {
        guard value == nil else { return }
        throw notPossible("the player of session \(id) does not report \(what)")
    }

    private func notPossible(_ reason: String) -> RequestError {
        RequestError(.notPossibleNow, reason, ("session", id))
    }
}
