package import NowPlaying

/// All stations, by their indices.
///
/// Links, subscriptions and alarms know a station by its index. A removed station keeps its index:
/// if it comes back, subscriptions that name it go on with it, and clients that come back are told
/// that it is gone. An index that is no longer needed is given to a station that is added.
package struct StationStore: Sendable {
    private struct Entry: Sendable {
        var id: String
        /// The station as this hub's link makes it; `nil` where this hub does not read it.
        var reducer: StationReducer?
        /// The station as it is told, which clients are served; `nil` where they are served what
        /// its link makes. One of both is there while it is in the config.
        var replica: StationReplica?

        var isPresent: Bool { reducer != nil || replica != nil }
        var publication: StationPublication { replica?.publication ?? reducer!.publication }
    }

    private var entries: [Entry] = []
    private var indices: [String: StationIndex] = [:]
    /// Indices that are free; the last is given first.
    private var vacant: [StationIndex] = []
    /// The stations that exist, in the order of the config.
    package private(set) var present: [StationIndex] = []

    package init() {}

    /// True if a station exists.
    package func isPresent(_ index: StationIndex) -> Bool { entries[index.number].isPresent }

    /// The index of the station with this id, if it exists.
    package func index(of id: String) -> StationIndex? {
        knownIndex(of: id).flatMap { isPresent($0) ? $0 : nil }
    }

    /// The index of the station with this id, even if it was removed.
    package func knownIndex(of id: String) -> StationIndex? { indices[id] }

    /// A station's id.
    package func id(of index: StationIndex) -> String { entries[index.number].id }

    // MARK: Reading
    // The station must exist: links serve no other, alarms are forgotten with their stations, and
    // all other code that has an index asks `isPresent`.

    /// The state of a station that clients are told, and since when.
    package func publication(of index: StationIndex) -> StationPublication {
        entries[index.number].publication
    }

    /// A station's published state.
    package func snapshot(of index: StationIndex) -> StationSnapshot {
        entries[index.number].publication.snapshot
    }

    /// The station's past, present and coming plays.
    package func timeline(of index: StationIndex) -> Timeline {
        entries[index.number].replica?.timeline ?? entries[index.number].reducer!.timeline
    }

    /// The settings of a station.
    package func configuration(of index: StationIndex) -> StationConfiguration {
        entries[index.number].replica?.configuration
            ?? entries[index.number].reducer!.configuration
    }

    /// A station as this hub's link makes it; `nil` where this hub does not read it.
    package subscript(reader index: StationIndex) -> StationReducer? {
        _read { yield entries[index.number].reducer }
    }

    /// The next time at which time alone may change a station.
    package func deadline(of index: StationIndex) -> Instant? {
        entries[index.number].reducer?.nextDeadline
    }

    /// True if this hub reads a station.
    package func isRead(_ index: StationIndex) -> Bool { entries[index.number].reducer != nil }

    // MARK: What happens

    /// Tells a station what happened.
    package mutating func apply(
        _ input: StationInput, to index: StationIndex, at now: Moment
    ) -> StationOutcome {
        guard entries[index.number].replica != nil else {
            return StationOutcome(
                published: entries[index.number].reducer?.apply(input, at: now))
        }
        let read = entries[index.number].reducer?.apply(input, at: now)
        let told = isRead(index) ? input.forReplica : input
        return StationOutcome(
            published: entries[index.number].replica?.apply(told, at: now), read: read)
    }

    /// Takes what is told of a station.
    package mutating func apply(
        _ input: ReplicaInput, to index: StationIndex, at now: Moment
    ) -> StationChange? {
        entries[index.number].replica?.apply(input, at: now)
    }

    /// This hub reads a station from now on, if it did not, and goes on from what was told of it.
    package mutating func read(
        _ index: StationIndex, because reason: StationConnection.Reason, at now: Moment
    ) {
        guard let replica = entries[index.number].replica, !isRead(index) else { return }
        entries[index.number].reducer = StationReducer(
            goingOnFrom: replica, because: reason, at: now)
    }

    /// This hub reads a station no more: clients are served what is told of it.
    package mutating func leave(_ index: StationIndex) {
        replicate(index)
        entries[index.number].reducer = nil
    }

    /// Clients are served what is told of a station from now on, beginning with what they have.
    package mutating func replicate(_ index: StationIndex) {
        guard entries[index.number].replica == nil, let reducer = entries[index.number].reducer
        else { return }
        entries[index.number].replica = StationReplica(of: reducer)
    }

    /// Clients are served what this hub's link makes of a station from now on, if it reads it.
    ///
    /// - Returns: The change that this is for them; `nil` if it is none.
    package mutating func serveRead(_ index: StationIndex, at now: Moment) -> StationChange? {
        guard let reducer = entries[index.number].reducer,
            let replica = entries[index.number].replica
        else { return nil }
        entries[index.number].replica = nil
        let served = replica.publication.nowPlaying
        return StationChange(
            snapshot: reducer.publication.snapshot,
            parts: reducer.presented.changes(since: served),
            stateBefore: served.connection.state,
            persistedChanges: reducer.timeline.news(since: replica.timeline, at: now.wall))
    }

    // MARK: Coming and going

    /// Gives an index to an id that has none.
    package mutating func reserveIndex(for id: String) -> StationIndex {
        let index = vacant.popLast() ?? StationIndex(number: entries.count)
        if index.number == entries.count {
            entries.append(Entry(id: id))
        } else {
            entries[index.number] = Entry(id: id)
        }
        indices[id] = index
        return index
    }

    /// Adds a station; the config has made sure that no other has its id.
    package mutating func add(_ reducer: StationReducer) {
        entries[reducer.index.number].reducer = reducer
        present.append(reducer.index)
    }

    /// The same of a station that others may read.
    package mutating func add(_ replica: StationReplica) {
        entries[replica.index.number].replica = replica
        present.append(replica.index)
    }

    /// Removes the states of stations; their indices stay.
    package mutating func remove(_ stations: [StationIndex]) {
        for index in stations {
            (entries[index.number].reducer, entries[index.number].replica) = (nil, nil)
        }
        present = present.filter { isPresent($0) }
    }

    /// Puts the stations that exist into the order of these ids.
    package mutating func arrange(by ids: [String]) {
        present = ids.compactMap { index(of: $0) }
    }

    /// Frees the indices of these removed stations for others.
    package mutating func vacate(_ stations: [StationIndex]) {
        for index in stations { indices[id(of: index)] = nil }
        vacant = (vacant + stations).sorted(by: >)
    }
}

/// The changes that an input made to a station.
package struct StationOutcome: Sendable {
    /// The change of what clients are served.
    package var published: StationChange?
    /// The change of what this hub's link makes of it, where clients are served what is told.
    package var read: StationChange?
}
