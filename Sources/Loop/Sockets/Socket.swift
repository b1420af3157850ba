internal import CLibwebsockets
internal import Glibc

/// The system calls on stream sockets, with their errors as values.
enum Socket {
    /// The outcome of a call.
    enum Outcome {
        /// So many bytes went through; none received is the end of the stream.
        case moved(Int)
        /// The kernel would have to wait.
        case wouldBlock
        /// It failed for good.
        case failed(Int32)
    }

    private static let flags =
        Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)

    /// A new stream socket that never waits, or the error number.
    static func open(family: Int32) -> Result<Int32, SystemError> {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | flags, 0)
        guard descriptor >= 0 else { return .failure(.lastCall) }
        if family != AF_UNIX { disableNagle(descriptor) }
        return .success(descriptor)
    }

    /// Takes the next waiting connection.
    static func accept(from listener: Int32, family: Int32) -> Result<Int32, SystemError> {
        let descriptor = accept4(listener, nil, nil, flags)
        guard descriptor >= 0 else { return .failure(.lastCall) }
        if family != AF_UNIX { disableNagle(descriptor) }
        return .success(descriptor)
    }

    /// Has calls on a descriptor return at once, as those on sockets that are made here do.
    static func neverWait(_ descriptor: Int32) -> Bool {
        let flags = fcntl(descriptor, F_GETFL)
        return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0
    }

    /// Begins to connect; success also means that it is under way.
    static func connect(_ descriptor: Int32, to address: NativeAddress) -> SystemError? {
        let status = address.withPointer { Glibc.connect(descriptor, $0, $1) }
        guard status != 0 else { return nil }
        let error = SystemError.lastCall
        return error.code == EINPROGRESS || error.code == EINTR ? nil : error
    }

    /// Writes what the kernel takes.
    static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Outcome {
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        return outcome { Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags) }
    }

    /// Reads what the kernel has.
    static func receive(
        into buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32
    ) -> Outcome {
        let flags = Int32(MSG_DONTWAIT)
        return outcome { recv(descriptor, buffer.baseAddress, buffer.count, flags) }
    }

    /// True if the peer has not ended its direction yet, or if bytes that it sent before are
    /// unread.
    static func isOpen(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_PEEK)
        switch outcome(of: { recv(descriptor, &byte, 1, flags) }) {
        case .moved(let count): return count > 0
        case .wouldBlock: return true
        case .failed: return false
        }
    }

    /// True if the kernel takes something to send, or knows that the connection is broken.
    static func hasRoom(_ descriptor: Int32) -> Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&watched, 1, 0) > 0
    }

    /// Ends both directions; a holder of the descriptor can only close it.
    static func shutDown(_ descriptor: Int32) {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Has the kernel drop what it still holds for the peer when the socket is closed, and tell
    /// the peer by a reset. Else it would keep that for minutes.
    static func resetOnClose(_ descriptor: Int32) {
        var atOnce = linger(l_onoff: 1, l_linger: 0)
        let length = socklen_t(MemoryLayout<linger>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &atOnce, length)
    }

    /// Limits how long the kernel keeps what a peer does not take after the socket was closed; on
    /// sockets other than TCP's it changes nothing.
    static func limitRemains(of descriptor: Int32) {
        var milliseconds = UInt32(LoopLimits.finishMilliseconds)
        let length = socklen_t(MemoryLayout<UInt32>.size)
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds, length)
    }

    /// Closes a socket that was not handed over.
    static func close(_ descriptor: Int32) {
        Glibc.close(descriptor)
    }

    /// The error that the socket ran into, and forgets it; zero if there is none.
    static func pendingError(of descriptor: Int32) -> Int32 {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        let status = getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
        return status == 0 ? code : errno
    }

    private static func outcome(of call: () -> Int) -> Outcome {
        while true {
            let count = call()
            if count >= 0 { return .moved(count) }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .wouldBlock
            case let code: return .failed(code)
            }
        }
    }

    /// Output is gathered already, and complete: waiting for more only delays it.
    private static func disableNagle(_ descriptor: Int32) {
        var isOn: Int32 = 1
        let length = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, length)
    }
}

/// The error number of a system call.
struct SystemError: Error {
    let code: Int32

    /// The one that the call just made left behind.
    static var lastCall: SystemError { SystemError(code: errno) }
}
