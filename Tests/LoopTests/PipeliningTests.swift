import Expectations
import Testing

@testable import Loop

extension LoopTests {
    /// Requests that come behind others, which the library would replay from a buffer of its own.
    struct PipeliningTests {
        private static let requests =
            ["GET", "POST", "HEAD", "PUT"].flatMap { method in
                ["", "Content-Length: 0\r\n\r\n", "Content-Length: 3\r\n\r\nabc"].map {
                    "\(method) /x HTTP/1.1\r\nHost: l\r\n" + ($0.isEmpty ? "\r\n" : $0)
                }
            } + [WebSocketClient.request("/x")]

        @Test(arguments: requests, [false, true])
        func `a connection that sent bytes behind a request ends after its answer`(
            first: String, isSecure: Bool
        ) throws {
            let followers = isSecure ? [Self.requests[5]] : Self.requests + ["\r\n", "GET /unfi"]
            let count = isNewerLibrary && first.hasSuffix("abc") ? 0 : 1
            for second in followers {
                let recorder = HTTPRecorder()
                try serveHTTP(recorder, isSecure: isSecure) { socket in
                    var answer = ""
                    let used = try computingMilliseconds {
                        try socket.write(first + second)
                        answer = String(decoding: try socket.readToEnd(), as: UTF8.self)
                    }
                    #expect(used < 400)
                    let answers = answer.split(separator: "HTTP/1.1 ")
                    expect(answers.count, is: count)
                    #expect(answers.allSatisfy { $0.contains("\r\nConnection: close\r\n") })
                }
                expect(recorder.requests.count, is: count)
            }
        }

        @Test func `a second request that comes in pieces behind a first never holds up the loop`()
            throws
        {
            let first = HTTPServerTests.get("/a")
            let second = "POST /b HTTP/1.1\r\nHost: l\r\nContent-Length: 3\r\n\r\nabc"
            let recorder = HTTPRecorder()
            try serveHTTP(recorder) { port in
                let used = try computingMilliseconds {
                    for place in 1..<(first.utf8.count + second.utf8.count) {
                        let socket = try PlainSocket.connected(toPort: port)
                        defer { socket.close() }
                        let bytes = Array((first + second).utf8)
                        try socket.write(Array(bytes[..<place]))
                        try? socket.write(Array(bytes[place...]))
                        try expect(socket.readAnswer().body, is: "GET /a")
                    }
                }
                #expect(used < 3_000)
            }
        }
    }

    struct CallbackAllowanceTests {
        @Test func `a socket that the library tells of without end is ended and counted`() throws {
            let reactor = try Reactor(subprotocols: [], descriptors: .adjusted())
            let socket = LibrarySocket(on: reactor)
            let owner = Counter()
            socket.attach(owner)
            let empty = UnsafeRawBufferPointer(start: nil, count: 0)
            for _ in 0..<LoopLimits.callbacksByTurn {
                expect(socket.handle(.httpBodyEnded, empty), is: .proceed)
            }
            expect(reactor.runawaySockets, is: 0)
            for _ in 0..<3 { expect(socket.handle(.httpBodyEnded, empty), is: .close) }
            expect(reactor.runawaySockets, is: 1)
            expect(owner.count, is: LoopLimits.callbacksByTurn)
            // Its owner hears of its end.
            expect(socket.handle(.httpClosed, empty), is: .proceed)
            socket.forget()
            reactor.end()
        }

        @Test func `each turn has an allowance of its own`() {
            var allowance = CallbackAllowance()
            for turn in 1...3 as ClosedRange<UInt64> {
                for _ in 0..<LoopLimits.callbacksByTurn {
                    guard case .granted = allowance.spend(in: turn) else {
                        Issue.record("refused in turn \(turn)")
                        return
                    }
                }
                guard case .justSpent = allowance.spend(in: turn) else {
                    Issue.record("granted in turn \(turn)")
                    return
                }
            }
        }

        private final class Counter: LibrarySocketOwner {
            var count = 0

            func handle(_ event: LibraryEvent, _ bytes: UnsafeRawBufferPointer) -> CallbackResult {
                if event == .httpBodyEnded { count += 1 }
                return .proceed
            }

            func turnEnded() {}

            func loopEnds() {}
        }
    }
}
