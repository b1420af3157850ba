internal import CLibwebsockets

/// A server of WebSockets (RFC 6455 over HTTP/1.1), plain or over TLS, without extensions. It
/// holds its delegate until it is closed and its peers are gone, and the loop holds it.
public final class WebSocketListener {
    /// The port that is bound, of use where port 0 was asked for.
    public let port: UInt16

    private var listening: ListeningSocket?

    init(
        on address: SocketAddress, tls: ServerTLS?, messageBytesMax: Int, reactor: Reactor,
        delegate: any WebSocketServerDelegate
    ) throws(EventLoopError) {
        let host: OpaquePointer
        if let tls {
            host = try reactor.library.makeSecureHost(tls)
        } else {
            host = reactor.library.plainHost
        }
        let listening = try ListeningSocket(on: address, reactor: reactor) { descriptor in
            WebSocketPeer.accept(
                descriptor, host: host, isSecure: tls != nil, messageBytesMax: messageBytesMax,
                reactor: reactor, delegate: delegate)
        } closed: {
        }
        self.listening = listening
        port = listening.port ?? 0
    }

    /// Accepts nothing more. Peers stay.
    public func close() {
        listening?.close()
        listening = nil
    }
}

/// What a server shows of itself over TLS, from memory.
public struct ServerTLS: Sendable {
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
    /// All that was sent to the peer has reached the kernel, after `.blocked` was said.
    func webSocketDrained(_ peer: WebSocketPeer)
    /// It is over; comes once for each peer that was opened. `code` is the one that the peer sent,
    /// where it was the peer who closed, and said why.
    func webSocketClosed(_ peer: WebSocketPeer, code: UInt16?)
}
