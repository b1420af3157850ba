import Expectations
import Loop
import Glibc
import Testing

extension LoopTests {
    /// Sockets that listen already when they are handed over.
    struct InheritedListenerTests {
        @Test func `a server accepts on all of its places, one inherited`() throws {
            let inherited = try PlainSocket.listening()
            let port = try #require(SocketAddress(boundTo: inherited.descriptor)?.port)
            let recorder = HTTPRecorder()
            try runLoop { loop in
                let listener = try loop.serveHTTP(
                    on: [
                        .inherited(descriptor: inherited.descriptor),
                        .address(.v4(host: "127.0.0.1", port: 0)),
                    ], HTTPServerOptions(), delegate: recorder)
                expect(listener.port, is: port)
                let finished = loop.makeMailbox { (_: Bool) in loop.stop() }
                onThread {
                    defer { finished.post(true) }
                    let answer = try PlainSocket.ask(
                        port: port, "GET /a HTTP/1.1\r\nHost: l\r\nConnection: close\r\n\r\n")
                    #expect(answer.hasSuffix("GET /a"))
                }
                return listener
            }
            expect(recorder.requests.map(\.path), is: ["/a"])
        }

        @Test func `the file of an inherited Unix socket stays`() throws {
            let client = Recorder()
            try withFolder { folder in
                let path = folder + "/s"
                let descriptor = try listen(at: path)
                expect(SocketAddress(boundTo: descriptor), is: .unix(path: path))
                try runLoop { loop in
                    client.onClosed = { _ in loop.stop() }
                    let acceptor = Acceptor { _ in nil }
                    _ = try loop.listen(inherited: descriptor, delegate: acceptor)
                    _ = loop.connect(to: .unix(path: path), delegate: client)
                }
                expect(client.closure, is: .endOfStream)
                expect(Listener.probe(unixPath: path), is: .stale)
            }
        }

        @Test func `what is no socket cannot be listened on`() throws {
            let descriptor = open("/dev/null", O_RDONLY)
            defer { close(descriptor) }
            try runLoop { loop in
                #expect {
                    try loop.listen(inherited: descriptor, delegate: Acceptor { _ in nil })
                } throws: {
                    "\($0)".hasPrefix("cannot listen on descriptor")
                }
                loop.atEndOfTurn { loop.stop() }
            }
        }

        private func listen(at path: String) throws -> Int32 {
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let status = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            guard status == 0, Glibc.listen(descriptor, 8) == 0 else { throw PlainSocket.Failure() }
            return descriptor
        }
    }
}
