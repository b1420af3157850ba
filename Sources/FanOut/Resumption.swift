import NowPlaying

/// The kinds of subscription that were served in this life of the hub, each with its first
/// revision.
///
/// A client that comes back names the revision up to which it holds everything. The hub believes it
/// only for a view and stations that were subscribed to by then; anything else leaves gaps.
struct Resumption: Sendable {
    private let limits: Box<Limits>
    private var servedSince: [FanOut.Kind: Revision] = [:]
    /// The total number of stations that these kinds name.
    private var namedCount = 0
    /// Before this, removals may have been forgotten.
    private var horizon: Revision = 0

    init(limits: Box<Limits>) {
        self.limits = limits
    }

    /// Notes that a kind of subscription is served.
    mutating func note(_ kind: FanOut.Kind, at revision: Revision) {
        guard servedSince[kind] == nil else { return }
        // Forgetting costs those that come back a full snapshot, no more.
        if servedSince.count >= limits.resumableKinds
            || namedCount + kind.namedCount > limits.cursors
        {
            servedSince = [:]
            namedCount = 0
        }
        servedSince[kind] = revision
        namedCount += kind.namedCount
    }

    /// True if no removal after a revision was forgotten.
    func isWithinHorizon(_ revision: Revision) -> Bool { revision >= horizon }

    /// True if a client can hold everything of a kind up to a revision.
    func covers(_ kind: FanOut.Kind, upTo revision: Revision) -> Bool {
        guard isWithinHorizon(revision) else { return false }
        return servedSince[kind].map { $0 <= revision } ?? false
    }

    /// Forgets stations whose places others will have, and that were removed by then.
    mutating func forget(_ stations: Set<StationIndex>, removedBy revision: Revision) {
        horizon = max(horizon, revision)
        servedSince = servedSince.filter { kind, _ in
            guard case .only(let named) = kind.coverage else { return true }
            return stations.isDisjoint(with: named)
        }
        namedCount = servedSince.keys.reduce(0) { $0 + $1.namedCount }
    }
}

extension FanOut.Kind {
    /// The number of stations that it names.
    fileprivate var namedCount: Int {
        if case .only(let named) = coverage { named.count } else { 0 }
    }
}
