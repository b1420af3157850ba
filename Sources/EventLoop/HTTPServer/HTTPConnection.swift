internal import CLibwebsockets

/// One connection of an HTTP server, until it becomes a WebSocket.
///
/// Requests come one after the other, each with its `HTTPExchange`. Answers are written when the
/// library says that it can be done, streams at the end of each turn. What the kernel does not take
/// is kept here. The library is given little at a time, and only when the kernel has room for it:
/// it would keep what the kernel refuses, without a bound.
///
/// While a stream goes on, and while an answer waits for the kernel, nothing is read: the library
/// would neither take what the client sends nor stop looking at it. Its HTTP role does not tell
/// then when something can be written, nor when the client leaves; so this is looked at from time
/// to time.
///
/// Bytes that the library has already read behind the request of a stream are refused, and the
/// connection ends: the library would ask for a writable event on their account, and drop none of
/// these events while nothing is read, so that the loop would spin.
final class HTTPConnection {
    private let service: HTTPService
    private let socket: LibrarySocket
    private let peer: SocketAddress?
    private var admission: HTTPService.Admission?
    private var state = HTTPConnectionState.idle
    private var writer = AnswerWriter()
    private var mustTellDrained = false
    private var timer: LoopTimer?
    private var retryTimer: LoopTimer?
    private var requestCount = 0
    /// The library keeps the head of the request.
    private var holdsHead = false
    /// The stream may be written: reading has ended, with nothing unread in the library.
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
        case .asked, .answering, .finishing, .upgrading, .aborting, .closed:
            break
        }
        abort()
    }
}

// MARK: What an exchange asks for

extension HTTPConnection {
    /// How many bytes the kernel has not taken yet.
    var unsentByteCount: Int { writer.unsentByteCount }

    func answer(_ answer: HTTPAnswer) {
        guard case .asked(let exchange) = state else { return }
        send(answer, of: exchange)
    }

    private func send(_ answer: HTTPAnswer, of exchange: HTTPExchange?) {
        let closes = answer.closes || !(exchange?.request.keepsAlive ?? false)
        state = .answering(exchange, closes: closes)
        writer.append(answer.head(length: answer.body.count, closes: closes))
        if exchange?.request.method != "HEAD" { writer.append(answer.body) }
        arm(service.options.answerMilliseconds)
        awaitRoom()
    }

