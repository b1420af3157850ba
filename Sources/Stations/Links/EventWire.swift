import Feeds
package import NowPlaying
import Protocols
package import Support

/// Server-sent events over HTTP: each is a message, which the layer `sse` of the feed takes apart.
package struct EventWire: Wire {
    private let address: String
    private let limits: Box<Limits>
    private var reader: EventStreamReader
    private var earlier = WireResumption()
    /// Events that were found and not taken yet, the next one last.
    private var events: [WireEvent] = []

    init(_ address: String, limits: Box<Limits>) {
        self.address = address
        self.limits = limits
        reader = EventStreamReader(limit: limits.messageSize)
    }

    package mutating func resume(_ resumption: WireResumption) { earlier = resumption }

    package var resumption: WireResumption {
        var resumption = earlier
        if !reader.lastID.isEmpty { resumption.lastID = reader.lastID }
        if let retry = reader.retry {
            resumption.pause = .milliseconds(min(retry, limits.retryAfterMax.milliseconds))
        }
        return resumption
    }

    package mutating func open(using generator: inout SeededGenerator) -> [UInt8] {
        var request = PollRequest(
            url: address, known: PollAnswer.Version(), sizeLimit: limits.messageSize,
            timeLimit: limits.pollAnswer)
        request.fields = [HeaderField(name: "Accept", value: "text/event-stream")]
        if earlier.lastID.isFieldValue {
            request.fields.append(HeaderField(name: "Last-Event-ID", value: earlier.lastID))
        }
        request.wantedFields = ["content-type"]
        request.isEndless = true
        events = [.ask(request)]
        return []
    }

    package mutating func answered(
        _ answer: PollAnswer, at now: Instant, using generator: inout SeededGenerator
    ) {
        if answer.status == 204 {
            var loss = LinkLoss("closed", "the server sends no more events (204)")
            loss.redial = .terminal
            events = [.failed(loss)]
        } else if answer.status != 200 {
            events = [.failed(answer.loss(within: limits))]
        } else if answer.contentType != "text/event-stream" {
            let type = answer.contentType.isEmpty ? "without a type" : answer.contentType.quotable
            let text = "the server answers with something else than events (\(type))"
            events = [.failed(LinkLoss("notEvents", text))]
        } else {
            events = [.opened]
        }
    }

    package mutating func receive(_ bytes: [UInt8]) {
        var found = reader.receive(bytes).map { event -> WireEvent in
            let text = event.text[...]
            return .message(text.isUTF8 ? .text(text) : .binary(text))
        }
        if reader.isTooLarge {
            let text = "the server sent an event of more than \(limits.messageSize) bytes"
            found.append(.failed(LinkLoss("messageTooBig", text)))
        }
        events = found.reversed() + events
    }

    package mutating func next(using generator: inout SeededGenerator) -> WireEvent? {
        events.popLast()
    }
}

extension String {
    /// A text that can stand in a header.
    fileprivate var isFieldValue: Bool {
        !isEmpty && utf8.count <= 1_024 && utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}

extension EventWire {
    /// Server-sent events.
    static let scheme = LinkScheme(
        schemes: LinkScheme.overHTTP, httpUse: .events,
        refusals: [
            .fingerprint(of: "a server of events"),
            LinkScheme.Refusal("open", "a server of events is sent no messages"),
            LinkScheme.Refusal("keepAlive", "a server of events is sent no messages"),
            LinkScheme.Refusal("every", "events come without polling"),
            LinkScheme.Refusal("close", "events over HTTP have no close codes"),
            LinkScheme.Refusal("subprotocols", "only WebSockets have subprotocols"),
        ],
        check: { _, dial, _ throws(RouteError) in try LinkScheme.checkHTTP(dial) },
        makeWire: { route, limits, generator in
            EventWire(
                LinkScheme.addressOverHTTP(route.feed.url, using: &generator), limits: limits)
        })
}
