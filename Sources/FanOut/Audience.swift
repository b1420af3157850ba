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
    /// Subscriptions that the same changes concern.
    struct Group: Sendable {
        let view: View
        let relevant: ChangeClasses
        /// The cursors to mark at the next change.
        var upToDate = CursorList()
        /// The cursors whose interval has not passed; an urgent change ends it.
        var waiting = CursorList()
        /// How many changes there were.
        private(set) var changeCount = 0
        /// The number of the change at which each part last changed.
        private var changedAt = ChangeRevisions(all: 0)
        /// The origin of all changes since `originSince`.
        private var origin = Origin.none
        /// The number of the first change by `origin`.
        private var originSince = 0

        fileprivate init(view: View, relevant: ChangeClasses) {
            self.view = view
            self.relevant = relevant
        }

        mutating func note(_ changes: ChangeClasses, by origin: Origin) {
            changeCount += 1
            changedAt.note(changes, at: Revision(changeCount))
            guard origin != self.origin else { return }
            self.origin = origin
            originSince = changeCount
        }

        /// What a cursor has missed that knows of the first `count` changes.
        func missed(after count: Int) -> Missed {
            guard count < changeCount else { return Missed() }
            return Missed(
                count: changeCount - count,
                changes: changedAt.changes(after: Revision(count)).intersection(relevant),
                origin: originSince <= count + 1 ? origin : .mixed)
        }
    }

    /// Changes that a cursor was not marked for one by one.
    struct Missed: Equatable, Sendable {
        /// How many there were.
        var count = 0
        var changes: ChangeClasses = []
        var origin = Origin.none
    }

    private(set) var groups: [Group] = []

    /// A group by its index.
    subscript(group: Int) -> Group {
        _read { yield groups[group] }
        _modify { yield &groups[group] }
    }

    /// The index of the group for these options; the group is made where there is none yet.
    mutating func group(of view: View, _ relevant: ChangeClasses) -> Int {
        if let known = index(of: view, relevant) { return known }
        groups.append(Group(view: view, relevant: relevant))
        return groups.count - 1
    }

    /// The index of the group for these options, where there is one.
    func index(of view: View, _ relevant: ChangeClasses) -> Int? {
        groups.indices.first { groups[$0].view == view && groups[$0].relevant == relevant }
    }
}

/// Cursors of one subject by their subscriptions, some of which may have ended.
///
/// To remove one of thousands whenever a client disconnects would be a search each time. Instead,
/// a slot is checked when it is read, and stale ones go when the list has doubled.
struct CursorList: Sendable {
    private var slots: [Slot<Subscription>] = []
    /// The length at which it is cleaned next.
    private var limit = Self.shortest

    private static let shortest = 16
    /// An emptied list keeps its memory up to this length.
    private static let longestKept = 64

    /// How many there are, including stale ones.
    var count: Int { slots.count }

    subscript(index: Int) -> Slot<Subscription> { slots[index] }

    /// Whether it is time to remove the stale ones.
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
