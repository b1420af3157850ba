internal import COpenSSL

/// A certificate of OpenSSL in the making, owned.
final class CertificateDraft {
    /// An `X509 *`.
    let pointer: OpaquePointer

    /// An empty one.
    init?() {
        guard let pointer = X509_new() else { return nil }
        self.pointer = pointer
    }

    /// Reads a finished one in PEM.
    init?(pem: String) {
        let certificate = MemoryBIO(pem).flatMap { PEM_read_bio_X509($0.pointer, nil, nil, nil) }
        guard let certificate else { return nil }
        pointer = certificate
    }

    deinit {
        X509_free(pointer)
    }

    /// A host name or an address, also with a wildcard; nothing that would mean more to OpenSSL's
    /// parser of extensions.
    static func isUsable(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-._*:".utf8.contains($0) }
    }

    /// Everything but issuer and signature (RFC 5280 section 4.1).
    func fill(names: [String], validDays: ClosedRange<Int>, key: PrivateKey) {
        _ = X509_set_version(pointer, Int(X509_VERSION_3))
        // Section 4.1.2.2: unique for an issuer, at most 20 bytes. 63 random bits are both.
        let serial = Int64.random(in: 1 ... .max)
        _ = ASN1_INTEGER_set_int64(X509_get_serialNumber(pointer), serial)
        let day = 24 * 60 * 60
        _ = X509_gmtime_adj(X509_getm_notBefore(pointer), validDays.lowerBound * day)
        _ = X509_gmtime_adj(X509_getm_notAfter(pointer), validDays.upperBound * day)
        _ = X509_set_pubkey(pointer, key.pointer)
        if let name = names.first { setCommonName(name) }
        let alternatives = names.map { (Host.isAddress($0) ? "IP:" : "DNS:") + $0 }
        if !names.isEmpty {
            addExtension(NID_subject_alt_name, alternatives.joined(separator: ","))
        }
    }

    /// Names the issuer, and signs with its key. One that signs itself may sign others too.
    ///
    /// - Returns: whether it is a certificate now.
    func sign(with key: PrivateKey, of issuer: CertificateDraft) -> Bool {
        _ = X509_set_issuer_name(pointer, X509_get_subject_name(issuer.pointer))
        addExtension(
            NID_basic_constraints, issuer === self ? "critical,CA:TRUE" : "critical,CA:FALSE")
        return X509_sign(pointer, key.pointer, EVP_sha256()) > 0
    }

    /// In PEM.
    var pem: String { MemoryBIO.text { PEM_write_bio_X509($0, pointer) } }

    private func setCommonName(_ name: String) {
        _ = X509_NAME_add_entry_by_NID(
            X509_get_subject_name(pointer), NID_commonName, MBSTRING_UTF8, Array(name.utf8),
            Int32(name.utf8.count), -1, 0)
    }

    private func addExtension(_ identifier: Int32, _ value: String) {
        guard let made = X509V3_EXT_conf_nid(nil, nil, identifier, value) else { return }
        _ = X509_add_ext(pointer, made, -1)
        X509_EXTENSION_free(made)
    }
}
