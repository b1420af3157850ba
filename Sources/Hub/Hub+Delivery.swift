import JSON
import NowPlaying
import Views

/// Making what subscriptions are owed.
extension Hub {
    /// The newest document of a pair whose turn has come; `nil` when that says nothing new.
    mutating func deliver(
        _ id: SubscriptionID, _ position: Int, at now: Moment
    ) -> Delivery? {
        guard let place = fanOut.subscriptions.place(of: id) else { return nil }
        guard let station = fanOut.subscriptions[place].station(at: position) else {
            return deliverScene(id, at: now)
        }
        guard store.isPresent(station) else {
            return deliverRemoval(of: station, place, position, at: now)
        }
        let debt = fanOut.take(place, position, isUrgent: stopsBy != nil, at: now.monotonic)
        guard let debt else { return nil }
        let options = fanOut.subscriptions[place].options
        let wantsPatches = fanOut.subscriptions[place].wantsPatches
        counters.conflatedChanges += debt.missed.count
        let edition = store.document(station, options, isBase: wantsPatches)
        guard edition.hash != debt.delivered?.hash else {
            counters.suppressedDocuments += 1
            return nil
        }
        let patch = wantsPatches ? patch(for: debt, of: station, to: edition) : nil
        let head = head(of: edition, of: station, paying: debt, isPatch: patch != nil)
        fanOut.subscriptions[place].delivered(
            position, Pair.Delivered(hash: edition.hash, revision: head.revision, isWhole: true),
            at: now.monotonic)
        counters.records += 1
        if patch != nil { counters.patches += 1 }
        let record =
            patch.map { head.record(with: $0) } ?? store.record(of: station, edition, headed: head)
        return delivery(of: record, to: place)
    }

    private func head(
        of edition: DocumentShelf.Edition, of station: StationIndex,
        paying debt: Subscription.Debt, isPatch: Bool
    ) -> RecordHead {
        RecordHead(
            view: edition.options.view, epoch: epoch,
            revision: store.revision(of: station, edition.options),
            subject: .station(store.id(of: station)),
            content: content(of: debt, of: station, isPatch: isPatch, edition.options))
    }

    /// That the station of a pair whose turn has come is gone; `nil` when that says nothing new.
    private mutating func deliverRemoval(
        of station: StationIndex, _ place: Int, _ position: Int, at now: Moment
    ) -> Delivery? {
        guard fanOut.take(place, position, isUrgent: true, at: now.monotonic) != nil,
            fanOut.subscriptions[place].forgetHeld(position)
        else { return nil }
        counters.records += 1
        let head = RecordHead(
            view: fanOut.subscriptions[place].options.view, epoch: epoch,
            revision: store.removalRevision(of: station),
            subject: .station(store.id(of: station)), content: .removal)
        return delivery(of: head.record(with: []), to: place)
    }

    private func content(
        of debt: Subscription.Debt, of station: StationIndex, isPatch: Bool,
        _ options: DocumentOptions
    ) -> RecordHead.Content {
        guard let delivered = debt.delivered else {
            let present = store[station].presented.presentClasses
            return .document(present.intersection(options.relevantChanges))
        }
        return isPatch
            ? .patch(base: delivered.revision, debt.changes) : .document(debt.changes)
    }

    /// The patch that turns what a pair holds into a document; `nil` where it holds nothing to
    /// build on.
    private func patch(
        for debt: Subscription.Debt, of station: StationIndex, to edition: DocumentShelf.Edition
    ) -> [UInt8]? {
        guard let delivered = debt.delivered, delivered.isWhole,
            let base = store.pastDocument(
                station, edition.options, hash: delivered.hash)
        else { return nil }
        return instruments.patch(from: base.bytes, to: edition.bytes)
    }

    /// The next delivery to a subscription.
    ///
    /// - Parameter place: That of the subscription.
    mutating func delivery(of record: [UInt8], to place: Int) -> Delivery {
        .record(
            record, of: fanOut.subscriptions[place].id,
            sequence: fanOut.subscriptions[place].nextSequence(),
            resume: fanOut.subscriptions[place].resume(at: store.revision))
    }

