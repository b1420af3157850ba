import EventLoop
import WebSocket

/// What a farm's port needs for its encryption.
struct FarmEncryption {
    /// For the listener; `nil` for none.
    let settings: ServerTLS?
    /// The certificate's SHA-256, if it was made up here.
    let fingerprint: String?

    /// Makes ready what the configuration asks for.
    init(_ encryption: FarmConfiguration.Encryption, host: String) throws {
        switch encryption {
        case .none:
            settings = nil
            fingerprint = nil
        case .selfSigned:
            let made = try SelfSignedCertificate.make(names: [host, "localhost"])
            settings = ServerTLS(
                certificatePEM: made.certificatePEM, privateKeyPEM: made.privateKeyPEM)
            fingerprint = made.fingerprint
        case .certificate(let pem, let privateKeyPEM):
            settings = ServerTLS(certificatePEM: pem, privateKeyPEM: privateKeyPEM)
            fingerprint = nil
        }
    }
}
