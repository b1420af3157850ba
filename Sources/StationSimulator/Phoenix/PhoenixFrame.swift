import JSON

/// A message of Phoenix channels: `[join_ref, ref, topic, event, payload]`.
struct PhoenixFrame {
    var join: String?
    var reference: String?
    var topic: String
    var event: String
    /// JSON.
    var payload: [UInt8]

    /// What the server says of its own accord.
    init(topic: String, event: String, payload: [UInt8]) {
        self.topic = topic
        self.event = event
        self.payload = payload
    }

    /// What a client says; its payload is of no interest.
    init?(parsing message: [UInt8]) {
        let parts = try? JSONParser().parse(message) { value in
            (0..<4).map { value.value(at: "/\($0)")?.string }
        }
        guard let parts, let topic = parts[2], let event = parts[3] else { return nil }
        self.init(topic: topic, event: event, payload: [])
        (join, reference) = (parts[0], parts[1])
    }

    /// The message.
    var json: [UInt8] {
        [UInt8](json: {
            $0.beginArray()
            for text in [join, reference, topic, event] {
                if let text { $0.string(text) } else { $0.raw(Array("null".utf8)) }
            }
            $0.raw(payload)
            $0.endArray()
        })
    }

    /// The reply to it.
    func reply(_ status: String, reason: String? = nil) -> SessionAction {
        var reply = self
        reply.event = "phx_reply"
        reply.payload = [UInt8](json: {
            $0.beginObject()
            $0.member("status", status)
            $0.beginObject("response")
            $0.member("reason", reason)
            $0.endObject()
            $0.endObject()
        })
        return .send(reply.json)
    }
}
