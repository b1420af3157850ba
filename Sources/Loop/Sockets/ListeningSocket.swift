internal import CLibwebsockets
internal import Glibc

/// The place where connections are accepted.
public enum ListeningPlace: Sendable {
    /// At an address that is bound here.
    case address(SocketAddress)
    /// On a socket that the service manager has bound, and listens on already; it goes on when
    /// this process has closed it.
    case inherited(descriptor: Int32)
}

/// A bound socket whose connections are accepted here and handed over to the library.
///
/// The library could listen by itself, but unlinks a Unix path before it binds it, live or not;
/// binds every address when it is asked for `127.0.0.1` with IPv6 on; does not tell why it failed;
/// and spins when the process has run out of descriptors.
final class ListeningSocket {
    private let reactor: Reactor
    private let descriptor: Int32
    private let family: Int32
    /// The handlers of a new connection and of the closed socket. They hold the listener that this
    /// socket belongs to, until then.
    private var accepted: ((Int32) -> Void)?
    private var closed: (() -> Void)?
    private var watch: DescriptorWatch?
    private var rest: LoopTimer?

    /// The port that is bound; nil for a Unix socket.
    let port: UInt16?

    /// Binds `address` and listens. `accepted` gets each new descriptor, to close it or to pass it
    /// on; `prepare` may change what was bound before a client can connect to it; `closed` cleans
    /// up after it.
    init(
        on address: SocketAddress, reactor: Reactor,
        prepare: (_ descriptor: Int32) throws(EventLoopError) -> Void = { _ in },
        accepted: @escaping (Int32) -> Void, closed: @escaping () -> Void
    ) throws(EventLoopError) {
        let native = try NativeAddress(address)
        let subject = address.description
        switch Socket.open(family: native.family) {
        case .failure(let error):
            throw .system(operation: "listen on", subject: subject, code: error.code)
        case .success(let descriptor):
            self.descriptor = descriptor
        }
        family = native.family
        self.reactor = reactor
        self.accepted = accepted
        do throws(EventLoopError) {
            try Self.bind(descriptor, to: native, subject: subject, prepare: prepare)
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        self.closed = closed
        port = NativeAddress(boundTo: descriptor)?.socketAddress?.port
        try watchForConnections()
    }

    /// Accepts on a socket that listens already, and closes it at the end.
    init(
        inherited descriptor: Int32, reactor: Reactor, accepted: @escaping (Int32) -> Void,
        closed: @escaping () -> Void
    ) throws(EventLoopError) {
        guard let address = NativeAddress(boundTo: descriptor), Socket.neverWait(descriptor) else {
            throw .lastCall("listen on", "descriptor \(descriptor)")
        }
        self.descriptor = descriptor
        family = address.family
        port = address.socketAddress?.port
        self.reactor = reactor
        self.accepted = accepted
        self.closed = closed
        try watchForConnections()
    }

    private static func bind(
        _ descriptor: Int32, to address: NativeAddress, subject: String,
        prepare: (Int32) throws(EventLoopError) -> Void
    ) throws(EventLoopError) {
        var isOn: Int32 = 1
        let length = socklen_t(MemoryLayout<Int32>.size)
        if address.family != AF_UNIX {
            // A server that is started again finds the port still held by its old connections.
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, length)
        }
        if address.family == AF_INET6 {
            // An IPv6 address was asked for, and no IPv4 address with it.
            setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &isOn, length)
        }
        guard address.withPointer({ Glibc.bind(descriptor, $0, $1) }) == 0 else {
            throw .lastCall("listen on", subject)
        }
        try prepare(descriptor)
        guard listen(descriptor, LoopLimits.backlog) == 0 else {
            throw .lastCall("listen on", subject)
        }
    }

    private func watchForConnections() throws(EventLoopError) {
        reactor.listeners[ObjectIdentifier(self)] = self
        rest = LoopTimer(on: reactor) { [unowned self] in
            resume()
        }
        do throws(EventLoopError) {
            watch = try DescriptorWatch(of: descriptor, for: [], on: reactor) {
                [unowned self] _ in
                accept()
            }
            resume()
        } catch {
            close()
            throw error
        }
    }

    /// Goes on accepting, if the loop does.
    func resume() {
        watch?.watch(for: reactor.acceptsConnections ? .readable : [])
    }

    private func accept() {
        for _ in 0..<LoopLimits.acceptsAtOnce where watch != nil {
            switch Socket.accept(from: descriptor, family: family) {
            case .success(let connection):
                accepted?(connection)
            case .failure(let error):
                switch error.code {
                case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                    watch?.watch(for: [])
                    rest?.arm(afterMilliseconds: LoopLimits.acceptRestMilliseconds)
                    return
                case ECONNABORTED, EINTR:
                    continue
                default:
                    return
                }
            }
        }
    }

    /// Accepts nothing more. Accepted connections stay.
    func close() {
        guard reactor.listeners.removeValue(forKey: ObjectIdentifier(self)) != nil else { return }
        watch?.cancel()
        watch = nil
        rest = nil
        Glibc.close(descriptor)
        closed?()
        closed = nil
        accepted = nil
    }
}
