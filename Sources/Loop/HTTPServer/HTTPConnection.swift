internal import CLibwebsockets

/// One connection of an HTTP server, until it becomes a WebSocket.
///
/// Requests come one after the other, each with its `HTTPExchange`. From the end of a request's
/// turn until its answer is out nothing is read: the library would neither take what the client
/// sends nor stop looking at it. Its HTTP role does not tell then when something can be written,
/// nor when the client leaves; so answers and streams are written at the end of a turn
/// without being told, and what the kernel refuses is tried again from time to time. The library is
/// given little at a time, and only when the kernel has room for it: it would keep what the kernel
/// refuses, without a bound.
///
/// Bytes that the library has already read behind a request are never parsed: the library would
/// replay them from a buffer of its own, and spin on a body among them. Such a connection ends
/// after the answer to the request before them; one whose answer is a stream is refused.
final class HTTPConnection {
    private let service: HTTPService
    private let socket: LibrarySocket
    private let peer: SocketAddress?
    private var admission: HTTPService.Admission?
    private var state = HTTPConnectionState.idle
    private var writer = AnswerWriter()
    /// The answer whose head waits for the end of the turn: only then it is known whether the
    /// connection can go on.
    private var unsentAnswer: HTTPAnswer?
    private var mustTellDrained = false
    private var timer: LoopTimer?
    private var retryTimer: LoopTimer?
    private var requestCount = 0
    /// True if the library had read bytes behind the request when reading was stopped; `nil`
    /// while it reads.
    private var hasRest: Bool?
    /// A stream has begun.
    private var hasBegun = false

    /// Hands an accepted descriptor over to the library; without further ado if it refuses.
    static func accept(
        _ descriptor: Int32, host: OpaquePointer, from peer: SocketAddress?,
        _ admission: HTTPService.Admission, service: HTTPService
    ) {
        let connection = HTTPConnection(from: peer, admission, service: service)
        let isSecure = service.options.tls != nil
        let security = isSecure ? LWS_ADOPT_ALLOW_SSL.rawValue : 0
        let type = lws_adoption_type(LWS_ADOPT_SOCKET.rawValue | LWS_ADOPT_HTTP.rawValue | security)
        guard connection.socket.adopt(descriptor, host: host, type: type) else {
            return connection.socket.forget()
        }
        // The library's own time for a request is the same as that of this connection's timer.
        if !isSecure { connection.socket.liftTimeout() }
        connection.arm(service.options.headMilliseconds)
    }

    private init(
        from peer: SocketAddress?, _ admission: HTTPService.Admission, service: HTTPService
    ) {
        self.service = service
        self.peer = peer
        self.admission = admission
        socket = LibrarySocket(on: service.reactor)
        socket.attach(self)
    }

    private func arm(_ milliseconds: UInt64) {
        let timer = timer ?? LoopTimer(on: service.reactor) { [weak self] in self?.timedOut() }
        timer.arm(afterMilliseconds: milliseconds)
        self.timer = timer
    }

    private func timedOut() {
        switch state {
        case .idle where requestCount > 0: break
        case .idle:
            _ = refuse(HTTPRefusal(408, "the head of the request took too long"))
        case .readingBody:
            _ = refuse(HTTPRefusal(408, "the body of the request took too long"))
        case .streaming:
            // Nothing is read any more, so that the library does not tell of its client's leaving.
            if let descriptor = socket.descriptor, Socket.isOpen(descriptor) {
                return arm(LoopLimits.departureMilliseconds)
            }
        case .asked, .answering, .finishing, .upgrading, .aborting, .closed: break
        }
        abort()
    }
}

// MARK: What an exchange asks for

extension HTTPConnection {
    var isAwaited: Bool { socket.descriptor.map { Socket.isOpen($0) } ?? false }

    /// The number of bytes that the kernel has not taken yet.
    var unsentByteCount: Int { writer.unsentByteCount }

    func answer(_ answer: HTTPAnswer) {
        guard case .asked(let exchange) = state else { return }
        state = .answering(exchange, closes: answer.closes || !exchange.request.keepsAlive)
        unsentAnswer = answer
        arm(service.options.answerMilliseconds)
        socket.reactor.endTurn(for: socket)
    }

    func beginStream(_ answer: HTTPAnswer) {
        guard case .asked(let exchange) = state else { return }
        arm(LoopLimits.departureMilliseconds)
        let hasBody = exchange.request.method != "HEAD"
        state = hasBody ? .streaming(exchange) : .finishing(exchange)
        writer.append(answer.head(length: nil, closes: true))
        if hasBody { writer.append(answer.body) }
        socket.reactor.endTurn(for: socket)
    }

