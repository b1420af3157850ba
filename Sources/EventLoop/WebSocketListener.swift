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
