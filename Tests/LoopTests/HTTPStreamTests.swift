import Expectations
import Loop
import Glibc
import Testing

extension LoopTests {
    struct HTTPStreamTests {
        private static let events = HTTPAnswer(200, [.init("Content-Type", "text/event-stream")])

        @Test func `a stream sends its parts as they come, and ends with its client`() throws {
            let recorder = HTTPRecorder()
            try runLoop { loop in
                var exchange: HTTPExchange?
                let timer = loop.makeTimer {
                    expect(exchange?.write(Array("second".utf8)), is: .ready)
                }
                recorder.onRequest = {
                    exchange = $0
                    $0.beginStream(Self.events)
                    $0.write(Array("first".utf8))
                    timer.arm(afterMilliseconds: 50)
                }
                let listener = try loop.serveHTTP(
                    on: [.address(.v4(host: "127.0.0.1", port: 0))], HTTPServerOptions(),
                    delegate: recorder)
                let port = listener.port
                let finished = loop.makeMailbox { (_: Bool) in loop.stop() }
                onThread {
                    let socket = try PlainSocket.connected(toPort: port)
                    try socket.write(HTTPServerTests.get("/events"))
                    let head = try socket.readHead()
                    #expect(head.contains("\r\nConnection: close\r\n"))
                    #expect(!head.contains("Content-Length"))
                    try expect(socket.read(exactly: 11), is: Array("firstsecond".utf8))
                    socket.close()
                    // A client that has left is noticed within some seconds.
                    usleep(2_500_000)
                    finished.post(true)
                }
                return listener
            }
            expect(recorder.log, is: ["ended"])
        }

        @Test func `a stream whose reader is slow blocks, loses nothing, and drains`() throws {
            let recorder = HTTPRecorder()
            let count = 400
            var sent = 0
            var unsentMax = 0
            try runLoop { loop in
                var exchange: HTTPExchange?
                let pulse = loop.makeTimer {
                    guard sent < count, let exchange else { return }
                    sent += 1
                    let part = [UInt8](repeating: UInt8(sent & 255), count: 50_000)
                    let flow = exchange.write(part)
                    unsentMax = max(unsentMax, exchange.unsentByteCount)
                    // The kernel can only refuse at the end of a turn.
                    if flow == .ready { recorder.next() }
                }
                recorder.next = { pulse.arm(afterMilliseconds: 0) }
                recorder.onDrained = { _ in recorder.next() }
                recorder.onRequest = {
                    exchange = $0
                    $0.beginStream(Self.events)
                    recorder.next()
                }
                let listener = try loop.serveHTTP(
                    on: [.address(.v4(host: "127.0.0.1", port: 0))], HTTPServerOptions(),
                    delegate: recorder)
                let port = listener.port
                let finished = loop.makeMailbox { (_: Bool) in loop.stop() }
                onThread {
                    defer { finished.post(true) }
                    let socket = try PlainSocket.connected(toPort: port)
                    defer { socket.close() }
                    try socket.write(HTTPServerTests.get("/events"))
                    _ = try socket.readHead()
                    usleep(500_000)
                    for number in 1...count {
                        let part = try socket.read(exactly: 50_000)
                        expect(part, is: [UInt8](repeating: UInt8(number & 255), count: 50_000))
                    }
                }
                return listener
            }
            recorder.forget()
            #expect(recorder.log.contains("drained"))
            #expect(unsentMax <= 100_000)
        }

