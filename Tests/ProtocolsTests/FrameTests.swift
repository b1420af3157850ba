import Expectations
import Testing
import Protocols

@Suite struct FrameTests {
    /// The lengths at which the encoding of a length changes (RFC 6455 section 5.2), and their
    /// neighbours.
    private static let lengths = [0, 1, 125, 126, 127, 128, 65_535, 65_536, 65_537]

    private static func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    }

    private static func letters(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    }

    @Test(arguments: lengths)
    func `a message of any length arrives, however it is cut`(length: Int) throws {
        let dialogue = try Dialogue.open()
        let (text, binary) = (Self.letters(length), Self.bytes(length))
        let stream = ServerFrame.text(bytes: text) + ServerFrame.binary(binary)
        let expected: [WebSocketEvent] = [.text(text[...]), .binary(binary[...])]
        expect(dialogue.saying([stream]), is: expected)
        expect(dialogue.saying(stream.map { [$0] }), is: expected)
        for seed in 0..<20 {
            var generator = ScriptedGenerator(seed: UInt64(seed))
            let pieces = generator.pieces(of: stream, sizeMax: 1 + length / 3)
            expect(dialogue.saying(pieces), is: expected)
        }
    }

    @Test(arguments: lengths)
    func `what the client sends is masked and can be read back`(length: Int) throws {
        var dialogue = try Dialogue.open()
        let binary = Self.bytes(length)
        let sent = dialogue.client.send(binary: binary, using: &dialogue.generator)
        let frame = try #require(ClientFrame(sent))
        expect(frame.opcode, is: 2)
        expect(frame.payload, is: binary)
        let letters = String(decoding: Self.letters(length), as: UTF8.self)
        let text = dialogue.client.send(text: letters, using: &dialogue.generator)
        expect(ClientFrame(text)?.opcode, is: 1)
        expect(ClientFrame(text)?.payload, is: Array(letters.utf8))
        #expect(ClientFrame(text)?.mask != frame.mask)
    }

    @Test func `the mask is what the generator gave`() throws {
        var dialogue = try Dialogue.open()
        dialogue.generator = ScriptedGenerator(seed: 0, after: [0x37FA_213D, 0x37FA_213D << 32])
        let frames = (0..<2).map { _ in
            dialogue.client.send(text: "Hello", using: &dialogue.generator)
        }
        // The masked "Hello" of RFC 6455 section 5.7.
        let example: [UInt8] = [
            0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58,
        ]
        #expect(frames.contains(example))
    }

    @Test func `a whole message is a slice of what was received`() throws {
        var dialogue = try Dialogue.open()
        let piece = ServerFrame.text("one") + ServerFrame.text("two")
        let events = dialogue.say(piece)
        guard case .text(let one) = events[0], case .text(let two) = events[1] else {
            Issue.record("\(events)")
            return
        }
        expect(one.startIndex, is: 2)
        expect(two.startIndex, is: 7)
        let addresses = (
            piece.withUnsafeBytes { $0.baseAddress }, one.withUnsafeBytes { $0.baseAddress }
        )
        expect(addresses.0.map { $0 + 2 }, is: addresses.1)
    }

    /// Every kind of frame, in a stream that is short enough to be cut everywhere.
    private static let stream: [UInt8] = [
        ServerFrame.text("ä€😀"),
        ServerFrame.ping([1, 2]),
        ServerFrame.text(bytes: [0xE2, 0x82], isFinal: false),
        ServerFrame.pong(),
        ServerFrame.continuation([], isFinal: false),
        ServerFrame.ping(),
        ServerFrame.continuation([0xAC], isFinal: true),
        ServerFrame.binary([0xFF, 0xFE], isFinal: false),
        ServerFrame.continuation([0xFD], isFinal: true),
        ServerFrame.text(""),
        ServerFrame.close(code: 1001, reason: "bye"),
        ServerFrame.text("ignored"),
    ].flatMap { $0 }

    @Test func `a stream means the same in whatever two places it is cut`() throws {
        let dialogue = try Dialogue.open()
        let whole = dialogue.meaning(of: [Self.stream])
        expect(
            whole,
            is: [
                .text(Array("ä€😀".utf8)[...]), .ponged([]), .text(Array("€".utf8)[...]),
                .binary([0xFF, 0xFE, 0xFD]), .text([]), .transmit([0x03, 0xE9]),
                .closed(WebSocketClosure(code: .goingAway, reason: "bye")),
            ])
        let bytes = dialogue.saying(Self.stream.map { [$0] })
        expect(bytes.compactMap(\.inAnyPieces), is: whole)
        let pongs = bytes.compactMap(\.transmitted).filter { $0.opcode == 10 }
        expect(pongs.map(\.payload), is: [[1, 2], []])
        for first in 0..<Self.stream.count {
            for second in first..<Self.stream.count {
                let pieces = [
                    Self.stream[..<first], Self.stream[first..<second], Self.stream[second...],
                ]
                let events = dialogue.meaning(of: pieces.map(Array.init))
                if events != whole { Issue.record("cut at \(first) and \(second): \(events)") }
            }
        }
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `random streams mean the same in random pieces`(seed: UInt64) throws {
        let dialogue = try Dialogue.open()
        var generator = ScriptedGenerator(seed: seed)
        let stream = (0..<20).flatMap { _ in Self.randomFrames(using: &generator) }
        let whole = dialogue.meaning(of: [stream])
        expect(whole.count, is: 20)
        expect(dialogue.meaning(of: generator.pieces(of: stream, sizeMax: 9)), is: whole)
        expect(dialogue.meaning(of: generator.pieces(of: stream, sizeMax: 500)), is: whole)
    }

    /// Frames that make one event, beside an answer to a ping.
    private static func randomFrames(using generator: inout ScriptedGenerator) -> [UInt8] {
        let payload = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
            UInt8.random(in: 0...127, using: &generator)
        }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return ServerFrame.text(bytes: payload)
        case 1: return ServerFrame.binary(payload)
        case 2:
            let payload = Array(payload.prefix(125))
            return ServerFrame.ping(payload) + ServerFrame.pong(payload)
        default:
            let half = payload.count / 2
            return ServerFrame.text(bytes: Array(payload[..<half]), isFinal: false)
                + ServerFrame.continuation(Array(payload[half...]), isFinal: true)
        }
    }

    @Test(arguments: 0..<150 as Range<UInt64>)
    func `garbage never traps, and ends at most once`(seed: UInt64) throws {
        var generator = ScriptedGenerator(seed: seed)
        let garbage = (0..<2_000).map { _ in
            // Mostly small numbers: those begin frames that are nearly right.
            let byte = UInt8.random(in: .min ... .max, using: &generator)
            return Bool.random(using: &generator) ? byte & 0x8F : byte
        }
        let pieces = generator.pieces(of: garbage, sizeMax: 64)
        for dialogue in [try Dialogue.open(), try Dialogue.handshaking()] {
            let events = dialogue.saying(pieces)
            let ends = events.filter { event in
                switch event {
                case .failed, .closed: true
                case .opened, .text, .binary, .transmit, .ponged: false
                }
            }
            #expect(ends.count <= 1)
            #expect(ends.isEmpty || events.last == ends.first)
            expect(dialogue.meaning(of: pieces), is: dialogue.meaning(of: [garbage]))
        }
    }
}
