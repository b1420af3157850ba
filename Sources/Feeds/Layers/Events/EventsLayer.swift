import JSON
import NowPlaying

/// Server-sent events over HTTP: each message is an event, whose name and data are told apart here.
struct EventsLayer: MessageLayer {
    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {
        var reader = EventStreamReader(limit: .max)
        let end = Array("\n\n".utf8)
        guard let event = reader.receive(Array(message.bytes) + end).first else {
            return events.append(.rejected(.unexpectedShape("not a server-sent event")))
        }
        var inner = message
        inner.bytes = event.data[...]
        inner.event = event.name.isEmpty ? nil : event.name
        events.append(.message(inner))
    }
}
