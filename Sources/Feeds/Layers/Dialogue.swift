import JSON
import NowPlaying

/// What a feed says and understands, above the layers that carry it.
///
/// It is to a `LayeredSession` what a session is to a link: a machine that outlives connections.
protocol Dialogue: Sendable {
    /// The layers are ready: a new connection begins.
    mutating func began(at now: Moment, into actions: inout [DialogueAction])

    /// A message came.
    mutating func received(
        _ message: LayerMessage, at now: Moment, using parser: JSONParser,
        into actions: inout [DialogueAction])

    /// What the code of a close frame means; `nil` leaves it to the layers.
    func disconnect(code: Int, reason: String) -> FeedDisconnect?

    /// `deadline` may have passed.
    mutating func woke(at now: Moment, into actions: inout [DialogueAction])

    /// When it wants to be woken; `nil` for not at all.
    var deadline: Instant? { get }

    /// When it will report what it still doubts; one of the times at which it wants to be woken.
    var reportDeadline: Instant? { get }
}

extension Dialogue {
    /// A dialogue that reports what messages say at once holds nothing back.
    var reportDeadline: Instant? { nil }
}

/// What a dialogue wants done, or has found out.
enum DialogueAction: Equatable, Sendable {
    /// Send this through the layers.
    case send(OutgoingMessage)
    /// Something that every session can want.
    case action(FeedAction)
}

/// A dialogue over layers, as a session.
struct LayeredSession<Content: Dialogue>: FeedSession {
    private var layers: LayerStack
    private var dialogue: Content
    private var isReady = false

    /// A session for what is said over these layers, the lowest first.
    init(_ dialogue: Content, over layers: [any MessageLayer]) {
        self.dialogue = dialogue
        self.layers = LayerStack(layers)
    }

    mutating func opened(at now: Moment, into actions: inout [FeedAction]) {
        isReady = false
        var wanted: [LayerAction] = []
        layers.opened(at: now, into: &wanted)
        for action in wanted { carry(action, at: now, into: &actions) }
    }

    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into actions: inout [FeedAction]
    ) {
        var wanted: [LayerAction] = []
        layers.received(LayerMessage(message), at: now, using: parser, into: &wanted)
        for action in wanted {
            guard case .message(let inner) = action else {
                carry(action, at: now, into: &actions)
                continue
            }
            var said: [DialogueAction] = []
            dialogue.received(inner, at: now, using: parser, into: &said)
            for action in said { carry(action, into: &actions) }
        }
    }

    func disconnect(code: Int, reason: String) -> FeedDisconnect? {
        dialogue.disconnect(code: code, reason: reason)
            ?? layers.disconnect(code: code, reason: reason)
    }

    mutating func woke(at now: Moment, into actions: inout [FeedAction]) {
        var wanted: [LayerAction] = []
        layers.woke(at: now, into: &wanted)
        for action in wanted { carry(action, at: now, into: &actions) }
        guard isReady else { return }
        var said: [DialogueAction] = []
        dialogue.woke(at: now, into: &said)
        for action in said { carry(action, into: &actions) }
    }

    var deadline: Instant? {
        let times = [layers.deadline, isReady ? dialogue.deadline : nil]
        return times.compactMap { $0 }.min()
    }

    var reportDeadline: Instant? { isReady ? dialogue.reportDeadline : nil }

    private mutating func carry(
        _ action: LayerAction, at now: Moment, into actions: inout [FeedAction]
    ) {
        switch action {
        case .ready:
            isReady = true
            var said: [DialogueAction] = []
            dialogue.began(at: now, into: &said)
            for action in said { carry(action, into: &actions) }
        case .action(let action): actions.append(action)
        case .message: break
        }
    }

    private mutating func carry(_ action: DialogueAction, into actions: inout [FeedAction]) {
        switch action {
        case .send(let message):
            var wanted: [LayerAction] = []
            layers.send(message, into: &wanted)
            for case .action(let action) in wanted { actions.append(action) }
        case .action(let action): actions.append(action)
        }
    }
}
