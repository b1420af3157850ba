import JSON
import NowPlaying

/// Layers on top of each other, the lowest first, as one.
struct LayerStack: MessageLayer {
    private var layers: [any MessageLayer]

    /// A stack; without any layer it is a plain one.
    init(_ layers: [any MessageLayer]) {
        self.layers = layers.isEmpty ? [PlainLayer()] : layers
    }

    mutating func opened(at now: Moment, into actions: inout [LayerAction]) {
        open(0, at: now, into: &actions)
    }

    mutating func received(
        _ message: LayerMessage, at now: Moment, using parser: JSONParser,
        into actions: inout [LayerAction]
    ) {
        receive(message, in: 0, at: now, using: parser, into: &actions)
    }

    mutating func send(_ message: OutgoingMessage, into actions: inout [LayerAction]) {
        send(message, through: layers.count - 1, into: &actions)
    }

    func disconnect(code: Int, reason: String) -> FeedDisconnect? {
        layers.reversed().lazy.compactMap { $0.disconnect(code: code, reason: reason) }.first
    }

    mutating func woke(at now: Moment, into actions: inout [LayerAction]) {
        for place in layers.indices {
            var wanted: [LayerAction] = []
            layers[place].woke(at: now, into: &wanted)
            for action in wanted { carry(action, from: place, at: now, into: &actions) }
        }
    }

    var deadline: Instant? { layers.compactMap(\.deadline).min() }
}

extension LayerStack {
    private mutating func open(
        _ place: Int, at now: Moment, into actions: inout [LayerAction]
    ) {
        guard place < layers.count else { return actions.append(.ready) }
        var wanted: [LayerAction] = []
        layers[place].opened(at: now, into: &wanted)
        for action in wanted { carry(action, from: place, at: now, into: &actions) }
    }

    private mutating func receive(
        _ message: LayerMessage, in place: Int, at now: Moment, using parser: JSONParser,
        into actions: inout [LayerAction]
    ) {
        guard place < layers.count else { return actions.append(.message(message)) }
        var wanted: [LayerAction] = []
        layers[place].received(message, at: now, using: parser, into: &wanted)
        for action in wanted {
            if case .message(let inner) = action {
                receive(inner, in: place + 1, at: now, using: parser, into: &actions)
            } else {
                carry(action, from: place, at: now, into: &actions)
            }
        }
    }

    private mutating func send(
        _ message: OutgoingMessage, through place: Int, into actions: inout [LayerAction]
    ) {
        guard place >= 0 else { return actions.append(.send(message.text)) }
        var wanted: [LayerAction] = []
        layers[place].send(message, into: &wanted)
        for action in wanted {
            if case .action(.send(let text)) = action {
                send(.plain(text), through: place - 1, into: &actions)
            } else {
                actions.append(action)
            }
        }
    }

    /// Carries out what is no message; only `receive` has those.
    private mutating func carry(
        _ action: LayerAction, from place: Int, at now: Moment,
        into actions: inout [LayerAction]
    ) {
        switch action {
        case .ready: open(place + 1, at: now, into: &actions)
        case .action(.send(let text)):
            send(.plain(text), through: place - 1, into: &actions)
        case .message, .action: actions.append(action)
        }
    }
}
