import Expectations
import Testing
import Protocols

@Suite struct TLSSettingsTests {
    @Test(arguments: ["", "12", "zz", String(repeating: "a", count: 63), "sha256:ab"])
    func `a malformed fingerprint is refused`(text: String) {
        #expect(throws: TLSSettingsError.malformedFingerprint(text)) {
            try TLSContext(TLSSettings(fingerprint: text))
        }
    }

    @Test func `an authority file that is not there is refused by its path`() throws {
        let path = "/nonexistent/authorities.pem"
        let error = #expect(throws: TLSSettingsError.self) {
            try TLSContext(TLSSettings(ca: path))
        }
        let text = try #require(error?.description)
        #expect(text.contains(path))
        #expect(text.contains("No such file or directory"))
    }

    @Test func `an authority file without certificates is refused`() throws {
        let file = try CertificateFile("not a certificate")
        let error = #expect(throws: TLSSettingsError.self) {
            try TLSContext(TLSSettings(ca: file.path))
        }
        expect(error?.description.contains(file.path), is: true)
    }

    @Test(arguments: [
        TLSSettings(ca: "/a", insecure: true), TLSSettings(fingerprint: "ab", insecure: true),
        TLSSettings(ca: "/a", fingerprint: "ab"),
    ])
    func `settings that contradict each other are refused`(settings: TLSSettings) {
        #expect(throws: TLSSettingsError.contradiction) { try TLSContext(settings) }
    }

    @Test(arguments: ["", "a,DNS:b", "a b", "a\n", "ü", "a/b"])
    func `a name that is none gets no certificate`(name: String) {
        #expect(throws: CertificateError.unusableName(name)) {
            try SelfSignedCertificate.make(names: [name])
        }
    }
}
