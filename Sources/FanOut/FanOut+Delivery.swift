public import NowPlaying
import Support
public import Views

/// Rendering of pending documents.
extension FanOut {
    /// The newest of a station to a cursor whose turn has come; `nil` when that says nothing new.
    mutating func deliver(
        _ slot: Slot<Subscription>, _ cursor: CursorIndex, at now: Moment
    ) -> Delivery? {
        let subject = subscriptions[slot].subject(of: cursor)
        guard subjects[subject].snapshot != nil else {
            return deliverRemoval(slot, cursor, at: now)
        }
        guard let pending = takePending(slot, cursor, at: now.monotonic) else { return nil }
        counters.conflatedChanges += pending.missed.count
        let rendered = subjects[subject].render(subscriptions[slot].options, at: now.wall)
        return rendered.flatMap { deliver($0, to: slot, cursor, pending, at: now) }
    }

    /// The newest of a session to a cursor whose turn has come; `nil` when that says nothing new.
    public mutating func deliver(
        _ due: DueSession, _ snapshot: SessionSnapshot, at now: Moment
    ) -> Delivery? {
        let (slot, cursor) = (due.slot, CursorIndex(0))
        guard let pending = takePending(slot, cursor, at: now.monotonic) else { return nil }
        subscriptions[slot].origin.join(pending.missed.origin)
        defer { subscriptions[slot].origin = .none }
        guard let document = due.options.document(of: .session(snapshot), at: now.wall) else {
            return deliverSilence(slot, cursor, pending, at: now)
        }
        return deliver(Rendered(document), to: slot, cursor, pending, at: now)
    }

    /// Returns the removal of a station; `nil` where the client holds nothing of it.
    private mutating func deliverRemoval(
        _ slot: Slot<Subscription>, _ cursor: CursorIndex, at now: Moment
    ) -> Delivery? {
        guard takePending(slot, cursor, isUrgent: true, at: now.monotonic) != nil,
            subscriptions[slot].forgetDelivered(cursor)
        else { return nil }
        let subject = subscriptions[slot].subject(of: cursor)
        let head = RecordHead(
            view: subscriptions[slot].options.view, epoch: epoch,
            revision: subjects[subject].removedAt, subject: .station(subjects[subject].name),
            content: .removal)
        return delivery(of: Record(head, body: []), to: slot)
    }

    /// Returns the removal of the station that a session no longer plays; `nil` where there was
    /// none.
    private mutating func deliverSilence(
        _ slot: Slot<Subscription>, _ cursor: CursorIndex, _ pending: Subscription.Pending,
        at now: Moment
    ) -> Delivery? {
        guard let station = pending.delivered?.document?.station else {
            counters.suppressedDocuments += 1
            return nil
        }
        subscriptions[slot].delivered(cursor, nil, at: now.monotonic)
        let head = head(slot, cursor, heard: station, content: .removal)
        return delivery(of: Record(head, body: []), to: slot)
    }

    /// Takes what is pending for a cursor, whose turn has come: `nil` for nothing.
    ///
    /// A cursor that was queued for a removal, which no interval holds back, may find its subject
    /// back when its turn comes. It waits for its time then, like any other.
    private mutating func takePending(
        _ slot: Slot<Subscription>, _ cursor: CursorIndex, isUrgent: Bool = false, at now: Instant
    ) -> Subscription.Pending? {
        guard isUrgent || isFlushing || !subscriptions[slot][cursor].isEarly(at: now) else {
            subscriptions[slot][cursor].isQueued = false
            plan(slot, cursor, at: now)
            return nil
        }
        let pending = subscriptions[slot].takePending(cursor, missed: missed(slot, cursor))
        enlist(slot, cursor)
        return pending
    }

    /// Keeps the document that a client holds while an interval holds the next one back: that may
    /// say the same again by then. Without an interval nothing is kept and nothing compared.
    mutating func keepDelivered(_ slot: Slot<Subscription>, _ cursor: CursorIndex) {
        guard let held = subscriptions[slot][cursor].delivered, held.document == nil,
            let hash = held.hash
        else { return }
        let subject = subscriptions[slot].subject(of: cursor)
        let document = subjects[subject].cache.document(
            for: subscriptions[slot].options, hash: hash)
        subscriptions[slot][cursor].delivered?.document = document
    }

    // MARK: Records

    /// Brings a subscription to a document; `nil` when its client shows the same already.
    private mutating func deliver(
        _ rendered: Rendered, to slot: Slot<Subscription>, _ cursor: CursorIndex,
        _ pending: Subscription.Pending, at now: Moment
    ) -> Delivery? {
        let (document, held) = (rendered.document, pending.delivered)
        let wantsPatches = subscriptions[slot].wantsPatches
        guard document.hash == nil || document.hash != held?.hash,
            let change = document.change(from: held?.document, asPatches: wantsPatches)
        else {
            counters.suppressedDocuments += 1
            return nil
        }
        let record = record(change, of: rendered, to: slot, cursor, pending)
        let isCompared = wantsPatches || document.hash == nil
        let delivered = Cursor.Delivered(
            hash: document.hash, revision: record.head.revision,
            document: isCompared ? document : nil)
        subscriptions[slot].delivered(cursor, delivered, at: now.monotonic)
        return delivery(of: record, to: slot)
    }

