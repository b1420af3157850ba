import Expectations
import Testing
import Protocols

@Suite struct ViolationTests {
    /// A fault in a stream, and how it is answered.
    struct Fault: Sendable, CustomTestStringConvertible {
        var name: String
        var stream: [UInt8]
        var code: WebSocketFailure.Code
        var closeCode: UInt16 = 1002

        var testDescription: String { name }
    }

    private static let opening = ServerFrame.text("a", isFinal: false)

    private static let reserved: [Fault] =
        (1...7).map { bits in
            Fault(
                name: "reserved bits \(bits)",
                stream: ServerFrame(opcode: 1, reservedBits: UInt8(bits)).bytes,
                code: .reservedBits)
        }
        + [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map { opcode in
            Fault(
                name: "opcode \(opcode)", stream: ServerFrame(opcode: opcode).bytes,
                code: .reservedOpcode)
        }

    private static let control: [Fault] = [8, 9, 10].flatMap { opcode in
        [
            Fault(
                name: "fragmented control frame \(opcode)",
                stream: ServerFrame(opcode: opcode, isFinal: false).bytes,
                code: .fragmentedControl),
            Fault(
                name: "control frame \(opcode) of 126 bytes",
                stream: [0x80 | opcode, 126], code: .longControl),
            Fault(
                name: "control frame \(opcode) with a length of 8 bytes",
                stream: [0x80 | opcode, 127], code: .longControl),
        ]
    }

    private static let masked: [Fault] = [1, 2, 8, 9].map { opcode in
        Fault(
            name: "masked frame \(opcode)",
            stream: ServerFrame(opcode: opcode, mask: [0, 0, 0, 0]).bytes, code: .maskedFrame)
    }

    private static let lengths: [Fault] = [
        Fault(
            name: "125 in 2 bytes", stream: [0x82, 126, 0, 125], code: .lengthNotMinimal),
        Fault(name: "0 in 2 bytes", stream: [0x82, 126, 0, 0], code: .lengthNotMinimal),
        Fault(
            name: "65535 in 8 bytes", stream: [0x82, 127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF],
            code: .lengthNotMinimal),
        Fault(
            name: "the first bit of 64", stream: [0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 0],
            code: .lengthTopBit),
        Fault(
            name: "all bits of 64", stream: [0x81, 127] + [UInt8](repeating: 0xFF, count: 8),
            code: .lengthTopBit),
        Fault(
            name: "all bits of 63", stream: [0x82, 127, 0x7F] + [UInt8](repeating: 0xFF, count: 7),
            code: .messageTooLarge, closeCode: 1009),
    ]

    private static let fragments: [Fault] = [
        Fault(
            name: "a continuation of nothing",
            stream: ServerFrame.continuation([1], isFinal: true), code: .unexpectedContinuation),
        Fault(
            name: "a continuation after a whole message",
            stream: ServerFrame.text("a") + ServerFrame.continuation([1], isFinal: false),
            code: .unexpectedContinuation),
        Fault(
            name: "text inside a message", stream: opening + ServerFrame.text("b"),
            code: .expectedContinuation),
        Fault(
            name: "a first fragment inside a message",
            stream: opening + ServerFrame.binary([1], isFinal: false),
            code: .expectedContinuation),
    ]

    private static let closes: [Fault] = [
        Fault(name: "half a close code", stream: ServerFrame.close([3]), code: .closePayload),
        Fault(
            name: "a close reason that is not UTF-8",
            stream: ServerFrame.close([3, 232, 0xC3]), code: .closeReason, closeCode: 1007),
    ]

    @Test(arguments: reserved + control + masked + lengths + fragments + closes)
    func `a fault is told to the server, then to the caller`(fault: Fault) throws {
        let dialogue = try Dialogue.open()
        let rest = ServerFrame.text("never seen")
        let events = dialogue.saying([fault.stream + rest])
        let end = events.suffix(2)
        expect(end.first?.transmitted?.closeCode, is: fault.closeCode)
        expect(end.last?.failure?.code, is: fault.code)
        expect(end.last?.failure?.closeCode?.rawValue, is: fault.closeCode)
        expect(end.last?.failure?.text.isEmpty, is: false)
        expect(dialogue.saying((fault.stream + rest).map { [$0] }), is: events)
    }

    @Test func `after a failure nothing is read, sent or told`() throws {
        var dialogue = try Dialogue.open()
        _ = dialogue.say(ServerFrame(opcode: 3).bytes)
        #expect(!dialogue.client.isOpen)
        expect(dialogue.say(ServerFrame.text("a")), is: [])
        expect(dialogue.client.send(text: "a", using: &dialogue.generator), is: [])
        expect(dialogue.client.close(code: .normal, using: &dialogue.generator), is: [])
        expect(dialogue.client.endOfStream(), is: nil)
    }

    @Test func `a fault after our close frame is not answered with another`() throws {
        var dialogue = try Dialogue.open()
        _ = dialogue.client.close(code: .normal, using: &dialogue.generator)
        let events = dialogue.say(ServerFrame(opcode: 3).bytes)
        expect(events.map(\.failure?.code), is: [.reservedOpcode])
    }

    @Test func `a message too large is refused before it has come`() throws {
        var dialogue = try Dialogue.open(limits: WebSocketLimits(messageBytesMax: 1000))
        let fits = ServerFrame.binary([UInt8](repeating: 1, count: 1000))
        expect(dialogue.say(fits).count, is: 1)
        let events = dialogue.say([0x82, 126, 0x03, 0xE9])
        expect(events.first?.transmitted?.closeCode, is: 1009)
        expect(events.last?.failure?.code, is: .messageTooLarge)
    }

    @Test func `fragments are limited together`() throws {
        var dialogue = try Dialogue.open(limits: WebSocketLimits(messageBytesMax: 200))
        let half = [UInt8](repeating: 1, count: 100)
        expect(dialogue.say(ServerFrame.binary(half, isFinal: false)), is: [])
        expect(dialogue.say(ServerFrame.continuation(half, isFinal: false)), is: [])
        expect(dialogue.say(ServerFrame.continuation([], isFinal: false)), is: [])
        let events = dialogue.say([0x00, 1])
        expect(events.last?.failure?.code, is: .messageTooLarge)
    }

    @Test func `a limit counts for each message anew`() throws {
        var dialogue = try Dialogue.open(limits: WebSocketLimits(messageBytesMax: 2))
        for _ in 0..<3 {
            expect(dialogue.say(ServerFrame.text("a", isFinal: false)), is: [])
            expect(
                dialogue.say(ServerFrame.continuation([0x62], isFinal: true)),
                is: [.text(Array("ab".utf8)[...])])
        }
    }
}
