public import NowPlaying

#if canImport(Glibc)
    import Glibc
#else
    import Foundation
#endif

/// The hub's Unix socket.
public final class UnixSocketTransport: HubTransport {
    private let place: SocketPath
    private var descriptor: Int32 = -1

    /// The socket's path.
    public var path: String { place.path }

    /// A transport without a connection.
    ///
    /// - Parameter place: The path of the hub's socket, such as `SocketPath()`.
    public init(at place: SocketPath) {
        self.place = place.forClient(in: SystemFiles())
    }

    deinit {
        disconnect()
    }

    /// Connects, unless another user could pose as the hub there.
    public func connect() throws(HubClientError) {
        disconnect()
        do throws(SocketPathError) {
            try place.verifyFolder(in: SystemFiles())
        } catch {
            throw .unusable(error)
        }
        descriptor = SystemSocket.make()
        guard descriptor >= 0 else { throw .system(Self.reason(errno)) }
        guard SystemSocket.join(descriptor, to: path) else {
            let error = errno
            disconnect()
            throw connectionError(error)
        }
    }

    /// Sends all of this.
    public func send(_ bytes: [UInt8]) throws(HubClientError) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                SystemSocket.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .closed(path: path, reason: nil) }
            sent += count
        }
    }

    /// Waits for something from the hub, also while there is no connection.
    public func receive(within time: Interval?) throws(HubClientError) -> [UInt8] {
        // A descriptor below 0 is not waited for, but the time passes.
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&watched, 1, time.map { Int32(clamping: $0.milliseconds) } ?? -1) > 0 else {
            return []
        }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        if count < 0, errno == EINTR { return [] }
        guard count > 0 else { throw .closed(path: path, reason: nil) }
        return Array(bytes.prefix(count))
    }

    /// Ends the connection, if there is one.
    public func disconnect() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    private func connectionError(_ error: Int32) -> HubClientError {
        switch error {
        case ENOENT, ECONNREFUSED: .notListening(path: path)
        case EACCES, EPERM: .notPermitted(path: path)
        default: .system("cannot connect to \(path): \(Self.reason(error))")
        }
    }

    private static func reason(_ error: Int32) -> String { String(cString: strerror(error)) }
}

/// Unix sockets as the system has them.
private enum SystemSocket {
    static func make() -> Int32 {
        #if canImport(Glibc)
            socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        #else
            socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
    }

    /// Connects a socket; false where that fails, with the reason in `errno`.
    static func join(_ descriptor: Int32, to path: String) -> Bool {
        #if canImport(Darwin)
            var isOn: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, 4)
        #endif
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) {
            // The path is no longer than this, and the rest of it is zero.
            $0.copyBytes(from: path.utf8.prefix($0.count - 1))
        }
        return withUnsafeBytes(of: &address) {
            let start = $0.assumingMemoryBound(to: sockaddr.self).baseAddress
            return connect(descriptor, start, socklen_t($0.count)) == 0
        }
    }

    static func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
            send(descriptor, bytes, count, 0)
        #else
            send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
        #endif
    }
}
