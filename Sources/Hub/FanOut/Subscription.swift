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
    }

    /// A pair that became owed, in the order in which that happened.
    private struct Owed: Sendable {
        var position: Int
        var since: Revision
    }

    let id: SubscriptionID
    let client: ClientID
    let coverage: Coverage
    /// The least time between two documents of a station.
    let minInterval: Interval
    /// After the first, documents come as patches.
    let wantsPatches: Bool
    /// The documents that it wants.
    var options: DocumentOptions
    /// The number of the last update.
    private var sequence = 0
    /// A pair for each station, by position.
    private var pairs: [Pair]

    private let positions: [StationIndex: Int]
    private var owed: Deque<Owed> = []

    init(
        id: SubscriptionID, client: ClientID, request: SubscriptionRequest, stationCount: Int
    ) {
        self.id = id
        self.client = client
        coverage = request.coverage
        minInterval = request.minInterval
        wantsPatches = request.wantsPatches
        options = request.options
        switch request.coverage {
        case .all:
            positions = [:]
            pairs = Array(repeating: Pair(), count: stationCount)
        case .only(let stations):
            positions = Dictionary(
                uniqueKeysWithValues: stations.enumerated().map { ($1, $0) })
            pairs = Array(repeating: Pair(), count: stations.count)
        }
    }

    // MARK: Places

    /// How many stations it covers.
    var pairCount: Int { pairs.count }

    /// The place of a station among its pairs; `nil` where it is not covered.
    func position(of station: StationIndex) -> Int? {
        switch coverage {
        case .all: station.number < pairs.count ? station.number : nil
        case .only: positions[station]
        }
    }

    /// The station at a place.
    func station(at position: Int) -> StationIndex {
        switch coverage {
        case .all: StationIndex(number: position)
        case .only(let stations): stations[position]
        }
    }

    // MARK: Debts

    /// What is to be done about a pair that is owed something.
    enum Plan {
        /// Nothing: it waits already.
        case known
        /// It stands in its client's queue from now on.
        case queue
        /// It waits for its time.
        case wait(until: Instant)
    }

    /// What a pair whose turn has come is owed.
    struct Debt {
        let station: StationIndex
        let changes: ChangeClasses
        /// What was delivered last.
        let delivered: Pair.Delivered?
    }

    /// Notes that the pair at a place has missed a revision.
    ///
    /// - Returns: Whether it was owed nothing before.
    mutating func owe(
        _ position: Int, changes: ChangeClasses, since revision: Revision
    ) -> Bool {
        pairs[position].changes.formUnion(changes)
        guard pairs[position].owedSince == nil else { return false }
        pairs[position].owedSince = revision
        owed.append(Owed(position: position, since: revision))
        return true
    }

    /// Notes that every pair is owed its document anew, from the first revision on.
    mutating func oweAgain() {
        owed = []
        for position in pairs.indices {
            pairs[position].owedSince = nil
            _ = owe(position, changes: options.relevantChanges, since: 1)
        }
    }

    /// Decides when a pair that is owed something has its turn.
    ///
    /// - Parameter isUrgent: Intervals do not apply.
    mutating func plan(_ position: Int, isUrgent: Bool, at now: Instant) -> Plan {
        guard pairs[position].owedSince != nil, !pairs[position].isQueued else { return .known }
        if isUrgent || pairs[position].due <= now {
            pairs[position].isQueued = true
            return .queue
        }
        guard !pairs[position].isScheduled else { return .known }
        pairs[position].isScheduled = true
        return .wait(until: pairs[position].due)
    }

    /// The time has come for which a pair waited.
    mutating func waited(_ position: Int) {
        pairs[position].isScheduled = false
    }

    /// Takes a pair's debt: its turn has come.
    mutating func take(_ position: Int) -> Debt? {
        pairs[position].isQueued = false
        guard pairs[position].owedSince != nil else { return nil }
        pairs[position].owedSince = nil
        defer { pairs[position].changes = [] }
        return Debt(
            station: station(at: position), changes: pairs[position].changes,
            delivered: pairs[position].delivered)
    }

    /// Notes what a pair was given.
    mutating func delivered(_ position: Int, _ delivered: Pair.Delivered, at now: Instant) {
        pairs[position].delivered = delivered
        pairs[position].due = now + minInterval
    }

    /// Numbers the next update.
    mutating func nextSequence() -> Int {
        sequence += 1
        return sequence
    }

    /// Notes that a pair holds a document that another connection was given.
    mutating func hold(_ position: Int, _ delivered: Pair.Delivered) {
        pairs[position].delivered = delivered
    }

    /// The highest revision at or below which it is owed nothing.
    ///
    /// Debts are noted in the order of their revisions, so the oldest that still stands decides.
    mutating func resume(at newest: Revision) -> Revision {
        while let oldest = owed.first, pairs[oldest.position].owedSince != oldest.since {
            owed.removeFirst()
        }
        return owed.first.map { $0.since - 1 } ?? newest
    }
}

/// What somebody who subscribes wants.
struct SubscriptionRequest: Sendable {
    var options: DocumentOptions
    var coverage = Subscription.Coverage.all
    var minInterval: Interval
    var wantsPatches = false

    /// What two subscriptions must have in common for one to go on where the other ended.
    var kind: SubscriptionKind {
        SubscriptionKind(options: options, coverage: coverage)
    }
}

/// A view with its options and what it covers.
struct SubscriptionKind: Hashable, Sendable {
    var options: DocumentOptions
    let coverage: Subscription.Coverage
}
