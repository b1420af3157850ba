import DequeModule
import NowPlaying

/// A connected consumer: what it asked, and what waits for it.
struct Client: Sendable {
    /// In which form it gets its records.
    enum Framing: Sendable {
        /// JSON-RPC notifications, as on the socket.
        case notifications
        /// Bare records, as on stdout.
        case records
    }

    /// Something that waits for its turn.
    enum Task: Sendable {
        /// A request that came.
        case request(ArraySlice<UInt8>)
        /// A pair that is due: the newest document is made when its turn comes.
        case deliver(SubscriptionID, position: Int)
        /// All present states of a subscription have been delivered.
        case synced(SubscriptionID)
        /// Something that happened in a session.
        case event(SessionIndex, SessionEvent)
    }

    let id: ClientID
    let framing: Framing
    var subscriptions: [SubscriptionID] = []
    var lines: LineReader
    var allowance: RequestAllowance
    /// What waits for its turn.
    var tasks: Deque<Task> = []
    /// Since when the kernel takes nothing; `nil` while it does.
    var blockedSince: Instant?
    /// Bytes sent in this turn.
    var sentInTurn = 0
    /// It is being cut, and gets nothing more.
    var isEnding = false

    init(id: ClientID, framing: Framing, limits: Shared<Limits>) {
        self.id = id
        self.framing = framing
        lines = LineReader(limit: limits.requestSize)
        allowance = RequestAllowance(limits: limits)
    }

    /// Drops a subscription, and what waits of it: whoever subscribes and unsubscribes all the
    /// time must not fill the queue.
    mutating func forget(_ subscription: SubscriptionID) {
        subscriptions.removeAll { $0 == subscription }
        tasks.removeAll { task in
            switch task {
            case .request, .event: false
            case .deliver(let id, _), .synced(let id): id == subscription
            }
        }
    }

    /// Whether it takes anything at present.
    var canTake: Bool { blockedSince == nil && !isEnding }

    /// Whether something can be sent to it in this turn.
    func takesMore(within limits: Shared<Limits>) -> Bool {
        canTake && sentInTurn < limits.turnSize
    }
}
