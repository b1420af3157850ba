import Expectations
import Loop
import Glibc
import Testing

extension LoopTests {
    struct WebSocketServerTests {
        @Test func `messages come back as they were sent, whatever their size and frames`() throws {
            let recorder = PeerRecorder.echoing()
            try serve(recorder) { port in
                let client = try WebSocketClient(port: port)
                defer { client.socket.close() }
                for count in [0, 1, 125, 126, 4_095, 4_096, 65_535, 65_536, 1_000_000] {
                    let sent = WebSocketClient.Frame(
                        opcode: 2, payload: [UInt8](repeating: UInt8(count % 251), count: count))
                    try client.send(sent)
                    try expect(client.receiveMessage(), is: sent)
                }
                try client.send(.init(isFinal: false, opcode: 1, payload: Array("Grü".utf8)))
                try client.send(.init(opcode: 9, payload: [1, 2]))
                try expect(client.receive(), is: .init(opcode: 10, payload: [1, 2]))
                try client.send(.init(opcode: 0, payload: Array("ße".utf8)))
                try expect(client.receiveMessage(), is: .text("Grüße"))
            }
            expect(recorder.messages.last?.isText, is: true)
            expect(recorder.log.first, is: "opened")
            expect(recorder.log.last, is: "closed")
        }

        @Test(arguments: [false, true])
        func `a client that answers no ping is ended, and one that does is not`(answers: Bool)
            throws
        {
            let recorder = PeerRecorder()
            try runLoop { loop in
                let listener = try loop.serveWebSockets(
                    on: .v4(host: "127.0.0.1", port: 0), delegate: recorder)
                let port = listener.port
                let told = loop.makeMailbox { (_: Bool) in recorder.next() }
                let finished = loop.makeMailbox { (_: Bool) in loop.stop() }
                recorder.onOpened = { peer in
                    peer.checkLife()
                    recorder.next = { peer.checkLife() }
                }
                onThread {
                    defer { finished.post(true) }
                    let client = try WebSocketClient(port: port)
                    defer { client.socket.close() }
                    let ping = try #require(try client.receive())
                    expect(ping.opcode, is: 9)
                    if answers { try client.send(.init(opcode: 10, payload: ping.payload)) }
                    // This ping is answered when the pong before it has been read.
                    try client.send(.init(opcode: 9, payload: [7]))
                    try expect(client.receive(), is: .init(opcode: 10, payload: [7]))
                    told.post(true)
                    let next = try #require(try client.receive())
                    expect(next.opcode, is: answers ? 9 : 8)
                    if !answers { expect(next.payload.prefix(2), is: [0x03, 0xe9]) }
                }
            }
            recorder.forget()
        }

        @Test(arguments: [
            ("/", "/", ""), ("/api/live?sub=1&format=json", "/api/live", "sub=1&format=json"),
            ("/a/b?x", "/a/b", "x"),
        ])
        func `the peer's path and query are known`(
            target: String, path: String, query: String
        ) throws {
            let recorder = PeerRecorder()
            recorder.onOpened = { peer in
                expect(peer.path, is: path)
                expect(peer.query, is: query)
            }
            try serve(recorder) { port in
                try WebSocketClient(port: port, target: target).socket.close()
            }
            expect(recorder.log.first, is: "opened")
        }

        @Test(arguments: [
            ("v0, v1", "sec-websocket-protocol: v1"), ("v1", "sec-websocket-protocol: v1"),
            ("v2", nil),
        ])
        func `a server agrees to a subprotocol that it knows, and to no other`(
            offered: String, agreed: String?
        ) throws {
            try serve(PeerRecorder(), subprotocols: ["v1"]) { port in
                let socket = try PlainSocket.connected(toPort: port)
                defer { socket.close() }
                let request = WebSocketClient.request("/").dropLast()
                try socket.write(request + "Sec-WebSocket-Protocol: \(offered)\r\n\r\n")
                let head = try? socket.readHead()
                expect(head?.hasPrefix("HTTP/1.1 101 ") ?? false, is: agreed != nil)
                if let agreed { expect(head?.lowercased().contains(agreed), is: true) }
            }
        }

