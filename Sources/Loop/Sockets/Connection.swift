internal import CLibwebsockets

/// A stream of bytes to a peer, over TCP or a Unix socket.
///
/// Bytes that are sent during one turn of the loop are gathered and written at its end in one go.
/// Bytes that the kernel refuses are kept, and written when the kernel can take them. The bytes are
/// written past the library, which carries the socket and tells when it can be written: while the
/// library holds back bytes of its own it neither reads nor stops looking, so that a peer that
/// sends without reading makes the loop spin.
///
/// The connection holds its delegate until it is closed, and the loop holds the connection.
public final class Connection {
    private enum State {
        /// The kernel is still trying.
        case connecting
        /// Bytes flow.
        case open
        /// To be closed at the end of this turn, for this reason.
        case closing(ConnectionClosure)
        /// Over, and told.
        case closed
    }

    let socket: LibrarySocket
    private var delegate: (any ConnectionDelegate)?
    private var state = State.connecting
    private var unsent = SendBuffer()
    private var isFinishing = false
    /// The kernel refused, and a writable event is on its way.
    public private(set) var isBlocked = false
    /// The delegate was told to wait.
    private var mustTellDrained = false
    private var isReading = true
    /// True if its descriptor is one of those that are kept for others: the peer that came here is
    /// to be told so and to leave.
    public let isBeyondShare: Bool
    /// Times out when a peer does not read what is pending.
    private var finishTimer: LoopTimer?
    /// The reason why writing failed. Bytes that the peer had sent before are still read, then the
    /// connection ends.
    private var writeFailure: ConnectionClosure?

    /// Begins to connect. Whatever goes wrong is told at the end of the turn.
    init(to address: SocketAddress, on reactor: Reactor, delegate: any ConnectionDelegate) {
        socket = LibrarySocket(on: reactor)
        isBeyondShare = false
        self.delegate = delegate
        socket.attach(self)
        if reactor.phase != .open {
            end(.closedHere)
        } else if let failure = connect(to: address, on: reactor) {
            end(failure)
        } else {
            socket.awaitWritable()
        }
    }

    /// Takes over an accepted descriptor; nil if the library refuses it.
    init?(accepted descriptor: Int32, on reactor: Reactor) {
        socket = LibrarySocket(on: reactor)
        isBeyondShare = descriptor >= reactor.descriptors.acceptedEnd
        state = .open
        socket.attach(self)
        let host = reactor.library.plainHost
        guard socket.adopt(descriptor, host: host, type: LWS_ADOPT_SOCKET) else {
            socket.forget()
            return nil
        }
    }

    private func connect(to address: SocketAddress, on reactor: Reactor) -> ConnectionClosure? {
        let native: NativeAddress
        do throws(EventLoopError) {
            native = try NativeAddress(address)
        } catch {
            return .failed(error.description)
        }
        switch Socket.open(family: native.family) {
        case .failure(let error):
            return ConnectionClosure(errorNumber: error.code)
        case .success(let descriptor) where descriptor >= reactor.descriptors.dialledEnd:
            Socket.close(descriptor)
            return .tooFewDescriptors
        case .success(let descriptor):
            let error = Socket.connect(descriptor, to: native)
            // A socket that failed is handed over all the same, for the library to close.
            let host = reactor.library.plainHost
            let isCarried = socket.adopt(descriptor, host: host, type: LWS_ADOPT_SOCKET)
            if let error { return ConnectionClosure(errorNumber: error.code) }
            return isCarried ? nil : .failed("too many connections")
        }
    }

    /// Gives an accepted connection its delegate, and opens it.
    func open(for delegate: any ConnectionDelegate) {
        self.delegate = delegate
        delegate.connectionOpened(self)
    }
}

extension Connection {
    /// Sends bytes: at the end of the turn, or at once when many have been gathered. Never loses
    /// any while the connection lives; after `close` or `finish` they are dropped.
    @discardableResult
    public func send(_ bytes: UnsafeRawBufferPointer) -> Flow {
        guard !isFinishing else { return .ready }
        switch state {
        case .closing, .closed:
            return .ready
        case .connecting:
            unsent.append(bytes)
            mustTellDrained = true
            return .blocked
        case .open:
            unsent.append(bytes)
            return sendGathered()
        }
    }

    /// Sends bytes, as the other `send` does.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Flow {
        bytes.withUnsafeBytes { send($0) }
    }

    private func sendGathered() -> Flow {
        if !isBlocked, unsent.count >= LoopLimits.gatheredBytes {
            flush()
        }
        if !unsent.isEmpty { socket.reactor.endTurn(for: socket) }
        mustTellDrained = mustTellDrained || isBlocked
        return isBlocked ? .blocked : .ready
    }

    /// The number of bytes that the kernel has not taken yet.
    public var unsentByteCount: Int { unsent.count }

    /// Sends what is kept, then closes. A peer that does not take it within a few seconds is reset.
    /// `connectionClosed` follows.
    public func finish() {
        isFinishing = true
        socket.reactor.endTurn(for: socket)
    }

    /// Closes at the end of this turn and drops what is kept. `connectionClosed` follows.
    public func close() {
        end(.closedHere)
    }

    /// Leaves what arrives in the kernel, so that the peer has to wait. The end of the stream is
    /// not noticed meanwhile.
    public func pauseReading() {
        setReading(false)
    }

    /// Takes what arrives again.
    public func resumeReading() {
        setReading(true)
    }

    private func setReading(_ isWanted: Bool) {
        guard isReading != isWanted else { return }
        isReading = isWanted
        socket.setReading(isWanted)
    }

    /// The credentials of the peer; nil unless it is connected by a Unix socket.
    public var peerCredentials: PeerCredentials? {
        socket.descriptor.flatMap { PeerCredentials(descriptor: $0) }
    }
}

