import DequeModule
public import NowPlaying
import Support
public import Views

/// The beginning, resumption and change of subscriptions.
extension FanOut {
    /// The properties that two subscriptions share if one can go on where the other ended.
    struct Kind: Hashable, Sendable {
        private let options: DocumentOptions
        let coverage: Coverage

        init(_ options: DocumentOptions, _ coverage: Coverage) {
            self.options = options.withoutSurroundings
            self.coverage = coverage
        }
    }

    /// The revision up to which a client that comes back need be told nothing; `nil` where it has
    /// to be told everything.
    ///
    /// - Parameters:
    ///   - epoch: The life of the hub in which the client held everything…
    ///   - since: … up to this revision.
    public func heldRevision(
        _ since: Revision, in epoch: String, of request: SubscriptionRequest
    ) -> Revision? {
        guard epoch == self.epoch, since <= revision, unconfirmed.isEmpty else { return nil }
        // Another hub may have served it: what it was is not known here, and is believed.
        if isCountedElsewhere { return resumption.isWithinHorizon(since) ? since : nil }
        let kind = Kind(request.options, request.coverage)
        return resumption.covers(kind, upTo: since) ? since : nil
    }

    /// Begins a new subscription: what is there is pending.
    ///
    /// - Parameters:
    ///   - stations: The stations that are present, in the order in which they are given.
    ///   - since: The revision up to which its client holds everything; `nil` for nothing.
    ///   - tellsEnd: The client is told when it has been given all of that.
    public mutating func begin(
        _ id: SubscriptionID, _ stations: [StationIndex], since: Revision?, tellsEnd: Bool,
        at now: Instant
    ) {
        guard let slot = slot(of: id) else { return }
        let subscription = subscriptions[slot]
        resumption.note(Kind(subscription.options, subscription.coverage), at: revision)
        if case .session = subscription.coverage {
            beginSession(slot, since: since, at: now)
        } else {
            beginStations(slot, stations, since: since, at: now)
        }
        if tellsEnd { enqueue(.synced(slot), for: subscription.subscriber) }
    }

    private mutating func beginSession(
        _ slot: Slot<Subscription>, since: Revision?, at now: Instant
    ) {
        let changes = subscriptions[slot].relevantChanges
        subscriptions[slot].markDirty(CursorIndex(0), changes: changes, since: (since ?? 0) + 1)
        subscriptions[slot].origin.join(.mixed)
        plan(slot, CursorIndex(0), at: now)
    }

    private mutating func beginStations(
        _ slot: Slot<Subscription>, _ stations: [StationIndex], since: Revision?, at now: Instant
    ) {
        let covered: [StationIndex] =
            switch subscriptions[slot].coverage {
            case .all: stations
            case .only(let named): named.filter { isPresent($0) }
            case .session: []
            }
        subscriptions[slot].begin(Backfill(of: covered, since: since))
        enqueue(.backfill(slot), for: subscriptions[slot].subscriber)
        guard let since else { return }
        for station in removals(after: since) {
            guard let cursor = subscriptions[slot].cursor(of: .station(station)) else { continue }
            subscriptions[slot][cursor].mayHoldOlder = true
            markRemoved(slot, station, at: since + 1, now: now)
        }
    }

    /// The next of the present states that a new subscription is given. The others come when it is
    /// their turn.
    ///
    /// - Returns: `nil` when it need not be told of that one.
    mutating func backfill(_ slot: Slot<Subscription>, at now: Moment) -> Delivery? {
        guard let station = subscriptions[slot].nextOfBackfill() else {
            endBackfill(slot, at: now.monotonic)
            return nil
        }
        subscribers[subscriptions[slot].subscriber].tasks.prepend(.backfill(slot))
        guard isPresent(station), let cursor = subscriptions[slot].cursor(of: .station(station)),
            subscriptions[slot][cursor].awaitsBackfill
        else { return nil }
        let since = subscriptions[slot].backfill?.since
        if let since, isHeld(station, by: slot, since: since) {
            hold(station, slot, cursor, since: since, at: now.wall)
            return nil
        }
        subscriptions[slot][cursor].mayHoldOlder = since != nil
        let changes = subscriptions[slot].relevantChanges
        subscriptions[slot].markDirty(cursor, changes: changes, since: (since ?? 0) + 1)
        return deliver(slot, cursor, at: now)
    }

