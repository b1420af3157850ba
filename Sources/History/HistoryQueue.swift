internal import NowPlaying

/// What waits to be written.
struct HistoryQueue {
    private(set) var waiting: [HistoryNote] = []
    /// Where among those the last track of each station is.
    private var lastTracks: [String: Int] = [:]
    /// How many there was no room for.
    var dropped = 0
    /// Nothing more is taken.
    var isEnding = false

    /// Takes a note, as far as there is room.
    ///
    /// - Returns: Whether it is the first that waits.
    mutating func take(_ note: HistoryNote, within limits: HistoryLimits) -> Bool {
        guard !isEnding else {
            dropped += 1
            return false
        }
        if replaceLastTrack(by: note, within: limits.shortestTrack) { return false }
        guard waiting.count < limits.waiting else {
            dropped += 1
            return false
        }
        append(note)
        return waiting.count == 1
    }

    /// Puts a track in the place of its station's last one, if both began within this time.
    private mutating func replaceLastTrack(by note: HistoryNote, within time: Interval) -> Bool {
        guard let (track, station) = note.track, let place = lastTracks[station],
            let start = track.startedAt, let before = waiting[place].track?.element.startedAt,
            (start - before).magnitude < time
        else { return false }
        waiting[place] = note
        return true
    }

    private mutating func append(_ note: HistoryNote) {
        if let (_, station) = note.track { lastTracks[station] = waiting.count }
        waiting.append(note)
    }

    /// Takes all of it.
    mutating func takeWaiting() -> [HistoryNote] {
        defer {
            waiting = []
            lastTracks = [:]
        }
        return waiting
    }

    /// Puts back what could not be written, before all else; without room for all, the oldest is
    /// dropped.
    mutating func putBack(_ notes: [HistoryNote], within limits: HistoryLimits) {
        let all = notes + takeWaiting()
        let excess = max(0, all.count - limits.waiting)
        dropped += excess
        for note in all.dropFirst(excess) { append(note) }
    }
}

extension HistoryNote {
    /// The track, if that is what it is about, and its station.
    fileprivate var track: (element: TimelineElement, station: String)? {
        guard case .element(let element, let station) = remembrance else { return nil }
        return (element, station)
    }
}
