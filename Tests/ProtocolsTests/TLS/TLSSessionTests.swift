import Expectations
import COpenSSL
import Testing
import Protocols

@Suite struct TLSSessionTests {
    private let certificate: SelfSignedCertificate
    private let settings: TLSSettings

    init() throws {
        certificate = try SelfSignedCertificate.make(names: ["localhost", "127.0.0.1"])
        settings = TLSSettings(fingerprint: certificate.fingerprint)
    }

    private func openPair(versions: ClosedRange<Int32>? = nil) throws -> TLSPair {
        var pair = try TLSPair(certificate, settings: settings, versions: versions)
        pair.shakeHands()
        try #require(pair.client.state == .open)
        return pair
    }

    @Test(arguments: [(TLS1_2_VERSION, "TLSv1.2"), (TLS1_3_VERSION, "TLSv1.3")])
    func `both modern versions are spoken`(version: Int32, name: String) throws {
        var pair = try openPair(versions: version...version)
        expect(pair.server.version, is: name)
        pair.client.send(Array("ping".utf8))
        pair.server.send(Array("pong".utf8))
        pair.exchange()
        expect(pair.received, is: Array("ping".utf8))
        expect(pair.client.takePlaintext(), is: Array("pong".utf8))
        expect(pair.client.takePlaintext(), is: [])
    }

    @Test func `old versions are refused`() throws {
        var pair = try TLSPair(
            certificate, settings: settings, versions: TLS1_VERSION...TLS1_1_VERSION)
        pair.shakeHands()
        expect(pair.failure?.code, is: .wrongVersion)
        expect(pair.failure?.text, is: "localhost speaks neither TLS 1.2 nor TLS 1.3")
    }

