internal import COpenSSL

/// A frame that a WebSocket server writes.
enum ServerFrame {
    /// A text message in one frame.
    static func text(_ payload: [UInt8]) -> [UInt8] {
        let length: [UInt8]
        switch payload.count {
        case ..<126: length = [UInt8(payload.count)]
        case ..<65_536: length = [126] + bytes(payload.count, count: 2)
        default: length = [127] + bytes(payload.count, count: 8)
        }
        return [0x81] + length + payload
    }

    /// The answer to an upgrade request (RFC 6455 section 4.2.2).
    static func acceptance(of request: [UInt8]) -> [UInt8] {
        let lines = String(decoding: request, as: UTF8.self).split(separator: "\r\n")
        let field = "Sec-WebSocket-Key: "
        let key = lines.first { $0.hasPrefix(field) }?.dropFirst(field.count) ?? ""
        return Array(
            ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: \(proof(of: String(key)))\r\n\r\n").utf8)
    }

    private static func bytes(_ number: Int, count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(number >> ($0 * 8) & 0xFF) }
    }

    private static func proof(of key: String) -> String {
        let text = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
        var digest = [UInt8](repeating: 0, count: Int(SHA_DIGEST_LENGTH))
        _ = SHA1(text, text.count, &digest)
        var encoded = [UInt8](repeating: 0, count: 29)
        _ = EVP_EncodeBlock(&encoded, digest, Int32(digest.count))
        return String(decoding: encoded.dropLast(), as: UTF8.self)
    }
}