    private mutating func record(
        _ change: DocumentChange, of rendered: Rendered, to slot: Slot<Subscription>,
        _ cursor: CursorIndex, _ pending: Subscription.Pending
    ) -> Record {
        func head(_ content: RecordHead.Content) -> RecordHead {
            self.head(slot, cursor, heard: rendered.document.station, content: content)
        }
        let parts = parts(of: change, pending, slot, cursor)
        switch change.content {
        case .document(let bytes):
            return record(naming: parts, of: rendered, slot, cursor, bytes)
        case .patch(let old, let new):
            guard let delivered = pending.delivered else {
                return record(naming: parts, of: rendered, slot, cursor, new)
            }
            counters.patches += 1
            return patch(from: old, delivered, to: new, naming: parts, of: rendered, slot, cursor)
        case .rows(let rows):
            return Record(head(.rows), body: rows)
        case .templates(let templates, let rows):
            return Record(head(.templates(rows: rows)), body: templates)
        case .value(let value):
            return Record(head(.document([])), value: value)
        }
    }

    /// The parts that a record names: to a client that holds nothing, all that are there.
    private func parts(
        of change: DocumentChange, _ pending: Subscription.Pending, _ slot: Slot<Subscription>,
        _ cursor: CursorIndex
    ) -> StateParts {
        let relevant = subscriptions[slot].relevantChanges
        if let parts = change.parts { return parts.intersection(relevant) }
        guard pending.delivered == nil else { return pending.changes }
        return subjects[subscriptions[slot].subject(of: cursor)].presentParts.intersection(relevant)
    }

    /// The record with a whole document, which stations share among their subscriptions.
    private mutating func record(
        naming parts: StateParts, of rendered: Rendered, _ slot: Slot<Subscription>,
        _ cursor: CursorIndex, _ bytes: [UInt8]
    ) -> Record {
        let subject = subscriptions[slot].subject(of: cursor)
        if let known = subjects[subject].whole(rendered, naming: parts) { return known }
        let head = head(
            slot, cursor, heard: rendered.document.station, content: .document(parts))
        let record = Record(head, body: bytes)
        subjects[subject].keep(record, of: rendered)
        return record
    }

    private mutating func patch(
        from old: [UInt8], _ delivered: Cursor.Delivered, to new: [UInt8],
        naming parts: StateParts, of rendered: Rendered, _ slot: Slot<Subscription>,
        _ cursor: CursorIndex
    ) -> Record {
        let subject = subscriptions[slot].subject(of: cursor)
        let base = delivered.hash ?? 0
        let content = RecordHead.Content.patch(base: delivered.revision, parts)
        if let known = subjects[subject].patch(rendered, to: base, content) { return known }
        let head = head(slot, cursor, heard: rendered.document.station, content: content)
        let record = Record(head, body: patches.patch(from: old, to: new))
        subjects[subject].keep(record, to: base, of: rendered)
        return record
    }

    private func head(
        _ slot: Slot<Subscription>, _ cursor: CursorIndex, heard station: String?,
        content: RecordHead.Content
    ) -> RecordHead {
        let id = subscriptions[slot].subject(of: cursor)
        return head(
            of: id, subscriptions[slot].options, heard: station,
            sender: subscriptions[slot].origin.name, content: content)
    }

    func head(
        of id: SubjectID, _ options: DocumentOptions, heard station: String?, sender: String?,
        content: RecordHead.Content
    ) -> RecordHead {
        let name = subjects[id].name
        let subject: RecordHead.Owner
        let revision: Revision
        switch id {
        case .station:
            subject = .station(name)
            revision = subjects[id].revision(of: options)
        case .session:
            subject =
                station.map { .stationHeard($0, session: name) } ?? .session(name, sender: sender)
            revision =
                options.view.definition.changesBySurroundings
                ? self.revision : subjects[id].changedAt.newest(of: .all)
        }
        return RecordHead(
            view: options.view, epoch: subjects[id].isOwn ? life : epoch, revision: revision,
            subject: subject, content: content)
    }

    // MARK: Deliveries

    /// The next delivery to a subscription.
    private mutating func delivery(of record: Record, to slot: Slot<Subscription>) -> Delivery {
        counters.records += 1
        return .record(
            record, of: subscriptions[slot].id, sequence: subscriptions[slot].nextSequence(),
            resume: resume(slot))
    }

    /// Tells a subscription that it has been given all that was there when it began.
    mutating func synced(_ slot: Slot<Subscription>) -> Delivery {
        .synced(subscriptions[slot].id, resume: resume(slot))
    }
}
