import Support

/// The reason why no certificate was made.
public enum CertificateError: Error, Hashable, Sendable {
    /// Not a host name or address.
    case unusableName(String)
    /// The issuer is not a certificate with a key.
    case unreadableIssuer
    /// OpenSSL could not make it, for its own reason.
    case notMade(reason: String)
}

extension CertificateError: CustomStringConvertible {
    /// The same for people.
    public var description: String {
        switch self {
        case .unusableName(let name):
            "`\(name.quotable)` is not a host name or address that a certificate can be for"
        case .unreadableIssuer:
            "the issuer's certificate or key cannot be read"
        case .notMade(let reason):
            "no certificate can be made: \(reason)"
        }
    }
}
