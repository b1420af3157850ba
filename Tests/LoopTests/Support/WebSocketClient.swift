import Loop
import Glibc

/// A WebSocket client made by hand, over the blocking calls, so that the server is not tested
/// against itself.
struct WebSocketClient {
    let socket: PlainSocket

    struct Frame: Equatable {
        var isFinal = true
        var opcode: UInt8
        var payload: [UInt8]

        static func text(_ text: String) -> Frame {
            Frame(opcode: 1, payload: Array(text.utf8))
        }
    }

    struct Refused: Error {
        let head: String
    }

    /// The request for a WebSocket, with the key of RFC 6455's example.
    static func request(_ target: String) -> String {
        [
            "GET \(target) HTTP/1.1", "Host: localhost", "Upgrade: websocket",
            "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Extensions: permessage-deflate", "", "",
        ].joined(separator: "\r\n")
    }

    /// Connects and shakes hands.
    init(port: UInt16, target: String = "/") throws {
        socket = try PlainSocket.connected(toPort: port)
        try socket.write(Self.request(target))
        let head = try socket.readHead()
        guard head.hasPrefix("HTTP/1.1 101 "),
            // The answer to that key, in RFC 6455, section 1.3.
            head.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"),
            !head.lowercased().contains("sec-websocket-extensions")
        else {
            socket.close()
            throw Refused(head: head)
        }
    }

    func send(_ frame: Frame) throws {
        var bytes: [UInt8] = [(frame.isFinal ? 0x80 : 0) | frame.opcode]
        switch frame.payload.count {
        case ..<126: bytes.append(0x80 | UInt8(frame.payload.count))
        case ..<65_536:
            bytes += [0x80 | 126] + frame.payload.count.bigEndianBytes.suffix(2)
        default: bytes += [0x80 | 127] + frame.payload.count.bigEndianBytes
        }
        let mask: [UInt8] = [1, 2, 3, 4]
        bytes += mask
        bytes += frame.payload.enumerated().map { $1 ^ mask[$0 % 4] }
        try socket.write(bytes)
    }

    func receive() throws -> Frame? {
        let head = try socket.read(exactly: 2)
        guard head.count == 2 else { return nil }
        var count = Int(head[1] & 0x7f)
        if count >= 126 {
            count = try socket.read(exactly: count == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
        }
        let payload = try socket.read(exactly: count)
        return Frame(isFinal: head[0] & 0x80 != 0, opcode: head[0] & 0x0f, payload: payload)
    }

    /// The next message, put together from its frames.
    func receiveMessage() throws -> Frame? {
        guard var message = try receive() else { return nil }
        while !message.isFinal, let more = try receive() {
            message.payload += more.payload
            message.isFinal = more.isFinal
        }
        return message
    }

    /// The code of a close frame that comes next, if it is one.
    func receiveClose() throws -> UInt16? {
        guard let frame = try receive(), frame.opcode == 8, frame.payload.count >= 2 else {
            return nil
        }
        return UInt16(frame.payload[0]) << 8 | UInt16(frame.payload[1])
    }
}

extension Int {
    fileprivate var bigEndianBytes: [UInt8] {
        withUnsafeBytes(of: UInt64(self).bigEndian) { Array($0) }
    }
}
