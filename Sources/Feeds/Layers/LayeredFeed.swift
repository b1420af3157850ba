import JSON
import NowPlaying

/// Layers on top of each other, and what is said over them, as one machine.
struct LayeredFeed<Content: FeedMachine>: FeedMachine {
    /// The lowest first.
    private var layers: [any MessageLayer]
    private var content: Content
    /// All layers are ready.
    private var isReady = false

    /// A machine that says over these layers, the lowest first, what `content` says.
    init(_ content: Content, over layers: [any MessageLayer]) {
        self.content = content
        self.layers = layers
    }

    mutating func opened(at now: Moment, into events: inout [FeedEvent]) {
        isReady = false
        open(0, at: now, into: &events)
    }

    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {
        receive(message, in: 0, at: now, using: parser, into: &events)
    }

    func disconnect(code: Int, reason: String) -> FeedDisconnect? {
        content.disconnect(code: code, reason: reason)
            ?? layers.reversed().lazy.compactMap { $0.disconnect(code: code, reason: reason) }.first
    }

    mutating func woke(at now: Moment, into events: inout [FeedEvent]) {
        for level in layers.indices {
            var told: [FeedEvent] = []
            layers[level].woke(at: now, into: &told)
            for event in told { apply(event, from: level, at: now, into: &events) }
        }
        guard isReady else { return }
        var told: [FeedEvent] = []
        content.woke(at: now, into: &told)
        for event in told { apply(event, from: layers.count, at: now, into: &events) }
    }

    var deadline: Instant? {
        layers.reduce(isReady ? content.deadline : nil) { earliest($0, $1.deadline) }
    }

    var reportDeadline: Instant? { isReady ? content.reportDeadline : nil }
}

/// The content's level is the one above the layers'.
extension LayeredFeed {
    private mutating func open(_ level: Int, at now: Moment, into events: inout [FeedEvent]) {
        var told: [FeedEvent] = []
        if level < layers.count {
            layers[level].opened(at: now, into: &told)
        } else {
            isReady = true
            content.opened(at: now, into: &told)
        }
        for event in told { apply(event, from: level, at: now, into: &events) }
    }

    private mutating func receive(
        _ message: FeedMessage, in level: Int, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {
        var told: [FeedEvent] = []
        if level < layers.count {
            layers[level].received(message, at: now, using: parser, into: &told)
        } else {
            content.received(message, at: now, using: parser, into: &told)
        }
        for event in told {
            if case .message(let inner) = event, level < layers.count {
                receive(inner, in: level + 1, at: now, using: parser, into: &events)
            } else {
                apply(event, from: level, at: now, into: &events)
            }
        }
    }

    private mutating func apply(
        _ event: FeedEvent, from level: Int, at now: Moment, into events: inout [FeedEvent]
    ) {
        switch event {
        case .ready where level < layers.count: open(level + 1, at: now, into: &events)
        case .send(let message): send(message, below: level, into: &events)
        case .channel(let channel, let news) where level < layers.count:
            content.apply(news, ofChannel: channel, into: &events)
        default: events.append(event)
        }
    }

    private mutating func send(
        _ message: OutboundMessage, below level: Int, into events: inout [FeedEvent]
    ) {
        guard level > 0 else { return events.append(.send(message)) }
        var told: [FeedEvent] = []
        layers[level - 1].send(message, into: &told)
        for event in told {
            if case .send(let outer) = event {
                send(outer, below: level - 1, into: &events)
            } else {
                events.append(event)
            }
        }
    }
}

/// Layers alone are a layer.
extension LayeredFeed: MessageLayer where Content: MessageLayer {
    mutating func send(_ message: OutboundMessage, into events: inout [FeedEvent]) {
        send(message, below: layers.count, into: &events)
    }
}