    func write(_ bytes: [UInt8]) -> Flow {
        guard case .streaming = state else { return .ready }
        writer.append(bytes)
        guard writer.isBlocked else {
            socket.reactor.endTurn(for: socket)
            return .ready
        }
        mustTellDrained = true
        return .blocked
    }

    func finish() {
        // An answer has an end of its own.
        if case .answering = state { return }
        guard case .streaming(let exchange) = state else { return abort() }
        state = .finishing(exchange)
        arm(LoopLimits.finishMilliseconds)
        socket.reactor.endTurn(for: socket)
    }

    func abort() {
        switch state {
        case .closed, .aborting: return
        default: state = .aborting(state.exchange)
        }
        socket.reactor.endTurn(for: socket)
    }
}

// MARK: What the library tells

extension HTTPConnection: LibrarySocketOwner {
    func handle(_ event: LibraryEvent, _ bytes: UnsafeRawBufferPointer) -> CallbackResult {
        switch event {
        case .httpRequest: return requested()
        case .httpBody: return receive(bytes)
        case .httpBodyEnded: return bodyEnded()
        case .httpWritable: return writable()
        case .upgradeRequested: return upgradeRequested()
        case .handshake: return handshake()
        case .httpClosed, .closed, .rawClosed, .destroyed:
            ended()
            return .proceed
        case .rawAdopted: return .proceed
        case .rawReceived:
            state = .upgrading
            return refuse(HTTPRefusal(unknown: bytes))
        case .rawWritable, .established, .received, .pong, .writable, .closeReceived:
            return .close
        }
    }

    /// Answers in place of the delegate, after which the connection ends.
    private func refuse(_ refusal: HTTPRefusal) -> CallbackResult {
        writer.writeAtOnce(refusal.answer(by: service.delegate), to: socket.wsi)
        return .close
    }

    private var head: RequestHead? { socket.wsi.map { RequestHead(wsi: $0) } }
    private var readRequest: HTTPRequest? { head?.request(service.options, from: peer) }

    private func requested() -> CallbackResult {
        guard case .idle = state, let head else { return .close }
        requestCount += 1
        socket.liftTimeout()
        do throws(HTTPRefusal) {
            let count = try head.bodyLength(limit: service.options.bodyBytesMax)
            guard let request = readRequest else { throw HTTPRefusal(400, "that is no path") }
            guard count > 0 || head.tellsOfNoBody else {
                ask(request)
                return .proceed
            }
            if head.awaitsInvitation { writer.invite(socket.wsi) }
            state = .readingBody(request, count: count)
            arm(service.options.bodyMilliseconds)
            return .proceed
        } catch {
            return refuse(error)
        }
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) -> CallbackResult {
        guard case .readingBody(var request, let count) = state else { return receiveRest() }
        state = .idle
        request.body.append(contentsOf: bytes)
        state = .readingBody(request, count: count)
        return request.body.count <= count ? .proceed : .close
    }

    /// Drops bytes behind a `POST` whose length is not told: its answer ends the connection.
    private func receiveRest() -> CallbackResult {
        switch state {
        case .asked(let exchange) where !exchange.request.keepsAlive,
            .answering(let exchange, closes: _) where !exchange.request.keepsAlive:
            .proceed
        default: .close
        }
    }

    private func bodyEnded() -> CallbackResult {
        guard case .readingBody(let request, count: _) = state else { return .close }
        ask(request)
        return .proceed
    }

    private func ask(_ request: HTTPRequest) {
        timer?.disarm()
        // At once: the library would tell of the end of the body again, as long as bytes follow it.
        socket.setReading(false)
        let exchange = HTTPExchange(request, on: self)
        state = .asked(exchange)
        socket.reactor.endTurn(for: socket)
        service.delegate.httpRequested(exchange)
    }

    /// Lets through only what asks for a WebSocket and for nothing else.
    private func upgradeRequested() -> CallbackResult {
        state = .upgrading
        guard let isWebSocket = head?.asksForWebSocket else { return .close }
        let refusal = HTTPRefusal(400, "only WebSockets can be upgraded to")
        return isWebSocket ? .proceed : refuse(refusal)
    }

    private func handshake() -> CallbackResult {
        guard case .upgrading = state, let head, let request = readRequest else { return .close }
        do throws(HTTPRefusal) { try head.checkHandshake() } catch { return refuse(error) }
        switch service.delegate.httpUpgradeRequested(request) {
        case .refuse(var answer):
            answer.closes = true
            writer.writeAtOnce(answer, to: socket.wsi)
            return .close
        case .accept(let delegate):
            state = .closed
            timer = nil
            WebSocketPeer.takeOver(
                socket, for: request, admission,
                messageBytesMax: service.options.messageBytesMax, delegate: delegate)
            admission = nil
            return .proceed
        }
    }

