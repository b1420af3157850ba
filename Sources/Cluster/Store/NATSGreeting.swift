import Glibc
import Support

/// The line by which a NATS server greets each connection, before TLS. The server's version stands
/// in it; libnats has no function for that.
enum NATSGreeting {
    /// The time for all of it.
    private static let limit = Duration.seconds(1)
    /// A server that knows hundreds of others names their addresses in some KiB.
    private static let lengthMax = 64 << 10

    /// Reads it from a server by a connection of its own; `nil` if it does not come in time. Waits.
    ///
    /// - Parameter address: An address with a port, as libnats tells it.
    static func read(from address: String) -> [UInt8]? {
        let place = address.suffix(from: address.lastIndex(of: "@") ?? address.startIndex)
        let authority = place.split(separator: "/").last ?? place
        guard let colon = authority.lastIndex(of: ":") else { return nil }
        let host = authority[..<colon].filter { !"@[]".contains($0) }
        return connect(to: host, port: String(authority[authority.index(after: colon)...]))
            .flatMap { socket in
                defer { close(socket) }
                return readLine(of: socket)
            }
    }

    private static func connect(to host: String, port: String) -> Int32? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, port, &hints, &found) == 0, let first = found?.pointee else {
            return nil
        }
        defer { freeaddrinfo(found) }
        let type = first.ai_socktype | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(first.ai_family, type, first.ai_protocol)
        guard descriptor >= 0 else { return nil }
        // Linux takes the time for sending for connecting, too.
        var time = timeval(tv_sec: Int(limit.components.seconds), tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(
                descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
        if Glibc.connect(descriptor, first.ai_addr, first.ai_addrlen) == 0 { return descriptor }
        close(descriptor)
        return nil
    }

    private static func readLine(of socket: Int32) -> [UInt8]? {
        let deadline = Deadline.after(limit)
        var line: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4 << 10)
        while deadline.timeLeft > .zero, line.count < lengthMax {
            let count = recv(socket, &part, part.count, 0)
            guard count > 0 else { return nil }
            line += part[..<count]
            if let end = line.firstIndex(of: UInt8(ascii: "\n")) { return Array(line[..<end]) }
        }
        return nil
    }
}
