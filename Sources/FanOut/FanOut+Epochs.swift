public import NowPlaying

/// Epochs: a hub alone counts revisions itself; in a cluster the store does.
extension FanOut {
    /// Counts revisions anew, in another epoch.
    ///
    /// Subscriptions go on, and what they hold stays what it is: only clients that come back are
    /// given everything.
    ///
    /// - Parameter isCountedElsewhere: Revisions are those of the cluster's store from now on.
    public mutating func enter(
        _ epoch: String, at revision: Revision, isCountedElsewhere: Bool
    ) {
        self.epoch = epoch
        self.revision = revision
        self.isCountedElsewhere = isCountedElsewhere
        resumption = Resumption(limits: limits)
        subjects.enterEpoch(at: revision)
    }

    /// The store has counted up to this revision.
    public mutating func advance(to revision: Revision) {
        self.revision = max(self.revision, revision)
    }
}
