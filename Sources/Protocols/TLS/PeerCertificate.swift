internal import COpenSSL
internal import Glibc
import Support

/// The certificate that a server showed, as far as people are told of it.
///
/// The server chooses its texts: they are cut short and stripped before they are shown.
struct PeerCertificate {
    let fingerprint: CertificateFingerprint
    /// The signer: the common name, else the organisation.
    let issuer: String
    /// Host names and addresses that it is for.
    let names: [String]
    /// The time for which it is valid, in words.
    let validityInWords: String

    /// The certificate of the peer of `ssl` (`SSL *`), refused or not; `nil` if it showed none.
    init?(of ssl: OpaquePointer) {
        guard let certificate = COpenSSL_peer_leaf(ssl) else { return nil }
        fingerprint = CertificateFingerprint(of: certificate)
        let issuerName = X509_get_issuer_name(certificate)
        issuer =
            (Self.entry(NID_commonName, of: issuerName)
            ?? Self.entry(NID_organizationName, of: issuerName) ?? "an issuer without a name")
            .quotable
        let alternatives = Self.alternativeNames(of: certificate)
        // RFC 6125 section 6.4.4: the common name counts only where there is no other.
        let commonName = Self.entry(NID_commonName, of: X509_get_subject_name(certificate))
        names = alternatives.isEmpty ? [commonName].compactMap { $0?.quotable } : alternatives
        let begin = Self.text(of: X509_get0_notBefore(certificate))
        let end = Self.text(of: X509_get0_notAfter(certificate))
        validityInWords = "valid from \(begin) to \(end)"
    }

    /// The names in a row; a long row is cut.
    var namesInWords: String {
        if names.isEmpty { return "no host" }
        let shown = names.prefix(8).joined(separator: ", ")
        return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
    }

    private static func entry(_ identifier: Int32, of name: OpaquePointer?) -> String? {
        var buffer = [CChar](repeating: 0, count: 256)
        let length = X509_NAME_get_text_by_NID(name, identifier, &buffer, Int32(buffer.count))
        guard length > 0 else { return nil }
        return String(
            decoding: buffer.prefix(Int(length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// RFC 5280 section 4.2.1.6.
    private static func alternativeNames(of certificate: OpaquePointer) -> [String] {
        guard
            let extensionValue = X509_get_ext_d2i(certificate, NID_subject_alt_name, nil, nil)
        else { return [] }
        let list = OpaquePointer(extensionValue)
        defer { GENERAL_NAMES_free(list) }
        return (0..<COpenSSL_names_count(list)).compactMap { index in
            COpenSSL_names_at(list, index).flatMap(text(of:))
        }
    }

    private static func text(of name: UnsafePointer<GENERAL_NAME>) -> String? {
        var type: Int32 = 0
        guard let value = GENERAL_NAME_get0_value(name, &type) else { return nil }
        guard type == GEN_DNS || type == GEN_IPADD else { return nil }
        // Names of these two types are an ASN1_IA5STRING and an ASN1_OCTET_STRING, other words
        // for ASN1_STRING (openssl/types.h).
        let bytes = bytes(of: value.assumingMemoryBound(to: ASN1_STRING.self))
        return type == GEN_IPADD
            ? address(bytes) : String(decoding: bytes, as: UTF8.self).quotable
    }

    private static func bytes(of string: UnsafePointer<ASN1_STRING>) -> [UInt8] {
        let length = Int(ASN1_STRING_length(string))
        return Array(UnsafeBufferPointer(start: ASN1_STRING_get0_data(string), count: length))
    }

    private static func address(_ bytes: [UInt8]) -> String? {
        let family = bytes.count == 4 ? AF_INET : bytes.count == 16 ? AF_INET6 : nil
        guard let family else { return nil }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func text(of time: UnsafePointer<ASN1_TIME>?) -> String {
        var parts = tm()
        guard ASN1_TIME_to_tm(time, &parts) == 1 else { return "an unknown time" }
        var text = [CChar](repeating: 0, count: 32)
        let length = strftime(&text, text.count, "%Y-%m-%d %H:%M UTC", &parts)
        return String(decoding: text.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
