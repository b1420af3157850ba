import Loop
import FanOut
import Hub
import NowPlaying

/// A client on a WebSocket: JSON-RPC, an object a message, as far as its rights go.
///
/// While it does not take what it is sent, nothing more is read from it: a client that asks without
/// reading the answers has to wait.
final class WebSocketSink: Sink {
    private let hub: any HubPort
    private let rights: Rights
    private let place: AddressPlace?
    private var framing: RPCFraming
    private var id: ClientID?
    private var peer: WebSocketPeer?
    private var isFull = false

    init(
        rights: Rights, of hub: any HubPort, _ framing: RPCFraming, at place: AddressPlace? = nil
    ) {
        self.place = place
        self.hub = hub
        self.rights = rights
        self.framing = framing
    }

    var transport: ClientTransport { .webSocket }

    var unsentByteCount: Int { peer?.unsentByteCount ?? 0 }

    func offer(_ delivery: Delivery) -> Credit { send(framing.line(for: delivery)) }

    func send(_ reply: Reply) -> Credit { send(framing.line(for: reply)) }

    private func send(_ line: Line) -> Credit {
        guard let peer, peer.send(text: line.message) == .blocked else { return .more }
        if !isFull { peer.setReading(false) }
        isFull = true
        return .full
    }

    /// Ends the connection of a client that is not there any more.
    func checkLife() {
        peer?.checkLife()
    }

    func finish() {
        // "Going away" (RFC 6455, section 7.4.1).
        peer?.close(code: 1_001)
    }

    func abort() {
        peer?.abort()
    }
}

extension WebSocketSink: WebSocketServerDelegate {
    func webSocketOpened(_ peer: WebSocketPeer) {
        self.peer = peer
        id = hub.connect(.network(place?.address)) { _ in self }
    }

    func webSocket(_ peer: WebSocketPeer, received message: [UInt8], isText: Bool) {
        guard let id else { return }
        let input = framing.receive(message: message, at: hub.now.monotonic)
        if !input.requests.isEmpty {
            hub.post(.requested(id, input.requests.map(rights.checked)))
        }
        guard let violation = input.violation else { return }
        hub.post(.clientMisbehaved(id, code: violation.code, reason: violation.reason))
    }

    func webSocketBlocked(_ peer: WebSocketPeer) {
        guard let id, !isFull else { return }
        isFull = true
        peer.setReading(false)
        hub.post(.sinkFull(id))
    }

    func webSocketDrained(_ peer: WebSocketPeer) {
        guard let id else { return }
        isFull = false
        peer.setReading(true)
        hub.post(.sinkReady(id))
    }

    func webSocketClosed(_ peer: WebSocketPeer, code: UInt16?) {
        self.peer = nil
        if let id { hub.post(.clientDisconnected(id)) }
    }
}

extension ClientTransport {
    /// A WebSocket.
    static let webSocket = ClientTransport("webSocket", isRemote: true)
}
