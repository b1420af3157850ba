import DequeModule
import Support

/// The order in which subscribers are served that have something to take, and credit for it.
///
/// A subscriber that becomes ready is first given some lines, before all that have had them and
/// have more pending. Programs of this machine and clients of the web take turns in that: the
/// former are few, and do not wait until thousands of the latter have had theirs. Of those that
/// have more pending, the ones with pending changes come before those that are given the present
/// states of a new subscription, to which the last part of each turn belongs: a subscriber with
/// changes does not wait for thousands of newcomers.
struct ReadyQueue: Sendable {
    /// The portion of a turn for a subscriber that is served.
    enum Portion: Sendable {
        /// Some lines.
        case first
        /// All that one subscriber may have of a turn.
        case whole
        /// The same, of the present states of a new subscription.
        case heavy
    }

    private var local: Deque<Slot<Subscriber>> = []
    private var remote: Deque<Slot<Subscriber>> = []
    /// The next that is given some lines is one of this machine, if there is one.
    private var isTurnOfLocal = true
    /// Subscribers that have had some lines and have more changes pending.
    private var behind: Deque<Slot<Subscriber>> = []
    /// The subscribers among them that have had their whole share of this turn.
    private var finished: Deque<Slot<Subscriber>> = []
    private var heavy: Deque<Slot<Subscriber>> = []

    var isEmpty: Bool {
        local.isEmpty && remote.isEmpty && behind.isEmpty && finished.isEmpty && heavy.isEmpty
    }

    /// Every subscriber may have its share again.
    mutating func beginShares() {
        behind.append(contentsOf: finished)
        finished.removeAll()
    }

    /// A subscriber became ready.
    mutating func append(_ slot: Slot<Subscriber>, isLocal: Bool) {
        if isLocal { local.append(slot) } else { remote.append(slot) }
    }

    /// A subscriber has been served and has more pending.
    mutating func append(_ slot: Slot<Subscriber>, isHeavy: Bool) {
        if isHeavy { heavy.append(slot) } else { behind.append(slot) }
    }

    /// A subscriber has nothing left of its share.
    mutating func finish(_ slot: Slot<Subscriber>) { finished.append(slot) }

    /// A heavy subscriber is to have its turn later, before the others.
    mutating func putBack(_ slot: Slot<Subscriber>) { heavy.prepend(slot) }

    /// The next subscriber.
    ///
    /// - Parameter prefersHeavy: The part of the turn has begun that belongs to heavy ones.
    mutating func next(prefersHeavy: Bool) -> (slot: Slot<Subscriber>, share: Portion)? {
        if prefersHeavy, let slot = heavy.popFirst() { return (slot, .heavy) }
        if let slot = nextFresh() { return (slot, .first) }
        if let slot = behind.popFirst() { return (slot, .whole) }
        return heavy.popFirst().map { ($0, .heavy) }
    }

    /// The next that is given some lines.
    private mutating func nextFresh() -> Slot<Subscriber>? {
        defer { isTurnOfLocal.toggle() }
        return isTurnOfLocal
            ? local.popFirst() ?? remote.popFirst() : remote.popFirst() ?? local.popFirst()
    }
}
