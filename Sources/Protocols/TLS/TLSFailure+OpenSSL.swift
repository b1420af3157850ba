internal import COpenSSL

extension TLSFailure {
    /// Explains why a call on `ssl` (`SSL *`) failed; takes the errors from the queue.
    init(ssl: OpaquePointer, host: String) {
        let (reason, text) = OpenSSLError.pop()
        switch reason {
        case SSL_R_CERTIFICATE_VERIFY_FAILED:
            guard let certificate = PeerCertificate(of: ssl) else {
                self.init(.certificateRejected, "\(host) has no certificate")
                return
            }
            self.init(refused: certificate, error: SSL_get_verify_result(ssl), host: host)
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_WRONG_SSL_VERSION, SSL_R_VERSION_TOO_LOW,
            SSL_R_TLSV1_ALERT_PROTOCOL_VERSION:
            self.init(.wrongVersion, "\(host) speaks neither TLS 1.2 nor TLS 1.3")
        case Self.alerts:
            let name = SSL_alert_desc_string_long(reason - SSL_AD_REASON_OFFSET)
            let words = name.map { String(cString: $0) } ?? "no reason given"
            self.init(.alert, "\(host) ended TLS with an alert: \(words)")
        case SSL_R_WRONG_VERSION_NUMBER:
            self.init(.protocolError, "\(host) sent what is not TLS")
        default:
            self.init(.protocolError, "the TLS of \(host) is broken: \(text)")
        }
    }

    /// OpenSSL reports an alert of the peer as this offset and the alert's number, of one byte.
    private static var alerts: ClosedRange<Int32> {
        SSL_AD_REASON_OFFSET...(SSL_AD_REASON_OFFSET + 255)
    }

    /// Explains what OpenSSL has against a certificate.
    private init(refused certificate: PeerCertificate, error: Int, host: String) {
        switch Int32(error) {
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
            self.init(.selfSigned, "the certificate of \(host) is signed by itself")
        case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT,
            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            self.init(
                .unknownIssuer,
                "the certificate of \(host) is signed by `\(certificate.issuer)`, "
                    + "which does not lead to a trusted authority")
        case X509_V_ERR_CERT_HAS_EXPIRED:
            self.init(
                .expired,
                "the certificate of \(host), \(certificate.validityInWords), "
                    + "or one that it rests on has expired")
        case X509_V_ERR_CERT_NOT_YET_VALID:
            self.init(
                .notYetValid,
                "the certificate of \(host), \(certificate.validityInWords), "
                    + "or one that it rests on is not valid yet")
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH:
            let names = certificate.namesInWords
            self.init(.nameMismatch, "the certificate is not for \(host), but for \(names)")
        default:
            let text = String(cString: X509_verify_cert_error_string(error))
            self.init(.certificateRejected, "the certificate of \(host) is refused: \(text)")
        }
    }
}
