import Testing
import Protocols

/// A client, and a test in the place of its server.
struct Dialogue {
    var client: WebSocketClient
    var generator: ScriptedGenerator

    /// The example of RFC 6455 section 1.3: the key of this nonce has this answer.
    static let nonce = "the sample nonce".utf8.map { UInt64($0) }
    static let key = "dGhlIHNhbXBsZSBub25jZQ=="
    static let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

    static let acceptance =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Accept: \(accept)\r\n\r\n"

    /// A client that has sent its request.
    static func handshaking(
        subprotocols: [String] = [], limits: WebSocketLimits = WebSocketLimits()
    ) throws -> Dialogue {
        let request = try WebSocketRequest(
            url: WebSocketURL("ws://radio.example/live"), subprotocols: subprotocols)
        var dialogue = Dialogue(
            client: WebSocketClient(request: request, limits: limits),
            generator: ScriptedGenerator(seed: 1, after: nonce))
        _ = dialogue.client.open(using: &dialogue.generator)
        return dialogue
    }

    /// A client whose server has accepted.
    static func open(limits: WebSocketLimits = WebSocketLimits()) throws -> Dialogue {
        var dialogue = try handshaking(limits: limits)
        let events = dialogue.say(acceptance)
        try #require(events.count == 1)
        return dialogue
    }

    /// Returns the client's events after these bytes.
    mutating func say(_ bytes: [UInt8]) -> [WebSocketEvent] {
        client.receive(bytes)
        var events: [WebSocketEvent] = []
        while let event = client.next(using: &generator) { events.append(event) }
        return events
    }

    mutating func say(_ text: String) -> [WebSocketEvent] { say(Array(text.utf8)) }

    /// Returns the client's events after the same bytes in pieces; this dialogue does not change.
    func saying(_ pieces: [[UInt8]]) -> [WebSocketEvent] {
        var dialogue = self
        return pieces.flatMap { dialogue.say($0) }
    }

    /// The same without what differs by the pieces.
    func meaning(of pieces: [[UInt8]]) -> [WebSocketEvent] {
        saying(pieces).compactMap(\.inAnyPieces)
    }
}

extension WebSocketEvent {
    var transmitted: ClientFrame? {
        if case .transmit(let bytes) = self { ClientFrame(bytes) } else { nil }
    }

    /// The event as it is in pieces of any size. Only the newest of several pings is answered, and
    /// each answer has a random mask.
    var inAnyPieces: WebSocketEvent? {
        guard let frame = transmitted else { return self }
        return frame.opcode == 10 ? nil : .transmit(frame.payload)
    }

    var failure: WebSocketFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}