        @Test func `the client's close is answered and its code told`() throws {
            let recorder = PeerRecorder()
            try serve(recorder) { port in
                let client = try WebSocketClient(port: port)
                defer { client.socket.close() }
                try client.send(.init(opcode: 8, payload: [0x0b, 0xb8]))
                try expect(client.receiveClose(), is: 3_000)
                try expect(client.receive(), is: nil)
            }
            expect(recorder.log, is: ["opened", "closed"])
            expect(recorder.code, is: 3_000)
        }

        @Test func `the server's close sends what was sent before, its code and reason`() throws {
            let recorder = PeerRecorder()
            recorder.onOpened = { peer in
                peer.send(text: "hook")
                peer.close(code: 3_501, reason: "bad request")
                peer.send(text: "too late")
                expect(recorder.log, is: ["opened"])
            }
            try serve(recorder) { port in
                let client = try WebSocketClient(port: port)
                defer { client.socket.close() }
                try expect(client.receive(), is: .text("hook"))
                let frame = try client.receive()
                expect(
                    frame, is: .init(opcode: 8, payload: [0x0d, 0xad] + Array("bad request".utf8)))
                try client.send(.init(opcode: 8, payload: [0x0d, 0xad]))
                try expect(client.receive(), is: nil)
            }
            expect(recorder.log, is: ["opened", "closed"])
        }

        @Test func `an abort ends the stream without a close frame`() throws {
            let recorder = PeerRecorder()
            recorder.onOpened = { peer in
                peer.abort()
                expect(recorder.log, is: ["opened"])
            }
            try serve(recorder) { port in
                let client = try WebSocketClient(port: port)
                defer { client.socket.close() }
                try expect(client.receive(), is: nil)
            }
            expect(recorder.log, is: ["opened", "closed"])
            expect(recorder.code, is: nil)
        }

        @Test(arguments: [1, 3])
        func `a message over the limit is answered with 1009`(frames: Int) throws {
            let recorder = PeerRecorder()
            try serve(recorder, messageBytesMax: 10_000) { port in
                let client = try WebSocketClient(port: port)
                defer { client.socket.close() }
                try client.send(.init(opcode: 2, payload: [UInt8](repeating: 0, count: 10_000)))
                for number in 0..<frames {
                    try client.send(
                        .init(
                            isFinal: number == frames - 1, opcode: number == 0 ? 2 : 0,
                            payload: [UInt8](repeating: 0, count: 10_001 / frames + 1)))
                }
                try expect(client.receiveClose(), is: 1_009)
            }
            expect(recorder.messages.count, is: 1)
            expect(recorder.log.last, is: "closed")
        }

        @Test func `text that is not UTF-8 is answered with 1007`() throws {
            let recorder = PeerRecorder()
            try serve(recorder) { port in
                let client = try WebSocketClient(port: port)
                defer { client.socket.close() }
                try client.send(.init(opcode: 1, payload: [0x66, 0xc3, 0x28]))
                try expect(client.receiveClose(), is: 1_007)
            }
            #expect(recorder.messages.isEmpty)
        }

        @Test func `a slow peer blocks, gets everything, and drains`() throws {
            let recorder = PeerRecorder()
            let count = 120
            var flows: [Flow] = []
            try runLoop { loop in
                var peer: WebSocketPeer?
                let pulse = loop.makeTimer {
                    while flows.count < count, let peer {
                        let number = UInt8(flows.count)
                        flows.append(
                            peer.send(binary: [number] + Array(repeating: 0, count: 499_999)))
                        if flows.last == .blocked { return }
                        // The kernel can only refuse at the end of a turn.
                        return recorder.next()
                    }
                }
                recorder.next = { pulse.arm(afterMilliseconds: 0) }
                recorder.onDrained = { _ in recorder.next() }
                recorder.onOpened = {
                    peer = $0
                    recorder.next()
                }
                let listener = try loop.serveWebSockets(
                    on: .v4(host: "127.0.0.1", port: 0), delegate: recorder)
                let (port, finished) = (
                    listener.port, loop.makeMailbox { (_: Bool) in loop.stop() }
                )
                onThread {
                    defer { finished.post(true) }
                    let client = try WebSocketClient(port: port)
                    defer { client.socket.close() }
                    usleep(800_000)
                    for number in 0..<count {
                        let message = try client.receiveMessage()
                        expect(message?.payload.count, is: 500_000)
                        expect(message?.payload.first, is: UInt8(number))
                    }
                }
            }
            #expect(flows.contains(.blocked))
            #expect(recorder.log.contains("drained"))
            recorder.forget()
        }

