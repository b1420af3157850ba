internal import COpenSSL

/// The SHA-256 of a certificate, as `openssl x509 -fingerprint -sha256` shows it.
struct CertificateFingerprint: Hashable, CustomStringConvertible {
    private let bytes: [UInt8]

    /// Of a certificate (`X509 *`).
    init(of certificate: OpaquePointer) {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        _ = X509_digest(certificate, EVP_sha256(), &digest, &length)
        bytes = Array(digest.prefix(Int(length)))
    }

    /// Reads 64 hexadecimal digits, with or without colons between the bytes.
    init(parsing text: String) throws(TLSSettingsError) {
        let digits = text.utf8.filter { $0 != UInt8(ascii: ":") }
        guard digits.count == 64, digits.allSatisfy(\.isHexadecimalDigit) else {
            throw .malformedFingerprint(text)
        }
        bytes = stride(from: 0, to: 64, by: 2).compactMap { index in
            UInt8(String(decoding: digits[index..<(index + 2)], as: UTF8.self), radix: 16)
        }
    }

    /// In capitals, with colons.
    var description: String { bytes.map(\.hexadecimal).joined(separator: ":") }
}
