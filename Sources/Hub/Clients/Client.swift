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

    /// True if it only takes deliveries, as stdout does: its subscription was made when it came.
    let isOutput: Bool
    let transport: ClientTransport
    /// The requests and events that wait for its turn, in their order.
    var tasks: Deque<Task> = []
    /// The notices among these.
    var notices: Set<SessionNotice> = []
    /// The reason for which the last tap in it was refused.
    var refusal: String?
    /// The sessions whose player it is, or was.
    var played: Set<SessionIndex> = []
}
