internal import COpenSSL

extension [UInt8] {
    /// SHA-256 of these bytes (FIPS 180-4): 32 of them.
    package var sha256: [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        SHA256(self, count, &digest)
        return digest
    }

    /// True if both are the same. The comparison takes as long whatever differs.
    package func isSecretlyEqual(to other: [UInt8]) -> Bool {
        count == other.count && CRYPTO_memcmp(self, other, count) == 0
    }
}
