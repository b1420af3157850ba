import DequeModule
import NowPlaying
import Support

/// A consumer behind a sink: its subscriptions, and what waits for its turn.
struct Subscriber: Sendable {
    /// Something that waits for its turn.
    enum Task: Sendable {
        /// A cursor that is due: the newest document is rendered when its turn comes.
        case deliver(Slot<Subscription>, CursorIndex)
        /// Present states of a new subscription, one at a time.
        case backfill(Slot<Subscription>)
        /// All present states of a subscription have been delivered.
        case synced(Slot<Subscription>)
        /// A task of the hub; the fan-out does not know its content.
        case other

        fileprivate func isOf(_ subscription: Slot<Subscription>) -> Bool {
            switch self {
            case .deliver(let slot, _), .backfill(let slot), .synced(let slot):
                slot == subscription
            case .other: false
            }
        }
    }

    let id: ClientID
    let group: ClientGroup
    /// Cursors of all its subscriptions.
    var cursorCount = 0
    var subscriptions: [SubscriptionID] = []
    /// The tasks that wait for its turn.
    var tasks: Deque<Task> = []
    /// Its sink has no credit since then; `nil` while it has.
    var fullSince: Instant?
    /// It is being cut, and gets nothing more.
    var isEnding = false
    /// It stands in the queue of those that are ready.
    var isInReadyQueue = false
    /// The total of bytes that it was sent.
    var sentSize = 0
    /// The number of its last share of a turn, and the amount used of it.
    private var share = (number: 0, used: 0)

    init(id: ClientID, in group: ClientGroup) {
        self.id = id
        self.group = group
    }

    /// Drops a subscription and its tasks: a client that subscribes and unsubscribes all the time
    /// must not fill the queue.
    /// the time must not fill the queue.
    mutating func forget(_ id: SubscriptionID, at slot: Slot<Subscription>) {
        subscriptions.removeAll { $0 == id }
        tasks.removeAll { $0.isOf(slot) }
    }

    /// True if a task waits for it, and its sink has credit.
    var isReady: Bool { fullSince == nil && !isEnding && !tasks.isEmpty }

    /// True if its next task is the present states of a new subscription.
    var isHeavy: Bool {
        if case .backfill = tasks.first { true } else { false }
    }

    /// Takes its next task, unless the task has to wait for a heavy turn.
    mutating func nextTask(inHeavyTurn: Bool) -> Task? {
        isHeavy && !inHeavyTurn ? nil : tasks.popFirst()
    }

    /// Returns the amount that was used of a share.
    func used(inShare number: Int) -> Int { share.number == number ? share.used : 0 }

    /// Uses so much of a share.
    mutating func use(_ amount: Int, ofShare number: Int) {
        share = (number, used(inShare: number) + amount)
    }
}
