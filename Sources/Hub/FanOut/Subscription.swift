import DequeModule
import NowPlaying
import Views

/// A view, what it covers, and what has been delivered of it.
struct Subscription: Sendable {
    /// Which stations it covers.
    enum Coverage: Hashable, Sendable {
        /// All, those added later included.
        case all
        /// These, whether they exist at the moment or not.
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
    var sequence = 0
    /// A pair for each station, by position.
    var pairs: [Pair]

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

    /// The place of a station among its pairs.
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

    /// A station was added to the hub.
    mutating func stationAdded() {
        guard case .all = coverage else { return }
        pairs.append(Pair())
    }

    // MARK: Debts

    /// Notes that the pair at a place has missed a revision.
    mutating func owe(_ position: Int, changes: ChangeClasses, since revision: Revision) {
        pairs[position].changes.formUnion(changes)
        guard pairs[position].owedSince == nil else { return }
        pairs[position].owedSince = revision
        owed.append(Owed(position: position, since: revision))
    }

    /// Notes that the pair at a place is owed nothing any more.
    mutating func settle(_ position: Int) {
        pairs[position].owedSince = nil
        pairs[position].changes = []
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
    let options: DocumentOptions
    let coverage: Subscription.Coverage
}
