internal import Glibc

/// An address in the form that the kernel takes.
struct NativeAddress {
    /// The numeric form as which a text is read.
    enum Family {
        case v4
        case v6
    }

    /// The longest path that fits, its closing zero left out.
    static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    private var storage = sockaddr_storage()
    private var length: socklen_t = 0

    /// `AF_INET`, `AF_INET6` or `AF_UNIX`.
    var family: Int32 { Int32(storage.ss_family) }

    init(_ address: SocketAddress) throws(EventLoopError) {
        switch address {
        case .v4(let host, let port):
            guard let native = NativeAddress(family: .v4, host: host, port: port) else {
                throw .invalidAddress(host)
            }
            self = native
        case .v6(let host, let port):
            guard let native = NativeAddress(family: .v6, host: host, port: port) else {
                throw .invalidAddress(host)
            }
            self = native
        case .unix(let path):
            try self.init(path: path)
        }
    }

    /// Reads a numeric host. getaddrinfo() does it, because it alone understands the zone of a
    /// link-local address; told that the host is numeric, it asks no server.
    init?(family: Family, host: String, port: UInt16) {
        var hints = addrinfo()
        hints.ai_family = family == .v4 ? AF_INET : AF_INET6
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        guard !host.utf8.contains(0), getaddrinfo(host, String(port), &hints, &found) == 0 else {
            return nil
        }
        defer { freeaddrinfo(found) }
        guard let first = found?.pointee, let address = first.ai_addr else { return nil }
        self.init(copying: address, length: first.ai_addrlen)
    }

    init?(copying address: UnsafePointer<sockaddr>, length: socklen_t) {
        guard Int(length) <= MemoryLayout<sockaddr_storage>.size else { return nil }
        self.length = length
        withUnsafeMutableBytes(of: &storage) {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(length)))
        }
    }

    private init(path: String) throws(EventLoopError) {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, !bytes.contains(0) else { throw .invalidAddress(path) }
        guard bytes.count <= Self.longestPath else {
            throw .pathTooLong(path: path, longest: Self.longestPath)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        withUnsafeMutableBytes(of: &storage) { storage in
            withUnsafeBytes(of: &address) { storage.copyMemory(from: $0) }
        }
        length = socklen_t(MemoryLayout<sockaddr_un>.size)
    }

    /// The address that a descriptor is bound to.
    init?(boundTo descriptor: Int32) {
        self.init { getsockname(descriptor, $0, $1) }
    }

    /// The address of a descriptor's peer.
    init?(peerOf descriptor: Int32) {
        self.init { getpeername(descriptor, $0, $1) }
    }

    private init?(
        _ ask: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) {
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask($0, &size) }
        }
        guard status == 0 else { return nil }
        length = size
    }

    /// Gives the address to a system call.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    /// The path of a Unix socket; nil for one without a path, and for other addresses.
    var path: String? {
        guard family == AF_UNIX else { return nil }
        let characters = withPointer { address, length in
            let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 0
            let bytes = UnsafeRawBufferPointer(start: address, count: Int(length))
            return bytes.dropFirst(start).map { CChar(bitPattern: $0) }
        }
        let text = String(nullTerminated: characters)
        return text.isEmpty ? nil : text
    }

    /// The address as text and port; nil for anything but IPv4 and IPv6.
    var socketAddress: SocketAddress? {
        guard family == AF_INET || family == AF_INET6 else { return nil }
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var service = [CChar](repeating: 0, count: Int(NI_MAXSERV))
        let status = withPointer { address, length in
            getnameinfo(
                address, length, &host, socklen_t(host.count), &service,
                socklen_t(service.count), NI_NUMERICHOST | NI_NUMERICSERV)
        }
        guard status == 0, let port = UInt16(String(nullTerminated: service)) else { return nil }
        let text = String(nullTerminated: host)
        return family == AF_INET ? .v4(host: text, port: port) : .v6(host: text, port: port)
    }
}

extension String {
    /// The text before the first zero.
    fileprivate init(nullTerminated characters: [CChar]) {
        let bytes = characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        self = String(decoding: bytes, as: UTF8.self)
    }
}
