import Loop
import Testing

/// Notes what a WebSocket server tells, and does what the test wants at each step.
final class PeerRecorder: WebSocketServerDelegate {
    var log: [String] = []
    var messages: [(bytes: [UInt8], isText: Bool)] = []
    var code: UInt16?
    /// The next action of a test.
    var next: () -> Void = {}
    var onOpened: (WebSocketPeer) -> Void = { _ in }
    var onMessage: (WebSocketPeer, [UInt8], Bool) -> Void = { _, _, _ in }
    var onDrained: (WebSocketPeer) -> Void = { _ in }
    var onClosed: (WebSocketPeer) -> Void = { _ in }

    func webSocketOpened(_ peer: WebSocketPeer) {
        log.append("opened")
        onOpened(peer)
    }

    func webSocket(_ peer: WebSocketPeer, received message: [UInt8], isText: Bool) {
        log.append("message")
        messages.append((message, isText))
        onMessage(peer, message, isText)
    }

    func webSocketDrained(_ peer: WebSocketPeer) {
        log.append("drained")
        onDrained(peer)
    }

    func webSocketClosed(_ peer: WebSocketPeer, code: UInt16?) {
        log.append("closed")
        self.code = code
        onClosed(peer)
    }

    /// Lets go of what the closures hold, which is often this recorder.
    func forget() {
        next = {}
        onOpened = { _ in }
        onMessage = { _, _, _ in }
        onDrained = { _ in }
        onClosed = { _ in }
    }

    /// A recorder that sends back what it gets.
    static func echoing() -> PeerRecorder {
        let recorder = PeerRecorder()
        recorder.onMessage = { peer, message, isText in
            if isText { peer.send(text: message) } else { peer.send(binary: message) }
        }
        return recorder
    }
}

/// Serves WebSockets on a free loopback port while `client` runs on a thread of its own.
func serve(
    _ recorder: PeerRecorder, subprotocols: [String] = [], messageBytesMax: Int = 1_048_576,
    client: @escaping @Sendable (_ port: UInt16) throws -> Void
) throws {
    defer { recorder.forget() }
    try runLoop(subprotocols: subprotocols) { loop in
        let listener = try loop.serveWebSockets(
            on: .v4(host: "127.0.0.1", port: 0), messageBytesMax: messageBytesMax,
            delegate: recorder)
        let port = listener.port
        let finished = loop.makeMailbox { (_: Bool) in loop.stop() }
        onThread {
            defer { finished.post(true) }
            try client(port)
        }
    }
}
