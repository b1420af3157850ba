import DequeModule
public import NowPlaying
import Support
public import Views

/// The subjects that a subscription covers.
public enum Coverage: Hashable, Sendable {
    /// All stations.
    case all
    /// These stations.
    case only([StationIndex])
    /// A listening session, and whatever it shows.
    case session(SessionIndex)

    /// The numbers of the stations that are covered, of those that are numbered, from 0, in their
    /// order.
    func numbers(of stations: [StationIndex: Int]) -> [Int] {
        switch self {
        case .all: Array(0..<stations.count)
        case .only(let own): own.compactMap { stations[$0] }.sorted()
        case .session: []
        }
    }
}

/// The request of a subscriber.
public struct SubscriptionRequest: Sendable {
    /// The documents that it wants.
    public var options: DocumentOptions
    /// The subjects of which it wants them.
    public var coverage: Coverage
    /// The least time between two documents of a subject.
    public var minInterval: Interval
    /// After the first, documents come as patches, those of a car as the templates that changed.
    public var wantsPatches: Bool
    /// It counts as a follower of its session.
    public var isFollower: Bool

    /// A request with its parts.
    public init(
        options: DocumentOptions, coverage: Coverage, minInterval: Interval,
        wantsPatches: Bool = false, isFollower: Bool = true
    ) {
        self.options = options
        self.coverage = coverage
        self.minInterval = minInterval
        self.wantsPatches = wantsPatches
        self.isFollower = isFollower
    }
}

/// The deliveries of one view to one subscriber: its cursors, and the order in which they became
/// dirty.
struct Subscription: Sendable {
    /// A cursor that became dirty, in the order in which that happened.
    struct DirtyMark: Sendable {
        let cursor: CursorIndex
        let since: Revision
    }

    let id: SubscriptionID
    let subscriber: Slot<Subscriber>
    let coverage: Coverage
    let minInterval: Interval
    let wantsPatches: Bool
    let isFollower: Bool
    /// The documents that it wants; of them, the view stays.
    var options: DocumentOptions
    /// The key of the subscriptions that are told of the same changes.
    let audienceKey: Audience.Key
    /// The present states that it is still to be given; `nil` when it has been given them.
    private(set) var backfill: Backfill?
    /// The number of cursors that wait for that.
    private(set) var backfillCount = 0
    /// The origin of the changes since the last delivery, as far as it was marked for them.
    var origin = Origin.none
    /// The number of the last delivery.
    private var sequence = 0
    private var cursors: [Cursor]
    private let indices: [StationIndex: CursorIndex]
    private(set) var dirty: Deque<DirtyMark> = []

    init(
        id: SubscriptionID, subscriber: Slot<Subscriber>, request: SubscriptionRequest,
        stationCount: Int
    ) {
        self.id = id
        self.subscriber = subscriber
        coverage = request.coverage
        minInterval = request.minInterval
        wantsPatches = request.wantsPatches
        isFollower = request.isFollower
        options = request.options
        audienceKey = Audience.Key(request.options)
        switch request.coverage {
        case .all:
            indices = [:]
            cursors = Array(repeating: Cursor(), count: stationCount)
        case .only(let stations):
            indices = Dictionary(
                uniqueKeysWithValues: stations.enumerated().map { ($1, CursorIndex($0)) })
            cursors = Array(repeating: Cursor(), count: stations.count)
        case .session:
            indices = [:]
            cursors = [Cursor()]
        }
    }

    /// The changes that concern it.
    var relevantChanges: StateParts { audienceKey.relevant }

    // MARK: Cursors

    subscript(cursor: CursorIndex) -> Cursor {
        _read { yield cursors[cursor.number] }
        _modify { yield &cursors[cursor.number] }
    }

    /// The number of subjects that it covers.
    var cursorCount: Int { cursors.count }

    /// All cursors.
    var cursorIndices: some Sequence<CursorIndex> { cursors.indices.lazy.map { CursorIndex($0) } }

