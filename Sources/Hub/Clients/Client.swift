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
    /// The time at which it is cut, and why. It is delivered nothing until then.
    var end: (at: Instant, reason: String)?
}

/// The transport of a client, which its sink names: for the status, and for the limits of clients
/// from the network.
public struct ClientTransport: Hashable, Sendable {
    /// Its name in the status.
    public let name: String
    /// It comes over the network.
    public let isRemote: Bool
    /// It is the program's own output, which counts as no client.
    public let isOutput: Bool

    /// A transport with its properties.
    public init(_ name: String, isRemote: Bool = false, isOutput: Bool = false) {
        (self.name, self.isRemote, self.isOutput) = (name, isRemote, isOutput)
    }

    /// The program's own stdout.
    public static let stdout = ClientTransport("stdout", isOutput: true)
}
