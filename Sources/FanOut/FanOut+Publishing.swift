public import NowPlaying
import Support
public import Views

/// Publishing changes, and marking the cursors that they concern.
extension FanOut {
    /// Parts of a station changed.
    ///
    /// Listener counts alone advance no revision.
    ///
    /// - Parameter isUrgent: No interval holds it back.
    public mutating func publish(
        _ snapshot: StationSnapshot, of station: StationIndex, parts: StateParts,
        isUrgent: Bool, at now: Instant
    ) {
        if parts != .listeners { advance() }
        subjects[.station(station)].publish(.station(snapshot), parts: parts, at: revision)
        if unconfirmed.contains(station) { detach(station) }
        let change = Change(parts: parts, origin: .mixed, isUrgent: isUrgent, revision: revision)
        mark(.station(station), change, at: now)
    }

    /// Parts of a session changed: all of it where `parts` is `nil`.
    ///
    /// - Parameters:
    ///   - origin: The origin of the change.
    ///   - isUrgent: No interval holds it back.
    ///   - revision: From which revision on it is so.
    public mutating func publish(
        _ session: SessionIndex, parts: StateParts?, by origin: Origin, isUrgent: Bool,
        at revision: Revision, now: Instant
    ) {
        guard subjects.contains(session) else { return }
        subjects[.session(session)].publish(nil, parts: parts ?? .all, at: revision)
        let change = Change(
            parts: parts ?? .all, origin: origin, isUrgent: isUrgent, revision: revision)
        mark(.session(session), change, at: now)
    }

    /// Documents of a session changed, because of something that is not the session's.
    ///
    /// - Parameter isAffected: True for the views of these documents.
    public mutating func publishSurroundings(
        of session: SessionIndex, at now: Instant, in isAffected: (ViewDefinition) -> Bool
    ) {
        let subject = SubjectID.session(session)
        guard subjects.contains(session) else { return }
        let change = Change(parts: [], origin: .mixed, isUrgent: false, revision: revision)
        for group in subjects[subject].audience.groups.indices
        where isAffected(subjects[subject].audience[group].view.definition) {
            mark(subject, group, change, at: now)
        }
    }

    /// A station that was added or confirmed is told to all subscriptions that cover it and are not
    /// known to hold it.
    public mutating func announce(_ station: StationIndex, at now: Instant) {
        guard case .station(let snapshot) = subjects[.station(station)].snapshot else { return }
        let change = Change(
            parts: snapshot.nowPlaying.presentParts, origin: .mixed, isUrgent: false,
            revision: subjects[.station(station)].isOwn
                ? revision : subjects[.station(station)].changedAt.newest(of: .all))
        mark(.station(station), change, at: now)
    }

    /// A change as cursors are marked for it.
    private struct Change {
        var parts: StateParts
        let origin: Origin
        let isUrgent: Bool
        let revision: Revision
    }

    private mutating func mark(
        _ subject: SubjectID, _ change: Change, at now: Instant
    ) {
        for group in subjects[subject].audience.groups.indices {
            var concerned = change
            concerned.parts.formIntersection(subjects[subject].audience[group].relevant)
            if !concerned.parts.isEmpty { mark(subject, group, concerned, at: now) }
        }
    }

    /// Marks the cursors of a group that hold the newest document. The others are marked already;
    /// where it is urgent, they wait no longer.
    private mutating func mark(
        _ subject: SubjectID, _ group: Int, _ change: Change, at now: Instant
    ) {
        subjects[subject].audience[group].note(change.parts, by: change.origin)
        for index in 0..<subjects[subject].audience[group].upToDate.count {
            let slot = subjects[subject].audience[group].upToDate[index]
            mark(slot, subject, inGroup: group, change, at: now)
        }
        subjects[subject].audience[group].upToDate.removeAll()
        guard change.isUrgent else { return }
        for index in 0..<subjects[subject].audience[group].waiting.count {
            endWaiting(subjects[subject].audience[group].waiting[index], subject, at: now)
        }
        subjects[subject].audience[group].waiting.removeAll()
    }

