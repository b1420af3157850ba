internal import COpenSSL
import Support

/// The data that all TLS sessions of the same settings share: the authorities, mostly. Reading them
/// takes milliseconds and memory, so make one context for each distinct `TLSSettings`.
///
/// `@unchecked Sendable`: nothing changes it once it is made, and OpenSSL lets threads make
/// sessions of one context at once: only its count of users changes, atomically.
public final class TLSContext: @unchecked Sendable {
    /// An `SSL_CTX *`, owned.
    let pointer: OpaquePointer
    /// The one certificate to accept.
    let fingerprint: CertificateFingerprint?

    /// Reads the authorities.
    public init(_ settings: TLSSettings = TLSSettings()) throws(TLSSettingsError) {
        let deciders = [settings.ca != nil, settings.fingerprint != nil, settings.insecure]
        guard deciders.count(where: { $0 }) <= 1 else { throw .contradiction }
        // Before the context is made, which `deinit` frees only once everything is set.
        let fingerprint: CertificateFingerprint? =
            if let text = settings.fingerprint { try CertificateFingerprint(parsing: text) } else {
                nil
            }
        guard let context = SSL_CTX_new(TLS_client_method()),
            COpenSSL_require_modern_TLS(context) == 1,
            // RFC 7301; HTTP/2 has no WebSocket of RFC 6455.
            SSL_CTX_set_alpn_protos(context, Self.protocols, UInt32(Self.protocols.count)) == 0
        else { crash("OpenSSL is out of memory or damaged") }
        self.fingerprint = fingerprint
        pointer = context
        let isVerified = !settings.insecure && fingerprint == nil
        SSL_CTX_set_verify(context, isVerified ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, nil)
        if isVerified { try loadAuthorities(from: settings.ca) }
    }

    deinit {
        SSL_CTX_free(pointer)
    }

    /// One name, with its length before it.
    private static let protocols: [UInt8] = [8] + Array("http/1.1".utf8)

    private func loadAuthorities(from path: String?) throws(TLSSettingsError) {
        OpenSSLError.clear()
        guard let path else {
            // Succeeds even where the system has none: then no server is trusted.
            _ = SSL_CTX_set_default_verify_paths(pointer)
            return
        }
        guard SSL_CTX_load_verify_file(pointer, path) == 1 else {
            throw .unusableAuthorities(path: path, reason: OpenSSLError.pop().text)
        }
    }
}
