internal import NowPlaying

/// What waits to be written.
struct HistoryQueue {
    private struct Tracks {
        var count = 0
        /// Where the last one is.
        var last = 0

        mutating func add(at place: Int) {
            count += 1
            last = place
        }
    }

    private(set) var waiting: [HistoryNote] = []
    /// The tracks among those, by their stations.
    private var tracks: [String: Tracks] = [:]
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
        if replaceLastTrack(by: note, within: limits) { return false }
        guard waiting.count < limits.waiting else {
            dropped += 1
            return false
        }
        append(note)
        return waiting.count == 1
    }

    /// Puts a track in the place of its station's last one, if there are many and both began at
    /// about the same time.
    private mutating func replaceLastTrack(
        by note: HistoryNote, within limits: HistoryLimits
    ) -> Bool {
        guard let (track, station) = note.track, let known = tracks[station],
            known.count >= limits.tracksAtOnce, let start = track.startedAt,
            let before = waiting[known.last].track?.element.startedAt,
            (start - before).magnitude < limits.shortestTrack
        else { return false }
        waiting[known.last] = note
        return true
    }

    private mutating func append(_ note: HistoryNote) {
        if let (_, station) = note.track {
            tracks[station, default: Tracks()].add(at: waiting.count)
        }
        waiting.append(note)
    }

    /// Takes all of it.
    mutating func takeWaiting() -> [HistoryNote] {
        defer {
            waiting = []
            tracks = [:]
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
