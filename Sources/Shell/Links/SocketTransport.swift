import Loop
import Hub
import NowPlaying
import Stations
import Protocols

/// One connection of a link to a server: name look-up, TCP, TLS; bytes in both directions.
final class SocketTransport: LinkTransport {
    private let id: LinkID
    private let url: ServerURL
    private let loop: EventLoop
    private let tls: TLSSession?
    private var post: ((Event) -> Void)?
    private var lookUp: Resolution?
    private var addresses = AddressQueue()
    private var connection: Connection?
    /// Gives the next address its turn.
    private var attemptTimer: LoopTimer?
    private var isEstablished = false
    /// The bytes that wait for the server are reported at the end of this turn.
    private var isAboutToTellBlocked = false

    /// A connection that is yet to be made.
    ///
    /// - Parameters:
    ///   - tls: The session to have over it; `nil` for none.
    ///   - post: Hands an event to the hub.
    init(
        _ id: LinkID, to url: ServerURL, tls: TLSSession?, on loop: EventLoop,
        post: @escaping (Event) -> Void
    ) {
        self.id = id
        self.url = url
        self.tls = tls
        self.loop = loop
        self.post = post
    }

    func dial() {
        lookUp = loop.resolver.resolve(host: url.host, port: url.port) { [weak self] result in
            self?.resolved(result)
        }
    }

    func transmit(_ bytes: [UInt8]) {
        guard let tls else { return send(bytes) }
        tls.send(bytes)
        flush(tls)
    }

    func setReading(_ isWanted: Bool) {
        isWanted ? connection?.resumeReading() : connection?.pauseReading()
    }

    func hangUp() {
        post = nil
        lookUp?.cancel()
        attemptTimer?.disarm()
        if let tls {
            tls.close()
            flush(tls)
        }
        isEstablished ? connection?.finish() : connection?.close()
    }

    // MARK: Connecting

    private func resolved(_ result: Result<[SocketAddress], ResolutionFailure>) {
        lookUp = nil
        switch result {
        case .success(let addresses):
            post?(.linkResolved(id))
            self.addresses = AddressQueue(addresses)
            tryNextAddress()
        case .failure(let error):
            fail(StationConnection.Reason(code: "noSuchHost", text: "\(url.host): \(error)"))
        }
    }

    private func tryNextAddress() {
        guard post != nil, !isEstablished, let address = addresses.next() else { return }
        connection?.close()
        connection = loop.connect(to: address, delegate: self)
        guard !addresses.isEmpty else { return }
        let timer = attemptTimer ?? loop.makeTimer { [weak self] in self?.tryNextAddress() }
        attemptTimer = timer
        timer.arm(afterMilliseconds: addresses.attemptDelay)
    }

    private func fail(_ reason: StationConnection.Reason) {
        let post = post
        hangUp()
        post?(.linkDisconnected(id, reason))
    }

    // MARK: Sending

    private func send(_ bytes: [UInt8]) {
        guard connection?.send(bytes) == .blocked, !isAboutToTellBlocked else { return }
        isAboutToTellBlocked = true
        // Once in a turn, however much is sent in it.
        loop.atEndOfTurn { [weak self] in self?.tellBlocked() }
    }

    private func tellBlocked() {
        isAboutToTellBlocked = false
        // It may have drained since, in the same turn.
        guard let connection, connection.isBlocked else { return }
        post?(.linkBlocked(id, unsent: connection.unsentByteCount))
    }

    // MARK: TLS

    private func flush(_ tls: TLSSession) {
        let ciphertext = tls.takeCiphertext()
        if !ciphertext.isEmpty { send(ciphertext) }
    }

    private func received(_ bytes: [UInt8], through tls: TLSSession) {
        let wasOpen = tls.state == .open
        tls.receive(bytes)
        flush(tls)
        if !wasOpen, tls.state == .open { post?(.linkConnected(id)) }
        let plaintext = tls.takePlaintext()
        if !plaintext.isEmpty { post?(.linkReceived(id, plaintext)) }
        switch tls.state {
        case .idle, .handshaking, .open: break
        case .closed: fail(ConnectionClosure.endOfStream.reason(at: url))
        case .failed(let failure):
            fail(StationConnection.Reason(code: failure.code.rawValue, text: failure.text))
        }
    }
}

extension SocketTransport: ConnectionDelegate {
    func connectionOpened(_ connection: Connection) {
        guard connection === self.connection else { return }
        attemptTimer?.disarm()
        isEstablished = true
        guard let tls else {
            post?(.linkConnected(id))
            return
        }
        tls.start()
        flush(tls)
    }

    func connection(
        _ connection: Connection, received bytes: UnsafeRawBufferPointer
    ) {
        guard connection === self.connection, post != nil else { return }
        if let tls {
            received(Array(bytes), through: tls)
        } else {
            post?(.linkReceived(id, Array(bytes)))
        }
    }

    func connectionDrained(_ connection: Connection) {
        guard connection === self.connection else { return }
        post?(.linkDrained(id))
    }

    func connectionClosed(
        _ connection: Connection, _ closure: ConnectionClosure
    ) {
        guard connection === self.connection, post != nil else { return }
        if !isEstablished, !addresses.isEmpty { return tryNextAddress() }
        // A connection that never was has had no handshake.
        if isEstablished { tls?.endOfStream() }
        if case .failed(let failure) = tls?.state {
            return fail(StationConnection.Reason(code: failure.code.rawValue, text: failure.text))
        }
        fail(closure.reason(at: url))
    }
}

extension ConnectionClosure {
    /// The reason in the words that a station's state carries.
    fileprivate func reason(at url: ServerURL) -> StationConnection.Reason {
        let code =
            switch self {
            case .refused: "refused"
            case .unreachable: "unreachable"
            case .timedOut: "timedOut"
            case .reset: "reset"
            case .endOfStream: "closed"
            case .closedHere, .failed: "connectionFailed"
            case .tooFewDescriptors: "tooFewDescriptors"
            }
        if self == .tooFewDescriptors {
            return StationConnection.Reason(
                code: code,
                text: "\(self) for all links: raise the limit (ulimit -n, LimitNOFILE=)")
        }
        return StationConnection.Reason(code: code, text: "\(url.host) port \(url.port): \(self)")
    }
}

extension SocketTransport {
    /// For servers with which bytes are exchanged: WebSockets, and lines over TCP.
    static let opener = LinkOpener(["ws", "wss", "tcp", "tls"]) {
        id, destination, resources, post throws(TLSSettingsError) in
        guard case .server(let url, let dial) = destination else { return nil }
        let tls = try resources.contexts.session(to: url, with: dial.tls)
        return SocketTransport(id, to: url, tls: tls, on: resources.loop, post: post)
    }
}
