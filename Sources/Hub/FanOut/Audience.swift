import NowPlaying
import Views

/// What a subscription is told of.
enum SubjectID: Hashable, Sendable {
    case station(StationIndex)
    case session(SessionIndex)
}

/// The subscriptions to one subject, grouped by the changes that concern them.
///
/// A group lists the subscriptions that hold its newest document. A change empties the list, and a
/// subscription returns to it when its next document is made. A change therefore costs as much as
/// there are subscriptions to tell of it: one that is behind, because its client does not read or
/// because there is too much to send, is not visited again. What it has missed meanwhile is read
/// from the group when its turn comes.
struct Audience: Sendable {
    /// Subscriptions that the same changes concern.
    struct Group: Sendable {
        let view: View
        let relevant: ChangeClasses
        /// The subscriptions to tell of the next change.
        var upToDate = SubscriptionList()
        /// The subscriptions whose interval has not passed; an urgent change ends it.
        var waiting = SubscriptionList()
        /// How many changes there were.
        private(set) var changeCount = 0
        /// The number of the change at which each class last changed.
        private var changedAt = ChangeRevisions(all: 0)
        /// Whose all changes since `senderSince` were.
        private var sender = Sender.nobody
        /// The number of the first change by `sender`.
        private var senderSince = 0

        fileprivate init(view: View, relevant: ChangeClasses) {
            self.view = view
            self.relevant = relevant
        }

        mutating func note(_ changes: ChangeClasses, by sender: Sender) {
            changeCount += 1
            changedAt.note(changes, at: Revision(changeCount))
            guard sender != self.sender else { return }
            self.sender = sender
            senderSince = changeCount
        }

        /// What a subscription has missed that knows of the first `count` changes.
        func missed(after count: Int) -> Missed {
            guard count < changeCount else { return Missed() }
            return Missed(
                count: changeCount - count,
                changes: changedAt.changes(after: Revision(count)).intersection(relevant),
                sender: senderSince <= count + 1 ? sender : .others)
        }
    }

    /// Changes that a subscription was not told of one by one.
    struct Missed: Equatable, Sendable {
        /// How many there were.
        var count = 0
        var changes: ChangeClasses = []
        /// Whose they were.
        var sender = Sender.nobody
    }

    private(set) var groups: [Group] = []

    /// A group by its place in `groups`.
    subscript(place: Int) -> Group {
        _read { yield groups[place] }
        _modify { yield &groups[place] }
    }

    /// The place of the group to which subscriptions with these options belong; it is made where
    /// there is none yet.
    mutating func place(of view: View, _ relevant: ChangeClasses) -> Int {
        let place = groups.firstIndex { $0.view == view && $0.relevant == relevant }
        if let place { return place }
        groups.append(Group(view: view, relevant: relevant))
        return groups.count - 1
    }
}

/// Ids of subscriptions, some of which may have left without being removed.
///
/// To remove one of thousands whenever a client disconnects would be a search each time. Instead,
/// an id is checked when it is read, and those that have left go when the list has doubled.
struct SubscriptionList: Sendable {
    private var ids: [SubscriptionID] = []
    /// The length at which it is cleaned next.
    private var limit = Self.shortest

    private static let shortest = 16
    /// An emptied list keeps its memory up to this length.
    private static let longestKept = 64

    /// How many there are, including those that have left.
    var count: Int { ids.count }

    subscript(index: Int) -> SubscriptionID { ids[index] }

    /// Whether it is time to remove those that have left.
    var needsCleaning: Bool { ids.count > limit }

    mutating func append(_ id: SubscriptionID) { ids.append(id) }

    mutating func removeAll() {
        ids.removeAll(keepingCapacity: ids.count <= Self.longestKept)
        limit = Self.shortest
    }

    /// Keeps only those that have not left.
    mutating func clean(_ isPresent: (SubscriptionID) -> Bool) {
        ids = ids.filter(isPresent)
        limit = max(Self.shortest, 2 * ids.count)
    }
}
