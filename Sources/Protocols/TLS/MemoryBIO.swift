internal import COpenSSL

/// A piece of memory that OpenSSL reads from and writes to, owned.
final class MemoryBIO {
    /// A `BIO *`.
    let pointer: OpaquePointer

    private init?() {
        guard let pointer = BIO_new(BIO_s_mem()) else { return nil }
        self.pointer = pointer
    }

    /// One that holds a text.
    convenience init?(_ text: String) {
        self.init()
        let bytes = Array(text.utf8)
        var written = 0
        guard BIO_write_ex(pointer, bytes, bytes.count, &written) == 1 else { return nil }
    }

    deinit {
        BIO_free(pointer)
    }

    /// Returns the text that `write` writes; empty if it fails.
    static func text(_ write: (OpaquePointer) -> Int32) -> String {
        guard let bio = MemoryBIO(), write(bio.pointer) == 1 else { return "" }
        let length = BIO_ctrl_pending(bio.pointer)
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            _ = BIO_read_ex(bio.pointer, buffer.baseAddress, length, &count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
