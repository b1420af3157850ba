public import NowPlaying
import Support

/// Epochs: a hub alone counts revisions itself; of hubs that serve together, what they share does.
extension FanOut {
    /// Counts revisions anew, in another epoch.
    ///
    /// Subscriptions go on, and what they hold stays what it is: only clients that come back are
    /// given everything.
    ///
    /// - Parameter isCountedElsewhere: Revisions are those that all hubs share from now on. What
    ///   stations are here is not known to be what all have, until each is confirmed, and has
    ///   revisions of this hub's life.
    public mutating func enter(
        _ epoch: String, at revision: Revision, isCountedElsewhere: Bool
    ) {
        if self.epoch == life { lifeRevision = max(lifeRevision, self.revision) }
        self.epoch = epoch
        self.revision = revision
        self.isCountedElsewhere = isCountedElsewhere
        resumption = Resumption(limits: limits)
        subjects.enterEpoch(at: revision)
        let stations = (0..<subjects.stationCount).map { StationIndex(number: $0) }
        unconfirmed = isCountedElsewhere ? Set(stations.filter { isPresent($0) }) : []
        for station in unconfirmed { detach(station) }
    }

    /// Clients are told a state of a station that is none of the shared versions: each of those is
    /// one content at all hubs.
    mutating func detach(_ station: StationIndex) {
        lifeRevision += 1
        subjects[.station(station)].stamp(at: lifeRevision, isOwn: true)
    }

    /// Clients are told of a station something else than other hubs tell.
    ///
    /// While there is such a station, no client can be resumed: otherwise the hub, or another
    /// hub, takes the client to hold a state that it was not told.
    public mutating func doubt(_ station: StationIndex) {
        if isCountedElsewhere { unconfirmed.insert(station) }
    }

    /// Clients are told of a station what all hubs tell at the newest revision, or will be with the
    /// next change that is published. Clients that may hold something else are told.
    public mutating func confirm(_ station: StationIndex, at now: Instant) {
        guard unconfirmed.remove(station) != nil else { return }
        subjects[.station(station)].stamp(at: revision)
        announce(station, at: now)
    }

    /// The revision up to which a client that comes back holds everything, once it has been given
    /// what is due.
    mutating func resume(_ slot: Slot<Subscription>) -> Revision {
        unconfirmed.isEmpty ? max(0, subscriptions[slot].resume(at: revision)) : 0
    }

    /// Revisions were counted up to this one elsewhere.
    public mutating func advance(to revision: Revision) {
        self.revision = max(self.revision, revision)
    }
}
