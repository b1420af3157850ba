internal import COpenSSL

/// A certificate made on the spot, with its key: for a server on this machine, and for tests.
public struct SelfSignedCertificate: Sendable {
    /// The certificate (X.509) in PEM.
    public let certificatePEM: String
    /// Its key (P-256) in PEM, not encrypted.
    public let privateKeyPEM: String
    /// Its SHA-256, as `TLSSettings.fingerprint` takes it.
    public let fingerprint: String

    /// Makes a new key, and a certificate that is signed with it.
    ///
    /// - Parameters:
    ///   - names: host names and addresses that it is for; the first is its common name too.
    ///   - validDays: from when until when it is valid, in days from now. One that begins in
    ///     the past also satisfies clocks that are slow.
    public static func make(
        names: [String], validDays: ClosedRange<Int> = -1...365
    ) throws(CertificateError) -> SelfSignedCertificate {
        try make(names: names, validDays: validDays, issuer: nil)
    }

    /// Makes one that `issuer` signs in place of itself, which only tests need.
    package static func make(
        names: [String], validDays: ClosedRange<Int>, issuer: SelfSignedCertificate?
    ) throws(CertificateError) -> SelfSignedCertificate {
        for name in names where !CertificateDraft.isUsable(name) { throw .unusableName(name) }
        OpenSSLError.clear()
        guard let key = PrivateKey.make(), let draft = CertificateDraft() else {
            throw .notMade(reason: OpenSSLError.pop().text)
        }
        draft.fill(names: names, validDays: validDays, key: key)
        let isSigned: Bool
        if let issuer {
            guard let issuerKey = PrivateKey(pem: issuer.privateKeyPEM),
                let issuerCertificate = CertificateDraft(pem: issuer.certificatePEM)
            else { throw .unreadableIssuer }
            isSigned = draft.sign(with: issuerKey, of: issuerCertificate)
        } else {
            isSigned = draft.sign(with: key, of: draft)
        }
        guard isSigned else { throw .notMade(reason: OpenSSLError.pop().text) }
        return SelfSignedCertificate(
            certificatePEM: draft.pem, privateKeyPEM: key.pem,
            fingerprint: CertificateFingerprint(of: draft.pointer).description)
    }
}
