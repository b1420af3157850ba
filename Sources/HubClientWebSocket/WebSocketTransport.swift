import Glibc
public import HubClient
import NowPlaying
import Protocols

/// The web server of a hub, for programs on another machine: the same JSON-RPC on a WebSocket,
/// plain or over TLS.
///
/// It uses OpenSSL. For Apple's systems there is `URLSessionTransport`.
public final class WebSocketTransport: HubTransport {
    /// The longest time for each step of connecting, in seconds.
    private static let connectingTime = 10

    /// The hub's address, for messages.
    public let path: String

    private let request: WebSocketRequest
    private let context: TLSContext?

    /// A transport without a connection.
    ///
    /// - Parameters:
    ///   - address: The address of the hub's WebSocket, such as `wss://hub.example/api/v1/socket`.
    ///   - token: The token that gives the program its rights; `nil` for the rights without one.
    ///   - authority: A file with the certificates to trust in place of the system's.
    /// - Throws: `HubClientError.unable` where one of these cannot be used.
    public init(
        to address: String, token: String? = nil, authority: String? = nil
    ) throws(HubClientError) {
        path = address
        do {
            let url = try WebSocketURL(address)
            let rights = token.map { HeaderField(name: "Authorization", value: "Bearer \($0)") }
            request = try WebSocketRequest(
                url: url, fields: [rights].compactMap(\.self), subprotocols: ["nphub.v1"])
            context = url.isSecure ? try TLSContext(TLSSettings(ca: authority)) : nil
        } catch {
            throw .unable("\(address): \(error)")
        }
    }

    /// Connects, and begins to open the WebSocket.
    public func connect() async throws(HubClientError) -> any HubChannel {
        let codec = WebSocketCodec(request, context, path: path)
        return try await SocketChannel.connect(to: path, by: codec) {
            [request, path] () throws(HubClientError) in
            guard let descriptor = Self.openSocket(to: request.url) else {
                throw .notListening(path: path)
            }
            return descriptor
        }
    }

    // MARK: Sockets

    /// A connection to the first of the host's addresses that accepts one.
    private static func openSocket(to url: WebSocketURL) -> Int32? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var addresses: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(url.host, "\(url.port)", &hints, &addresses) == 0 else {
            return nil
        }
        defer { freeaddrinfo(addresses) }
        var next = addresses
        while let address = next?.pointee {
            if let descriptor = connect(to: address) { return descriptor }
            next = address.ai_next
        }
        return nil
    }

    private static func connect(to address: addrinfo) -> Int32? {
        let type = address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.ai_family, type, address.ai_protocol)
        guard descriptor >= 0 else { return nil }
        // connect(2) and send(2) wait no longer than this.
        var time = timeval(tv_sec: connectingTime, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
        if Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 {
            return descriptor
        }
        close(descriptor)
        return nil
    }
}
