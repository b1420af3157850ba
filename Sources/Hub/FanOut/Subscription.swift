import DequeModule
import NowPlaying
import Views

/// A view, what it covers, and what has been delivered of it.
struct Subscription: Sendable {
    /// Which stations it covers.
    enum Coverage: Hashable, Sendable {
        /// All.
        case all
        /// These.
        case only([StationIndex])
        /// Whatever a listening session shows.
        case session(SessionIndex)

        /// The numbers of the stations that are covered, of those that are numbered, from 0, in
        /// their order.
        func numbers(of stations: [StationIndex: Int]) -> [Int] {
            switch self {
            case .all: Array(0..<stations.count)
            case .only(let own): own.compactMap { stations[$0] }.sorted()
            case .session: []
            }
        }
    }

    /// A pair that became owed, in the order in which that happened.
    struct Owed: Sendable {
        var position: Int
        var since: Revision
    }

    let id: SubscriptionID
    let client: ClientID
    let coverage: Coverage
    /// The least time between two documents of a station.
    let minInterval: Interval
    /// After the first, documents come as patches, those of a car as the templates that changed.
    let wantsPatches: Bool
    /// The documents that it wants. Only the language may change.
    var options: DocumentOptions
    /// The changes that concern it.
    let relevantChanges: ChangeClasses
    /// The present states that it is still to be given; `nil` when it has been given them.
    private(set) var backfill: Backfill?
    /// How many pairs wait for that.
    private(set) var backfillCount = 0
    /// What it holds of a session; `nil` where it covers stations.
    var scene: SceneView?
    /// The number of the last update.
    private var sequence = 0
    /// A pair for each place, by position.
    private var pairs: [Pair]

    private let positions: [StationIndex: Int]
    private(set) var owed: Deque<Owed> = []

    init(
        id: SubscriptionID, client: ClientID, request: SubscriptionRequest, placeCount: Int
    ) {
        self.id = id
        self.client = client
        coverage = request.coverage
        minInterval = request.minInterval
        wantsPatches = request.wantsPatches
        options = request.options
        relevantChanges = request.options.relevantChanges
        switch request.coverage {
        case .all:
            positions = [:]
            pairs = Array(repeating: Pair(), count: placeCount)
        case .only(let stations):
            positions = Dictionary(
                uniqueKeysWithValues: stations.enumerated().map { ($1, $0) })
            pairs = Array(repeating: Pair(), count: stations.count)
        case .session(let session):
            positions = [:]
            pairs = [Pair()]
            scene = SceneView(session: session, carPlay: request.carPlay)
        }
    }

    // MARK: Places

    /// The pair at a place.
    subscript(position: Int) -> Pair {
        _read { yield pairs[position] }
        _modify { yield &pairs[position] }
    }

    /// How many places it covers.
    var pairCount: Int { pairs.count }

    /// The place of a subject among its pairs; `nil` where it is not covered.
    func position(of subject: SubjectID) -> Int? {
        switch subject {
        case .station(let station): position(of: station)
        case .session(let session): coverage == .session(session) ? 0 : nil
        }
    }

    /// The subject of the pair at a place.
    func subject(at position: Int) -> SubjectID {
        switch coverage {
        case .all: .station(StationIndex(number: position))
        case .only(let stations): .station(stations[position])
        case .session(let session): .session(session)
        }
    }

    /// The place of a station among its pairs; `nil` where it is not covered.
    func position(of station: StationIndex) -> Int? {
        switch coverage {
        case .all: station.number < pairs.count ? station.number : nil
        case .only: positions[station]
        case .session: nil
        }
    }

    /// The station at a place; `nil` where it covers a session, whose place is the only one.
    func station(at position: Int) -> StationIndex? {
        switch coverage {
        case .all: StationIndex(number: position)
        case .only(let stations): stations[position]
        case .session: nil
        }
    }

    // MARK: Stations that come and go

    /// Covers all places, of which there are more now.
    mutating func extend(to placeCount: Int) {
        guard case .all = coverage, placeCount > pairs.count else { return }
        pairs += repeatElement(Pair(), count: placeCount - pairs.count)
    }

    /// A station is gone: its pair is owed to be told so if it may hold something of it, and else
    /// is owed nothing any more.
    mutating func stationRemoved(_ position: Int, at revision: Revision) {
        pairs[position].isScheduled = false
        pairs[position].isUrgent = false
        if pairs[position].awaitsBackfill, backfill?.since != nil {
            pairs[position].mayHoldOlder = true
        }
        if pairs[position].mayHoldSomething {
            // Should the station be back before that is told, nothing is as it was.
            owe(position, changes: relevantChanges, since: revision)
        } else {
            pairs[position].changes = []
            pairs[position].owedSince = nil
        }
    }

    /// Another station will have the place.
    mutating func vacate(_ position: Int) {
        leaveBackfill(position)
        pairs[position] = Pair(listedAs: pairs[position])
    }

    // MARK: The beginning

    /// Begins to give it the present states, of stations in this order. Until it is a pair's turn,
    /// the pair is owed its document without being marked.
    mutating func begin(_ backfill: Backfill) {
        self.backfill = backfill
        backfillCount = pairs.count
        for position in pairs.indices { pairs[position].awaitsBackfill = true }
    }

