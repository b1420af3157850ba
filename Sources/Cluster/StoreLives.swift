/// The lives of the store that this member has seen, each under the name of its epoch.
struct StoreLives: Sendable {
    /// The name of the present one, where there is one, and the revision of its key.
    var epoch: (name: String?, revision: UInt64) = (nil, 0)
    /// The epoch of which this member knows the keys, up to `lastRevision`.
    var known: String?
    /// The last revision that the watch has told.
    private(set) var lastRevision: UInt64 = 0
    /// The epochs that were served, the newest last, and how far: a store that has less of one, or
    /// one that was left, was restored from a backup.
    private(set) var served: [(epoch: String, last: UInt64)] = []
    /// The store had less than it had, and is looked at once more.
    var isSecondLook = false

    /// Knows nothing of the store any more, besides what was served of it.
    mutating func forget() { (known, epoch, lastRevision) = (nil, (nil, 0), 0) }

    /// The keys of an epoch are known up to a revision, and served from now on.
    mutating func enter(_ epoch: String, at revision: UInt64, remembering count: Int) {
        (known, lastRevision) = (epoch, revision)
        served.removeAll { $0.epoch == epoch }
        served.append((epoch, revision))
        if served.count > count { served.removeFirst() }
    }

    /// The watch has told all up to a revision of the epoch that is served.
    mutating func passed(_ revision: UInt64) {
        lastRevision = max(lastRevision, revision)
        served[served.count - 1].last = lastRevision
    }
}
