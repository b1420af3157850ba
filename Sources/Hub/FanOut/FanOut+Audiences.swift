import NowPlaying
import Views

/// Telling subscriptions that something changed.
extension FanOut {
    /// Something of a subject changed: all of it where `changes` is `nil`.
    ///
    /// - Parameters:
    ///   - sender: Whose change it was.
    ///   - isUrgent: No interval holds it back.
    mutating func changed(
        _ subject: SubjectID, _ changes: ChangeClasses?, by sender: Sender = .others,
        isUrgent: Bool, at revision: Revision, now: Instant
    ) {
        for group in self[subject].groups.indices {
            let relevant = self[subject][group].relevant
            let concerned = changes.map { relevant.intersection($0) } ?? relevant
            guard !concerned.isEmpty else { continue }
            let change = Change(
                classes: concerned, sender: sender, isUrgent: isUrgent, revision: revision)
            changed(subject, inGroup: group, change, now: now)
        }
    }

    /// What a group is told.
    struct Change {
        var classes: ChangeClasses
        var sender: Sender
        var isUrgent: Bool
        var revision: Revision
    }

    /// Owes a document to those of a group that hold the newest. The others are owed it already;
    /// where it is urgent, they wait no longer.
    mutating func changed(
        _ subject: SubjectID, inGroup group: Int, _ change: Change, now: Instant
    ) {
        self[subject][group].note(change.classes, by: change.sender)
        for index in 0..<self[subject][group].upToDate.count {
            let id = self[subject][group].upToDate[index]
            owe(id, subject, inGroup: group, change, now: now)
        }
        self[subject][group].upToDate.removeAll()
        guard change.isUrgent else { return }
        for index in 0..<self[subject][group].waiting.count {
            endWaiting(self[subject][group].waiting[index], subject, now: now)
        }
        self[subject][group].waiting.removeAll()
    }

    private mutating func owe(
        _ id: SubscriptionID, _ subject: SubjectID, inGroup group: Int, _ change: Change,
        now: Instant
    ) {
        visitCount += 1
        let changeCount = self[subject][group].changeCount
        guard let place = subscriptions.place(of: id),
            let position = subscriptions[place].position(of: subject),
            subscriptions[place][position].delist(knowing: changeCount)
        else { return }
        subscriptions[place].owe(position, changes: change.classes, since: change.revision)
        subscriptions[place].join(change.sender)
        if change.isUrgent { subscriptions[place][position].isUrgent = true }
        plan(place, position, isUrgent: false, at: now)
    }

    private mutating func endWaiting(_ id: SubscriptionID, _ subject: SubjectID, now: Instant) {
        visitCount += 1
        guard let place = subscriptions.place(of: id),
            let position = subscriptions[place].position(of: subject),
            subscriptions[place][position].delistAsWaiting()
        else { return }
        subscriptions[place][position].isUrgent = true
        plan(place, position, isUrgent: false, at: now)
    }

    /// What the pair at a place has missed, beside what it was told of.
    mutating func missed(_ place: Int, _ position: Int) -> Audience.Missed {
        guard !subscriptions[place][position].isListed else { return Audience.Missed() }
        let known = subscriptions[place][position].knownChanges
        let (subject, group) = group(of: place, position)
        return self[subject][group].missed(after: known)
    }

    // MARK: Lists

    /// Has a pair, which holds the newest document or is owed it, be told of the next change.
    mutating func enlist(_ place: Int, _ position: Int) {
        guard !subscriptions[place][position].isListed else { return }
        subscriptions[place].leaveBackfill(position)
        let (subject, group) = group(of: place, position)
        let changeCount = self[subject][group].changeCount
        guard subscriptions[place][position].enlist(knowing: changeCount) else { return }
        self[subject][group].upToDate.append(subscriptions[place].id)
        guard self[subject][group].upToDate.needsCleaning else { return }
        let subscriptions = subscriptions
        self[subject][group].upToDate.clean { id in
            subscriptions.contains(id, at: subject) { $0.isListed }
        }
    }

    /// Has a pair that waits for its time be told of an urgent change.
    mutating func enlistAsWaiting(_ place: Int, _ position: Int) {
        guard subscriptions[place][position].enlistAsWaiting() else { return }
        let (subject, group) = group(of: place, position)
        self[subject][group].waiting.append(subscriptions[place].id)
        guard self[subject][group].waiting.needsCleaning else { return }
        let subscriptions = subscriptions
        self[subject][group].waiting.clean { id in
            subscriptions.contains(id, at: subject) { $0.isListedAsWaiting }
        }
    }

    private mutating func group(of place: Int, _ position: Int) -> (SubjectID, Int) {
        let subject = subscriptions[place].subject(at: position)
        let view = subscriptions[place].options.view
        let relevant = subscriptions[place].relevantChanges
        return (subject, self[subject].place(of: view, relevant))
    }
}
