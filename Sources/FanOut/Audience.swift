import NowPlaying
import Support
import Views

/// The subscriptions to one subject, grouped by the parts that concern them.
///
/// A group lists the cursors that hold its newest document. A change empties the list, and a cursor
/// returns to it when its next document is rendered. A change therefore costs as much as there are
/// cursors to mark: one that is behind, because its client does not read or because there is too
/// much to send, is not visited again. What it has missed meanwhile is read from the group when its
/// turn comes.
struct Audience: Sendable {
    /// The common part of a group's subscriptions. It holds no reference, as it is compared with
    /// each delivery.
    struct Key: Equatable, Sendable {
        private let definition: ObjectIdentifier
        let relevant: StateParts

        init(_ options: DocumentOptions) {
            definition = ObjectIdentifier(options.view.definition)
            relevant = options.relevantChanges
        }
    }

    /// Subscriptions that the same changes concern.
    struct Group: Sendable {
        let view: View
        let relevant: StateParts
        /// The cursors to mark at the next change.
        var upToDate = CursorList()
        /// The cursors whose interval has not passed; an urgent change ends it.
        var waiting = CursorList()
        /// The number of changes.
        private(set) var changeCount = 0
        /// The number of the change at which each part last changed.
        private var changedAt = ChangeRevisions(all: 0)
        /// The origin of all changes since `originSince`.
        private var origin = Origin.none
        /// The number of the first change by `origin`.
        private var originSince = 0

        fileprivate init(_ options: DocumentOptions) {
            view = options.view
            relevant = options.relevantChanges
        }

        mutating func note(_ changes: StateParts, by origin: Origin) {
            changeCount += 1
            changedAt.note(changes, at: Revision(changeCount))
            guard origin != self.origin else { return }
            self.origin = origin
            originSince = changeCount
        }

        fileprivate func missed(after count: Int) -> Missed {
            Missed(
                count: changeCount - count,
                changes: changedAt.changes(after: Revision(count)).intersection(relevant),
                origin: originSince <= count + 1 ? origin : .mixed)
        }
    }

    /// Changes that a cursor was not marked for one by one.
    struct Missed: Equatable, Sendable {
        /// The number of them.
        var count = 0
        var changes: StateParts = []
        var origin = Origin.none
    }

    private(set) var groups: [Group] = []
    /// The keys of the groups, in their order.
    private var keys: [Key] = []

    /// A group by its index.
    subscript(group: Int) -> Group {
        _read { yield groups[group] }
        _modify { yield &groups[group] }
    }

    /// The index of a subscription's group, which is made where there is none yet.
    mutating func group(of key: Key, _ options: DocumentOptions) -> Int {
        if let known = keys.firstIndex(of: key) { return known }
        keys.append(key)
        groups.append(Group(options))
        return groups.count - 1
    }

    /// Returns the changes missed by a cursor that knows the first `count` changes of its group.
    func missed(by key: Key, after count: Int) -> Missed {
        guard let group = keys.firstIndex(of: key), count < groups[group].changeCount else {
            return Missed()
        }
        return groups[group].missed(after: count)
    }
}

/// Cursors of one subject by their subscriptions, some of which may have ended.
///
/// Removing one of thousands whenever a client disconnects costs a search each time. Instead, a
/// slot is checked when it is read, and stale ones go when the list has doubled.
struct CursorList: Sendable {
    private var slots: [Slot<Subscription>] = []
    /// The length at which it is cleaned next.
    private var limit = Self.shortest

    private static let shortest = 16
    /// An emptied list keeps its memory up to this length.
    private static let longestKept = 64

    /// The number of its slots, including stale ones.
    var count: Int { slots.count }

    subscript(index: Int) -> Slot<Subscription> { slots[index] }

    /// True if it is time to remove the stale ones.
    var needsCleaning: Bool { slots.count > limit }

    mutating func append(_ slot: Slot<Subscription>) { slots.append(slot) }

    mutating func removeAll() {
        slots.removeAll(keepingCapacity: slots.count <= Self.longestKept)
        limit = Self.shortest
    }

    /// Keeps only those that meet a condition.
    mutating func clean(_ isCurrent: (Slot<Subscription>) -> Bool) {
        slots = slots.filter(isCurrent)
        limit = max(Self.shortest, 2 * slots.count)
    }
}
