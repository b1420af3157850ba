import Expectations
import Loop
import Glibc
import Testing

extension LoopTests {
    struct HTTPServerTests {
        static func get(_ target: String, _ headers: String...) -> String {
            (["GET \(target) HTTP/1.1", "Host: localhost"] + headers + ["", ""])
                .joined(separator: "\r\n")
        }

        @Test func `requests of one connection are answered one after the other`() throws {
            let recorder = HTTPRecorder()
            try serveHTTP(recorder) { port in
                let socket = try PlainSocket.connected(toPort: port)
                defer { socket.close() }
                try socket.write(Self.get("/a?x=1&y=a%26b"))
                try expect(socket.readAnswer().body, is: "GET /a|x=1|y=a&b")
                for body in ["hello", ""] {
                    let head = "POST /b HTTP/1.1\r\nHost: l\r\nContent-Length: \(body.count)"
                    try socket.write(head + "\r\n\r\n" + body)
                    try expect(socket.readAnswer().body, is: "POST /b" + body)
                }
                try socket.write(Self.get("/c"))
                try expect(socket.readAnswer().body, is: "GET /c")
                try socket.write(Self.get("/d", "Connection: close"))
                let last = try socket.readAnswer()
                #expect(last.head.contains("\r\nConnection: close\r\n"))
                try expect(socket.read(), is: [])
            }
            expect(recorder.requests.map(\.path), is: ["/a", "/b", "/b", "/c", "/d"])
            #expect(recorder.requests.allSatisfy { $0.peer?.host == "127.0.0.1" })
            expect(recorder.log, is: Array(repeating: "ended", count: 5))
        }

        @Test func `the headers that are asked for are read, whatever the case of their names`()
            throws
        {
            let recorder = HTTPRecorder()
            let names = ["host", "authorization", "last-event-id", "x-unknown", "accept"]
            try serveHTTP(recorder, HTTPServerOptions(headers: names)) { port in
                _ = try PlainSocket.ask(
                    port: port,
                    Self.get(
                        "/", "AUTHORIZATION: Bearer x", "Last-Event-ID: e.7", "X-Other: no",
                        "Connection: close"))
            }
            expect(
                recorder.requests.first?.headers,
                is: [
                    "host": "localhost", "authorization": "Bearer x", "last-event-id": "e.7",
                ])
        }

        @Test func `a body that is not announced is none, and the connection ends`() throws {
            try serveHTTP(HTTPRecorder()) { port in
                let answer = try PlainSocket.ask(
                    port: port, "POST /x HTTP/1.1\r\nHost: l\r\n\r\n")
                #expect(answer.hasSuffix("\r\n\r\nPOST /x"))
            }
        }

        @Test func `HEAD is answered as GET is, without the body`() throws {
            try serveHTTP(HTTPRecorder()) { port in
                let answer = try PlainSocket.ask(
                    port: port, "HEAD /x HTTP/1.1\r\nHost: l\r\nConnection: close\r\n\r\n")
                #expect(answer.contains("\r\nContent-Length: 7\r\n"))
                #expect(answer.hasSuffix("\r\n\r\n"))
            }
        }

        @Test(arguments: [
            ("/a/../b", "/b"), ("/%2e%2e/%2e%2e/etc/passwd", "/etc/passwd"), ("/a%2fb", "/a/b"),
            ("//x///y", "/x/y"), ("/%C3%BC", "/ü"), ("/a/./b", "/a/b"),
        ])
        func `a path is decoded once and has no dots left`(target: String, path: String) throws {
            let recorder = HTTPRecorder()
            try serveHTTP(recorder) { port in
                _ = try PlainSocket.ask(port: port, Self.get(target, "Connection: close"))
            }
            expect(recorder.requests.map(\.path), is: [path])
        }

        @Test(arguments: [
            ("Content-Length: 11", 413), ("Content-Length: 99999999999999999999", 413),
            ("Content-Length: -1", 400), ("Content-Length: 5, 5", 400),
            ("Content-Length: 5\r\nContent-Length: 6", 400), ("Content-Length: 5x", 400),
            ("Transfer-Encoding: chunked", 411),
            ("Content-Length: 5\r\nTransfer-Encoding: chunked", 411),
            ("Content-Length : 5", 400), ("Transfer-Encoding : chunked", 400),
            ("Content-Length\t: 5", 400), ("Transfer-Encoding\t: chunked", 400),
        ])
        func `a body whose length is too large or unclear is refused`(
            header: String, status: Int
        ) throws {
            let recorder = HTTPRecorder()
            var options = HTTPServerOptions()
            options.bodyBytesMax = 10
            try serveHTTP(recorder, options) { port in
                let answer = try PlainSocket.ask(
                    port: port, "POST / HTTP/1.1\r\nHost: l\r\n\(header)\r\n\r\n")
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
            }
            #expect(recorder.requests.isEmpty)
        }