    /// The cursor of a subject; `nil` where it is not covered.
    func cursor(of subject: SubjectID) -> CursorIndex? {
        switch (subject, coverage) {
        case (.station(let station), .all):
            station.number < cursors.count ? CursorIndex(station.number) : nil
        case (.station(let station), .only): indices[station]
        case (.session(let session), .session(let own)): session == own ? CursorIndex(0) : nil
        case (.station, .session), (.session, .all), (.session, .only): nil
        }
    }

    /// The subject of a cursor.
    func subject(of cursor: CursorIndex) -> SubjectID {
        switch coverage {
        case .all: .station(StationIndex(number: cursor.number))
        case .only(let stations): .station(stations[cursor.number])
        case .session(let session): .session(session)
        }
    }

    // MARK: Subjects that come and go

    /// Covers all stations, of which there are more now.
    mutating func extend(to stationCount: Int) {
        guard case .all = coverage, stationCount > cursors.count else { return }
        cursors += repeatElement(Cursor(), count: stationCount - cursors.count)
    }

    /// A subject is gone: if its client may hold something of it, that is pending to be told, and
    /// else nothing is pending any more.
    mutating func subjectRemoved(_ cursor: CursorIndex, at revision: Revision) {
        self[cursor].isScheduled = false
        self[cursor].isUrgent = false
        if self[cursor].awaitsBackfill, backfill?.since != nil { self[cursor].mayHoldOlder = true }
        if self[cursor].mayHoldSomething {
            // Should the subject be back before that is told, nothing is as it was.
            self[cursor].delivered?.document = nil
            markDirty(cursor, changes: relevantChanges, since: revision)
        } else {
            self[cursor].changes = []
            self[cursor].dirtySince = nil
        }
    }

    /// The cursor will be another subject's.
    mutating func reset(_ cursor: CursorIndex) {
        leaveBackfill(cursor)
        self[cursor] = Cursor(listedAs: self[cursor])
    }

    // MARK: The beginning

    /// Begins to give it the present states, of stations in this order. Until it is a cursor's
    /// turn, its document is pending without a mark.
    mutating func begin(_ backfill: Backfill) {
        self.backfill = backfill
        backfillCount = cursors.count
        for cursor in cursors.indices { cursors[cursor].awaitsBackfill = true }
    }

    /// The next station of the beginning; `nil` when there is none.
    mutating func nextOfBackfill() -> StationIndex? { backfill?.next() }

    /// Ends the beginning.
    ///
    /// - Returns: The cursors that had no turn: their stations were not there, or came meanwhile.
    mutating func endBackfill() -> [CursorIndex] {
        backfill = nil
        guard backfillCount > 0 else { return [] }
        return cursorIndices.filter { self[$0].awaitsBackfill }
    }

    /// A cursor is not of the beginning any more: it had its turn, or is marked.
    mutating func leaveBackfill(_ cursor: CursorIndex) {
        guard self[cursor].awaitsBackfill else { return }
        self[cursor].awaitsBackfill = false
        backfillCount -= 1
    }

    // MARK: What is pending

    /// The plan for a dirty cursor.
    enum Plan {
        /// Nothing: it is not dirty, or queued already.
        case known
        /// It waits for its time already.
        case waiting
        /// It is queued from now on.
        case queue
        /// It waits for its time.
        case wait(until: Instant)
    }

    /// The pending changes of a cursor whose turn has come.
    struct Pending {
        let changes: StateParts
        /// The document that was delivered last.
        let delivered: Cursor.Delivered?
        /// The changes among these that it was not marked for one by one.
        let missed: Audience.Missed
    }

    /// The stations of the dirty cursors.
    var dirtyStations: [StationIndex] {
        dirty.compactMap { mark in
            guard self[mark.cursor].dirtySince == mark.since,
                case .station(let station) = subject(of: mark.cursor)
            else { return nil }
            return station
        }
    }

