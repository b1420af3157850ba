import Foundation
import TestSupport
import Protocols

/// A WebSocket client of the plainest sort: a blocking socket that gives up after five seconds.
final class PlainClient {
    /// A frame from a server.
    enum Frame: Equatable {
        case text(String)
        case close(UInt16?)
        case other(UInt8)
    }

    private let descriptor: Int32
    private let session: TLSSession?
    private var buffer: [UInt8] = []

    /// Connects and upgrades; `receiveBuffer` makes the kernel keep little for a slow reader.
    init(
        port: UInt16, target: String = "/api/live/nowplaying/websocket",
        receiveBuffer: Int32? = nil,
        trusting fingerprint: String? = nil
    ) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        if var receiveBuffer {
            setsockopt(
                descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer,
                socklen_t(MemoryLayout<Int32>.size))
        }
        session = try fingerprint.map {
            let url = try WebSocketURL("wss://127.0.0.1:\(port)/")
            return TLSSession(
                context: try TLSContext(TLSSettings(fingerprint: $0)), url: url.server)
        }
        guard connectToLoopback(descriptor, port: port) else { throw POSIXError(.ECONNREFUSED) }
        session?.start()
        try send(
            Array(
                """
                GET \(target) HTTP/1.1\r
                Host: 127.0.0.1:\(port)\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                Sec-WebSocket-Version: 13\r
                \r

                """.utf8))
        try readUpgrade()
    }

    deinit {
        close(descriptor)
    }

    private func readUpgrade() throws {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let range = buffer.firstRange(of: end) {
                let head = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
                guard head.hasPrefix("HTTP/1.1 101") else { throw POSIXError(.EPROTO) }
                buffer.removeSubrange(..<range.upperBound)
                return
            }
            guard try receive() else { throw POSIXError(.ECONNRESET) }
        }
    }

    private func send(_ bytes: [UInt8]) throws {
        session?.send(bytes)
        let onWire = session?.takeCiphertext() ?? bytes
        let count = Glibc.send(descriptor, onWire, onWire.count, Int32(MSG_NOSIGNAL))
        guard count == onWire.count else { throw POSIXError(.EPIPE) }
    }

    /// - Returns: false at the end of the stream, also of one that was reset.
    private func receive() throws -> Bool {
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &piece, piece.count, 0)
        if count < 0, errno != ECONNRESET { throw POSIXError(.ETIMEDOUT) }
        guard count > 0 else { return false }
        guard let session else {
            buffer += piece[..<count]
            return true
        }
        session.receive(Array(piece[..<count]))
        let answer = session.takeCiphertext()
        if !answer.isEmpty { Glibc.send(descriptor, answer, answer.count, 0) }
        buffer += session.takePlaintext()
        return true
    }

    /// Sends a text message, masked with zeros.
    func send(_ text: String) throws {
        let payload = Array(text.utf8)
        let length: [UInt8] =
            payload.count < 126
            ? [UInt8(payload.count)]
            : [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        try send([0x81, length[0] | 0x80] + length.dropFirst() + [0, 0, 0, 0] + payload)
    }

    /// The next frame; `nil` at the end of the stream.
    func next() throws -> Frame? {
        while true {
            if let frame = takeFrame() { return frame }
            guard try receive() else { return nil }
        }
    }

    /// The next text message.
    func nextText() throws -> String {
        while true {
            switch try next() {
            case .text(let text): return text
            case .other: continue
            case .close, nil: throw POSIXError(.ECONNRESET)
            }
        }
    }

    private func takeFrame() -> Frame? {
        guard buffer.count >= 2 else { return nil }
        let extra = buffer[1] == 126 ? 2 : buffer[1] == 127 ? 8 : 0
        guard buffer.count >= 2 + extra else { return nil }
        let length =
            extra == 0
            ? Int(buffer[1]) : buffer[2..<2 + extra].reduce(0) { $0 << 8 | Int($1) }
        guard buffer.count >= 2 + extra + length else { return nil }
        let payload = Array(buffer[(2 + extra)..<(2 + extra + length)])
        defer { buffer.removeFirst(2 + extra + length) }
        switch buffer[0] & 0x0F {
        case 1: return .text(String(decoding: payload, as: UTF8.self))
        case 8:
            return .close(payload.count < 2 ? nil : UInt16(payload[0]) << 8 | UInt16(payload[1]))
        default: return .other(buffer[0] & 0x0F)
        }
    }
}
