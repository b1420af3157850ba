import Expectations
import Testing
import Protocols

@Suite struct UTF8Tests {
    private static let valid: [[UInt8]] = [
        [], [0x00], [0x7F], [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xEC, 0xBF, 0xBF],
        [0xED, 0x80, 0x80], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBD],
        [0xEF, 0xBF, 0xBF], [0xEF, 0xBB, 0xBF], [0xF0, 0x90, 0x80, 0x80], [0xF3, 0xBF, 0xBF, 0xBF],
        [0xF4, 0x8F, 0xBF, 0xBF], Array("κόσμε – Glenn Sogge 😀 Песня".utf8),
        Array(String(repeating: "0123456789abcdef", count: 5).utf8),
    ]

    /// Each breaks off, or goes wrong, at its last byte.
    private static let invalid: [[UInt8]] = [
        // Continuations that continue nothing, and what never occurs.
        [0x80], [0xBF], [0xC0], [0xC1], [0xF5], [0xF8], [0xFE], [0xFF],
        // A beginning that is not continued.
        [0xC2, 0x20], [0xC2, 0xC2], [0xE1, 0x80, 0x20], [0xF1, 0x80, 0x80, 0x20],
        // Overlong forms.
        [0xE0, 0x80], [0xE0, 0x9F], [0xF0, 0x80], [0xF0, 0x8F],
        // Surrogates.
        [0xED, 0xA0], [0xED, 0xBF],
        // Beyond U+10FFFF.
        [0xF4, 0x90], [0xF4, 0xBF],
    ]

    /// Characters that the message ends in.
    private static let truncated: [[UInt8]] = [
        [0xC2], [0xE0], [0xE0, 0xA0], [0xE2, 0x82], [0xF0], [0xF0, 0x90], [0xF4, 0x8F, 0xBF],
    ]

    /// Texts around the 8 and the 32 bytes that are looked at together.
    private static let paddings = [0, 1, 7, 8, 9, 31, 32, 33, 40, 63, 64]

    private static func padded(_ text: [UInt8]) -> [[UInt8]] {
        paddings.flatMap { before in
            [0, 3, 40].map { (after: Int) -> [UInt8] in
                let begun: [UInt8] = Array(repeating: 0x61, count: before) + text
                return begun + Array(repeating: 0x62, count: after)
            }
        }
    }

    @Test(arguments: valid)
    func `valid text passes, wherever fragments divide it`(text: [UInt8]) throws {
        let dialogue = try Dialogue.open()
        for text in Self.padded(text) {
            expect(dialogue.saying([ServerFrame.text(bytes: text)]), is: [.text(text[...])])
            for cut in 0...text.count {
                let stream =
                    ServerFrame.text(bytes: Array(text[..<cut]), isFinal: false)
                    + ServerFrame.continuation(Array(text[cut...]), isFinal: true)
                expect(dialogue.saying([stream]), is: [.text(text[...])])
            }
        }
    }

    @Test(arguments: invalid)
    func `invalid text fails, wherever fragments divide it`(text: [UInt8]) throws {
        let dialogue = try Dialogue.open()
        for text in Self.padded(text) {
            expectInvalid(dialogue.saying([ServerFrame.text(bytes: text)]))
            for cut in 0...text.count {
                let stream =
                    ServerFrame.text(bytes: Array(text[..<cut]), isFinal: false)
                    + ServerFrame.continuation(Array(text[cut...]), isFinal: true)
                expectInvalid(dialogue.saying([stream]))
            }
        }
    }

    @Test(arguments: truncated)
    func `text that ends inside a character fails`(text: [UInt8]) throws {
        let dialogue = try Dialogue.open()
        expectInvalid(dialogue.saying([ServerFrame.text(bytes: text)]))
        let fragments =
            ServerFrame.text(bytes: text, isFinal: false)
            + ServerFrame.continuation([], isFinal: true)
        expectInvalid(dialogue.saying([fragments]))
    }

    @Test(arguments: invalid)
    func `invalid text fails before the rest has come`(text: [UInt8]) throws {
        var dialogue = try Dialogue.open()
        expect(dialogue.say([0x01, 100]), is: [])
        expect(dialogue.say(Array(text.dropLast())), is: [])
        expectInvalid(dialogue.say(Array(text.suffix(1))))
    }

    @Test func `the standard library agrees about every text of two and three bytes`() throws {
        let dialogue = try Dialogue.open()
        let leads: [UInt8] = [0x41, 0x80, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF4]
        let seconds: [UInt8] = [0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
        for lead in leads {
            for second in seconds {
                for third in seconds {
                    let text = [lead, second, third]
                    let events = dialogue.saying([ServerFrame.text(bytes: text)])
                    let isValid = String(validating: text, as: UTF8.self) != nil
                    expect(events == [.text(text[...])], is: isValid)
                }
            }
        }
    }

    @Test func `bytes need not be text`() throws {
        var dialogue = try Dialogue.open()
        expect(dialogue.say(ServerFrame.binary([0xFF])), is: [.binary([0xFF])])
    }

    private func expectInvalid(
        _ events: [WebSocketEvent], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(
            events.first?.transmitted?.closeCode == 1007
                && events.last?.failure?.code == .invalidUTF8,
            sourceLocation: sourceLocation)
    }
}
