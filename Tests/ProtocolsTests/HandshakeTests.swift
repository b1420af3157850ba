import Expectations
import Testing
import Protocols

@Suite struct HandshakeTests {
    private static let status = "HTTP/1.1 101 Switching Protocols\r\n"
    private static let upgrade = "Upgrade: websocket\r\n"
    private static let connection = "Connection: Upgrade\r\n"
    private static let accept = "Sec-WebSocket-Accept: \(Dialogue.accept)\r\n"

    private static func answer(
        status: String = status, upgrade: String = upgrade, connection: String = connection,
        accept: String = accept, more: String = ""
    ) -> String {
        status + upgrade + connection + accept + more + "\r\n"
    }

    @Test(arguments: [
        answer(),
        answer(status: "HTTP/1.1 101\r\n"),
        answer(status: "HTTP/1.1 101 \r\n"),
        answer(upgrade: "UPGRADE:WebSocket\r\n"),
        answer(upgrade: "Upgrade: \t websocket \t\r\n"),
        answer(connection: "connection: keep-alive, upgrade\r\n"),
        answer(connection: "Connection: keep-alive\r\nConnection: ,UPGRADE,\r\n"),
        answer(more: "X-Empty:\r\nX-Odd: \u{FC}:,;\r\n"),
        answer(more: "Sec-WebSocket-Extensions:\r\n"),
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n" + answer(),
    ])
    func `a good answer opens, however it is written`(text: String) throws {
        var dialogue = try Dialogue.handshaking()
        #expect(!dialogue.client.isOpen)
        let events = dialogue.say(text)
        guard case .opened(let response)? = events.first, events.count == 1 else {
            Issue.record("\(events)")
            return
        }
        expect(response.subprotocol, is: nil)
        #expect(dialogue.client.isOpen)
    }

    @Test func `the response tells the subprotocol and the header`() throws {
        var dialogue = try Dialogue.handshaking(subprotocols: ["v2", "v1"])
        let more = "Sec-WebSocket-Protocol: v1\r\nDate: today\r\nVia: a\r\nvia: b\r\n"
        guard case .opened(let response)? = dialogue.say(Self.answer(more: more)).first else {
            Issue.record("not opened")
            return
        }
        expect(response.subprotocol, is: "v1")
        expect(response.fields["date"], is: "today")
        expect(response.fields["VIA"], is: "a, b")
        expect(response.fields["Server"], is: nil)
        expect(response.fields.list.count, is: 7)
    }

    @Test func `a server need not choose a subprotocol`() throws {
        var dialogue = try Dialogue.handshaking(subprotocols: ["v1"])
        guard case .opened(let response)? = dialogue.say(Self.answer()).first else {
            Issue.record("not opened")
            return
        }
        expect(response.subprotocol, is: nil)
    }

