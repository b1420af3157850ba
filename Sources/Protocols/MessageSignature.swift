internal import COpenSSL

/// A signature by which the receiver of a message knows who sent it: HMAC with SHA-256 (RFC 2104).
public enum MessageSignature {
    /// The signature in 64 small hexadecimal digits.
    public static func hexadecimal(of message: [UInt8], key: [UInt8]) -> String {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        _ = HMAC(
            EVP_sha256(), key, Int32(clamping: key.count), message, message.count, &digest,
            &length)
        return digest.prefix(Int(length)).map(\.hexadecimal).joined().lowercased()
    }
}
