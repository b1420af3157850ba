import JSON
import NowPlaying

@testable import Feeds

extension FuzzTarget {
    /// Every message layer, by itself or on the one that it needs.
    static let layers = [
        layer("plain") { [PlainLayer()] },
        layer("lines") { [LinesLayer()] },
        layer("sse") { [EventsLayer()] },
        layer("sockjs") { [SockJSLayer()] },
        layer("sockjs-jsonrpc") { [SockJSLayer(), JSONRPCLayer()] },
        layer("socketio-3") { [EngineIOLayer(.three), SocketIOLayer(.three)] },
        layer("socketio-4") {
            [EngineIOLayer(.four), SocketIOLayer(.four, namespace: "/radio", auth: #"{"a":1}"#)]
        },
        layer("phoenix-1", saysJSON: true) { [PhoenixLayer(.one, topics: ["room:x"])] },
        layer("phoenix-2", saysJSON: true) { [PhoenixLayer(.two, topics: ["room:x", "room:y"])] },
        layer("pusher", saysJSON: true) { [PusherLayer(channels: ["radio", "news"])] },
        layer("jsonrpc", saysJSON: true) { [JSONRPCLayer()] },
        layer("centrifugo") { [CentrifugoLayer(channels: ["a", "b"], token: "t")] },
        layer("centrifugo-unidirectional") {
            [CentrifugoLayer(channels: ["a", "b"], isUnidirectional: true)]
        },
    ]

    private static func layer(
        _ name: String, saysJSON: Bool = false,
        _ layers: @escaping @Sendable () -> [any MessageLayer]
    ) -> FuzzTarget {
        FuzzTarget(name: name) { bytes in
            var talk = LayerConversation(
                LayeredFeed(PlainLayer(), over: layers()), saysJSON: saysJSON)
            var again = LayerConversation(
                LayeredFeed(PlainLayer(), over: layers()), saysJSON: saysJSON)
            let input = FuzzInput(bytes)
            if let complaint = talk.play(input) ?? again.play(input) { return complaint }
            return talk.transcript == again.transcript ? nil : "the same again is not the same"
        }
    }
}

/// A layer that hears what a server says, and the rules that it keeps.
private struct LayerConversation {
    private var layer: LayeredFeed<PlainLayer>
    private let saysJSON: Bool
    private let parser = JSONParser()
    private var now = Moment(
        monotonic: Instant(milliseconds: 0), wall: Timestamp(milliseconds: 1_734_714_000_000))
    private var isReady = false
    private(set) var transcript: [FeedEvent] = []

    /// More than any one message may cause: each message in a frame, a rejection, and answers.
    private static let maximumEvents = 2 * LayerLimits.messages + 16

    init(_ layer: LayeredFeed<PlainLayer>, saysJSON: Bool) {
        self.layer = layer
        self.saysJSON = saysJSON
    }

    /// The first rule that is broken.
    mutating func play(_ input: FuzzInput) -> String? {
        if let complaint = open() { return complaint }
        for part in input.parts {
            if let complaint = take(part) { return complaint }
        }
        guard isReady else { return nil }
        return judge { $0.send(OutboundMessage(event: "e\"", text: "{\"a\":[]}"), into: &$1) }
    }

    private mutating func open() -> String? {
        isReady = false
        let now = now
        return judge { $0.opened(at: now, into: &$1) }
    }

    private mutating func take(_ part: FuzzInput.Part) -> String? {
        switch part {
        case .text(let bytes): receive(.text(bytes))
        case .binary(let bytes): receive(.binary(bytes))
        case .pause: pause()
        case .reconnect: open()
        }
    }

    private mutating func receive(_ message: FeedMessage) -> String? {
        let (now, parser) = (now, parser)
        return judge(isBinary: message.isBinary) {
            $0.received(message, at: now, using: parser, into: &$1)
        }
    }

    private mutating func pause() -> String? {
        guard let deadline = layer.deadline else { return nil }
        if deadline > now.monotonic { now = now + (deadline - now.monotonic) }
        let now = now
        let complaint = judge { $0.woke(at: now, into: &$1) }
        let isDueAgain = layer.deadline.map { $0 <= now.monotonic } ?? false
        return complaint ?? (isDueAgain ? "it wants to be woken at once again" : nil)
    }

    private mutating func judge(
        isBinary: Bool = false, _ body: (inout LayeredFeed<PlainLayer>, inout [FeedEvent]) -> Void
    ) -> String? {
        var events: [FeedEvent] = []
        body(&layer, &events)
        transcript += events
        if events.count > Self.maximumEvents { return "\(events.count) events at once" }
        for event in events {
            if let complaint = complaint(about: event, isBinary: isBinary) { return complaint }
        }
        return nil
    }

    private mutating func complaint(about event: FeedEvent, isBinary: Bool) -> String? {
        switch event {
        case .ready:
            if isReady { return "ready twice" }
            isReady = true
            return nil
        case .message(let message):
            let isText = String(validating: message.bytes, as: UTF8.self) != nil
            return isText || isBinary ? nil : "a message that is not UTF-8"
        case .send(let message) where saysJSON:
            let isJSON = (try? parser.parse(Array(message.text.utf8)) { _ in true }) ?? false
            return isJSON ? nil : "it says what is not JSON: \(message.text)"
        default: return event.complaint
        }
    }
}
