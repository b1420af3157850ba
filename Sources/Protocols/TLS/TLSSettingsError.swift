import Support

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