        @Test func `a client that sends on while it is answered with a stream is no burden`() throws
        {
            let recorder = HTTPRecorder()
            recorder.onRequest = { $0.beginStream(Self.events) }
            try serveHTTP(recorder) { port in
                let socket = try PlainSocket.connected(toPort: port)
                defer { socket.close() }
                try socket.write(HTTPServerTests.get("/events"))
                _ = try socket.readHead()
                let before = try memoryInUse()
                // As long as the kernel takes something.
                var patience = timeval(tv_sec: 0, tv_usec: 200_000)
                setsockopt(
                    socket.descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience,
                    socklen_t(MemoryLayout<timeval>.size))
                let more = [UInt8](repeating: 65, count: 65_536)
                for _ in 0..<400 where (try? socket.write(more)) == nil { break }
                #expect(try memoryInUse() - before < 8_000_000)
                let used = clock()
                usleep(500_000)
                #expect(Double(clock() - used) < 0.25 * Double(CLOCKS_PER_SEC))
            }
        }

        @Test(arguments: [
            "GARBAGE", HTTPServerTests.get("/next"), "GET /unfinished HTTP/1.1\r\n",
        ])
        func `bytes behind the request of a stream are refused and cost nothing`(rest: String)
            throws
        {
            let recorder = HTTPRecorder()
            recorder.onRequest = { $0.beginStream(Self.events) }
            try serveHTTP(recorder) { port in
                let socket = try PlainSocket.connected(toPort: port)
                defer { socket.close() }
                try socket.write(HTTPServerTests.get("/events") + rest)
                let used = computingMilliseconds { usleep(500_000) }
                #expect(used < 200)
                let answer = String(decoding: try socket.readToEnd(), as: UTF8.self)
                #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
            }
            expect(recorder.requests.map(\.path), is: ["/events"])
            expect(recorder.log, is: ["ended"])
        }

        @Test func `a stream may follow an answer`() throws {
            let recorder = HTTPRecorder()
            recorder.onRequest = {
                guard $0.request.path == "/events" else { return $0.answer(HTTPAnswer(204)) }
                $0.beginStream(Self.events)
                $0.write(Array("first".utf8))
            }
            try serveHTTP(recorder) { port in
                for _ in 0..<50 {
                    let socket = try PlainSocket.connected(toPort: port)
                    defer { socket.close() }
                    try socket.write(HTTPServerTests.get("/"))
                    #expect(try socket.readHead().hasPrefix("HTTP/1.1 204 "))
                    try socket.write(HTTPServerTests.get("/events"))
                    #expect(try socket.readHead().hasPrefix("HTTP/1.1 200 "))
                    try expect(socket.read(exactly: 5), is: Array("first".utf8))
                }
            }
        }

        @Test(arguments: [HTTPServerTests.get("/next") + "GARBAGE", HTTPServerTests.get("/events")])
        func `requests cost nothing while an answer before them is not read`(next: String) throws {
            let recorder = HTTPRecorder()
            recorder.onRequest = {
                if $0.request.path == "/events" { return $0.beginStream(Self.events) }
                // More than a kernel takes to the end before it says that there is room.
                $0.answer(HTTPAnswer(200, body: [UInt8](repeating: 7, count: 3_000_000)))
            }
            try serveHTTP(recorder) { port in
                let socket = try PlainSocket.connected(toPort: port)
                defer { socket.close() }
                for _ in 0..<4 {
                    try socket.write(HTTPServerTests.get("/"))
                    usleep(50_000)
                }
                try socket.write(next + "GARBAGE")
                usleep(100_000)
                #expect(computingMilliseconds { usleep(500_000) } < 200)
            }
        }

        @Test(arguments: [
            "GARBAGE", HTTPServerTests.get("/next"), "GET /unfinished HTTP/1.1\r\n",
        ])
        func `bytes behind the request of a stream over TLS cost nothing`(rest: String) throws {
            let recorder = HTTPRecorder()
            recorder.onRequest = { $0.beginStream(Self.events) }
            try serveHTTP(recorder, isSecure: true) { socket in
                try socket.write(HTTPServerTests.get("/events") + rest)
                #expect(computingMilliseconds { usleep(500_000) } < 200)
                let answer = String(decoding: try socket.readToEnd(), as: UTF8.self)
                #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
            }
            expect(recorder.log, is: ["ended"])
        }

