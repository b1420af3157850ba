import Expectations
import COpenSSL
import Testing
import Protocols

@Suite struct TLSTrustTests {
    private static let names = ["localhost", "radio.example", "*.stations.example", "127.0.0.1"]
    private let authority: SelfSignedCertificate
    private let leaf: SelfSignedCertificate
    private let file: CertificateFile

    init() throws {
        authority = try SelfSignedCertificate.make(names: ["authority.example"])
        leaf = try SelfSignedCertificate.make(
            names: Self.names, validDays: -1...1, issuer: authority)
        file = try CertificateFile(authority.certificatePEM)
    }

    private var trusting: TLSSettings { TLSSettings(ca: file.path) }

    private func handshake(
        _ certificate: SelfSignedCertificate, _ settings: TLSSettings,
        url: String = "wss://localhost/"
    ) throws -> TLSPair {
        var pair = try TLSPair(certificate, settings: settings, url: url)
        pair.shakeHands()
        return pair
    }

    @Test(arguments: [
        "wss://localhost/", "wss://LOCALHOST/", "wss://radio.example/",
        "wss://one.stations.example/", "wss://127.0.0.1/",
    ])
    func `a certificate of a trusted authority is accepted for its names`(url: String) throws {
        let pair = try handshake(leaf, trusting, url: url)
        expect(pair.client.state, is: .open)
        #expect(pair.server.isEstablished)
    }

    @Test(arguments: [
        "wss://other.example/", "wss://stations.example/", "wss://a.b.stations.example/",
        "wss://127.0.0.2/", "wss://[::1]/",
    ])
    func `it is refused for other names, which are told`(url: String) throws {
        let pair = try handshake(leaf, trusting, url: url)
        let failure = try #require(pair.failure)
        expect(failure.code, is: .nameMismatch)
        #expect(failure.text.contains(try WebSocketURL(url).host))
        #expect(failure.text.contains("radio.example, *.stations.example, 127.0.0.1"))
        #expect(!pair.server.isEstablished)
    }

    @Test func `a wildcard stands for a whole label`() throws {
        let certificate = try SelfSignedCertificate.make(
            names: ["st*.radio.example"], validDays: -1...1, issuer: authority)
        let pair = try handshake(certificate, trusting, url: "wss://station.radio.example/")
        expect(pair.failure?.code, is: .nameMismatch)
    }

    @Test func `IPv6 addresses are names too`() throws {
        let certificate = try SelfSignedCertificate.make(
            names: ["::1"], validDays: -1...1, issuer: authority)
        try expect(handshake(certificate, trusting, url: "wss://[::1]/").client.state, is: .open)
        let other = try handshake(certificate, trusting, url: "wss://[::2]/")
        expect(other.failure?.code, is: .nameMismatch)
        expect(other.failure?.text.contains("but for ::1"), is: true)
    }

    @Test func `a certificate that signed itself is refused`() throws {
        let own = try SelfSignedCertificate.make(names: ["localhost"])
        for settings in [TLSSettings(), trusting] {
            let pair = try handshake(own, settings)
            expect(pair.failure?.code, is: .selfSigned)
            expect(pair.failure?.text.contains("localhost"), is: true)
        }
    }

    @Test func `a certificate that signed itself can be its own authority`() throws {
        let own = try SelfSignedCertificate.make(names: ["localhost"])
        let file = try CertificateFile(own.certificatePEM)
        try expect(handshake(own, TLSSettings(ca: file.path)).client.state, is: .open)
    }

    @Test func `an unknown authority is refused by its name`() throws {
        let pair = try handshake(leaf, TLSSettings())
        expect(pair.failure?.code, is: .unknownIssuer)
        expect(pair.failure?.text.contains("`authority.example`"), is: true)
    }

    @Test(
        arguments: [
            (-10 ... -5, .expired), (5...10, .notYetValid),
        ] as [(ClosedRange<Int>, TLSFailure.Code)])
    func `a certificate is refused before and after its time`(
        days: ClosedRange<Int>, code: TLSFailure.Code
    ) throws {
        let certificate = try SelfSignedCertificate.make(
            names: ["localhost"], validDays: days, issuer: authority)
        let pair = try handshake(certificate, trusting)
        expect(pair.failure?.code, is: code)
        expect(pair.failure?.text.contains("valid from 2"), is: true)
    }

    @Test func `the fingerprint decides alone`() throws {
        let odd = try SelfSignedCertificate.make(names: ["other.example"], validDays: -10 ... -5)
        let plain = odd.fingerprint.lowercased().filter { $0 != ":" }
        for text in [odd.fingerprint, plain] {
            let pair = try handshake(odd, TLSSettings(fingerprint: text))
            expect(pair.client.state, is: .open)
        }
    }

    @Test func `another fingerprint is refused with both, and nothing is sent`() throws {
        var pair = try TLSPair(leaf, settings: TLSSettings(fingerprint: authority.fingerprint))
        pair.client.send(Array("secret".utf8))
        pair.shakeHands()
        expect(pair.failure?.code, is: .fingerprintMismatch)
        expect(pair.failure?.text.contains(leaf.fingerprint), is: true)
        expect(pair.failure?.text.contains(authority.fingerprint), is: true)
        expect(pair.received, is: [])
        #expect(pair.server.hasReceivedClose)
    }

    @Test func `the insecure setting accepts every server`() throws {
        let odd = try SelfSignedCertificate.make(names: ["other.example"], validDays: -10 ... -5)
        try expect(handshake(odd, TLSSettings(insecure: true)).client.state, is: .open)
    }

    @Test func `the server is asked for its name, but never by an address`() throws {
        let named = try handshake(leaf, trusting)
        expect(named.server.serverName, is: "localhost")
        expect(named.server.applicationProtocol, is: "http/1.1")
        let addressed = try handshake(leaf, trusting, url: "wss://127.0.0.1/")
        expect(addressed.server.serverName, is: nil)
    }

    @Test func `a certificate without names is for no host`() throws {
        let pair = try handshake(
            SelfSignedCertificate.make(names: [], validDays: -1...1, issuer: authority), trusting)
        expect(pair.failure?.code, is: .nameMismatch)
        expect(pair.failure?.text.contains("but for no host"), is: true)
    }
}