    private mutating func mark(
        _ slot: Slot<Subscription>, _ subject: SubjectID, inGroup group: Int, _ change: Change,
        at now: Instant
    ) {
        visitCount += 1
        let changeCount = subjects[subject].audience[group].changeCount
        guard subscriptions.contains(slot), let cursor = subscriptions[slot].cursor(of: subject),
            subscriptions[slot][cursor].delist(knowing: changeCount)
        else { return }
        subscriptions[slot].markDirty(cursor, changes: change.parts, since: change.revision)
        subscriptions[slot].origin.join(change.origin)
        if change.isUrgent { subscriptions[slot][cursor].isUrgent = true }
        plan(slot, cursor, at: now)
    }

    private mutating func endWaiting(
        _ slot: Slot<Subscription>, _ subject: SubjectID, at now: Instant
    ) {
        visitCount += 1
        guard subscriptions.contains(slot), let cursor = subscriptions[slot].cursor(of: subject),
            subscriptions[slot][cursor].delistAsWaiting()
        else { return }
        subscriptions[slot][cursor].isUrgent = true
        plan(slot, cursor, at: now)
    }

    // MARK: Lists

    /// Returns the changes that a cursor has missed, beside those that it was marked for.
    func missed(_ slot: Slot<Subscription>, _ cursor: CursorIndex) -> Audience.Missed {
        guard !subscriptions[slot][cursor].isListed else { return Audience.Missed() }
        let subject = subscriptions[slot].subject(of: cursor)
        let known = subscriptions[slot][cursor].knownChanges
        return subjects[subject].audience.missed(by: subscriptions[slot].audienceKey, after: known)
    }

    /// Has a cursor, which holds the newest document or is marked for it, be marked for the next
    /// change.
    mutating func enlist(_ slot: Slot<Subscription>, _ cursor: CursorIndex) {
        guard !subscriptions[slot][cursor].isListed else { return }
        subscriptions[slot].leaveBackfill(cursor)
        let (subject, group) = group(of: slot, cursor)
        let changeCount = subjects[subject].audience[group].changeCount
        guard subscriptions[slot][cursor].enlist(knowing: changeCount) else { return }
        subjects[subject].audience[group].upToDate.append(slot)
        guard subjects[subject].audience[group].upToDate.needsCleaning else { return }
        let subscriptions = subscriptions
        subjects[subject].audience[group].upToDate.clean { slot in
            subscriptions.contains(slot, at: subject) { $0.isListed }
        }
    }

    /// Has a cursor that waits for its time be told of an urgent change.
    mutating func enlistAsWaiting(_ slot: Slot<Subscription>, _ cursor: CursorIndex) {
        guard subscriptions[slot][cursor].enlistAsWaiting() else { return }
        let (subject, group) = group(of: slot, cursor)
        subjects[subject].audience[group].waiting.append(slot)
        guard subjects[subject].audience[group].waiting.needsCleaning else { return }
        let subscriptions = subscriptions
        subjects[subject].audience[group].waiting.clean { slot in
            subscriptions.contains(slot, at: subject) { $0.isListedAsWaiting }
        }
    }

    private mutating func group(
        of slot: Slot<Subscription>, _ cursor: CursorIndex
    ) -> (SubjectID, Int) {
        let subject = subscriptions[slot].subject(of: cursor)
        let key = subscriptions[slot].audienceKey
        return (subject, subjects[subject].audience.group(of: key, subscriptions[slot].options))
    }
}

extension SlotMap<Subscription> {
    /// True if a subscription is present and its cursor in a subject meets a condition.
    fileprivate func contains(
        _ slot: Slot<Subscription>, at subject: SubjectID, _ meets: (Cursor) -> Bool
    ) -> Bool {
        guard contains(slot), let cursor = self[slot].cursor(of: subject) else { return false }
        return meets(self[slot][cursor])
    }
}