extension Connection: LibrarySocketOwner {
    func handle(_ event: LibraryEvent, _ bytes: UnsafeRawBufferPointer) -> CallbackResult {
        switch event {
        case .rawReceived:
            opened()
            receive(bytes)
        case .rawWritable:
            opened()
            writable()
        case .rawClosed:
            closedByLibrary()
        case .rawAdopted, .httpRequest, .httpBody, .httpBodyEnded, .httpWritable, .httpClosed,
            .upgradeRequested, .handshake, .established, .received, .pong, .writable,
            .closeReceived, .closed, .destroyed:
            break
        }
        return .proceed
    }

    func turnEnded() {
        if !isBlocked { flush() }
        if isBlocked { unsent.trim() }
        switch state {
        case .closing(let reason) where socket.wsi == nil:
            report(reason)
        case .closing:
            socket.kill()
        case .open where writeFailure != nil:
            socket.kill()
        case .open where isFinishing && unsent.isEmpty:
            if let descriptor = socket.descriptor { Socket.limitRemains(of: descriptor) }
            state = .closing(.closedHere)
            socket.kill()
        case .connecting where isFinishing, .open where isFinishing:
            limitFinish()
        case .connecting, .open, .closed:
            break
        }
    }

    private func limitFinish() {
        guard finishTimer == nil else { return }
        let timer = LoopTimer(on: socket.reactor) { [weak self] in
            guard let self else { return }
            if let descriptor = socket.descriptor { Socket.resetOnClose(descriptor) }
            close()
        }
        timer.arm(afterMilliseconds: LoopLimits.finishMilliseconds)
        finishTimer = timer
    }

    func loopEnds() {
        end(.closedHere)
    }

    /// A connecting socket became readable or writable: the kernel is done with it.
    private func opened() {
        guard case .connecting = state, let descriptor = socket.descriptor else { return }
        let code = Socket.pendingError(of: descriptor)
        guard code == 0 else { return end(ConnectionClosure(errorNumber: code)) }
        state = .open
        delegate?.connectionOpened(self)
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) {
        guard case .open = state else { return }
        delegate?.connection(self, received: bytes)
    }

    private func writable() {
        guard case .open = state else { return }
        isBlocked = false
        flush()
        if isFinishing { socket.reactor.endTurn(for: socket) }
        guard mustTellDrained, !isBlocked, case .open = state else { return }
        mustTellDrained = false
        delegate?.connectionDrained(self)
    }

    private func flush() {
        guard case .open = state, writeFailure == nil, !unsent.isEmpty,
            let descriptor = socket.descriptor
        else { return }
        unsent.drain { bytes in
            switch Socket.send(bytes, to: descriptor) {
            case .moved(let count):
                isBlocked = count < bytes.count
                return count
            case .wouldBlock:
                isBlocked = true
                return 0
            case .failed(let code):
                writeFailure = ConnectionClosure(errorNumber: code)
                return 0
            }
        }
        if writeFailure != nil { socket.reactor.endTurn(for: socket) }
        if isBlocked { socket.awaitWritable() }
    }

    /// Lets the end of the turn close it; the first reason stays.
    private func end(_ reason: ConnectionClosure) {
        switch state {
        case .connecting, .open:
            state = .closing(reason)
            socket.reactor.endTurn(for: socket)
        case .closing, .closed:
            break
        }
    }

    /// The library is closing the socket, whose descriptor is still open: because it was killed
    /// here, or because it met an end or an error, of which it does not tell which.
    private func closedByLibrary() {
        switch state {
        case .closing(let reason):
            report(reason)
        case .connecting:
            let code = socket.descriptor.map { Socket.pendingError(of: $0) } ?? 0
            report(code == 0 ? .endOfStream : ConnectionClosure(errorNumber: code))
        case .open:
            report(pendingError())
        case .closed:
            break
        }
    }

    /// Reads what the socket still holds, to its end or to the error that ended it, and sends what
    /// was gathered, for a peer that has closed only its own direction.
    private func pendingError() -> ConnectionClosure {
        guard let descriptor = socket.descriptor else { return .endOfStream }
        guard isReading else {
            let code = Socket.pendingError(of: descriptor)
            return code == 0 ? .endOfStream : ConnectionClosure(errorNumber: code)
        }
        let reason = readToEnd(descriptor)
        if case .closing(let ownReason) = state { return ownReason }
        if reason == .endOfStream { flush() }
        return writeFailure ?? reason
    }

    private func readToEnd(_ descriptor: Int32) -> ConnectionClosure {
        withUnsafeTemporaryAllocation(byteCount: LoopLimits.receiveBytes, alignment: 16) { buffer in
            for _ in 0..<LoopLimits.remainingReads where isReading {
                switch Socket.receive(into: buffer, from: descriptor) {
                case .moved(0), .wouldBlock:
                    return .endOfStream
                case .moved(let count):
                    receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                case .failed(let code):
                    return ConnectionClosure(errorNumber: code)
                }
            }
            return .endOfStream
        }
    }

    private func report(_ reason: ConnectionClosure) {
        state = .closed
        finishTimer = nil
        unsent.clear()
        socket.forget()
        let delegate = delegate
        self.delegate = nil
        delegate?.connectionClosed(self, reason)
    }
}
