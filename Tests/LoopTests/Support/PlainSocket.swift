import Loop
import Foundation
import Glibc
import TestSupport

/// A socket of the tests' own, used with the system's blocking calls.
struct PlainSocket {
    let descriptor: Int32

    struct Failure: Error {
        let code = errno
    }

    init(descriptor: Int32) throws {
        guard descriptor >= 0 else { throw Failure() }
        self.descriptor = descriptor
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        let length = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, length)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, length)
    }

    private static func loopback(port: UInt16, host: String = "127.0.0.1") -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        return address
    }

    private static func withAddress<Value>(
        _ address: sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
    ) -> Value {
        withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// A bound loopback socket; it refuses connections until it listens.
    static func bound() throws -> PlainSocket {
        let plain = try PlainSocket(descriptor: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        let status = withAddress(loopback(port: 0)) { bind(plain.descriptor, $0, $1) }
        guard status == 0 else { throw Failure() }
        return plain
    }

    /// Its connections receive into a small buffer, so that a peer is soon blocked.
    static func listening() throws -> PlainSocket {
        let plain = try bound()
        var size: Int32 = 65_536
        let length = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(plain.descriptor, SOL_SOCKET, SO_RCVBUF, &size, length)
        guard listen(plain.descriptor, 16) == 0 else { throw Failure() }
        return plain
    }

    static func connected(toPort port: UInt16, host: String = "127.0.0.1") throws -> PlainSocket {
        let plain = try PlainSocket(descriptor: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        let status = withAddress(loopback(port: port, host: host)) {
            connect(plain.descriptor, $0, $1)
        }
        guard status == 0 else {
            let failure = Failure()
            plain.close()
            throw failure
        }
        return plain
    }

    /// One whose bytes `openssl` carries over TLS.
    static func secured(toPort port: UInt16, trusting certificate: String) throws -> PlainSocket {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            throw Failure()
        }
        // The end that `openssl` has is the only one then, so that its end is noticed.
        defer { Glibc.close(ends[1]) }
        _ = try ChildProcess(
            [
                "openssl", "s_client", "-connect", "127.0.0.1:\(port)", "-servername", "localhost",
                "-CAfile", certificate, "-verify_return_error", "-quiet",
            ], input: ends[1], output: ends[1])
        return try PlainSocket(descriptor: ends[0])
    }

    static func connected(toUnixPath path: String) throws -> PlainSocket {
        let plain = try PlainSocket(descriptor: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(plain.descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else { throw Failure() }
        return plain
    }

    var port: UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    var address: SocketAddress { .v4(host: "127.0.0.1", port: port) }

    func accepted() throws -> PlainSocket {
        try PlainSocket(descriptor: accept(descriptor, nil, nil))
    }

    func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure() }
            rest = rest.dropFirst(count)
        }
    }

    func write(_ text: String) throws {
        try write(Array(text.utf8))
    }

    /// Waits for the first byte and returns the bytes that are there; empty at the end of the
    /// stream.
    func read(atMost count: Int = 65_536) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        guard got >= 0 else { throw Failure() }
        return Array(bytes.prefix(got))
    }

    func read(exactly count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try read(atMost: count - bytes.count)
            guard !more.isEmpty else { break }
            bytes += more
        }
        return bytes
    }

    func readToEnd() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let more = try read()
            if more.isEmpty { return bytes }
            bytes += more
        }
    }

    func readHead() throws -> String {
        var bytes: [UInt8] = []
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            let more = try read(atMost: 1)
            guard !more.isEmpty else { break }
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func endWriting() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    func close() {
        Glibc.close(descriptor)
    }

    /// Closes so that the peer is reset.
    func reset() {
        var zero = Glibc.linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &zero, socklen_t(MemoryLayout<Glibc.linger>.size))
        close()
    }
}
