import Glibc
public import HubClient
public import NowPlaying
import Protocols

/// The web server of a hub, for programs on another machine: the same JSON-RPC on a WebSocket,
/// plain or over TLS.
///
/// It uses OpenSSL. Apps for Apple's systems implement `HubTransport` with
/// `URLSessionWebSocketTask` instead.
public final class WebSocketTransport: HubTransport {
    /// The longest time for the connection and for each of its steps, in seconds.
    private static let connectingTime = 10

    /// The hub's address, for messages.
    public let path: String

    private let request: WebSocketRequest
    private let context: TLSContext?
    private var generator = SystemRandomNumberGenerator()
    private var descriptor: Int32 = -1
    private var client: WebSocketClient
    private var tls: TLSSession?
    private var isOpen = false
    /// Messages that came, a line each.
    private var lines: [UInt8] = []

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
        do {
            let url = try WebSocketURL(address)
            let rights = token.map { HeaderField(name: "Authorization", value: "Bearer \($0)") }
            request = try WebSocketRequest(
                url: url, fields: [rights].compactMap(\.self), subprotocols: ["nphub.v1"])
            context = url.isSecure ? try TLSContext(TLSSettings(ca: authority)) : nil
        } catch {
            throw .unable("\(address): \(error)")
        }
        path = address
        client = WebSocketClient(request: request)
    }

    deinit {
        disconnect()
    }

    /// Connects, and waits until the hub has accepted the WebSocket.
    public func connect() throws(HubClientError) {
        disconnect()
        descriptor = openSocket()
        guard descriptor >= 0 else { throw .notListening(path: path) }
        client = WebSocketClient(request: request)
        tls = context.map { TLSSession(context: $0, url: request.url.server) }
        tls?.start()
        try transmit(client.open(using: &generator))
        let clock = ContinuousClock()
        let end = clock.now + .seconds(Self.connectingTime)
        while !isOpen {
            guard clock.now < end else {
                throw .silent(path: path, seconds: Int64(Self.connectingTime))
            }
            try exchange(within: .seconds(1))
        }
    }

    /// Sends a line as a message.
    public func send(_ bytes: [UInt8]) throws(HubClientError) {
        let text = String(decoding: bytes, as: UTF8.self)
        try transmit(client.send(text: text, using: &generator))
    }

    /// Waits for something from the hub, also while there is no connection.
    public func receive(within time: Interval?) throws(HubClientError) -> [UInt8] {
        if lines.isEmpty { try exchange(within: time) }
        defer { lines = [] }
        return lines
    }

    /// Ends the connection, if there is one.
    public func disconnect() {
        if isOpen { try? transmit(client.close(code: .goingAway, using: &generator)) }
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        tls = nil
        isOpen = false
        lines = []
    }

    // MARK: Bytes

    /// Waits until bytes come, and does what they say.
    private func exchange(within time: Interval?) throws(HubClientError) {
        // A descriptor below 0 is not waited for, but the time passes.
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&watched, 1, time.map { Int32(clamping: $0.milliseconds) } ?? -1) > 0 else {
            return
        }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        guard count > 0 else { throw .closed(path: path, reason: nil) }
        try receive(Array(bytes.prefix(count)))
    }

    private func receive(_ bytes: [UInt8]) throws(HubClientError) {
        guard let tls else {
            client.receive(bytes)
            return try readEvents()
        }
        tls.receive(bytes)
        try write(tls.takeCiphertext())
        if case .failed(let failure) = tls.state {
            throw .unintelligible(path: path, problem: failure.text)
        }
        client.receive(tls.takePlaintext())
        try readEvents()
    }

    private func readEvents() throws(HubClientError) {
        while let event = client.next(using: &generator) {
            switch event {
            case .opened: isOpen = true
            case .text(let message): lines += message + [UInt8(ascii: "\n")]
            case .transmit(let bytes): try transmit(bytes)
            case .binary, .ponged: break
            case .closed(let closure): throw .closed(path: path, reason: closure.reason.nonempty)
            case .failed(let failure): throw error(failure)
            }
        }
    }

    /// A hub that refuses a token will refuse it again.
    private func error(_ failure: WebSocketFailure) -> HubClientError {
        switch failure.code {
        case .unauthorized, .forbidden: .unable("\(path): \(failure.text)")
        default: .unintelligible(path: path, problem: failure.text)
        }
    }

    private func transmit(_ bytes: [UInt8]) throws(HubClientError) {
        guard let tls else { return try write(bytes) }
        tls.send(bytes)
        try write(tls.takeCiphertext())
    }

    private func write(_ bytes: [UInt8]) throws(HubClientError) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .closed(path: path, reason: nil) }
            sent += count
        }
    }

    // MARK: Sockets

    /// A connection to the first of the host's addresses that accepts one; below 0 for none.
    private func openSocket() -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var addresses: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(request.url.host, "\(request.url.port)", &hints, &addresses) == 0 else {
            return -1
        }
        defer { freeaddrinfo(addresses) }
        var next = addresses
        while let address = next?.pointee {
            if let descriptor = Self.connect(to: address) { return descriptor }
            next = address.ai_next
        }
        return -1
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

extension String {
    fileprivate var nonempty: String? { isEmpty ? nil : self }
}