    func beginStream(_ answer: HTTPAnswer) {
        guard case .asked(let exchange) = state else { return }
        arm(LoopLimits.departureMilliseconds)
        state = .streaming(exchange)
        writer.append(answer.head(length: nil, closes: true))
        writer.append(answer.body)
        awaitRoom()
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
        case .rawWritable, .established, .received, .writable, .closeReceived:
            return .close
        }
    }

    /// Answers in place of the delegate, after which the connection ends.
    private func refuse(_ refusal: HTTPRefusal) -> CallbackResult {
        writer.writeAtOnce(refusal.answer(by: service.delegate), to: socket.wsi)
        return .close
    }

    private var head: RequestHead? { socket.wsi.map { RequestHead(wsi: $0) } }

    private var readRequest: HTTPRequest? {
        head?.request(
            headers: service.options.headers, peer: peer, isSecure: service.options.tls != nil)
    }

    private func requested() -> CallbackResult {
        guard case .idle = state, let head else { return .close }
        requestCount += 1
        holdsHead = true
        socket.liftTimeout()
        do throws(HTTPRefusal) {
            let count = try head.bodyLength(limit: service.options.bodyBytesMax)
            guard let request = readRequest else { throw HTTPRefusal(400, "that is no path") }
            guard count > 0 else {
                ask(request)
                return .proceed
            }
            if head.awaitsInvitation { writer.invite(socket.wsi) }
            state = .readingBody(request, count: count)
            arm(service.options.bodyMilliseconds)
        } catch {
            send(error.answer(by: service.delegate), of: nil)
        }
        return .proceed
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) -> CallbackResult {
        guard case .readingBody(var request, let count) = state else { return .proceed }
        state = .idle
        request.body.append(contentsOf: bytes)
        state = .readingBody(request, count: count)
        return request.body.count <= count ? .proceed : .close
    }

    private func bodyEnded() -> CallbackResult {
        if case .readingBody(let request, count: _) = state { ask(request) }
        return .proceed
    }

    private func ask(_ request: HTTPRequest) {
        timer?.disarm()
        let exchange = HTTPExchange(request, on: self)
        state = .asked(exchange)
        service.delegate.httpRequested(exchange)
        if case .asked = state { socket.reactor.endTurn(for: socket) }
    }

    /// Lets through only what asks for a WebSocket and for nothing else.
    private func upgradeRequested() -> CallbackResult {
        state = .upgrading
        guard let isWebSocket = head?.asksForWebSocket else { return .close }
        guard isWebSocket else {
            return refuse(HTTPRefusal(400, "only WebSockets can be upgraded to"))
        }
        return .proceed
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

    private func writable() -> CallbackResult {
        if state.isStream {
            guard socket.stopReading() else { return refuseRest() }
            begin()
        }
        if writer.isBlocked, !writer.isHeldByLibrary { return .proceed }
        writer.unblock()
        guard flush() else { return .close }
        return writer.isIdle ? emptied() : .proceed
    }

    private func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        writer.unblock()
        // The library would end streams of more than six minutes: it takes them for requests that
        // never end.
        if holdsHead, let wsi = socket.wsi {
            holdsHead = false
            lws_http_headers_detach(wsi)
        }
    }

    /// Ends the connection of a client that sent more than the request of its stream.
    private func refuseRest() -> CallbackResult {
        writer.clear()
        if hasBegun { return .close }
        return refuse(HTTPRefusal(400, "nothing may follow the request of a stream"))
    }

    /// All that was to be sent has been taken.
    private func emptied() -> CallbackResult {
        switch state {
        case .answering(let exchange, let closes):
            return answered(exchange, closes: closes)
        case .streaming(let exchange):
            guard mustTellDrained else { return .proceed }
            mustTellDrained = false
            exchange.delegate?.httpExchangeDrained(exchange)
            return .proceed
        case .finishing:
            socket.reactor.endTurn(for: socket)
            return .proceed
        case .idle, .readingBody, .asked, .upgrading, .aborting, .closed:
            return .proceed
        }
    }

    /// An answer is out: the next request can come.
    private func answered(_ exchange: HTTPExchange?, closes: Bool) -> CallbackResult {
        state = .idle
        exchange?.end()
        guard !closes, let wsi = socket.wsi, lws_http_transaction_completed(wsi) == 0 else {
            state = .upgrading
            return .close
        }
        holdsHead = false
        arm(service.options.headMilliseconds)
        return .proceed
    }

    func turnEnded() {
        switch state {
        case .streaming:
            if hasBegun, !flush() { cut() }
        case .finishing:
            guard hasBegun else { return }
            guard flush() else { return cut() }
            if writer.isIdle { socket.kill() }
        case .asked:
            socket.leaveUnread()
        case .aborting:
            cut()
        case .idle, .readingBody, .answering, .upgrading, .closed:
            break
        }
    }

    func loopEnds() {
        abort()
    }
}

// MARK: The end

extension HTTPConnection {
    /// Asks for a writable event as soon as the kernel has room: until then, the library would
    /// spin on what it has read and on what the client sends.
    private func awaitRoom() {
        guard let descriptor = socket.descriptor else { return }
        guard Socket.hasRoom(descriptor) else {
            writer.block()
            return rest()
        }
        socket.setReading(true)
        socket.awaitWritable()
    }

    /// Reads nothing for a while, and looks then whether the kernel has room.
    private func rest() {
        socket.leaveUnread()
        retryTimer =
            retryTimer ?? LoopTimer(on: service.reactor) { [weak self] in self?.retry() }
        retryTimer?.arm(afterMilliseconds: LoopLimits.retryMilliseconds)
    }

    /// Looks whether the kernel has room again.
    private func retry() {
        if writer.isHeldByLibrary || (state.isStream && !hasBegun) { return awaitRoom() }
        writer.unblock()
        guard flush() else { return abort() }
        guard writer.isIdle else { return }
        if case .answering = state {
            socket.setReading(true)
            socket.awaitWritable()
        } else {
            _ = emptied()
        }
    }

    /// False means that the connection is broken.
    private func flush() -> Bool {
        guard let wsi = socket.wsi, writer.flush(to: wsi) else { return false }
        guard writer.isBlocked else { return true }
        rest()
        if case .streaming(let exchange) = state, !mustTellDrained {
            mustTellDrained = true
            exchange.delegate?.httpExchangeBlocked(exchange)
        }
        return true
    }

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
