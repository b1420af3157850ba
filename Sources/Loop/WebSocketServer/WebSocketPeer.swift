internal import CLibwebsockets

/// One client of a WebSocket server.
///
/// Messages that are sent during a turn are written at its end. Messages that the kernel refuses
/// are kept: the library keeps one that it has begun, the peer keeps the rest. Until the library
/// has got rid of its part nothing is read from the peer, because the library only looks at it
/// again and again.
public final class WebSocketPeer {
    private enum State {
        /// The library has not shaken hands yet.
        case handshaking
        /// Messages flow.
        case open
        /// No more messages; to be closed with this code when what was sent is out.
        case closing(code: UInt16, reason: String)
        /// To be dropped at the end of this turn.
        case aborting
        /// The library sends the close frame and awaits the answer.
        case saidGoodbye
        /// Over.
        case closed
    }

    /// The path that the client asked for.
    public let path: String
    /// The text after the `?`; empty if there was none.
    public let query: String

    private let socket: LibrarySocket
    private var admission: HTTPService.Admission?
    private var delegate: (any WebSocketServerDelegate)?
    private var state = State.handshaking
    private var unsent: [OutgoingMessage] = []
    private var isBlocked = false
    private var wantsReading = true
    private var mustTellDrained = false
    private var assembly: MessageAssembly
    private var closeCode: UInt16?
    /// Nothing came since the last ping.
    private var isSilent = false
    /// Times out when a client does not read what is pending.
    private var finishTimer: LoopTimer?

    /// Takes a connection over whose request for a WebSocket is granted.
    static func takeOver(
        _ socket: LibrarySocket, for request: HTTPRequest, _ admission: HTTPService.Admission?,
        messageBytesMax: Int, delegate: any WebSocketServerDelegate
    ) {
        let peer = WebSocketPeer(
            socket, for: request, admission, messageBytesMax: messageBytesMax, delegate: delegate)
        socket.attach(peer)
    }

    private init(
        _ socket: LibrarySocket, for request: HTTPRequest, _ admission: HTTPService.Admission?,
        messageBytesMax: Int, delegate: any WebSocketServerDelegate
    ) {
        self.socket = socket
        self.admission = admission
        self.delegate = delegate
        path = request.path
        query = request.query.joined(separator: "&")
        assembly = MessageAssembly(limit: messageBytesMax)
    }
}

extension WebSocketPeer {
    /// Sends a text message.
    @discardableResult
    public func send(text: String) -> Flow {
        send(.text(text.utf8))
    }

    /// Sends a text message that is UTF-8 already.
    @discardableResult
    public func send(text: [UInt8]) -> Flow {
        send(.text(text))
    }

    /// Sends a binary message.
    @discardableResult
    public func send(binary: [UInt8]) -> Flow {
        send(.binary(binary))
    }

    /// The number of sent bytes that have not been given to the library yet.
    public var unsentByteCount: Int { unsent.reduce(0) { $0 + $1.count } }

    /// Leaves what the peer sends in the kernel, or takes it again.
    public func setReading(_ isWanted: Bool) {
        wantsReading = isWanted
        if !isBlocked { socket.setReading(isWanted) }
    }

    /// Sends a ping.
    @discardableResult
    public func ping() -> Flow {
        send(.ping)
    }

    /// Pings the client, or ends the connection if it has not answered the last time. To be called
    /// again and again. Of a client that is not read, or does not read, nothing is to be expected.
    public func checkLife() {
        guard !isBlocked, wantsReading else {
            isSilent = false
            return
        }
        guard !isSilent else { return close(code: 1_001, reason: "silent") }
        isSilent = true
        ping()
    }

    private func send(_ message: OutgoingMessage) -> Flow {
        guard case .open = state else { return .ready }
        unsent.append(message)
        guard isBlocked else {
            socket.reactor.endTurn(for: socket)
            return .ready
        }
        mustTellDrained = true
        return .blocked
    }

    /// Sends what is kept, then a close frame, and awaits the peer's. One that does not take them
    /// within a few seconds is dropped. `webSocketClosed` follows.
    public func close(code: UInt16 = 1000, reason: String = "") {
        guard case .open = state else { return }
        state = .closing(code: code, reason: reason)
        socket.reactor.endTurn(for: socket)
    }

    /// Drops the TCP connection at the end of this turn, without a close frame.
    /// `webSocketClosed` follows.
    public func abort() {
        switch state {
        case .open, .closing, .saidGoodbye:
            state = .aborting
            socket.reactor.endTurn(for: socket)
        case .handshaking, .aborting, .closed:
            break
        }
    }
}

