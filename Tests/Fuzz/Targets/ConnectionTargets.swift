import Protocols

extension FuzzTarget {
    /// The bytes of a server on a WebSocket, one by one.
    static let connections = [
        FuzzTarget(name: "handshake") { complaint(about: $0, after: []) },
        FuzzTarget(name: "websocket") { complaint(about: $0, after: acceptance) },
    ]

    /// The answer to the key of the sample nonce (RFC 6455 section 1.3).
    private static let acceptance = Array(
        """
        HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
        Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n
        """.utf8)
    private static let limits = WebSocketLimits(messageBytesMax: 2_048, headerBytesMax: 1_024)

    /// The first byte says in pieces of what size the others come.
    private static func complaint(about bytes: [UInt8], after greeting: [UInt8]) -> String? {
        guard let size = bytes.first.map({ Int($0) + 1 }) else { return nil }
        let bytes = greeting + bytes.dropFirst()
        guard let whole = events(bytes, inPiecesOf: bytes.count),
            let pieces = events(bytes, inPiecesOf: size)
        else { return "no request can be made" }
        if whole.compactMap(\.inAnyPieces) != pieces.compactMap(\.inAnyPieces) {
            return "in pieces of \(size) bytes it is something else"
        }
        return whole.lazy.compactMap(\.complaint).first ?? order(of: whole)
    }

    private static func events(_ bytes: [UInt8], inPiecesOf size: Int) -> [WebSocketEvent]? {
        guard let url = try? WebSocketURL("ws://radio.example/live"),
            let request = try? WebSocketRequest(url: url, subprotocols: ["a"])
        else { return nil }
        var generator = NonceGenerator()
        var client = WebSocketClient(request: request, limits: limits)
        _ = client.open(using: &generator)
        var events: [WebSocketEvent] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            client.receive(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
            while let event = client.next(using: &generator) { events.append(event) }
        }
        return events + [client.endOfStream()].compactMap { $0 }
    }

    private static func order(of events: [WebSocketEvent]) -> String? {
        let ends = events.indices.filter { events[$0].isEnd }
        return ends.allSatisfy { $0 == events.count - 1 } ? nil : "something follows the end"
    }
}

extension WebSocketEvent {
    fileprivate var isEnd: Bool {
        switch self {
        case .closed, .failed: true
        case .opened, .text, .binary, .transmit, .ponged: false
        }
    }

    /// The event as it is in pieces of any size. Only the newest ping in a piece is answered, and
    /// each answer has a random mask.
    fileprivate var inAnyPieces: WebSocketEvent? {
        guard case .transmit(let frame) = self, frame.count >= 6 else { return self }
        guard frame[0] != 0x8A else { return nil }
        return .transmit(frame.dropFirst(6).enumerated().map { $1 ^ frame[2 + $0 % 4] })
    }

    fileprivate var complaint: String? {
        switch self {
        case .text(let bytes):
            String(validating: bytes, as: UTF8.self) == nil
                ? "a text that is not UTF-8" : Self.complaint(aboutLength: bytes.count)
        case .binary(let bytes): Self.complaint(aboutLength: bytes.count)
        case .ponged(let bytes): bytes.count > 125 ? "a long pong" : nil
        case .transmit(let bytes): bytes.count < 6 ? "an answer that is not a masked frame" : nil
        case .opened, .closed, .failed: nil
        }
    }

    private static func complaint(aboutLength count: Int) -> String? {
        count > 2_048 ? "a message of \(count) bytes" : nil
    }
}

/// The sample nonce, and then numbers that are always the same.
private struct NonceGenerator: RandomNumberGenerator {
    private var given = "the sample nonce".utf8.map { UInt64($0) }[...]
    private var state: UInt64 = 0

    mutating func next() -> UInt64 {
        if let number = given.popFirst() { return number }
        state &+= 0x9E37_79B9_7F4A_7C15
        return state
    }
}