        @Test(arguments: [false, true], ["", HTTPServerTests.get("/next"), "GARBAGE"])
        func `what comes while an answer is awaited costs nothing`(isSecure: Bool, rest: String)
            throws
        {
            let post = "POST /a HTTP/1.1\r\nHost: l\r\nContent-Length: 5\r\n\r\nhello"
            for request in [HTTPServerTests.get("/a"), post] {
                if isNewerLibrary, request == post, !rest.isEmpty { continue }
                let recorder = HTTPRecorder()
                recorder.delays = 900
                try serveHTTP(recorder, isSecure: isSecure) { socket in
                    try socket.write(request + rest)
                    usleep(200_000)
                    try socket.write(rest)
                    #expect(computingMilliseconds { usleep(500_000) } < 150)
                    let answer = try socket.readAnswer()
                    #expect(answer.body.hasSuffix(request == post ? "/ahello" : "/a"))
                    #expect(answer.head.contains("\r\nConnection: close\r\n") != rest.isEmpty)
                }
            }
        }

        @Test func `a client that ends its direction while an answer is awaited costs nothing`()
            throws
        {
            let recorder = HTTPRecorder()
            recorder.delays = 700
            try serveHTTP(recorder, isSecure: false) { socket in
                try socket.write(HTTPServerTests.get("/a"))
                usleep(100_000)
                socket.endWriting()
                #expect(computingMilliseconds { usleep(500_000) } < 150)
                try expect(socket.readAnswer().body, is: "GET /a")
            }
        }

        @Test func `a stream whose client does not read tells that it is blocked`() throws {
            let recorder = HTTPRecorder()
            recorder.onRequest = {
                $0.beginStream(Self.events)
                $0.write([UInt8](repeating: 7, count: 20_000_000))
            }
            try serveHTTP(recorder) { port in
                let socket = try PlainSocket.connected(toPort: port)
                defer { socket.close() }
                try socket.write(HTTPServerTests.get("/events"))
                _ = try socket.readHead()
                usleep(300_000)
                _ = try socket.read(exactly: 20_000_000)
                usleep(100_000)
            }
            expect(recorder.log, is: ["blocked", "drained", "ended"])
        }

        @Test func `an upgrade is granted or refused by what is asked`() throws {
            let recorder = HTTPRecorder()
            let peers = PeerRecorder.echoing()
            recorder.onUpgrade = { request in
                request.query == ["ticket=good"]
                    ? .accept(peers) : .refuse(HTTPAnswer(401, body: Array("no".utf8)))
            }
            try serveHTTP(recorder) { port in
                let client = try WebSocketClient(port: port, target: "/s?ticket=good")
                try client.send(.text("hello"))
                try expect(client.receive(), is: .text("hello"))
                client.socket.close()
                let refused = try PlainSocket.ask(port: port, WebSocketClient.request("/s"))
                #expect(refused.hasPrefix("HTTP/1.1 401 Unauthorized\r\n"))
                #expect(refused.hasSuffix("\r\n\r\nno"))
            }
            expect(peers.log, is: ["opened", "message", "closed"])
            peers.forget()
        }

        @Test func `over TLS the same is served`() throws {
            try withFolder { folder in
                let tls = try SecureServerTests.makeCertificate(in: folder)
                let recorder = HTTPRecorder()
                var options = HTTPServerOptions()
                options.tls = tls
                try serveHTTP(recorder, options) { port in
                    let output = try SecureServerTests.openssl(
                        [
                            "s_client", "-connect", "127.0.0.1:\(port)", "-servername",
                            "localhost", "-CAfile", folder + "/certificate", "-alpn",
                            "h2,http/1.1", "-quiet",
                        ], input: HTTPServerTests.get("/tls", "Connection: close"))
                    #expect(output.hasPrefix("HTTP/1.1 200 OK\r\n"))
                    #expect(output.hasSuffix("GET /tls"))
                }
                expect(recorder.requests.map(\.isSecure), is: [true])
            }
        }
    }
}