    @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION], [1, 7, 1_000, 100_000])
    func `a megabyte goes both ways in random pieces`(version: Int32, sizeMax: Int) throws {
        var pair = try openPair(versions: version...version)
        pair.cutting = (ScriptedGenerator(seed: 7), sizeMax)
        // The smallest pieces would take seconds.
        let size = sizeMax < 100 ? 40_000 : 1 << 20
        var generator = ScriptedGenerator(seed: 8)
        let up = (0..<size).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }
        let down = Array(up.reversed())
        var arrived: [UInt8] = []
        for (upPiece, downPiece) in zip(
            generator.pieces(of: up, sizeMax: 60_000), generator.pieces(of: down, sizeMax: 60_000))
        {
            pair.client.send(upPiece)
            pair.server.send(downPiece)
            pair.exchange()
            arrived += pair.client.takePlaintext()
        }
        pair.client.send(Array(up.dropFirst(pair.received.count)))
        pair.server.send(Array(down.dropFirst(arrived.count)))
        pair.exchange()
        arrived += pair.client.takePlaintext()
        expect(pair.received, is: up)
        expect(arrived, is: down)
        expect(pair.client.state, is: .open)
    }

    @Test func `the handshake may come byte by byte`() throws {
        var pair = try TLSPair(certificate, settings: settings)
        pair.cutting = (ScriptedGenerator(seed: 1), 1)
        pair.shakeHands()
        expect(pair.client.state, is: .open)
    }

    @Test func `what is sent during the handshake is kept`() throws {
        var pair = try TLSPair(certificate, settings: settings)
        pair.client.send(Array("one ".utf8))
        pair.client.start()
        pair.client.send(Array("two".utf8))
        expect(pair.client.state, is: .handshaking)
        pair.exchange()
        expect(pair.received, is: Array("one two".utf8))
    }

    @Test func `keys may change`() throws {
        var pair = try openPair(versions: TLS1_3_VERSION...TLS1_3_VERSION)
        pair.server.updateKeys()
        pair.server.send(Array("new".utf8))
        pair.exchange()
        pair.client.send(Array("too".utf8))
        pair.exchange()
        expect(pair.client.takePlaintext(), is: Array("new".utf8))
        expect(pair.received, is: Array("too".utf8))
    }

    @Test func `renegotiation is declined, upon which servers give up`() throws {
        var pair = try openPair(versions: TLS1_2_VERSION...TLS1_2_VERSION)
        pair.server.renegotiate()
        pair.exchange()
        expect(pair.failure?.code, is: .alert)
    }

    @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func `our end is told to the server`(version: Int32) throws {
        var pair = try openPair(versions: version...version)
        pair.client.send(Array("last".utf8))
        pair.client.close()
        expect(pair.client.state, is: .closed)
        pair.exchange()
        expect(pair.received, is: Array("last".utf8))
        #expect(pair.server.hasReceivedClose)
        pair.client.endOfStream()
        expect(pair.client.state, is: .closed)
    }

    @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func `the server's end is answered, after its last words`(version: Int32) throws {
        var pair = try openPair(versions: version...version)
        pair.server.send(Array("last".utf8))
        pair.server.close()
        pair.exchange()
        expect(pair.client.state, is: .closed)
        expect(pair.client.takePlaintext(), is: Array("last".utf8))
        #expect(pair.server.hasReceivedClose)
        pair.client.endOfStream()
        expect(pair.client.state, is: .closed)
        pair.client.send([1])
        expect(pair.client.takeCiphertext(), is: [])
    }

    @Test func `an end without an announcement is a truncation`() throws {
        var pair = try openPair()
        pair.server.send(Array("words".utf8))
        pair.exchange()
        pair.client.endOfStream()
        expect(pair.failure?.code, is: .truncated)
        expect(pair.client.takePlaintext(), is: Array("words".utf8))
    }

    @Test func `an end in the handshake is told as such`() throws {
        let pair = try TLSPair(certificate, settings: settings)
        pair.client.start()
        pair.client.endOfStream()
        expect(pair.failure?.code, is: .endedDuringHandshake)
        expect(pair.failure?.text.contains("localhost"), is: true)
    }

    @Test(arguments: [
        ("HTTP/1.1 400 Bad Request\r\n\r\n", "plain HTTP"), ("SSH-2.0-x\r\n", "not speak TLS"),
        ("\u{0}", "not speak TLS"),
    ])
    func `a server that does not speak TLS is told as such`(text: String, words: String) throws {
        let pair = try TLSPair(certificate, settings: settings)
        pair.client.start()
        pair.client.receive(Array(text.utf8))
        expect(pair.failure?.code, is: .notTLS)
        expect(pair.failure?.text.contains(words), is: true)
    }

    @Test func `the server's alert is told in its words`() throws {
        let pair = try TLSPair(certificate, settings: settings)
        pair.client.start()
        // RFC 8446 section 6: a fatal (2) handshake_failure (40).
        pair.client.receive([21, 3, 3, 0, 2, 2, 40])
        expect(pair.failure?.code, is: .alert)
        expect(pair.failure?.text.contains("handshake failure"), is: true)
    }

    @Test func `damaged data is refused, and the server is told`() throws {
        var pair = try openPair()
        pair.server.send(Array("words".utf8))
        var ciphertext = pair.server.takeCiphertext()
        ciphertext[ciphertext.count - 1] ^= 1
        pair.client.receive(ciphertext)
        expect(pair.failure?.code, is: .protocolError)
        expect(pair.client.takePlaintext(), is: [])
        #expect(!pair.client.takeCiphertext().isEmpty)
        pair.exchange()
        expect(pair.received, is: [])
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `garbage never traps`(seed: UInt64) throws {
        var generator = ScriptedGenerator(seed: seed)
        let garbage = (0..<500).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        for beginning: [UInt8] in [[22, 3, 3], [21, 3, 3], []] {
            let pair = try TLSPair(certificate, settings: settings)
            pair.client.start()
            for piece in generator.pieces(of: beginning + garbage, sizeMax: 50) {
                pair.client.receive(piece)
            }
            pair.client.endOfStream()
            #expect(pair.failure != nil)
        }
    }

    @Test func `one session's errors are not another's`() throws {
        var good = try openPair()
        let bad = try TLSPair(certificate, settings: settings)
        bad.client.start()
        bad.client.receive([22, 3, 3, 0, 1, 0xFF] + [UInt8](repeating: 22, count: 100))
        good.server.send(Array("fine".utf8))
        good.exchange()
        expect(good.client.takePlaintext(), is: Array("fine".utf8))
        expect(good.client.state, is: .open)
    }

    @Test func `a WebSocket opens over it`() throws {
        var pair = try openPair()
        var dialogue = try Dialogue.handshaking()
        pair.server.send(Array(Dialogue.acceptance.utf8) + ServerFrame.text("over TLS"))
        pair.exchange()
        let events = dialogue.say(pair.client.takePlaintext())
        expect(events.last, is: .text(Array("over TLS".utf8)[...]))
    }
}
