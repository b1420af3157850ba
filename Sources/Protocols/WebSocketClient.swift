import Support

/// One WebSocket connection from the client's side (RFC 6455): bytes in, events out.
///
/// It does no I/O and knows no time. The caller connects, sends what `open` returns, and then for
/// each piece that it receives calls `receive` once and `next` until that gives `nil`:
///
/// ```
///  idle ──open──▶ handshaking ──101──▶ open ──close──▶ closing
///                      │                │                 │
///                   refused      close, failure,   close, failure,
///                                  end of stream     end of stream
///                      ▼                ▼                 ▼
///                    ended            ended             ended
/// ```
///
/// Events are pulled one at a time, so that nothing is queued. Of the pings in a piece only the
/// newest is answered, after all else in it (section 5.5.3). What is held is bounded by the limits
/// and the size of the pieces. Time limits for the handshake and the closing are the caller's.
public struct WebSocketClient: Sendable {
    private enum State {
        /// Not asked for yet.
        case idle
        /// The request is out.
        case handshaking(HandshakeReader)
        /// Messages flow both ways.
        case open
        /// Our close frame is out, the server's has not come. Its messages still count.
        case closing
        /// Closed or failed: what still comes is ignored (section 5.5.1).
        case ended
    }

    private let request: WebSocketRequest
    private let limits: WebSocketLimits
    private var state = State.idle
    private var buffer = ReceiveBuffer()
    private var messages: MessageReader
    /// The payload of the newest ping that is not answered yet.
    private var unansweredPing: [UInt8]?
    /// True while sent bytes have not all left yet: pings wait, and of those that come meanwhile
    /// only the newest is answered afterwards, by `next` (section 5.5.3).
    public var holdsPongs = false
    /// The end, held back while the close frame before it is handed out.
    private var ending: WebSocketEvent?

    /// A client that has done nothing yet.
    public init(request: WebSocketRequest, limits: WebSocketLimits = WebSocketLimits()) {
        self.request = request
        self.limits = limits
        messages = MessageReader(messageBytesMax: limits.messageBytesMax)
    }

    /// Messages may be sent.
    public var isOpen: Bool {
        if case .open = state { true } else { false }
    }

    /// Starts the handshake; called once, first.
    ///
    /// - Returns: the bytes to send.
    public mutating func open(using generator: inout some RandomNumberGenerator) -> [UInt8] {
        guard case .idle = state else { crash("a client opens once") }
        let key = HandshakeKey.make(using: &generator)
        state = .handshaking(
            HandshakeReader(
                key: key, subprotocols: request.subprotocols,
                headerBytesMax: limits.headerBytesMax))
        return request.bytes(key: key)
    }

    /// Takes a piece of what the server sent. Call `next` until it gives `nil`, before the next
    /// piece.
    public mutating func receive(_ bytes: [UInt8]) {
        if case .ended = state { return }
        buffer.append(bytes)
    }

    /// The next event in what was received; `nil` when more must be received first.
    public mutating func next(
        using generator: inout some RandomNumberGenerator
    ) -> WebSocketEvent? {
        if let event = ending {
            ending = nil
            return event
        }
        do throws(WebSocketFailure) {
            switch state {
            case .idle, .ended:
                return nil
            case .handshaking(let handshake):
                return try readHandshake(handshake).map(WebSocketEvent.opened)
            case .open, .closing:
                return try nextMessage(using: &generator) ?? pong(using: &generator)
            }
        } catch {
            return fail(with: error, using: &generator)
        }
    }

    /// The connection under it has ended. Everything received before has been taken by `next`.
    public mutating func endOfStream() -> WebSocketEvent? {
        defer { end() }
        switch state {
        case .idle, .ended: return nil
        case .handshaking: return .failed(.endedDuringHandshake)
        // Section 7.1.5: without a close frame from the server the code is 1006.
        case .open, .closing: return .closed(WebSocketClosure(code: .abnormal))
        }
    }

    private mutating func readHandshake(
        _ reader: HandshakeReader
    ) throws(WebSocketFailure) -> WebSocketResponse? {
        var reader = reader
        let response = try reader.read(from: &buffer)
        state = response == nil ? .handshaking(reader) : .open
        return response
    }

    private mutating func nextMessage(
        using generator: inout some RandomNumberGenerator
    ) throws(WebSocketFailure) -> WebSocketEvent? {
        while let message = try messages.next(from: &buffer) {
            if let event = event(for: message, using: &generator) { return event }
        }
        return nil
    }

    /// Section 5.5.3: a pong has the payload of its ping.
    private mutating func pong(
        using generator: inout some RandomNumberGenerator
    ) -> WebSocketEvent? {
        guard !holdsPongs, let payload = unansweredPing else { return nil }
        unansweredPing = nil
        let pong = OutgoingFrame(opcode: .pong, payload: payload)
        return .transmit(pong.bytes(using: &generator))
    }

