internal import COpenSSL
import Support

/// One TLS connection from the client's side: bytes in, bytes out, no I/O.
///
/// OpenSSL reads from one piece of memory and writes to another. The caller moves ciphertext
/// between those and the network: after each call that may have produced some (`start`, `receive`,
/// `send`, `close`) it sends what `takeCiphertext` gives, also when the session has failed, for
/// that is how the server learns why.
public final class TLSSession {
    /// The stages in the life of a session.
    public enum State: Hashable, Sendable {
        /// Not started.
        case idle
        /// Nothing is trusted yet; what is sent waits.
        case handshaking
        /// The server is who it should be; data flows.
        case open
        /// One side has ended it and said so; nothing was lost.
        case closed
        /// It is of no more use.
        case failed(TLSFailure)
    }

    /// The present stage of the session.
    public private(set) var state = State.idle

    /// Kept for its fingerprint; `ssl` counts its own reference to the `SSL_CTX`.
    private let context: TLSContext
    private let host: String
    private let scheme: String
    /// An `SSL *`, owned; `incoming` and `outgoing` (`BIO *`) belong to it.
    private let ssl: OpaquePointer
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer
    /// The bytes that were to be sent before the handshake was done.
    private var unsent: [UInt8] = []
    private var plaintext: [UInt8] = []
    private var hasReceived = false

    /// A session with the host of `url`, whose name the certificate must have.
    public init(context: TLSContext, url: ServerURL) {
        guard let ssl = SSL_new(context.pointer), let incoming = BIO_new(BIO_s_mem()),
            let outgoing = BIO_new(BIO_s_mem())
        else { crash("OpenSSL is out of memory") }
        self.context = context
        self.ssl = ssl
        self.incoming = incoming
        self.outgoing = outgoing
        host = url.host
        scheme = url.scheme.name
        SSL_set_bio(ssl, incoming, outgoing)
        SSL_set_connect_state(ssl)
        expect(url)
    }

    deinit {
        SSL_free(ssl)
    }

    /// Begins the handshake; called once, first.
    public func start() {
        invariant(state == .idle, "a session starts once")
        state = .handshaking
        proceed()
    }

    /// Takes a piece of what the server sent.
    public func receive(_ ciphertext: [UInt8]) {
        guard isRunning, let first = ciphertext.first else { return }
        if !hasReceived, let failure = failure(ofServerSending: first) {
            state = .failed(failure)
            return
        }
        hasReceived = true
        var written = 0
        // A BIO in memory takes everything.
        _ = BIO_write_ex(incoming, ciphertext, ciphertext.count, &written)
        proceed()
    }

    /// Takes the decrypted bytes that the server has sent since the last call.
    public func takePlaintext() -> [UInt8] {
        defer { plaintext = [] }
        return plaintext
    }

    /// Encrypts what is to be sent. Before the handshake is done it is kept.
    public func send(_ plaintext: [UInt8]) {
        switch state {
        case .idle, .handshaking: unsent += plaintext
        case .open: encrypt(plaintext)
        case .closed, .failed: break
        }
    }

    /// Takes the encrypted bytes that are to be sent to the server since the last call.
    public func takeCiphertext() -> [UInt8] {
        let waiting = BIO_ctrl_pending(outgoing)
        guard waiting > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: waiting) { buffer, count in
            _ = BIO_read_ex(outgoing, buffer.baseAddress, waiting, &count)
        }
    }

    /// Ends the session and says so to the server (close_notify, RFC 8446 section 6.1).
    public func close() {
        if state == .open { notifyClose() }
        if isRunning || state == .idle { state = .closed }
    }

    /// The connection under it has ended.
    public func endOfStream() {
        switch state {
        case .idle, .handshaking:
            state = .failed(
                TLSFailure(.endedDuringHandshake, "\(host) hung up during the TLS handshake"))
        case .open:
            state = .failed(
                TLSFailure(.truncated, "\(host) hung up without ending TLS: something may be lost"))
        case .closed, .failed: break
        }
    }
}