    /// The library has got rid of what it kept of an answer.
    private func writable() -> CallbackResult {
        guard writer.isHeldByLibrary else { return .proceed }
        if !socket.stopReading() { hasRest = true }
        socket.leaveUnread()
        writer.unblock()
        socket.reactor.endTurn(for: socket)
        return .proceed
    }

    func turnEnded() {
        switch state {
        case .asked: stopReading()
        case .answering, .streaming, .finishing: advance()
        case .aborting: cut()
        case .idle, .readingBody, .upgrading, .closed: break
        }
    }

    func loopEnds() { abort() }
}

// MARK: Writing

extension HTTPConnection {
    private func stopReading() {
        guard hasRest == nil else { return }
        hasRest = !socket.stopReading()
        socket.leaveUnread()
    }

    /// The library would end streams of more than six minutes if it kept the head of the request:
    /// it takes them for requests that never end.
    private func dropHead() {
        guard !hasBegun, let wsi = socket.wsi else { return }
        hasBegun = true
        lws_http_headers_detach(wsi)
    }

    /// Writes what waits, as far as the kernel takes it.
    private func advance() {
        stopReading()
        if state.isStream {
            if hasRest == true { return refuseRest() }
            dropHead()
        }
        beginAnswer()
        guard flush() else { return cut() }
        if writer.isIdle { emptied() }
    }

    private func beginAnswer() {
        guard case .answering(let exchange, var closes) = state, let answer = unsentAnswer
        else { return }
        unsentAnswer = nil
        closes = closes || hasRest == true
        state = .answering(exchange, closes: closes)
        writer.append(answer.head(length: answer.body.count, closes: closes))
        if exchange.request.method != "HEAD" { writer.append(answer.body) }
    }

    /// Ends the connection of a client that sent more than the request of its stream.
    private func refuseRest() {
        let refusal = HTTPRefusal(400, "nothing may follow the request of a stream")
        if !hasBegun { _ = refuse(refusal) }
        cut()
    }

    /// False means that the connection is broken.
    private func flush() -> Bool {
        guard let wsi = socket.wsi, writer.flush(to: wsi) else { return false }
        guard writer.isBlocked else { return true }
        retryLater()
        if case .streaming(let exchange) = state, !mustTellDrained {
            mustTellDrained = true
            exchange.delegate?.httpExchangeBlocked(exchange)
        }
        return true
    }

    private func retryLater() {
        let timer = retryTimer ?? LoopTimer(on: service.reactor) { [weak self] in self?.retry() }
        timer.arm(afterMilliseconds: LoopLimits.retryMilliseconds)
        retryTimer = timer
    }

    /// Looks whether the kernel has room again. What the library keeps it writes itself, in an
    /// event that comes only while it reads.
    private func retry() {
        guard let descriptor = socket.descriptor else { return }
        guard Socket.hasRoom(descriptor) else { return retryLater() }
        if writer.isHeldByLibrary {
            socket.setReading(true)
            socket.awaitWritable()
        } else {
            writer.unblock()
            socket.reactor.endTurn(for: socket)
        }
    }

    /// All that was to be sent has been taken.
    private func emptied() {
        switch state {
        case .answering(let exchange, let closes): answered(exchange, closes: closes)
        case .streaming(let exchange) where mustTellDrained:
            mustTellDrained = false
            exchange.delegate?.httpExchangeDrained(exchange)
        case .finishing: cut()
        case .streaming, .idle, .readingBody, .asked, .upgrading, .aborting, .closed: break
        }
    }

    /// An answer is out: the next request can come.
    private func answered(_ exchange: HTTPExchange, closes: Bool) {
        state = .idle
        exchange.end()
        guard !closes, hasRest == false, let wsi = socket.wsi,
            lws_http_transaction_completed(wsi) == 0
        else { return cut() }
        hasRest = nil
        arm(service.options.headMilliseconds)
        socket.setReading(true)
    }
}

// MARK: The end

extension HTTPConnection {
    /// Has the library close the socket.
    private func cut() {
        writer.clear()
        socket.kill()
    }

    private func ended() {
        if case .closed = state { return }
        let exchange = state.exchange
        state = .closed
        (timer, retryTimer) = (nil, nil)
        admission = nil
        writer.clear()
        socket.forget()
        exchange?.end()
    }
}