        @Test(arguments: [
            "", "GET / HTTP/1.1\r\nHost: l\r\n",
            "POST / HTTP/1.1\r\nHost: l\r\nContent-Length: 9\r\n\r\nhe",
        ])
        func `a request that never ends is given up`(begun: String) throws {
            let recorder = HTTPRecorder()
            var options = HTTPServerOptions()
            options.headMilliseconds = 200
            options.bodyMilliseconds = 200
            try serveHTTP(recorder, options) { port in
                let answer = try PlainSocket.ask(port: port, begun)
                #expect(answer.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
            }
            #expect(recorder.requests.isEmpty)
        }

        @Test func `a connection without requests is closed, and one with them stays`() throws {
            var options = HTTPServerOptions()
            options.headMilliseconds = 1_500
            try serveHTTP(HTTPRecorder(), options) { port in
                let socket = try PlainSocket.connected(toPort: port)
                defer { socket.close() }
                for _ in 0..<4 {
                    usleep(500_000)
                    try socket.write(Self.get("/"))
                    try expect(socket.readAnswer().body, is: "GET /")
                }
                try expect(socket.read(), is: [])
            }
        }

        @Test func `a head that is too long is refused`() throws {
            let recorder = HTTPRecorder()
            try serveHTTP(recorder) { port in
                func ask(_ name: String, _ count: Int) throws -> String {
                    let value = String(repeating: "x", count: count)
                    return try PlainSocket.ask(
                        port: port, Self.get("/", "\(name): \(value)", "Connection: close"))
                }
                let (fitting, long) = (try ask("Cookie", 12_000), try ask("Cookie", 20_000))
                #expect(fitting.hasPrefix("HTTP/1.1 200 "))
                #expect(long.hasPrefix("HTTP/1.1 431 "))
                // A header that is too long for the library ends the connection.
                let endless = [try ask("Cookie", 66_000), try ask("X-Other", 66_000)]
                expect(endless, is: ["", ""])
            }
            expect(recorder.requests.count, is: 1)
        }

        @Test(arguments: [
            ("BREW /pot HTTP/1.1\r\nHost: l\r\n\r\n", 501), ("PROPFIND", 400),
            ("CONNECT x:80 HTTP/1.1\r\nHost: l\r\n\r\n", 501), ("TRACE / HTTP/1.1\r\n\r\n", 501),
            ("\u{16}\u{3}\u{1}\0\u{5}hello\r\n\r\n", 400),
            (String(repeating: "Q", count: 9_999) + " / HTTP/1.1\r\n\r\n", 400),
        ])
        func `what no method begins is answered, and the connection ends`(
            sent: String, status: Int
        ) throws {
            let recorder = HTTPRecorder()
            try serveHTTP(recorder) { port in
                let answer = try PlainSocket.ask(port: port, sent)
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
                #expect(answer.contains("\r\nConnection: close\r\n"))
                _ = try PlainSocket.ask(port: port, Self.get("/ok", "Connection: close"))
            }
            expect(recorder.requests.map(\.path), is: ["/ok"])
        }

        @Test func `a path that cannot be decoded is refused by the library itself`() throws {
            let recorder = HTTPRecorder()
            try serveHTTP(recorder) { port in
                let answer = try PlainSocket.ask(port: port, Self.get("/%zz"))
                #expect(answer.hasPrefix("HTTP/1.0 403 "))
            }
            #expect(recorder.requests.isEmpty)
        }

        @Test func `a large answer reaches a slow reader whole`() throws {
            let recorder = HTTPRecorder()
            let size = 20_000_000
            recorder.onRequest = {
                $0.answer(HTTPAnswer(200, body: [UInt8](repeating: 7, count: size)))
            }
            try serveHTTP(recorder) { port in
                let socket = try PlainSocket.connected(toPort: port)
                defer { socket.close() }
                // Bytes behind the last request do not cost its answer anything.
                for behind in ["", Self.get("/")] {
                    try socket.write(Self.get("/") + behind)
                    _ = try socket.readHead()
                    usleep(200_000)
                    try expect(socket.read(exactly: size).count, is: size)
                }
            }
        }

        @Test func `connections beyond the limits are told so`() throws {
            var options = HTTPServerOptions()
            options.connectionsMax = 2
            try serveHTTP(HTTPRecorder(), options) { port in
                let first = try PlainSocket.connected(toPort: port)
                let second = try PlainSocket.connected(toPort: port)
                let refused = try PlainSocket.ask(port: port, "")
                #expect(refused.hasPrefix("HTTP/1.1 503 "))
                first.close()
                usleep(500_000)
                let answer = try PlainSocket.ask(port: port, Self.get("/", "Connection: close"))
                #expect(answer.hasPrefix("HTTP/1.1 200 "))
                second.close()
            }
            options.connectionsMax = 9
            options.connectionsByAddressMax = 1
            try serveHTTP(HTTPRecorder(), options) { port in
                let first = try PlainSocket.connected(toPort: port)
                let refused = try PlainSocket.ask(port: port, "")
                #expect(refused.hasPrefix("HTTP/1.1 429 "))
                first.close()
            }
        }
    }
}
