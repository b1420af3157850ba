internal import COpenSSL

/// A private key of OpenSSL, owned.
final class PrivateKey {
    /// An `EVP_PKEY *`.
    let pointer: OpaquePointer

    private init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// Reads a key in PEM.
    convenience init?(pem: String) {
        let key = MemoryBIO(pem).flatMap { bio in
            PEM_read_bio_PrivateKey(bio.pointer, nil, nil, nil)
        }
        guard let key else { return nil }
        self.init(owning: key)
    }

    deinit {
        EVP_PKEY_free(pointer)
    }

    /// A new key on the curve P-256.
    static func make() -> PrivateKey? { COpenSSL_make_P256_key().map(PrivateKey.init(owning:)) }

    /// In PEM, not encrypted.
    var pem: String {
        MemoryBIO.text { PEM_write_bio_PrivateKey($0, pointer, nil, nil, 0, nil, nil) }
    }
}
