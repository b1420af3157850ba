internal import NowPlaying

/// The notes of one station that wait to be written, and its allowance for more.
struct StationBacklog {
    /// The notes of one kind among those that wait.
    private struct Kind {
        var count = 0
        /// The index of the last one.
        var last = 0

        mutating func add(at place: Int) {
            count += 1
            last = place
        }
    }

    private(set) var notes: [HistoryNote] = []
    /// About how many bytes of memory those take.
    private(set) var weight = 0
    private var elements = Kind()
    private var programmes = Kind()
    /// The number of notes that it may bring now. Grows with time.
    private var allowance: Int
    private var allowedAt: Instant

    init(at now: Instant, within limits: HistoryLimits) {
        allowance = limits.notesAtOnce
        allowedAt = now
    }

    /// Puts a note in the place of the last one of its kind, if there are many and both began at
    /// about the same time.
    mutating func replaceLast(by note: HistoryNote, within limits: HistoryLimits) -> Bool {
        let (kind, shortest) =
            switch note.topic {
            case .element, .renamed: (elements, limits.shortestTrack)
            case .programme: (programmes, limits.shortestProgramme)
            }
        guard kind.count >= limits.writtenAtOnce, let start = note.startedAt,
            let before = notes[kind.last].startedAt, (start - before).magnitude < shortest
        else { return false }
        weight += note.weight - notes[kind.last].weight
        notes[kind.last] = note
        return true
    }

    /// Takes one note from the allowance.
    ///
    /// - Returns: Whether there was one left.
    mutating func spend(at now: Instant, within limits: HistoryLimits) -> Bool {
        grow(until: now, within: limits)
        guard allowance > 0 else { return false }
        allowance -= 1
        return true
    }

    /// True if it may bring as many notes as a station of which nothing is known.
    mutating func hasFullAllowance(at now: Instant, within limits: HistoryLimits) -> Bool {
        grow(until: now, within: limits)
        return allowance == limits.notesAtOnce
    }

    private mutating func grow(until now: Instant, within limits: HistoryLimits) {
        let gained = max(0, (now - allowedAt).milliseconds / limits.noteInterval.milliseconds)
        allowance = min(limits.notesAtOnce, allowance + Int(gained))
        allowedAt = allowedAt + limits.noteInterval * Double(gained)
    }

    mutating func append(_ note: HistoryNote) {
        switch note.topic {
        case .element: elements.add(at: notes.count)
        case .renamed: break
        case .programme: programmes.add(at: notes.count)
        }
        weight += note.weight
        notes.append(note)
    }

    /// Takes all that waits.
    mutating func takeNotes() -> [HistoryNote] {
        defer {
            notes = []
            weight = 0
            elements = Kind()
            programmes = Kind()
        }
        return notes
    }

    /// Puts back what could not be written, before all else.
    mutating func putBack(_ earlier: [HistoryNote]) {
        for note in earlier + takeNotes() { append(note) }
    }

    /// Drops the oldest eighth of what waits: several at once, because all others are moved.
    ///
    /// - Returns: How many notes those were.
    mutating func dropOldest() -> Int {
        let all = takeNotes()
        let count = min(all.count, all.count / 8 + 1)
        for note in all.dropFirst(count) { append(note) }
        return count
    }
}