    /// Tells a subscription that it has been given all that was there when it began.
    mutating func synced(_ id: SubscriptionID) -> Delivery? {
        guard let place = fanOut.subscriptions.place(of: id) else { return nil }
        return .synced(id, resume: fanOut.subscriptions[place].resume(at: store.revision))
    }

    /// Owes a new subscription what is there.
    ///
    /// - Parameter since: The revision up to which its client holds everything; `nil` for nothing.
    mutating func oweAll(to id: SubscriptionID, since: Revision?, at now: Moment) {
        guard let subscription = fanOut.subscriptions[id] else { return }
        defer {
            if fanOut.clients[subscription.client]?.isOutput == false {
                fanOut.enqueue(.synced(id), for: subscription.client)
            }
        }
        if subscription.scene != nil {
            return oweScene(to: id, since: since, at: now)
        }
        let stations = present(in: subscription.coverage)
        fanOut.begin(Backfill(of: stations, since: since), for: id)
        if let since { oweRemovals(to: id, since: since, at: now) }
    }

    /// The next of the present states that a new subscription is given. The others come when it is
    /// their turn.
    ///
    /// - Returns: `nil` when it need not be told of that one.
    mutating func backfill(_ id: SubscriptionID, at now: Moment) -> Delivery? {
        guard let place = fanOut.subscriptions.place(of: id) else { return nil }
        guard let station = fanOut.subscriptions[place].nextOfBackfill() else {
            endBackfill(place, at: now)
            return nil
        }
        fanOut.continueLater(.backfill(id), for: fanOut.subscriptions[place].client)
        guard store.isPresent(station),
            let position = fanOut.subscriptions[place].position(of: station),
            fanOut.subscriptions[place][position].awaitsBackfill
        else { return nil }
        let since = fanOut.subscriptions[place].backfill?.since
        let options = fanOut.subscriptions[place].options
        if let since, isHeld(station, options, since: since) {
            hold(station, place, position, since: since)
            return nil
        }
        fanOut.subscriptions[place][position].mayHoldOlder = since != nil
        fanOut.subscriptions[place].owe(
            position, changes: options.relevantChanges, since: (since ?? 0) + 1)
        return deliver(id, position, at: now)
    }

    /// Sees to the stations that were not there when a subscription began: some may be by now.
    private mutating func endBackfill(_ place: Int, at now: Moment) {
        let since = fanOut.subscriptions[place].backfill?.since ?? 0
        for position in fanOut.subscriptions[place].endBackfill() {
            let station = fanOut.subscriptions[place].station(at: position)
            if let station, store.isPresent(station) {
                let changes = fanOut.subscriptions[place].relevantChanges
                fanOut.subscriptions[place].owe(position, changes: changes, since: since + 1)
                fanOut.plan(place, position, isUrgent: false, at: now.monotonic)
            } else {
                fanOut.enlist(place, position)
            }
        }
    }

    /// Owes a client that comes back to be told which stations are gone.
    private mutating func oweRemovals(
        to id: SubscriptionID, since: Revision, at now: Moment
    ) {
        for station in store.removals(after: since) {
            fanOut.holdOlder(id, station)
            fanOut.oweRemoval(id, of: station, at: since + 1, now: now.monotonic)
        }
    }

    /// The stations that are there, of those that a subscription covers.
    private func present(in coverage: Subscription.Coverage) -> [StationIndex] {
        switch coverage {
        case .all: store.present
        case .only(let stations): stations.filter { store.isPresent($0) }
        case .session: []
        }
    }

    /// Notes that a client holds the present document of a station from an earlier connection.
    private mutating func hold(
        _ station: StationIndex, _ place: Int, _ position: Int, since: Revision
    ) {
        let edition = store.document(station, fanOut.subscriptions[place].options)
        let held = Pair.Delivered(hash: edition.hash, revision: since, isWhole: false)
        fanOut.subscriptions[place][position].delivered = held
        fanOut.enlist(place, position)
    }

    /// Whether a client that holds everything up to a revision holds a station's document.
    /// Listener counts advance no revision, so that nobody can know of those.
    private func isHeld(
        _ station: StationIndex, _ options: DocumentOptions, since: Revision
    ) -> Bool {
        !options.includesListeners && store.revision(of: station, options) <= since
    }
}