    private mutating func event(
        for message: IncomingMessage, using generator: inout some RandomNumberGenerator
    ) -> WebSocketEvent? {
        switch message {
        case .text(let bytes): return .text(bytes)
        case .binary(let bytes): return .binary(bytes)
        case .pong(let payload): return .ponged(payload)
        case .ping(let payload):
            unansweredPing = Array(payload)
            return nil
        case .close(let closure):
            // Section 5.5.1: answered with the same code, unless ours went out first.
            let answer = WebSocketClosure(code: closure.code)
            return finish(with: .closed(closure), telling: answer, using: &generator)
        }
    }

    private mutating func fail(
        with failure: WebSocketFailure, using generator: inout some RandomNumberGenerator
    ) -> WebSocketEvent {
        let closure = failure.closeCode.map { WebSocketClosure(code: $0, reason: failure.text) }
        return finish(with: .failed(failure), telling: closure, using: &generator)
    }

    /// Ends, after a close frame if the server expects one.
    private mutating func finish(
        with event: WebSocketEvent, telling closure: WebSocketClosure?,
        using generator: inout some RandomNumberGenerator
    ) -> WebSocketEvent {
        let mustSendClose = isOpen
        end()
        guard mustSendClose, let closure else { return event }
        ending = event
        let frame = OutgoingFrame(opcode: .close, payload: closure.payload)
        return .transmit(frame.bytes(using: &generator))
    }

    private mutating func end() {
        state = .ended
        unansweredPing = nil
        buffer = ReceiveBuffer()
        messages = MessageReader(messageBytesMax: limits.messageBytesMax)
    }
}

extension WebSocketClient {
    /// The frame of a text message; empty unless the WebSocket is open.
    public func send(
        text: String, using generator: inout some RandomNumberGenerator
    ) -> [UInt8] {
        frame(.text, payload: Array(text.utf8), using: &generator)
    }

    /// The frame of a binary message; empty unless the WebSocket is open.
    public func send(
        binary: [UInt8], using generator: inout some RandomNumberGenerator
    ) -> [UInt8] {
        frame(.binary, payload: binary, using: &generator)
    }

    /// A ping, which a living server answers; empty unless the WebSocket is open.
    ///
    /// - Parameter payload: at most 125 bytes, which come back in the pong.
    public func ping(
        payload: [UInt8] = [], using generator: inout some RandomNumberGenerator
    ) -> [UInt8] {
        invariant(payload.count <= 125, "a control frame has 125 bytes at most")
        return frame(.ping, payload: payload, using: &generator)
    }

    /// Begins to close; `closed` follows when the server has agreed. During the handshake there
    /// is no peer to tell: it ends at once, without an event.
    ///
    /// - Parameters:
    ///   - code: one that may be sent, or `noStatus` to give none.
    ///   - reason: for people; cut after 123 bytes.
    /// - Returns: the close frame; empty unless the WebSocket is open.
    public mutating func close(
        code: WebSocketCloseCode, reason: String = "",
        using generator: inout some RandomNumberGenerator
    ) -> [UInt8] {
        invariant(code.isAllowedInFrame || code == .noStatus, "\(code) must not be sent")
        let closure = WebSocketClosure(code: code, reason: reason)
        let bytes = frame(.close, payload: closure.payload, using: &generator)
        switch state {
        case .open: state = .closing
        case .idle, .handshaking: end()
        case .closing, .ended: break
        }
        return bytes
    }

    private func frame(
        _ opcode: Opcode, payload: [UInt8], using generator: inout some RandomNumberGenerator
    ) -> [UInt8] {
        guard isOpen else { return [] }
        return OutgoingFrame(opcode: opcode, payload: payload).bytes(using: &generator)
    }
}

/// An event that a `WebSocketClient` has found in the bytes, or an action that it wants done.
public enum WebSocketEvent: Hashable, Sendable {
    /// The handshake is done; messages may be sent.
    case opened(WebSocketResponse)
    /// A whole message of text, checked to be UTF-8. Mostly a slice of what was received: it
    /// keeps that alive, so do not store it for long.
    case text(ArraySlice<UInt8>)
    /// A whole message of bytes; a slice like that of `text`.
    case binary(ArraySlice<UInt8>)
    /// These bytes must be sent: the answer to a ping or to a close.
    case transmit([UInt8])
    /// A pong came, asked for or not.
    case ponged(ArraySlice<UInt8>)
    /// The connection is over as the protocol knows it. Nothing follows; the TCP connection is
    /// to be closed.
    case closed(WebSocketClosure)
    /// The server broke the protocol, or refused. Nothing follows; the TCP connection is to be
    /// closed.
    case failed(WebSocketFailure)
}

/// The sizes that a server may send before it is cut.
public struct WebSocketLimits: Hashable, Sendable {
    /// The longest message, its fragments together, in bytes.
    public var messageBytesMax: Int
    /// The longest header of the handshake's answer, in bytes, interim answers included.
    public var headerBytesMax: Int

    /// By default 1 MiB: the cached states of 32 stations in one message are a quarter of that.
    /// 16 KB of header is what browsers and proxies allow at least.
    public init(messageBytesMax: Int = 1 << 20, headerBytesMax: Int = 16 << 10) {
        invariant(messageBytesMax >= 0 && headerBytesMax >= 0, "a limit is a size")
        self.messageBytesMax = messageBytesMax
        self.headerBytesMax = headerBytesMax
    }
}