extension WebSocketPeer: LibrarySocketOwner {
    func handle(_ event: LibraryEvent, _ bytes: UnsafeRawBufferPointer) -> CallbackResult {
        switch event {
        case .established:
            state = .open
            delegate?.webSocketOpened(self)
            return .proceed
        case .received:
            return receive(bytes)
        case .writable:
            return writable()
        case .pong:
            isSilent = false
            return .proceed
        case .closeReceived:
            if bytes.count >= 2 { closeCode = UInt16(bytes[0]) << 8 | UInt16(bytes[1]) }
            return .proceed
        case .closed, .rawClosed, .httpClosed, .destroyed:
            ended()
            return .proceed
        case .upgradeRequested, .handshake, .httpRequest, .httpBody, .httpBodyEnded,
            .httpWritable, .rawAdopted, .rawReceived, .rawWritable:
            return .close
        }
    }

    func turnEnded() {
        switch state {
        case .open:
            flush()
        case .closing(let code, let reason):
            flush()
            guard unsent.isEmpty, !isBlocked else { return limitFinish() }
            // Not from within a writable event: a leftover of the library's own tests then closes
            // twice, and the second time cuts off the close frame.
            sayGoodbye(code: code, reason: reason)
            socket.kill()
        case .aborting:
            cut()
        case .handshaking, .saidGoodbye, .closed:
            break
        }
    }

    func loopEnds() {
        guard case .handshaking = state else { return abort() }
    }

    private func receive(_ part: UnsafeRawBufferPointer) -> CallbackResult {
        guard let wsi = socket.wsi, case .open = state else { return .proceed }
        isSilent = false
        switch assembly.add(part, isLast: lws_is_final_fragment(wsi) != 0) {
        case .incomplete:
            return .proceed
        case .message(let message):
            let isText = lws_frame_is_binary(wsi) == 0
            delegate?.webSocket(self, received: message, isText: isText)
            return .proceed
        case .tooBig:
            sayGoodbye(code: 1009, reason: "message too big")
            return .close
        }
    }

    private func writable() -> CallbackResult {
        if isBlocked {
            isBlocked = false
            if wantsReading { socket.setReading(true) }
        }
        switch state {
        case .open:
            flush()
            guard mustTellDrained, !isBlocked, case .open = state else { return .proceed }
            mustTellDrained = false
            delegate?.webSocketDrained(self)
            return .proceed
        case .closing:
            socket.reactor.endTurn(for: socket)
            return .proceed
        case .handshaking, .aborting, .saidGoodbye, .closed:
            return .proceed
        }
    }

    /// Writes until the kernel refuses. The library keeps the rest of the message that it was
    /// refused, and tells when it could write it.
    private func flush() {
        guard let wsi = socket.wsi, !unsent.isEmpty, !isBlocked else { return }
        var written = 0
        while written < unsent.count, !isBlocked {
            guard unsent[written].write(to: wsi) else {
                abort()
                break
            }
            written += 1
            isBlocked = lws_partial_buffered(wsi) != 0
        }
        unsent.removeFirst(written)
        if isBlocked {
            socket.setReading(false)
            socket.awaitWritable()
            tellBlocked()
        }
    }

    private func tellBlocked() {
        guard !mustTellDrained, case .open = state else { return }
        mustTellDrained = true
        delegate?.webSocketBlocked(self)
    }

    private func limitFinish() {
        guard finishTimer == nil else { return }
        let timer = LoopTimer(on: socket.reactor) { [weak self] in self?.abort() }
        timer.arm(afterMilliseconds: LoopLimits.finishMilliseconds)
        finishTimer = timer
    }

    private func sayGoodbye(code: UInt16, reason: String) {
        state = .saidGoodbye
        guard let wsi = socket.wsi else { return }
        // A control frame has room for 125 bytes, two of which are the code (RFC 6455, 5.5).
        var text = Array(reason.utf8.prefix(123))
        lws_close_reason(wsi, lws_close_status(UInt32(code)), &text, text.count)
    }

    /// Shuts the descriptor down, so that nothing the library says goes out any more, and has it
    /// close the socket.
    private func cut() {
        unsent = []
        if let descriptor = socket.descriptor { Socket.shutDown(descriptor) }
        socket.kill()
    }

    private func ended() {
        let wasOpened: Bool
        switch state {
        case .handshaking, .closed: wasOpened = false
        case .open, .closing, .aborting, .saidGoodbye: wasOpened = true
        }
        state = .closed
        finishTimer = nil
        admission = nil
        unsent = []
        let delegate = delegate
        self.delegate = nil
        socket.forget()
        if wasOpened { delegate?.webSocketClosed(self, code: closeCode) }
    }
}