    /// Notes that a cursor has missed a revision.
    mutating func markDirty(
        _ cursor: CursorIndex, changes: StateParts, since revision: Revision
    ) {
        leaveBackfill(cursor)
        self[cursor].changes.formUnion(changes)
        guard self[cursor].dirtySince == nil else { return }
        self[cursor].dirtySince = revision
        dirty.append(DirtyMark(cursor: cursor, since: revision))
    }

    /// Notes that every cursor is to be given its document anew, from the first revision on.
    mutating func markAllDirty() {
        dirty = []
        for cursor in cursorIndices where !self[cursor].awaitsBackfill {
            self[cursor].dirtySince = nil
            markDirty(cursor, changes: relevantChanges, since: 1)
        }
    }

    /// Decides when a dirty cursor has its turn.
    ///
    /// - Parameter isUrgent: Intervals do not apply.
    mutating func plan(_ cursor: CursorIndex, isUrgent: Bool, at now: Instant) -> Plan {
        guard self[cursor].dirtySince != nil, !self[cursor].isQueued else { return .known }
        if isUrgent || !self[cursor].isEarly(at: now) {
            self[cursor].isQueued = true
            return .queue
        }
        guard !self[cursor].isScheduled else { return .waiting }
        self[cursor].isScheduled = true
        return .wait(until: self[cursor].due)
    }

    /// Takes what is pending for a cursor: its turn has come.
    ///
    /// - Parameter missed: The changes that its group has noted since it was marked.
    mutating func takePending(
        _ cursor: CursorIndex, missed: Audience.Missed
    ) -> Pending? {
        self[cursor].isQueued = false
        self[cursor].isUrgent = false
        guard self[cursor].dirtySince != nil else { return nil }
        self[cursor].dirtySince = nil
        dropClearedMarks()
        defer { self[cursor].changes = [] }
        return Pending(
            changes: self[cursor].changes.union(missed.changes),
            delivered: self[cursor].delivered, missed: missed)
    }

    /// Notes what a cursor was delivered; `nil` where its client holds nothing any more.
    mutating func delivered(
        _ cursor: CursorIndex, _ delivered: Cursor.Delivered?, at now: Instant
    ) {
        self[cursor].delivered = delivered
        self[cursor].mayHoldOlder = false
        self[cursor].due = now + minInterval
    }

    /// Notes that a cursor's client holds nothing any more, since the subject is gone.
    ///
    /// - Returns: True if it may have held something.
    mutating func forgetDelivered(_ cursor: CursorIndex) -> Bool {
        defer {
            self[cursor].delivered = nil
            self[cursor].mayHoldOlder = false
        }
        return self[cursor].mayHoldSomething
    }

    /// Numbers the next delivery.
    mutating func nextSequence() -> Int {
        sequence += 1
        return sequence
    }

    /// The highest revision at or below which nothing is pending.
    ///
    /// Marks are noted in the order of their revisions, so the oldest that still stands decides.
    mutating func resume(at newest: Revision) -> Revision {
        dropClearedMarks()
        // Pending from the first revision that its client does not hold: it may come back before
        // it was given all of that.
        if let backfill, backfillCount > 0 { return backfill.since ?? 0 }
        return dirty.first.map { $0.since - 1 } ?? newest
    }

    private mutating func dropClearedMarks() {
        while let oldest = dirty.first, self[oldest.cursor].dirtySince != oldest.since {
            dirty.removeFirst()
        }
    }
}

/// The present states that a new subscription is given, each when it is its turn.
struct Backfill: Sendable {
    private let stations: [StationIndex]
    private var count = 0
    /// The revision up to which its client holds everything; `nil` for nothing.
    let since: Revision?

    init(of stations: [StationIndex], since: Revision?) {
        self.stations = stations
        self.since = since
    }

    fileprivate mutating func next() -> StationIndex? {
        guard count < stations.count else { return nil }
        count += 1
        return stations[count - 1]
    }
}
