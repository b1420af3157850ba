internal import NowPlaying

/// The choices and notes that wait to be written.
///
/// Choices of listeners are never dropped: only the newest of each waits. Each station has a share
/// for its notes. A station that brings more than a listener can follow loses notes of its own; if
/// memory is full, the stations that take more than their share of it do.
struct HistoryQueue {
    /// All that waits at one time.
    struct Batch {
        var choices = HistoryChoices()
        /// The number of times that preferences had come by then.
        var preferencesCount = 0
        /// By the station's id.
        var notes: [String: [HistoryNote]] = [:]
        /// The places up to which it has what others keep, by their names.
        var cursors: [String: Int64] = [:]

        var isEmpty: Bool { choices.isEmpty && notes.isEmpty && cursors.isEmpty }
    }

    private let limits: HistoryLimits
    private var choices = HistoryChoices()
    private var preferencesCount = 0
    private var cursors: [String: Int64] = [:]
    /// Of stations of which something waits, or that brought much lately.
    private(set) var backlogs: [String: StationBacklog] = [:]
    /// The number of stations of which something waits.
    private var waitingStations = 0
    /// About how many bytes of memory the notes take that wait.
    private var weight = 0
    /// Counts the notes that were dropped.
    private(set) var drops = HistoryDrops()
    /// The time at which the batch is to be written; `nil` if nothing waits.
    private(set) var due: Instant?
    /// Nothing more is taken.
    var isEnding = false

    init(within limits: HistoryLimits) {
        self.limits = limits
    }

    // MARK: What comes

    /// Takes something that is to be written.
    ///
    /// - Returns: Whether it is due earlier than what waited before.
    mutating func apply(_ change: PersistedChange, at now: Moment) -> Bool {
        switch change {
        case .element(let element, let station):
            let note = HistoryNote(topic: .element(element), notedAt: now.wall)
            return apply(note, of: station, at: now.monotonic)
        case .renamed(let id, let station):
            let note = HistoryNote(topic: .renamed(id), notedAt: now.wall)
            return apply(note, of: station, at: now.monotonic)
        case .programme(let aired, let station):
            let note = HistoryNote(topic: .programme(aired), notedAt: now.wall)
            return apply(note, of: station, at: now.monotonic)
        case .preferences(let preferences):
            choices.preferences = preferences
            preferencesCount += 1
        case .session(let session):
            choices.sessions[session.id] = .some(session)
        case .sessionEnded(let id):
            choices.sessions[id] = .some(nil)
        }
        return hasten(to: now.monotonic)
    }

    /// Notes the place up to which what came has what another keeps.
    ///
    /// - Returns: Whether it is due earlier than what waited before.
    mutating func noteCursor(_ name: String, at place: Int64, at now: Instant) -> Bool {
        cursors[name] = place
        return hasten(to: now + limits.batching)
    }

    private mutating func apply(
        _ note: HistoryNote, of station: String, at now: Instant
    ) -> Bool {
        guard !isEnding else {
            drops.add(1, of: station)
            return false
        }
        var isReplacing = false
        var isRefused = false
        change(station, at: now) { [limits] backlog in
            isReplacing = backlog.replaceLast(by: note, within: limits)
            if isReplacing { return }
            isRefused = !backlog.spend(at: now, within: limits)
            if !isRefused { backlog.append(note) }
        }
        if isRefused { drops.add(1, of: station) }
        if weight > limits.waiting { trim() }
        return isReplacing || isRefused ? false : hasten(to: now + limits.batching)
    }

    private mutating func hasten(to time: Instant) -> Bool {
        if let due, due <= time { return false }
        due = time
        return true
    }

    // MARK: What goes

    /// Takes all of it.
    mutating func takeBatch(at now: Instant) -> Batch {
        var batch = Batch(choices: choices, preferencesCount: preferencesCount)
        (batch.cursors, cursors) = (cursors, [:])
        choices = HistoryChoices()
        due = nil
        weight = 0
        waitingStations = 0
        var idle: [String] = []
        changeEach { [limits] station, backlog in
            let notes = backlog.takeNotes()
            if !notes.isEmpty { batch.notes[station] = notes }
            if backlog.hasFullAllowance(at: now, within: limits) { idle.append(station) }
        }
        // The others' allowances stay.
        for station in idle { backlogs[station] = nil }
        return batch
    }

    /// Puts back what could not be written, before all else; the oldest of it makes room.
    mutating func putBack(_ batch: Batch, at now: Instant) {
        guard !batch.isEmpty else { return }
        choices.putBack(batch.choices)
        cursors.merge(batch.cursors) { newer, _ in newer }
        for (station, notes) in batch.notes {
            change(station, at: now) { $0.putBack(notes) }
        }
        if weight > limits.waiting { trim() }
        _ = hasten(to: now)
    }

    // MARK: Room

    private mutating func change(
        _ station: String, at now: Instant, _ body: (inout StationBacklog) -> Void
    ) {
        func measured(_ backlog: inout StationBacklog) -> (weight: Int, stations: Int) {
            let (before, wasEmpty) = (backlog.weight, backlog.notes.isEmpty)
            body(&backlog)
            let appears = wasEmpty && !backlog.notes.isEmpty
            return (backlog.weight - before, appears ? 1 : 0)
        }
        let growth = measured(&backlogs[station, default: StationBacklog(at: now, within: limits)])
        weight += growth.weight
        waitingStations += growth.stations
    }

    /// Drops the oldest notes of stations that take more than their share, until there is room.
    private mutating func trim() {
        var (drops, weight, waitingStations) = (drops, weight, waitingStations)
        while weight > limits.waiting {
            let share = limits.waiting / max(1, waitingStations)
            changeEach { station, backlog in
                guard backlog.weight > share else { return }
                weight -= backlog.weight
                drops.add(backlog.dropOldest(), of: station)
                weight += backlog.weight
                if backlog.notes.isEmpty { waitingStations -= 1 }
            }
        }
        (self.drops, self.weight, self.waitingStations) = (drops, weight, waitingStations)
    }

    /// Changes all backlogs where they lie: iterating over the dictionary would copy it.
    private mutating func changeEach(_ body: (String, inout StationBacklog) -> Void) {
        var place = backlogs.startIndex
        while place != backlogs.endIndex {
            body(backlogs.keys[place], &backlogs.values[place])
            backlogs.formIndex(after: &place)
        }
    }
}

/// The choices of listeners that are to be written: the newest of each.
struct HistoryChoices: Equatable, Sendable {
    /// `nil` where they have not changed.
    var preferences: Preferences?
    /// By the session's name; `nil` where it is over.
    var sessions: [String: RestoredState.Session?] = [:]

    var isEmpty: Bool { preferences == nil && sessions.isEmpty }

    /// Adds what was chosen before, unless it was chosen anew.
    mutating func putBack(_ earlier: HistoryChoices) {
        preferences = preferences ?? earlier.preferences
        sessions.merge(earlier.sessions) { newer, _ in newer }
    }
}

/// Counts the notes that were dropped instead of written since the history was opened.
public struct HistoryDrops: Equatable, Sendable {
    /// By the station's id.
    public private(set) var stations: [String: Int] = [:]
    /// Of all stations together.
    public private(set) var total = 0

    /// Nothing has been dropped.
    public init() {}

    /// So much more of a station was dropped.
    mutating func add(_ count: Int, of station: String) {
        guard count > 0 else { return }
        stations[station, default: 0] += count
        total += count
    }
}
