import JSON
import NowPlaying

/// A station's state, collected from messages. Reports are whole; messages need not be.
struct MappedState: Equatable, Sendable {
    private var report = Report()
    private var track: TrackAccumulator?
    private var next: TrackAccumulator?
    private var online: Bool?
    private var state: Playback.State?
    private var rate: Double?

    /// True if a track with a name plays.
    var hasTrack: Bool { track?.hasName ?? false }

    /// Applies a message: it replaces all of the state if it is whole, else parts.
    ///
    /// - Returns: True if it has any part of the state; if not, nothing is changed.
    mutating func read(
        _ root: MappedValue, by mapping: StateMapping, isWhole: Bool, at now: Moment
    ) -> Bool {
        age(to: now.monotonic)
        guard isWhole else { return merge(root, by: mapping, at: now, (nil, speed)) }
        var whole = MappedState()
        guard whole.merge(root, by: mapping, at: now, (track, speed)) else { return false }
        self = whole
        return true
    }

    /// Nothing plays any more.
    mutating func clear() {
        track = nil
    }

    /// Nothing plays any more, because the player is stopped.
    mutating func stop() {
        track = nil
        next = nil
        state = .stopped
    }

    /// The station is off the air, or on it again.
    mutating func setOnline(_ isOnline: Bool) {
        online = isOnline
        guard !isOnline else { return }
        track = nil
        next = nil
        report.live = nil
    }

    /// The whole present state.
    mutating func report(at now: Instant) -> Report {
        age(to: now)
        var whole = report
        whole.online = online
        whole.track = track?.reported
        if let first = whole.history.first, whole.track?.isSamePlay(as: first.value) ?? false {
            whole.history.removeFirst()
        }
        whole.next = next?.reported
        // Stations always play, and send no state.
        whole.isPlayer = state != nil
        whole.state = state ?? .playing
        whole.rate = rate ?? 1
        return whole
    }

    private mutating func age(to now: Instant) {
        let speed = speed
        track?.age(to: now, at: speed)
    }

    /// Seconds of the track for each second of time.
    private var speed: Double { (state ?? .playing) == .playing ? rate ?? 1 : 0 }
}

extension MappedState {
    private mutating func merge(
        _ root: MappedValue, by mapping: StateMapping, at now: Moment,
        _ before: (track: TrackAccumulator?, rate: Double)
    ) -> Bool {
        // The state before the message went on at its old speed until now.
        age(to: now.monotonic)
        let speed = speed
        let reading = mapping.track?.read(root)
        var isPresent = Self.merge(reading, into: &track, at: now, before)
        isPresent =
            Self.merge(mapping.next?.read(root), into: &next, at: now, (nil, 0)) || isPresent
        isPresent = Self.merge(mapping.programme?.read(root), &report.programme) || isPresent
        isPresent = Self.merge(mapping.live?.read(root), &report.live) || isPresent
        isPresent = Self.merge(mapping.listeners?.read(root), &report.listeners) || isPresent
        isPresent = Self.merge(mapping.online?.select(in: root), &online) || isPresent
        isPresent = Self.merge(mapping.state?.select(in: root), &state) || isPresent
        isPresent = Self.merge(mapping.rate?.select(in: root), &rate) || isPresent
        if self.speed != speed { track?.playsOtherwise(by: reading) }
        isPresent = mapping.about?.merge(root, into: &report.station) ?? false || isPresent
        var history: [Box<ReportedTrack>]? = report.history
        isPresent = Self.merge(mapping.history?.read(root, at: now), &history) || isPresent
        report.history = history ?? []
        return isPresent
    }

    private static func merge<Value>(
        _ selection: FieldPatch<Value>?, _ known: inout Value?
    ) -> Bool {
        guard let selection, selection.isPresent else { return false }
        selection.merge(into: &known)
        return true
    }

    private static func merge(
        _ reading: TrackReading?, into known: inout TrackAccumulator?, at now: Moment,
        _ before: (track: TrackAccumulator?, rate: Double)
    ) -> Bool {
        guard let reading, reading.isPresent else { return false }
        if known == nil { known = TrackAccumulator() }
        known?.merge(reading, at: now, rate: before.rate, before: before.track)
        return true
    }
}

extension ReportedTrack {
    /// True if a history's newest entry is this track, which still plays: its names are equal, and
    /// its start if both are known.
    fileprivate func isSamePlay(as played: ReportedTrack) -> Bool {
        guard title == played.title, artist == played.artist, text == played.text else {
            return false
        }
        guard let start, let other = played.start else { return true }
        return (start - other).magnitude <= .seconds(1)
    }
}
