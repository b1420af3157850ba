/// The reason why a TLS connection was refused, or broke.
public struct TLSFailure: Error, Hashable, Sendable {
    /// One word for each kind of failure, for programs; the words stay.
    public enum Code: String, CaseIterable, Sendable {
        /// The certificate is signed by itself.
        case selfSigned
        /// The certificate's issuer is not trusted.
        case unknownIssuer
        /// The certificate is too old.
        case expired
        /// The certificate is not valid yet, or this machine's clock is slow.
        case notYetValid
        /// The certificate is for another host.
        case nameMismatch
        /// The certificate is not the one whose fingerprint was given.
        case fingerprintMismatch
        /// The certificate is bad in another way.
        case certificateRejected
        /// The server does not speak TLS.
        case notTLS
        /// There is no version of TLS that both sides have.
        case wrongVersion
        /// The connection ended in the handshake.
        case endedDuringHandshake
        /// The server ended it, with a reason.
        case alert
        /// The connection ended without the server's saying so: something may be missing.
        case truncated
        /// The server's TLS is broken.
        case protocolError
    }

    /// For programs.
    public let code: Code
    /// For people: a sentence without its first capital and its full stop.
    public let text: String

    init(_ code: Code, _ text: String) {
        self.code = code
        self.text = text
    }
}