    /// Sees to the stations that were not there when a subscription began: some may be by now.
    private mutating func endBackfill(_ slot: Slot<Subscription>, at now: Instant) {
        let since = subscriptions[slot].backfill?.since ?? 0
        for cursor in subscriptions[slot].endBackfill() {
            let subject = subscriptions[slot].subject(of: cursor)
            guard subjects[subject].snapshot != nil else {
                enlist(slot, cursor)
                continue
            }
            let changes = subscriptions[slot].relevantChanges
            subscriptions[slot].markDirty(cursor, changes: changes, since: since + 1)
            plan(slot, cursor, at: now)
        }
    }

    /// True if a client that holds everything up to a revision holds a station's document. Listener
    /// counts advance no revision, so a document with them is never known to be held.
    private func isHeld(
        _ station: StationIndex, by slot: Slot<Subscription>, since: Revision
    ) -> Bool {
        let options = subscriptions[slot].options
        return !options.includesListeners && !subjects[.station(station)].isOwn
            && subjects[.station(station)].revision(of: options) <= since
    }

    /// Notes that a client holds the present document of a station from an earlier connection.
    ///
    /// The client may hold a later one, told by another hub that was ahead of this one.
    /// Any change that follows is then delivered, even if it leads back to the present document.
    private mutating func hold(
        _ station: StationIndex, _ slot: Slot<Subscription>, _ cursor: CursorIndex,
        since: Revision, at now: Timestamp
    ) {
        let options = subscriptions[slot].options
        let rendered = subjects[.station(station)].render(options, at: now)
        subscriptions[slot][cursor].delivered = Cursor.Delivered(
            hash: isCountedElsewhere ? nil : rendered?.document.hash, revision: since,
            document: nil)
        enlist(slot, cursor)
    }

    // MARK: Changes

    /// Returns the options of a client's subscription; `nil` where the client has no such
    /// subscription.
    public func options(of id: SubscriptionID, by client: ClientID) -> DocumentOptions? {
        guard let slot = slot(of: id), self.slot(of: client) == subscriptions[slot].subscriber
        else { return nil }
        return subscriptions[slot].options
    }

    /// A subscription asks for something else of its documents: it is given them anew, those of a
    /// session at once.
    public mutating func configure(
        _ id: SubscriptionID, _ options: DocumentOptions, at now: Instant
    ) {
        guard let slot = slot(of: id), subscriptions[slot].options != options else { return }
        subscriptions[slot].options = options
        resumption.note(Kind(options, subscriptions[slot].coverage), at: revision)
        if options.view.isOfSession {
            subscriptions[slot].markDirty(CursorIndex(0), changes: [], since: revision)
            subscriptions[slot].origin.join(.mixed)
            subscriptions[slot][CursorIndex(0)].isUrgent = true
        } else {
            subscriptions[slot].markAllDirty()
        }
        for cursor in subscriptions[slot].cursorIndices { plan(slot, cursor, at: now) }
    }

    // MARK: The present state

    /// The whole present document of a station; `nil` where it is not there.
    public mutating func record(
        of station: StationIndex, _ options: DocumentOptions, at now: Timestamp
    ) -> Record? {
        let id = SubjectID.station(station)
        guard let rendered = subjects[id].render(options, at: now),
            let document = rendered.document as? EncodedDocument
        else { return nil }
        let parts = subjects[id].presentParts.intersection(options.relevantChanges)
        if let known = subjects[id].whole(rendered, naming: parts) { return known }
        let head = head(of: id, options, heard: nil, sender: nil, content: .document(parts))
        let record = Record(head, body: document.bytes)
        subjects[id].keep(record, of: rendered)
        return record
    }

    /// The whole present document of a session; `nil` where there is nothing to show.
    public func record(
        of session: SessionIndex, _ snapshot: SessionSnapshot, _ options: DocumentOptions,
        at now: Timestamp
    ) -> Record? {
        guard let document = options.document(of: .session(snapshot), at: now),
            let change = document.change(from: nil, asPatches: false),
            case .document(let bytes) = change.content
        else { return nil }
        let parts = (change.parts ?? []).intersection(options.relevantChanges)
        let head = head(
            of: .session(session), options, heard: document.station, sender: nil,
            content: .document(parts))
        return Record(head, body: bytes)
    }
}