    /// The next station of the beginning; `nil` when there is none.
    mutating func nextOfBackfill() -> StationIndex? { backfill?.next() }

    /// Ends the beginning.
    ///
    /// - Returns: The pairs that had no turn: their stations were not there, or came meanwhile.
    mutating func endBackfill() -> [Int] {
        backfill = nil
        guard backfillCount > 0 else { return [] }
        return pairs.indices.filter { pairs[$0].awaitsBackfill }
    }

    /// Notes that a pair is not of the beginning any more: it had its turn, or is marked.
    mutating func leaveBackfill(_ position: Int) {
        guard pairs[position].awaitsBackfill else { return }
        pairs[position].awaitsBackfill = false
        backfillCount -= 1
    }

    /// The stations of the pairs that are owed something.
    var owedStations: [StationIndex] {
        owed.filter { pairs[$0.position].owedSince == $0.since }
            .compactMap { station(at: $0.position) }
    }

    // MARK: Debts

    /// What is to be done about a pair that is owed something.
    enum Plan {
        /// Nothing: it is owed nothing, or stands in the queue already.
        case known
        /// It waits for its time already.
        case waiting
        /// It stands in its client's queue from now on.
        case queue
        /// It waits for its time.
        case wait(until: Instant)
    }

    /// What a pair whose turn has come is owed.
    struct Debt {
        let changes: ChangeClasses
        /// What was delivered last.
        let delivered: Pair.Delivered?
        /// Changes among these that it was not told of one by one.
        var missed = Audience.Missed()
    }

    /// Notes that the pair at a place has missed a revision.
    mutating func owe(_ position: Int, changes: ChangeClasses, since revision: Revision) {
        leaveBackfill(position)
        pairs[position].changes.formUnion(changes)
        guard pairs[position].owedSince == nil else { return }
        pairs[position].owedSince = revision
        owed.append(Owed(position: position, since: revision))
    }

    /// Notes whose a change was that it is told of.
    mutating func join(_ sender: Sender) {
        guard let before = scene?.sender else { return }
        scene?.sender = before.joined(with: sender)
    }

    /// Notes that every pair is owed its document anew, from the first revision on.
    mutating func oweAgain() {
        owed = []
        for position in pairs.indices where !pairs[position].awaitsBackfill {
            pairs[position].owedSince = nil
            owe(position, changes: relevantChanges, since: 1)
        }
    }

    /// Decides when a pair that is owed something has its turn.
    ///
    /// - Parameter isUrgent: Intervals do not apply.
    mutating func plan(_ position: Int, isUrgent: Bool, at now: Instant) -> Plan {
        guard pairs[position].owedSince != nil, !pairs[position].isQueued else { return .known }
        if isUrgent || !pairs[position].isEarly(at: now) {
            pairs[position].isQueued = true
            return .queue
        }
        guard !pairs[position].isScheduled else { return .waiting }
        pairs[position].isScheduled = true
        return .wait(until: pairs[position].due)
    }

    /// Takes a pair's debt: its turn has come.
    ///
    /// - Parameter missed: What its group has noted since it was told of something.
    mutating func take(_ position: Int, after missed: Audience.Missed) -> Debt? {
        pairs[position].isQueued = false
        pairs[position].isUrgent = false
        guard pairs[position].owedSince != nil else { return nil }
        pairs[position].owedSince = nil
        forgetPaidDebts()
        defer { pairs[position].changes = [] }
        return Debt(
            changes: pairs[position].changes.union(missed.changes),
            delivered: pairs[position].delivered, missed: missed)
    }

    /// Notes what a pair was given.
    mutating func delivered(_ position: Int, _ delivered: Pair.Delivered, at now: Instant) {
        pairs[position].delivered = delivered
        pairs[position].mayHoldOlder = false
        pairs[position].due = now + minInterval
    }

    /// Notes that a pair holds nothing any more, since its station is gone.
    ///
    /// - Returns: Whether it may have held something.
    mutating func forgetHeld(_ position: Int) -> Bool {
        defer {
            pairs[position].delivered = nil
            pairs[position].mayHoldOlder = false
        }
        return pairs[position].mayHoldSomething
    }

    /// Numbers the next update.
    mutating func nextSequence() -> Int {
        sequence += 1
        return sequence
    }

    /// The highest revision at or below which it is owed nothing.
    ///
    /// Debts are noted in the order of their revisions, so the oldest that still stands decides.
    mutating func resume(at newest: Revision) -> Revision {
        forgetPaidDebts()
        // Owed from the first revision that its client does not hold: it may come back before it
        // was given all of that.
        if let backfill, backfillCount > 0 { return backfill.since ?? 0 }
        return owed.first.map { $0.since - 1 } ?? newest
    }

    private mutating func forgetPaidDebts() {
        while let oldest = owed.first, pairs[oldest.position].owedSince != oldest.since {
            owed.removeFirst()
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

extension Table where ID == SubscriptionID, Value == Subscription {
    /// Whether a subscription is there and its pair of a subject meets a condition.
    func contains(_ id: SubscriptionID, at subject: SubjectID, _ meets: (Pair) -> Bool) -> Bool {
        guard let place = place(of: id), let position = self[place].position(of: subject)
        else { return false }
        return meets(self[place][position])
    }
}
