internal import COpenSSL

/// The proof that the server understood the handshake (RFC 6455 section 1.3).
enum HandshakeKey {
    /// A nonce of 16 bytes in base64 (section 4.1, item 7 of the request).
    static func make(using generator: inout some RandomNumberGenerator) -> String {
        base64((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// The answer that the server must give to `key` (section 4.2.2, item 5.4).
    static func accept(for key: String) -> String {
        let text = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
        var digest = [UInt8](repeating: 0, count: Int(SHA_DIGEST_LENGTH))
        _ = SHA1(text, text.count, &digest)
        return base64(digest)
    }

    /// RFC 4648 section 4.
    private static func base64(_ bytes: [UInt8]) -> String {
        // EVP_EncodeBlock writes four characters for each three bytes begun, and a zero.
        var encoded = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
        _ = EVP_EncodeBlock(&encoded, bytes, Int32(bytes.count))
        return String(decoding: encoded.dropLast(), as: UTF8.self)
    }
}