    @Test(
        arguments: [
            ("SSH-2.0-OpenSSH\r\n", .notHTTP),
            ("\r\n" + answer(), .notHTTP),
            ("\u{15}\u{3}\u{1}", .notHTTP),
            ("x", .notHTTP),
            (
                "HTTP/1.0 101 Switching Protocols\r\n" + upgrade + connection + accept + "\r\n",
                .httpVersion
            ),
            (
                "HTTP/2 101 Switching Protocols\r\n" + upgrade + connection + accept + "\r\n",
                .httpVersion
            ),
            ("HTTP/1.1 301 Moved\r\nLocation: https://new.example/\r\n\r\n", .redirected),
            ("HTTP/1.1 401 Unauthorized\r\n\r\n", .unauthorized),
            ("HTTP/1.1 403 Forbidden\r\n\r\n", .forbidden),
            ("HTTP/1.0 404 Not Found\r\n\r\n", .notFound),
            ("HTTP/1.1 429 Too Many Requests\r\n\r\n", .requestRefused),
            ("HTTP/1.1 503 Service Unavailable\r\n\r\n", .serverError),
            ("HTTP/1.1 200 OK\r\n\r\n<html>", .notUpgraded),
            ("HTTP/1.1 999 What\r\n\r\n", .notUpgraded),
            ("HTTP/1.0 200 OK\r\nContent-Type: Audio/MPEG; x=1\r\n\r\n\0", .audioStream),
            ("HTTP/1.0 200 OK\r\ncontent-type: application/ogg\r\n\r\n", .audioStream),
            (
                "HTTP/1.0 200 OK\r\nContent-Type: audio/aac\r\nicy-metaint: 8192\r\n\r\n",
                .titledStream
            ),
            ("ICY 200 OK\r\nicy-metaint:8192\r\n\r\n", .titledStream),
            ("ICE 200 OK\r\n\r\n", .notHTTP),
            ("HTTP/1.0 200 OK\r\nContent-Type: audio/x-scpls\r\n\r\n", .notUpgraded),
            ("HTTP/1.0 404 Not Found\r\nServer: Icecast 2.4.4\r\n\r\n", .icecast),
            ("HTTP/1.0 401 Unauthorized\r\nServer: Icecast 2.4.4\r\n\r\n", .unauthorized),
            (answer(upgrade: ""), .upgradeField),
            (answer(upgrade: "Upgrade: h2c\r\n"), .upgradeField),
            (answer(upgrade: "Upgrade: websoc\u{212A}et\r\n"), .upgradeField),
            (answer(connection: ""), .connectionField),
            (answer(connection: "Connection: keep-alive\r\n"), .connectionField),
            (answer(connection: "Connection: upgrades\r\n"), .connectionField),
            (answer(accept: ""), .acceptField),
            (answer(accept: "Sec-WebSocket-Accept: \(Dialogue.key)\r\n"), .acceptField),
            (
                answer(accept: "Sec-WebSocket-Accept: \(Dialogue.accept.lowercased())\r\n"),
                .acceptField
            ),
            (answer(accept: accept + accept), .acceptField),
            (
                answer(more: "Sec-WebSocket-Extensions: permessage-deflate\r\n"),
                .unexpectedExtension
            ),
            (answer(more: "Sec-WebSocket-Protocol: v9\r\n"), .unexpectedSubprotocol),
            (
                answer(more: "Sec-WebSocket-Protocol: v1\r\nSec-WebSocket-Protocol: v1\r\n"),
                .unexpectedSubprotocol
            ),
            (answer(more: "Sec-WebSocket-Protocol: V1\r\n"), .unexpectedSubprotocol),
            (answer(more: "X: \(String(repeating: "a", count: 16_384))\r\n"), .headerTooLarge),
            (answer(more: " folded\r\n"), .malformedHeader),
            (answer(more: "No colon\r\n"), .malformedHeader),
            (answer(more: ": no name\r\n"), .malformedHeader),
            (answer(more: "Space : a\r\n"), .malformedHeader),
            (answer(more: "X: a\u{0}\r\n"), .malformedHeader),
            (answer(more: "X: a\rb\r\n"), .malformedHeader),
            (answer(more: "X: a\n"), .malformedHeader),
            ("HTTP/1.1\r\n\r\n", .malformedHeader),
            ("HTTP/1.1 10 x\r\n\r\n", .malformedHeader),
            ("HTTP/1.1 1e1 x\r\n\r\n", .malformedHeader),
            ("HTTP/1.1  101 x\r\n\r\n", .malformedHeader),
            ("HTTP/1.1 101 \u{7}\r\n\r\n", .malformedHeader),
        ] as [(String, WebSocketFailure.Code)])
    func `a bad answer is refused for its own reason, whole and byte by byte`(
        text: String, code: WebSocketFailure.Code
    ) throws {
        let dialogue = try Dialogue.handshaking(subprotocols: ["v1"])
        let whole = dialogue.saying([Array(text.utf8)])
        expect(whole.count, is: 1)
        expect(whole.first?.failure?.code, is: code)
        expect(whole.first?.failure?.closeCode, is: nil)
        expect(dialogue.saying(text.utf8.map { [$0] }), is: whole)
    }

    @Test func `an HTTP refusal tells all that a program may need`() throws {
        var dialogue = try Dialogue.handshaking()
        let events = dialogue.say(
            "HTTP/1.1 503 Slow Down\r\nRetry-After: 120\r\nLocation: /elsewhere\r\n\r\n")
        let failure = try #require(events.first?.failure)
        expect(failure.refusal?.status, is: 503)
        expect(failure.refusal?.reason, is: "Slow Down")
        expect(failure.refusal?.location, is: "/elsewhere")
        expect(failure.refusal?.retryAfter, is: .seconds(120))
        #expect(failure.text.hasPrefix("the server answered 503 Slow Down: "))
        expect(dialogue.say("more"), is: [])
    }

