import COpenSSL
import Protocols

/// The other side of a TLS connection, in memory.
final class TLSServer {
    private let context: OpaquePointer
    private let ssl: OpaquePointer
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer

    init(_ certificate: SelfSignedCertificate, versions: ClosedRange<Int32>? = nil) {
        context = SSL_CTX_new(TLS_server_method())
        // Old versions need weak signatures, which the default level forbids.
        SSL_CTX_set_security_level(context, 0)
        let chain = Self.bio(certificate.certificatePEM)
        let leaf = PEM_read_bio_X509(chain, nil, nil, nil)
        SSL_CTX_use_certificate(context, leaf)
        let keyText = Self.bio(certificate.privateKeyPEM)
        let key = PEM_read_bio_PrivateKey(keyText, nil, nil, nil)
        SSL_CTX_use_PrivateKey(context, key)
        X509_free(leaf)
        EVP_PKEY_free(key)
        BIO_free(chain)
        BIO_free(keyText)
        SSL_CTX_set_alpn_select_cb(context, Self.selectHTTP, nil)
        ssl = SSL_new(context)
        if let versions {
            // SSL_set_min_proto_version and SSL_set_max_proto_version are macros for these.
            SSL_ctrl(ssl, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(versions.lowerBound), nil)
            SSL_ctrl(ssl, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(versions.upperBound), nil)
        }
        incoming = BIO_new(BIO_s_mem())
        outgoing = BIO_new(BIO_s_mem())
        SSL_set_bio(ssl, incoming, outgoing)
        SSL_set_accept_state(ssl)
    }

    deinit {
        SSL_free(ssl)
        SSL_CTX_free(context)
    }

    private static func bio(_ text: String) -> OpaquePointer {
        let bio = BIO_new(BIO_s_mem())!
        BIO_write(bio, text, Int32(text.utf8.count))
        return bio
    }

    private static let selectHTTP: SSL_CTX_alpn_select_cb_func = {
        _, chosen, length, offered, count, _ in
        // The client offers one protocol; its name follows its length.
        chosen?.pointee = offered?.advanced(by: 1)
        length?.pointee = UInt8(count - 1)
        return SSL_TLSEXT_ERR_OK
    }

    /// Takes ciphertext, and gives the plaintext that is whole.
    func receive(_ ciphertext: [UInt8]) -> [UInt8] {
        ERR_clear_error()
        if !ciphertext.isEmpty { BIO_write(incoming, ciphertext, Int32(ciphertext.count)) }
        if SSL_is_init_finished(ssl) == 0 { _ = SSL_do_handshake(ssl) }
        var plaintext: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        var count = 0
        while SSL_read_ex(ssl, &buffer, buffer.count, &count) == 1 {
            plaintext += buffer.prefix(count)
        }
        return plaintext
    }

    func send(_ plaintext: [UInt8]) {
        var written = 0
        SSL_write_ex(ssl, plaintext, plaintext.count, &written)
    }

    func takeCiphertext() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: BIO_ctrl_pending(outgoing))
        var count = 0
        BIO_read_ex(outgoing, &bytes, bytes.count, &count)
        return bytes
    }

    func close() { SSL_shutdown(ssl) }

    /// New keys from here on (TLS 1.3).
    func updateKeys() { SSL_key_update(ssl, SSL_KEY_UPDATE_REQUESTED) }

    func renegotiate() {
        SSL_renegotiate(ssl)
        SSL_do_handshake(ssl)
    }

    var hasReceivedClose: Bool { SSL_get_shutdown(ssl) & SSL_RECEIVED_SHUTDOWN != 0 }

    var isEstablished: Bool { SSL_is_init_finished(ssl) == 1 }

    var version: String { String(cString: SSL_get_version(ssl)) }

    /// The name that the client asked for.
    var serverName: String? {
        SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name).map { String(cString: $0) }
    }

    var applicationProtocol: String {
        var bytes: UnsafePointer<UInt8>?
        var length: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &bytes, &length)
        return String(
            decoding: UnsafeBufferPointer(start: bytes, count: Int(length)), as: UTF8.self)
    }
}
