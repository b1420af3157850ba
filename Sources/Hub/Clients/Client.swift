import DequeModule
import NowPlaying

/// A connected consumer, beside what it subscribes to.
struct Client: Sendable {
    /// Something that waits for the client's turn.
    enum Task: Sendable {
        /// A request that came.
        indirect case request(Request)
        /// Something that happened in a session.
        case event(SessionNotice)
    }

    /// It only takes deliveries, as stdout does: what it wants was said when it came.
    let isOutput: Bool
    let transport: ClientTransport
    /// What waits for its turn, in its order.
    var tasks: Deque<Task> = []
    /// The notices among these.
    var notices: Set<SessionNotice> = []
    /// Why what was tapped in it last was refused.
    var refusal: String?
    /// The sessions whose player it is, or was.
    var played: Set<SessionIndex> = []
}
