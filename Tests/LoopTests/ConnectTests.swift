import Expectations
import Glibc
import Testing

@testable import Loop

extension LoopTests {
    struct ConnectTests {
        @Test func `a connection opens, never before connect has returned`() throws {
            let server = try PlainSocket.listening()
            defer { server.close() }
            let recorder = Recorder()
            try runLoop { loop in
                recorder.onOpened = { _ in loop.stop() }
                _ = loop.connect(to: server.address, delegate: recorder)
                #expect(recorder.log.isEmpty)
            }
            expect(recorder.log, is: ["opened", "closed"])
            expect(recorder.closure, is: .closedHere)
        }

        @Test func `a refused connection says so once, after connect has returned`() throws {
            let unheard = try PlainSocket.bound()
            defer { unheard.close() }
            let recorder = Recorder()
            try runLoop { loop in
                recorder.onClosed = { _ in loop.stop() }
                _ = loop.connect(to: unheard.address, delegate: recorder)
                #expect(recorder.log.isEmpty)
            }
            expect(recorder.log, is: ["closed"])
            expect(recorder.closure, is: .refused)
        }

        @Test func `a path without a socket fails in the system's words`() throws {
            let recorder = Recorder()
            try runLoop { loop in
                recorder.onClosed = { _ in loop.stop() }
                _ = loop.connect(to: .unix(path: "/tmp/no-such-socket"), delegate: recorder)
                #expect(recorder.log.isEmpty)
            }
            expect(recorder.closure, is: .failed("No such file or directory"))
        }

        @Test(arguments: [
            SocketAddress.v4(host: "example.org", port: 1), .v6(host: "127.0.0.1", port: 1),
            .unix(path: ""), .unix(path: "a\0b"), .unix(path: String(repeating: "x", count: 108)),
        ])
        func `an address that cannot be is a failed connection`(address: SocketAddress) throws {
            let recorder = Recorder()
            try runLoop { loop in
                recorder.onClosed = { _ in loop.stop() }
                _ = loop.connect(to: address, delegate: recorder)
                #expect(recorder.log.isEmpty)
            }
            guard case .failed = recorder.closure else {
                Issue.record("closed as \(String(describing: recorder.closure))")
                return
            }
        }

        @Test(arguments: [
            (ECONNREFUSED, ConnectionClosure.refused), (EHOSTUNREACH, .unreachable),
            (ENETUNREACH, .unreachable), (ETIMEDOUT, .timedOut), (ECONNRESET, .reset),
            (EPIPE, .reset), (EMFILE, .tooFewDescriptors), (ENFILE, .tooFewDescriptors),
            (EACCES, .failed("Permission denied")),
        ])
        func `each error number has its reason`(code: Int32, reason: ConnectionClosure) {
            expect(ConnectionClosure(errorNumber: code), is: reason)
        }

        @Test func `running out of descriptors is a failed connection`() throws {
            let server = try PlainSocket.listening()
            defer { server.close() }
            let recorder = Recorder()
            try runLoop { loop in
                recorder.onClosed = { _ in loop.stop() }
                var before = rlimit()
                getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before)
                var none = before
                none.rlim_cur = 3
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none)
                _ = loop.connect(to: server.address, delegate: recorder)
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before)
            }
            expect(recorder.closure, is: .tooFewDescriptors)
        }

        @Test func `what is dialled leaves the descriptors that are kept for others`() throws {
            let server = try PlainSocket.listening()
            defer { server.close() }
            let recorder = Recorder()
            let before = try openDescriptors()
            try runLoop(descriptors: .none) { loop in
                recorder.onClosed = { _ in loop.stop() }
                _ = loop.connect(to: server.address, delegate: recorder)
                #expect(throws: EventLoopError.self) {
                    try loop.run(ChildProgram(["true"])) { _ in
                    } ended: { _ in
                    }
                }
            }
            expect(recorder.closure, is: .tooFewDescriptors)
            try expect(openDescriptors(), is: before)
        }

        @Test func `a peer's reset is told from its end, and what came before is delivered`() throws
        {
            for isReset in [true, false] {
                let server = try PlainSocket.listening()
                defer { server.close() }
                let recorder = Recorder()
                try runLoop { loop in
                    recorder.onOpened = { _ in
                        loop.atEndOfTurn {
                            guard let peer = try? server.accepted() else { return loop.stop() }
                            try? peer.write("last words")
                            if isReset { peer.reset() } else { peer.close() }
                        }
                    }
                    recorder.onClosed = { _ in loop.stop() }
                    _ = loop.connect(to: server.address, delegate: recorder)
                }
                expect(String(decoding: recorder.received, as: UTF8.self), is: "last words")
                expect(recorder.closure, is: isReset ? .reset : .endOfStream)
                expect(recorder.log.filter { $0 == "closed" }.count, is: 1)
            }
        }

        @Test func `closing while connecting is told once`() throws {
            let server = try PlainSocket.listening()
            defer { server.close() }
            let recorder = Recorder()
            try runLoop { loop in
                recorder.onClosed = { _ in loop.atEndOfTurn { loop.stop() } }
                let connection = loop.connect(to: server.address, delegate: recorder)
                connection.close()
                connection.close()
                #expect(recorder.log.isEmpty)
            }
            expect(recorder.log, is: ["closed"])
            expect(recorder.closure, is: .closedHere)
        }
    }
}

extension DescriptorBudget {
    /// Shares of which others have everything.
    static let none = DescriptorBudget(limit: 100, lookups: 1, acceptedEnd: 0, dialledEnd: 0)
}