extension TLSSession {
    private var isRunning: Bool { state == .handshaking || state == .open }

    /// Sets what the certificate must be for. RFC 6066 section 3: server names are never
    /// addresses.
    private func expect(_ url: ServerURL) {
        let isSet: Bool
        if url.hostIsAddress {
            isSet = X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), url.host) == 1
        } else {
            // RFC 6125 section 6.4.3: a wildcard stands for a whole label.
            SSL_set_hostflags(ssl, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
            isSet =
                SSL_set1_host(ssl, url.host) == 1
                && COpenSSL_set_server_name(ssl, url.host) == 1
        }
        // Without it any certificate would do. The URL has made sure that OpenSSL can parse it.
        invariant(isSet, "OpenSSL is out of memory")
    }

    /// RFC 8446 section 5.1: a server begins with a handshake (22) or an alert (21).
    private func failure(ofServerSending first: UInt8) -> TLSFailure? {
        switch first {
        case 21, 22: nil
        case UInt8(ascii: "H"):
            TLSFailure(
                .notTLS,
                "\(host) answers in plain HTTP on this port: \(scheme):// needs another one")
        default:
            TLSFailure(.notTLS, "\(host) does not speak TLS on this port")
        }
    }

    /// Goes as far as what has come allows.
    private func proceed() {
        if state == .handshaking { shakeHands() }
        if state == .open { decrypt() }
    }

    private func shakeHands() {
        OpenSSLError.clear()
        let result = SSL_do_handshake(ssl)
        guard result == 1 else { return settle(result) }
        if let failure = failureOfFingerprint() {
            notifyClose()
            state = .failed(failure)
            return
        }
        state = .open
        if !unsent.isEmpty { encrypt(unsent) }
        unsent = []
    }

    /// The handshake has proved that the server has the key of the certificate that it showed.
    private func failureOfFingerprint() -> TLSFailure? {
        guard let expected = context.fingerprint else { return nil }
        let found = PeerCertificate(of: ssl)?.fingerprint
        if found == expected { return nil }
        let shown = found.map(\.description) ?? "none"
        return TLSFailure(
            .fingerprintMismatch,
            "the certificate of \(host) has the fingerprint \(shown), not \(expected)")
    }

    private func encrypt(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        OpenSSLError.clear()
        var written = 0
        // All or nothing, as partial writes are off; memory takes everything, and without
        // renegotiation nothing must be read first.
        let result = SSL_write_ex(ssl, bytes, bytes.count, &written)
        if result != 1 { settle(result) }
    }

    private func decrypt() {
        // Decrypted, bytes are fewer than encrypted. Of what came before, OpenSSL holds less than
        // a record, which is 16 KiB at most (RFC 8446 section 5.1): so everything has room.
        let capacity = BIO_ctrl_pending(incoming) + 16 << 10
        let piece = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            read(into: buffer, count: &count)
        }
        if plaintext.isEmpty { plaintext = piece } else { plaintext += piece }
    }

    /// Reads until no whole record is left.
    private func read(into buffer: UnsafeMutableBufferPointer<UInt8>, count: inout Int) {
        while state == .open, count < buffer.count {
            OpenSSLError.clear()
            var length = 0
            let rest = UnsafeMutableBufferPointer(rebasing: buffer[count...])
            let result = SSL_read_ex(ssl, rest.baseAddress, rest.count, &length)
            count += length
            guard result == 1 else { return settle(result) }
        }
    }

    /// Finds out what a call that did not succeed means.
    private func settle(_ result: Int32) {
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ:
            break
        case SSL_ERROR_ZERO_RETURN:
            // The server's close_notify is answered with ours.
            notifyClose()
            state = .closed
        default:
            state = .failed(TLSFailure(ssl: ssl, host: host))
        }
    }

    private func notifyClose() {
        OpenSSLError.clear()
        _ = SSL_shutdown(ssl)
    }
}
