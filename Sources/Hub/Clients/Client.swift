import DequeModule
import NowPlaying

/// A connected consumer: what it asked, and what waits for it.
struct Client: Sendable {
    /// Something that waits for its turn.
    enum Task: Sendable {
        /// A request that came.
        indirect case request(Request)
        /// A pair that is due: the newest document is made when its turn comes.
        case deliver(SubscriptionID, position: Int)
        /// Present states of a new subscription are to be delivered, one at a time.
        case backfill(SubscriptionID)
        /// All present states of a subscription have been delivered.
        case synced(SubscriptionID)
        /// Something that happened in a session.
        case event(ClientEvent)
    }

    /// Something that happened in a session.
    struct ClientEvent: Hashable {
        let session: SessionIndex
        let event: SessionEvent
    }

    let id: ClientID
    /// It only takes records, as stdout does: what it wants was said when it came.
    let isOutput: Bool
    var subscriptions: [SubscriptionID] = []
    /// What waits for its turn.
    var tasks: Deque<Task> = []
    /// Since when the kernel takes nothing; `nil` while it does.
    var blockedSince: Instant?
    /// It is being cut, and gets nothing more.
    var isEnding = false
    /// The events that wait for their turn.
    var events: Set<ClientEvent> = []
    /// Why what was tapped in it last was refused.
    var refusal: String?
    /// It stands in the queue of clients that are ready.
    var isInReadyQueue = false
    /// The sessions whose player it is, or was.
    var played: Set<SessionIndex> = []
    /// The number of its last share of a turn, and how much of that was used.
    private var share = (number: 0, used: 0)

    init(id: ClientID, isOutput: Bool = false) {
        self.id = id
        self.isOutput = isOutput
    }

    /// Drops a subscription, and what waits of it: whoever subscribes and unsubscribes all the
    /// time must not fill the queue.
    mutating func forget(_ subscription: SubscriptionID) {
        subscriptions.removeAll { $0 == subscription }
        tasks.removeAll { task in
            switch task {
            case .request, .event: false
            case .deliver(let id, _), .backfill(let id), .synced(let id): id == subscription
            }
        }
    }

    /// Whether something waits for it, and it takes that.
    var isReady: Bool { blockedSince == nil && !isEnding && !tasks.isEmpty }

    /// Whether the next that waits for it are the present states of a new subscription.
    var isHeavy: Bool {
        if case .backfill = tasks.first { true } else { false }
    }

    /// Takes the next of what waits for it, unless that is to wait for a heavy client's turn.
    mutating func nextTask(inHeavyTurn: Bool) -> Task? {
        isHeavy && !inHeavyTurn ? nil : tasks.popFirst()
    }

    /// How much of a share was used.
    func used(inShare number: Int) -> Int { share.number == number ? share.used : 0 }

    /// Uses so much of a share.
    mutating func use(_ amount: Int, ofShare number: Int) {
        share = (number, used(inShare: number) + amount)
    }
}
