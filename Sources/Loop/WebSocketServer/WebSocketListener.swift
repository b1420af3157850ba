/// A server of WebSockets (RFC 6455 over HTTP/1.1), and of pages where there are some, plain or
/// over TLS, without extensions. It holds its delegate until it is closed and its peers are gone,
/// and the loop holds it.
public final class WebSocketListener {
    /// The port that is bound, of use where port 0 was asked for.
    public var port: UInt16 { listener.port }

    private let listener: HTTPListener

    /// - Parameter page: What clients are answered that ask for no WebSocket; `nil` to refuse.
    init(
        on address: SocketAddress, tls: ServerTLS?, messageBytesMax: Int, reactor: Reactor,
        page: @escaping (HTTPRequest) -> HTTPAnswer?, delegate: any WebSocketServerDelegate
    ) throws(EventLoopError) {
        var options = HTTPServerOptions()
        options.tls = tls
        options.messageBytesMax = messageBytesMax
        listener = try HTTPListener(
            on: [.address(address)], options: options, reactor: reactor,
            delegate: Upgrader(delegate, page))
    }

    /// Accepts nothing more. Peers stay.
    public func close() {
        listener.close()
    }

    /// Gives a WebSocket to all who ask for one, and nothing to others.
    private final class Upgrader: HTTPServerDelegate {
        private let delegate: any WebSocketServerDelegate
        private let page: (HTTPRequest) -> HTTPAnswer?

        init(
            _ delegate: any WebSocketServerDelegate, _ page: @escaping (HTTPRequest) -> HTTPAnswer?
        ) {
            self.delegate = delegate
            self.page = page
        }

        func httpRequested(_ exchange: HTTPExchange) {
            if let answer = page(exchange.request) { return exchange.answer(answer) }
            var answer = HTTPAnswer.plain(426, "WebSocket clients only")
            answer.set("Upgrade", "websocket")
            answer.set("Connection", "Upgrade, close")
            exchange.answer(answer)
        }

        func httpUpgradeRequested(_ request: HTTPRequest) -> HTTPUpgrade {
            .accept(delegate)
        }
    }
}

/// The certificate and the key of a server with TLS, from memory.
public struct ServerTLS: Equatable, Sendable {
    /// The certificate, followed by those between it and its root, in PEM.
    public var certificatePEM: [UInt8]
    /// Its private key, in PEM.
    public var privateKeyPEM: [UInt8]

    /// A certificate and its key.
    public init(certificatePEM: [UInt8], privateKeyPEM: [UInt8]) {
        self.certificatePEM = certificatePEM
        self.privateKeyPEM = privateKeyPEM
    }

    /// A certificate and its key, as text.
    public init(certificatePEM: String, privateKeyPEM: String) {
        self.init(
            certificatePEM: Array(certificatePEM.utf8), privateKeyPEM: Array(privateKeyPEM.utf8))
    }
}

/// Hears of the peers of one WebSocket server. Called on the loop's thread, never from within a
/// call into a peer.
public protocol WebSocketServerDelegate: AnyObject {
    /// A peer is connected, after a good handshake.
    func webSocketOpened(_ peer: WebSocketPeer)
    /// A whole message arrived. Text is valid UTF-8.
    func webSocket(_ peer: WebSocketPeer, received message: [UInt8], isText: Bool)
    /// The kernel does not take all that was sent; `webSocketDrained` follows when it has.
    func webSocketBlocked(_ peer: WebSocketPeer)
    /// All that was sent to the peer has reached the kernel, after `.blocked` was said.
    func webSocketDrained(_ peer: WebSocketPeer)
    /// It is over; comes once for each peer that was opened. `code` is the one that the peer sent,
    /// where it was the peer who closed, and said why.
    func webSocketClosed(_ peer: WebSocketPeer, code: UInt16?)
}

extension WebSocketServerDelegate {
    /// Nothing is to be done.
    public func webSocketBlocked(_ peer: WebSocketPeer) {}
}
