import JSON
import NowPlaying

@testable import Feeds

/// A layer on virtual time, and what it does.
struct LayerTalk {
    private var layer: any MessageLayer
    private let parser = JSONParser()
    private(set) var now = Moment(
        monotonic: Instant(milliseconds: 0), wall: Timestamp(milliseconds: 1_734_714_000_000))

    init(_ layer: any MessageLayer) {
        self.layer = layer
    }

    /// An open layer that has got these messages.
    static func opened(_ layer: any MessageLayer, _ messages: String...) -> LayerTalk {
        var talk = LayerTalk(layer)
        _ = talk.open()
        for message in messages { _ = talk.receive(message) }
        return talk
    }

    /// Seconds from now to the deadline.
    var wait: Double? { layer.deadline.map { ($0 - now.monotonic).seconds } }

    mutating func open() -> [String] {
        told { $0.opened(at: $1, into: &$2) }
    }

    mutating func receive(_ text: String) -> [String] {
        told { [parser] in
            let message = FeedMessage.text(Array(text.utf8)[...])
            $0.received(message, at: $1, using: parser, into: &$2)
        }
    }

    mutating func receive(binary bytes: [UInt8]) -> [String] {
        told { [parser] in
            $0.received(.binary(bytes[...]), at: $1, using: parser, into: &$2)
        }
    }

    mutating func send(_ text: String, event: String? = nil, isJSON: Bool = true) -> [String] {
        let message = OutboundMessage(event: event, text: text, isJSON: isJSON)
        return told { $0.send(message, into: &$2) }
    }

    mutating func wake(after seconds: Int64) -> [String] {
        now = now + .seconds(seconds)
        return told { $0.woke(at: $1, into: &$2) }
    }

    func disconnect(_ code: Int) -> FeedDisconnect? {
        layer.disconnect(code: code, reason: "")
    }

    private mutating func told(
        _ body: (inout any MessageLayer, Moment, inout [FeedEvent]) -> Void
    ) -> [String] {
        var events: [FeedEvent] = []
        body(&layer, now, &events)
        return events.map(\.inWords)
    }
}

extension FeedMessage {
    fileprivate var inWords: String {
        let name = (event ?? "") + (channel.map { "@" + $0 } ?? "")
        let words = [
            isCached ? "cached" : "message", name, String(decoding: bytes, as: UTF8.self),
        ]
        return words.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension SubscriptionNews {
    fileprivate var inWords: String {
        switch self {
        case .accepted: "sent again"
        case .refused: "refused"
        case .unconfirmed: "unconfirmed"
        }
    }
}

extension FeedEvent {
    /// In one line: `ready`, `send …`, `message EVENT@CHANNEL …`, `rejected CODE`, ….
    var inWords: String {
        switch self {
        case .send(let message): "send \(message.text)"
        case .ready: "ready"
        case .message(let message): message.inWords
        case .accepted: "accepted"
        case .expectHeartbeat(let interval): "heartbeat \(interval.inUnits)"
        case .serverClock(let clock): "clock \(clock.time.milliseconds)"
        case .report(let station, let report):
            "report \(station) \(report.track?.title ?? report.track?.text ?? "nothing")"
        case .rejected(let rejection): "rejected \(rejection.code)"
        case .subscription(let station, let news): "\(news.inWords) \(station)"
        case .channel(let channel, let news): "\(news.inWords) @\(channel)"
        case .disconnect(let end): "disconnect \(end.code) \(end.retry)"
        }
    }
}
