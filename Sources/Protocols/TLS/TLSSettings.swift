import Support

/// The servers to trust; by default those that the system's authorities vouch for.
///
/// At most one of the three may be set: each decides alone.
public struct TLSSettings: Hashable, Sendable {
    /// Path of a PEM file with the certificates to trust in place of the system's.
    public var ca: String?
    /// SHA-256 of the one certificate to accept, whatever it says and whichever issuer signed it:
    /// 64 hexadecimal digits; colons are optional.
    public var fingerprint: String?
    /// Accepts every server; an attacker in between can read and change everything.
    public var insecure: Bool

    /// Settings with their parts.
    public init(ca: String? = nil, fingerprint: String? = nil, insecure: Bool = false) {
        self.ca = ca
        self.fingerprint = fingerprint
        self.insecure = insecure
    }
}

/// The mistake in settings for TLS.
public enum TLSSettingsError: Error, Hashable, Sendable {
    /// The file with the authorities cannot be read, or has no certificate in it.
    case unusableAuthorities(path: String, reason: String)
    /// Not 64 hexadecimal digits.
    case malformedFingerprint(String)
    /// More than one of `ca`, `fingerprint` and `insecure`.
    case contradiction
}

extension TLSSettingsError: CustomStringConvertible {
    /// The same for people, with what would be right.
    public var description: String {
        switch self {
        case .unusableAuthorities(let path, let reason):
            "no certificates can be read from `\(path)`: \(reason)"
        case .malformedFingerprint(let text):
            "`\(text.quotable)` is not a SHA-256 fingerprint: it has 64 hexadecimal digits"
        case .contradiction:
            "only one of ca, fingerprint and insecure can be set: each decides alone"
        }
    }
}