        @Test func `a ping reaches the client`() throws {
            let recorder = PeerRecorder()
            recorder.onOpened = { $0.ping() }
            try serve(recorder) { port in
                let client = try WebSocketClient(port: port)
                defer { client.socket.close() }
                try expect(client.receive(), is: .init(opcode: 9, payload: Array("ping".utf8)))
                try client.send(.init(opcode: 10, payload: []))
            }
        }

        @Test func `a plain request is told what is served here`() throws {
            let recorder = PeerRecorder()
            try serve(recorder) { port in
                let socket = try PlainSocket.connected(toPort: port)
                defer { socket.close() }
                try socket.write("GET /status HTTP/1.1\r\nHost: localhost\r\n\r\n")
                let answer = String(decoding: try socket.readToEnd(), as: UTF8.self)
                #expect(answer.hasPrefix("HTTP/1.1 426 Upgrade Required\r\n"))
                #expect(answer.hasSuffix("\r\n\r\nWebSocket clients only\n"))
            }
            #expect(recorder.log.isEmpty)
        }

        @Test(arguments: [
            "GET / HTTP/1.1\r\nHost: l\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: l\r\nConnection: Upgrade\r\nUpgrade: irc\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "CONNECT somewhere:80 HTTP/1.1\r\nHost: l\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: l\r\nUpgrade: websocket\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: l\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: l\r\nContent-Length: 5\r\n\r\nhello",
            "\u{16}\u{3}\u{1}\0\u{5}hello\r\n\r\n",
            "\r\n\r\n", "GET\r\n\r\n",
        ])
        func `what is not a request for a WebSocket gets neither one nor another protocol`(
            request: String
        ) throws {
            let recorder = PeerRecorder.echoing()
            try serve(recorder) { port in
                let socket = try PlainSocket.connected(toPort: port)
                defer { socket.close() }
                try socket.write(request + "more bytes than were asked for")
                socket.endWriting()
                let answer = String(decoding: (try? socket.readToEnd()) ?? [], as: UTF8.self)
                #expect(!answer.contains(" 101 "))
                #expect(!answer.contains("HTTP/2"))
                let client = try WebSocketClient(port: port)
                try client.send(.text("still there?"))
                try expect(client.receive(), is: .text("still there?"))
                client.socket.close()
            }
            expect(recorder.log.filter { $0 == "opened" }.count, is: 1)
        }

        @Test func `a client that never reads is dropped seconds after it was to be closed`() throws
        {
            let recorder = PeerRecorder()
            var client: WebSocketClient?
            try runLoop(withinMilliseconds: 8_000) { loop in
                recorder.onOpened = { peer in
                    peer.send(binary: [UInt8](repeating: 1, count: 16_000_000))
                    peer.close()
                }
                recorder.onClosed = { _ in loop.stop() }
                let listener = try loop.serveWebSockets(
                    on: .v4(host: "127.0.0.1", port: 0), delegate: recorder)
                let port = listener.port
                let opened = loop.makeMailbox { (opened: WebSocketClient) in client = opened }
                onThread { opened.post(try WebSocketClient(port: port)) }
            }
            recorder.forget()
            client?.socket.close()
            expect(recorder.log, is: ["opened", "closed"])
        }

        @Test func `only the address asked for is bound`() throws {
            let recorder = PeerRecorder()
            try runLoop { loop in
                let first = try loop.serveWebSockets(
                    on: .v4(host: "127.0.0.1", port: 0), delegate: recorder)
                #expect(first.port != 0)
                try PlainSocket.connected(toPort: first.port).close()
                // Another loopback address, which a server on every address would answer at.
                #expect(throws: PlainSocket.Failure.self) {
                    try PlainSocket.connected(toPort: first.port, host: "127.0.0.2")
                }
                let other = try loop.serveWebSockets(
                    on: .v4(host: "127.0.0.2", port: first.port), delegate: recorder)
                expect(other.port, is: first.port)
                #expect {
                    try loop.serveWebSockets(
                        on: .v4(host: "127.0.0.1", port: first.port), delegate: recorder)
                } throws: {
                    "\($0)" == "cannot listen on 127.0.0.1:\(first.port): Address already in use"
                }
                first.close()
                #expect(throws: PlainSocket.Failure.self) {
                    try PlainSocket.connected(toPort: first.port)
                }
                loop.atEndOfTurn { loop.stop() }
            }
        }
    }
}