    @Test func `what a server says in HTTP is told without controls`() throws {
        var dialogue = try Dialogue.handshaking()
        let events = dialogue.say(
            "HTTP/1.1 302 \u{9B}31mgo\u{202E}\r\nRetry-After: \u{85}soon\u{2066}\r\n"
                + "Location: ws://x/\u{9B}2J\u{2028}\r\n\r\n")
        let failure = try #require(events.first?.failure)
        expect(failure.refusal?.reason, is: " 31mgo")
        expect(failure.refusal?.location, is: "ws://x/ 2J ")
        expect(failure.refusal?.retryAfter, is: .date(" soon"))
        #expect(failure.text.contains("redirects to ws://x/ 2J , which"))
    }

    @Test(
        arguments: [
            ("0", .seconds(0)), ("99999999999999999999", .seconds(1 << 31)), ("-1", .date("-1")),
            ("Wed, 21 Oct 2015 07:28:00 GMT", .date("Wed, 21 Oct 2015 07:28:00 GMT")),
        ] as [(String, WebSocketRefusal.RetryAfter)])
    func `when to ask again is a number or a date`(
        text: String, expected: WebSocketRefusal.RetryAfter
    ) throws {
        var dialogue = try Dialogue.handshaking()
        let events = dialogue.say("HTTP/1.1 429 No\r\nRetry-After: \(text)\r\n\r\n")
        expect(events.first?.failure?.refusal?.retryAfter, is: expected)
    }

    @Test func `sentences show what the server wrote without what could harm`() throws {
        var dialogue = try Dialogue.handshaking()
        let events = dialogue.say(
            "HTTP/1.1 302 Found\r\nLocation: \u{202E}evil\(String(repeating: "x", count: 500))"
                + "\r\n\r\n")
        let text = try #require(events.first?.failure?.text)
        #expect(!text.unicodeScalars.contains("\u{202E}"))
        #expect(text.count < 250)
    }

    @Test func `a TLS server on a plain address is recognised`() throws {
        var dialogue = try Dialogue.handshaking()
        expect(dialogue.say([0x15, 3, 1]).first?.failure?.text.contains("wss://"), is: true)
    }

    @Test func `a header may be as long as the limit, and not a byte longer`() throws {
        let length = Self.answer(more: "X: \r\n").utf8.count
        let limits = WebSocketLimits(headerBytesMax: 1000)
        for (padding, opens) in [(1000 - length, true), (1001 - length, false)] {
            let text = Self.answer(more: "X: \(String(repeating: "a", count: padding))\r\n")
            var dialogue = try Dialogue.handshaking(limits: limits)
            _ = dialogue.say(text)
            expect(dialogue.client.isOpen, is: opens)
        }
    }

    @Test func `a line without end is cut at the limit`() throws {
        var dialogue = try Dialogue.handshaking(limits: WebSocketLimits(headerBytesMax: 100))
        expect(dialogue.say("HTTP/1.1 101 " + String(repeating: "x", count: 87)), is: [])
        expect(dialogue.say("x").first?.failure?.code, is: .headerTooLarge)
    }

    @Test func `endless interim answers are cut at the limit`() throws {
        var dialogue = try Dialogue.handshaking(limits: WebSocketLimits(headerBytesMax: 100))
        let events = dialogue.say(String(repeating: "HTTP/1.1 100 x\r\n\r\n", count: 9))
        expect(events.map(\.failure?.code), is: [.headerTooLarge])
    }

    @Test func `what follows the header at once is frames`() throws {
        let dialogue = try Dialogue.handshaking()
        let stream = Array(Dialogue.acceptance.utf8) + ServerFrame.text("hello")
        let whole = dialogue.saying([stream])
        expect(whole.last, is: .text(Array("hello".utf8)[...]))
        expect(whole.count, is: 2)
        for cut in 1..<stream.count {
            expect(dialogue.saying([Array(stream[..<cut]), Array(stream[cut...])]), is: whole)
        }
    }

    @Test func `an end in the handshake is a failure, told once`() throws {
        var dialogue = try Dialogue.handshaking()
        _ = dialogue.say("HTTP/1.1 101")
        expect(dialogue.client.endOfStream()?.failure?.code, is: .endedDuringHandshake)
        expect(dialogue.client.endOfStream(), is: nil)
    }

    @Test func `closing during the handshake ends at once`() throws {
        var dialogue = try Dialogue.handshaking()
        expect(dialogue.client.close(code: .normal, using: &dialogue.generator), is: [])
        expect(dialogue.say(Dialogue.acceptance), is: [])
        expect(dialogue.client.endOfStream(), is: nil)
    }
}
