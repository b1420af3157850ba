import Expectations
import Testing
import Protocols

@Suite struct ControlFrameTests {
    @Test(arguments: [0, 1, 124, 125])
    func `a ping is answered with its own payload`(length: Int) throws {
        var dialogue = try Dialogue.open()
        let payload = (0..<length).map { UInt8($0) }
        let events = dialogue.say(ServerFrame.ping(payload))
        expect(events.count, is: 1)
        expect(events.first?.transmitted?.opcode, is: 10)
        expect(events.first?.transmitted?.payload, is: payload)
    }

    @Test func `pings that come one by one are all answered, in order`() throws {
        var dialogue = try Dialogue.open()
        let events = (0..<100).flatMap { dialogue.say(ServerFrame.ping([$0])) }
        expect(events.map(\.transmitted?.payload), is: (0..<100).map { [$0] })
        expect(Set(events.compactMap(\.transmitted?.mask)).count, is: 100)
    }

    @Test func `of the pings that come together the newest is answered, after all else`() throws {
        var dialogue = try Dialogue.open()
        let pings = (0..<100).flatMap { ServerFrame.ping([$0]) }
        let events = dialogue.say(pings + ServerFrame.text("a"))
        expect(events.count, is: 2)
        expect(events.first, is: .text(Array("a".utf8)[...]))
        expect(events.last?.transmitted?.payload, is: [99])
    }

    @Test func `pongs are held until what was sent has left; then the newest ping is answered`()
        throws
    {
        var dialogue = try Dialogue.open()
        dialogue.client.holdsPongs = true
        for number: UInt8 in 0..<100 {
            expect(dialogue.say(ServerFrame.ping([number])), is: [])
        }
        expect(dialogue.say(ServerFrame.text("a")), is: [.text(Array("a".utf8)[...])])
        dialogue.client.holdsPongs = false
        expect(dialogue.say([]).map(\.transmitted?.payload), is: [[99]])
        expect(dialogue.say([]), is: [])
    }

    @Test func `a ping that a close follows is not answered any more`() throws {
        var dialogue = try Dialogue.open()
        let events = dialogue.say(ServerFrame.ping([1]) + ServerFrame.close(code: 1000))
        expect(events.compactMap(\.transmitted).map(\.opcode), is: [8])
    }

    @Test func `a pong is told, asked for or not`() throws {
        var dialogue = try Dialogue.open()
        let ping = dialogue.client.ping(payload: [7], using: &dialogue.generator)
        expect(ClientFrame(ping)?.opcode, is: 9)
        expect(ClientFrame(ping)?.payload, is: [7])
        let events = dialogue.say(ServerFrame.pong([7]) + ServerFrame.pong())
        expect(events, is: [.ponged([7]), .ponged([])])
    }

    @Test func `pings between fragments are answered at once`() throws {
        var dialogue = try Dialogue.open()
        expect(dialogue.say(ServerFrame.text("a", isFinal: false)), is: [])
        expect(dialogue.say(ServerFrame.ping([1])).first?.transmitted?.payload, is: [1])
        expect(dialogue.say(ServerFrame.continuation([0x62], isFinal: false)), is: [])
        expect(dialogue.say(ServerFrame.ping([2])).first?.transmitted?.payload, is: [2])
        let end = dialogue.say(ServerFrame.continuation([0x63], isFinal: true))
        expect(end, is: [.text(Array("abc".utf8)[...])])
    }

    @Test(
        arguments: [
            1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3501,
            3999,
            4000, 4999,
        ] as [UInt16])
    func `a close is answered with its own code, then told`(code: UInt16) throws {
        var dialogue = try Dialogue.open()
        let events = dialogue.say(ServerFrame.close(code: code, reason: "so"))
        expect(events.count, is: 2)
        expect(events.first?.transmitted?.payload, is: [UInt8(code >> 8), UInt8(code & 0xFF)])
        let closure = WebSocketClosure(code: WebSocketCloseCode(rawValue: code), reason: "so")
        expect(events.last, is: .closed(closure))
        expect(dialogue.client.endOfStream(), is: nil)
    }

    @Test(
        arguments: [
            0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535,
        ] as [UInt16])
    func `a code that must not be sent is a fault`(code: UInt16) throws {
        var dialogue = try Dialogue.open()
        let events = dialogue.say(ServerFrame.close(code: code))
        expect(events.first?.transmitted?.closeCode, is: 1002)
        expect(events.last?.failure?.code, is: .closeCode)
    }

    @Test func `a close without a code is answered with one without a code`() throws {
        var dialogue = try Dialogue.open()
        let events = dialogue.say(ServerFrame.close())
        expect(
            events.first?.transmitted,
            is: ClientFrame([0x88, 0x80, 0, 0, 0, 0]).map {
                var frame = $0
                frame.mask = events.first?.transmitted?.mask ?? []
                return frame
            })
        expect(events.last, is: .closed(WebSocketClosure(code: .noStatus)))
    }

    @Test func `the longest reason is told whole`() throws {
        var dialogue = try Dialogue.open()
        let reason = String(repeating: "é", count: 61)
        let events = dialogue.say(ServerFrame.close(code: 1000, reason: reason))
        expect(events.last, is: .closed(WebSocketClosure(code: .normal, reason: reason)))
    }

    @Test func `our close is over when the server agrees`() throws {
        var dialogue = try Dialogue.open()
        let close = dialogue.client.close(
            code: .goingAway, reason: "later", using: &dialogue.generator)
        expect(ClientFrame(close)?.closeCode, is: 1001)
        expect(ClientFrame(close)?.payload.dropFirst(2), is: Array("later".utf8)[...])
        #expect(!dialogue.client.isOpen)
        expect(dialogue.client.send(text: "late", using: &dialogue.generator), is: [])
        expect(dialogue.client.close(code: .normal, using: &dialogue.generator), is: [])
        // A message that was on its way still counts.
        expect(dialogue.say(ServerFrame.text("last")), is: [.text(Array("last".utf8)[...])])
        let events = dialogue.say(ServerFrame.close(code: 1001))
        expect(events, is: [.closed(WebSocketClosure(code: .goingAway))])
    }

    @Test func `a long reason of ours is cut at a character`() throws {
        var dialogue = try Dialogue.open()
        let reason = String(repeating: "é", count: 100)
        let close = dialogue.client.close(
            code: .normal, reason: reason, using: &dialogue.generator)
        let sent = try #require(ClientFrame(close)?.payload.dropFirst(2))
        expect(String(decoding: sent, as: UTF8.self), is: String(repeating: "é", count: 61))
    }

    @Test func `a close may come between fragments`() throws {
        var dialogue = try Dialogue.open()
        let stream = ServerFrame.text("a", isFinal: false) + ServerFrame.close(code: 1000)
        expect(dialogue.say(stream).last, is: .closed(WebSocketClosure(code: .normal)))
    }

    @Test(arguments: [false, true])
    func `an end without a close frame is 1006`(afterOurs: Bool) throws {
        var dialogue = try Dialogue.open()
        if afterOurs {
            _ = dialogue.client.close(code: .normal, using: &dialogue.generator)
        }
        expect(dialogue.say([0x81, 5, 0x61]), is: [])
        expect(dialogue.client.endOfStream(), is: .closed(WebSocketClosure(code: .abnormal)))
        expect(dialogue.client.endOfStream(), is: nil)
    }
}
