/// What a server shows of itself over TLS, from memory.
public struct ServerTLS: Sendable {
    /// The certificate, followed by those between it and its root, in PEM.
    public var certificatePEM: [UInt8]
    /// Its private key, in PEM.
    public var privateKeyPEM: [UInt8]

    /// A certificate and its key.
    public init(certificatePEM: [UInt8], privateKeyPEM: [UInt8]) {
        self.certificatePEM = certificatePEM
        self.privateKeyPEM = privateKeyPEM
    }

    /// A certificate and its key, as text.
    public init(certificatePEM: String, privateKeyPEM: String) {
        self.init(
            certificatePEM: Array(certificatePEM.utf8), privateKeyPEM: Array(privateKeyPEM.utf8))
    }
}
