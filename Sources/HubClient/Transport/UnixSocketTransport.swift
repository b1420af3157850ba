#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The hub's Unix socket.
public final class UnixSocketTransport: HubTransport {
    private let place: SocketPath

    /// The socket's path.
    public var path: String { place.path }

    /// A transport without a connection.
    ///
    /// - Parameter place: The path of the hub's socket, such as `SocketPath()`.
    public init(at place: SocketPath) {
        self.place = place.forClient(in: SystemFiles())
    }

    /// Connects, unless another user could pose as the hub there.
    public func connect() async throws(HubClientError) -> any HubChannel {
        try await SocketChannel.connect(to: path, by: LineCodec(path: path)) {
            [place] () throws(HubClientError) in try place.openSocket()
        }
    }
}

/// Messages as lines.
struct LineCodec: SocketCodec {
    let path: String
    private var rest: [UInt8] = []

    init(path: String) {
        self.path = path
    }

    mutating func begin() -> [UInt8] { [] }

    mutating func end() -> [UInt8] { [] }

    mutating func bytes(of message: [UInt8]) -> [UInt8] { message }

    /// The lines that are whole with these bytes, without their ends; throws where one is longer
    /// than a message may be.
    mutating func read(
        _ bytes: [UInt8]
    ) throws(HubClientError) -> (messages: [[UInt8]], answer: [UInt8]) {
        var parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        parts[0] = (rest + parts[0])[...]
        guard parts.allSatisfy({ $0.count <= HubMessage.lengthMax }) else {
            let problem = "it sent a line of more than \(HubMessage.lengthMax) bytes"
            throw .unintelligible(path: path, problem: problem)
        }
        rest = Array(parts.removeLast())
        return (parts.filter { !$0.isEmpty }.map(Array.init), [])
    }
}

extension SocketPath {
    /// A connected socket; it blocks for as long as that takes.
    fileprivate func openSocket() throws(HubClientError) -> Int32 {
        do throws(SocketPathError) {
            try verifyFolder(in: SystemFiles())
        } catch {
            throw .unusable(error)
        }
        let descriptor = SystemSocket.make()
        guard descriptor >= 0 else { throw .system(Self.reason(errno)) }
        if SystemSocket.join(descriptor, to: path) { return descriptor }
        let error = errno
        shut(descriptor)
        throw connectionError(error)
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

/// Closes a descriptor, in types that have a `close` of their own.
func shut(_ descriptor: Int32) {
    close(descriptor)
}

/// Unix sockets as the system has them.
enum SystemSocket {
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
