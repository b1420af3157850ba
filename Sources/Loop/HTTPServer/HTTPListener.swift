internal import CLibwebsockets

/// Decides what clients of an HTTP server are answered. Called on the loop's thread.
public protocol HTTPServerDelegate: AnyObject {
    /// A whole request came, which is to be answered now or later.
    func httpRequested(_ exchange: HTTPExchange)
    /// A client asks for a WebSocket.
    func httpUpgradeRequested(_ request: HTTPRequest) -> HTTPUpgrade
    /// The answer to what never becomes a request, after which the connection ends.
    func httpRefusal(_ status: Int, _ sentence: String) -> HTTPAnswer
    /// The answer to a connection that is one too many, of its address or of all. Over TLS it is
    /// not sent.
    func httpConnectionRefused(ofAddress: Bool) -> HTTPAnswer
    /// The answer to a request by a method that is not read here, after which the connection ends.
    func httpRefusal(ofMethod method: String, at path: String) -> HTTPAnswer
}

extension HTTPServerDelegate {
    /// The sentence as text.
    public func httpRefusal(_ status: Int, _ sentence: String) -> HTTPAnswer {
        .plain(status, sentence)
    }

    /// The limit in words.
    public func httpConnectionRefused(ofAddress: Bool) -> HTTPAnswer {
        ofAddress
            ? httpRefusal(429, "too many connections from your address")
            : httpRefusal(503, "the server has all connections that it takes")
    }

    /// The method is not known.
    public func httpRefusal(ofMethod method: String, at path: String) -> HTTPAnswer {
        httpRefusal(501, "there is no method \(method) here")
    }
}

/// The answer to a client that asks for a WebSocket.
public enum HTTPUpgrade {
    /// It gets one, of which the delegate hears.
    case accept(any WebSocketServerDelegate)
    /// It gets this in its place.
    case refuse(HTTPAnswer)
}

/// The options of an HTTP server.
public struct HTTPServerOptions: Sendable {
    /// The certificate and its key; `nil` for a server without TLS.
    public var tls: ServerTLS?
    /// The headers of requests that are read, their names in lower case.
    public var headers: [String]
    /// A connection takes further requests. False where requests of several people may share one:
    /// the library takes the next one's headers for the first's where a line of these has no colon.
    public var keepsConnections = true
    /// Requests with longer bodies are answered with 413.
    public var bodyBytesMax = 65_536
    /// WebSockets with longer messages are closed with code 1009.
    public var messageBytesMax = 1_048_576
    /// Connections at once; beyond it clients are answered with 503.
    public var connectionsMax = Int.max
    /// Connections at once from one address, of IPv6 from one network; beyond it clients are
    /// answered with 429.
    public var connectionsByAddressMax = Int.max
    /// The time that a client has for the head of a request, and that a connection may be without a
    /// request.
    public var headMilliseconds: UInt64 = 10_000
    /// The time that a client has for the body of a request.
    public var bodyMilliseconds: UInt64 = 10_000
    /// The time that a client has to take an answer that is no stream.
    public var answerMilliseconds: UInt64 = 30_000

    /// A server without TLS and without limits of connections.
    public init(headers: [String] = []) {
        self.headers = headers
    }
}

/// A server of HTTP/1.1 and of WebSockets (RFC 6455), plain or over TLS, without extensions. It
/// holds its delegate until it is closed and its connections are gone, and the loop holds it.
public final class HTTPListener {
    /// The port that is bound, at the first place; of use where port 0 was asked for.
    public let port: UInt16

    private let service: HTTPService
    private var listening: [ListeningSocket] = []

    init(
        on places: [ListeningPlace], options: HTTPServerOptions, reactor: Reactor,
        delegate: any HTTPServerDelegate
    ) throws(EventLoopError) {
        let service = try HTTPService(options, reactor: reactor, delegate: delegate)
        self.service = service
        var listening: [ListeningSocket] = []
        for place in places {
            do throws(EventLoopError) {
                listening.append(try Self.listen(on: place, for: service, reactor))
            } catch {
                for socket in listening { socket.close() }
                throw error
            }
        }
        self.listening = listening
        port = listening.first?.port ?? 0
    }

    private static func listen(
        on place: ListeningPlace, for service: HTTPService, _ reactor: Reactor
    ) throws(EventLoopError) -> ListeningSocket {
        let accept: (Int32) -> Void = { service.accept($0) }
        switch place {
        case .address(let address):
            return try ListeningSocket(on: address, reactor: reactor, accepted: accept) {}
        case .inherited(let descriptor):
            return try ListeningSocket(
                inherited: descriptor, reactor: reactor, accepted: accept
            ) {}
        }
    }

    /// The number of connections.
    public var connectionCount: Int { service.connectionCount }

    /// Shows another certificate to those who connect from now on.
    public func use(_ tls: ServerTLS) throws(EventLoopError) {
        try service.use(tls)
    }

    /// Accepts nothing more. Connections stay.
    public func close() {
        for socket in listening { socket.close() }
        listening = []
    }
}

/// The parts of an HTTP server that its connections share.
final class HTTPService {
    let options: HTTPServerOptions
    let reactor: Reactor
    let delegate: any HTTPServerDelegate
    private var host: OpaquePointer
    private(set) var connectionCount = 0
    private var countsByAddress: [AddressBlock?: Int] = [:]

    init(
        _ options: HTTPServerOptions, reactor: Reactor, delegate: any HTTPServerDelegate
    ) throws(EventLoopError) {
        self.options = options
        self.reactor = reactor
        self.delegate = delegate
        if let tls = options.tls {
            host = try reactor.library.makeSecureHost(tls)
        } else {
            host = reactor.library.plainHost
        }
    }

    /// The host before it lives on: connections may still be on it.
    func use(_ tls: ServerTLS) throws(EventLoopError) {
        host = try reactor.library.makeSecureHost(tls)
    }

    func accept(_ descriptor: Int32) {
        let peer = NativeAddress(peerOf: descriptor)?.socketAddress
        guard descriptor < reactor.descriptors.acceptedEnd,
            connectionCount < options.connectionsMax
        else {
            return refuse(descriptor, ofAddress: false)
        }
        guard let admission = Admission(of: peer, to: self) else {
            return refuse(descriptor, ofAddress: true)
        }
        HTTPConnection.accept(descriptor, host: host, from: peer, admission, service: self)
    }

    /// Answers without a request, which over TLS cannot be.
    private func refuse(_ descriptor: Int32, ofAddress: Bool) {
        let answer = delegate.httpConnectionRefused(ofAddress: ofAddress)
        if options.tls == nil {
            let bytes = answer.head(length: answer.body.count, closes: true) + answer.body
            _ = bytes.withUnsafeBytes { Socket.send($0, to: descriptor) }
        }
        Socket.close(descriptor)
    }

    /// The place of one connection among those that are allowed; it is free again when this goes.
    final class Admission {
        private let service: HTTPService
        private let block: AddressBlock?

        init?(of peer: SocketAddress?, to service: HTTPService) {
            let block = peer.flatMap { AddressBlock($0) }
            let count = service.countsByAddress[block, default: 0]
            guard count < service.options.connectionsByAddressMax else { return nil }
            self.service = service
            self.block = block
            service.countsByAddress[block] = count + 1
            service.connectionCount += 1
        }

        deinit {
            service.connectionCount -= 1
            let count = service.countsByAddress[block, default: 1] - 1
            service.countsByAddress[block] = count > 0 ? count : nil
        }
    }
}
