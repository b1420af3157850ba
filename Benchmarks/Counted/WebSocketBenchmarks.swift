import Protocols

extension Benchmark {
    /// Frames from a server, and one to it.
    static let webSocket = [
        Benchmark(name: "websocket/8 KB at once", passes: 64) {
            try FrameReading(payload: 8_192, messages: 1, piece: .max)
        },
        Benchmark(name: "websocket/8 KB in packets", passes: 64) {
            try FrameReading(payload: 8_192, messages: 1, piece: 1_448)
        },
        Benchmark(name: "websocket/64 small ones at once", passes: 64) {
            try FrameReading(payload: 100, messages: 64, piece: .max)
        },
        Benchmark(name: "websocket/sending 200 bytes", passes: 256) { try FrameWriting() },
    ]
}

/// Text messages that come in pieces.
private final class FrameReading: Work {
    private var connection: OpenWebSocket
    private let pieces: [[UInt8]]
    private let messages: Int
    private var received = 0

    init(payload: Int, messages: Int, piece: Int) throws {
        connection = try OpenWebSocket()
        self.messages = messages
        let text = String(repeating: "{\"title\":\"Låg tide\"}", count: payload).utf8
        let frame = ServerFrame.text(Array(text.prefix(payload - 1)) + [UInt8(ascii: "}")])
        let bytes = Array(repeatElement(frame, count: messages).joined())
        pieces = stride(from: 0, to: bytes.count, by: min(piece, bytes.count)).map {
            Array(bytes[$0...].prefix(piece))
        }
    }

    func pass(_ number: Int) {
        for piece in pieces {
            connection.receive(piece) { event in
                if case .text = event { received += 1 }
            }
        }
    }

    func complaint(after passes: Int) -> String? {
        received == passes * messages ? nil : "\(received) messages came"
    }
}

/// A text message to the server.
private final class FrameWriting: Work {
    private var connection: OpenWebSocket
    private let text = String(repeating: "0123456789", count: 20)
    private var sent = 0

    init() throws { connection = try OpenWebSocket() }

    func pass(_ number: Int) {
        sent += connection.send(text)
    }

    func complaint(after passes: Int) -> String? {
        sent > 200 * passes ? nil : "\(sent) bytes were sent"
    }
}

/// A client whose server has accepted.
private struct OpenWebSocket {
    private var client: WebSocketClient
    private var generator = NonceGenerator()

    init() throws {
        let request = try WebSocketRequest(url: WebSocketURL("ws://radio.example/live"))
        client = WebSocketClient(request: request)
        let sent = client.open(using: &generator)
        receive(ServerFrame.acceptance(of: sent)) { _ in }
        guard client.isOpen else { throw FeedRecording.Mistake(problem: "it was not opened") }
    }

    mutating func receive(_ bytes: [UInt8], _ take: (WebSocketEvent) -> Void) {
        client.receive(bytes)
        while let event = client.next(using: &generator) { take(event) }
    }

    /// Sends a text, and returns the number of its bytes on the wire.
    mutating func send(_ text: String) -> Int { client.send(text: text, using: &generator).count }
}

/// Numbers that are always the same.
private struct NonceGenerator: RandomNumberGenerator {
    private var state: UInt64 = 0

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return state
    }
}
