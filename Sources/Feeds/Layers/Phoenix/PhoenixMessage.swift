import JSON

/// A message of Phoenix channels, in either of its two shapes: `[join_ref, ref, topic, event,
/// payload]` (vsn 2.0.0) or an object with these names (1.0.0).
struct PhoenixMessage {
    let joinReference: String?
    let reference: String?
    let topic: String
    let event: String
    let payload: JSONValue?

    /// The message; `nil` where it is none.
    init?(_ value: JSONValue) {
        let member = { (place: String, name: StaticString) in
            value.isArray ? value.value(at: place) : value[name]
        }
        guard let topic = member("/2", "topic")?.word, let event = member("/3", "event")?.word
        else { return nil }
        self.topic = topic
        self.event = event
        joinReference = member("/0", "join_ref")?.lenientString
        reference = member("/1", "ref")?.lenientString
        payload = member("/4", "payload")
    }

    /// A message to send.
    static func text(
        _ version: PhoenixLayer.Version, join: Int?, reference: Int, topic: String,
        event: String, payload: String
    ) -> String {
        let number = "\"\(reference)\""
        let joinNumber = join.map { "\"\($0)\"" } ?? "null"
        let (topic, event) = (topic.quotedAsJSON, event.quotedAsJSON)
        return switch version {
        case .two: "[\(joinNumber),\(number),\(topic),\(event),\(payload)]"
        case .one:
            "{\"topic\":\(topic),\"event\":\(event),\"payload\":\(payload),\"ref\":\(number)}"
        }
    }
}
