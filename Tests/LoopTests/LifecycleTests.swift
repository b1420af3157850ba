import Expectations
import Loop
import Glibc
import Support
import Testing

extension LoopTests {
    struct LifecycleTests {
        @Test func `a loop that never ran closes what is on it`() throws {
            let recorder = Recorder()
            // The first loop keeps some for the process.
            _ = try EventLoop()
            let before = try openDescriptors()
            try withFolder { folder in
                let path = folder + "/s"
                do {
                    let loop = try EventLoop()
                    _ = try loop.listen(
                        unixPath: path, mode: 0o600, delegate: Acceptor { _ in nil })
                    _ = loop.connect(to: .unix(path: path), delegate: recorder)
                    _ = loop.makeMailbox { (_: Int) in }
                }
                expect(Listener.probe(unixPath: path), is: .free)
            }
            expect(recorder.log, is: ["closed"])
            expect(recorder.closure, is: .closedHere)
            #expect(try openDescriptors() <= before)
        }

        @Test func `stopping closes open connections and tells their delegates once`() throws {
            let (server, client, peers) = (Recorder(), Recorder(), PeerRecorder())
            var reconnected: [Recorder] = []
            try withFolder { folder in
                try runLoop { loop in
                    let path = folder + "/s"
                    let acceptor = Acceptor { _ in server }
                    _ = try loop.listen(unixPath: path, mode: 0o600, delegate: acceptor)
                    let web = try loop.serveWebSockets(
                        on: .v4(host: "127.0.0.1", port: 0), delegate: peers)
                    let (port, opened) = (web.port, loop.makeMailbox { (_: Bool) in loop.stop() })
                    _ = loop.connect(to: .unix(path: path), delegate: client)
                    client.onClosed = { _ in
                        // A delegate that dials again at once is refused; the loop still ends.
                        let again = Recorder()
                        reconnected.append(again)
                        _ = loop.connect(to: .unix(path: path), delegate: again)
                        loop.atEndOfTurn {}
                        loop.makeTimer {}.arm(afterMilliseconds: 1)
                    }
                    onThread {
                        let socket = try WebSocketClient(port: port).socket
                        opened.post(true)
                        _ = try? socket.readToEnd()
                        socket.close()
                    }
                }
            }
            expect(server.log, is: ["opened", "closed"])
            expect(client.log, is: ["opened", "closed"])
            expect(client.closure, is: .closedHere)
            expect(peers.log, is: ["opened", "closed"])
            expect(reconnected.map(\.log), is: [["closed"]])
        }

        @Test func `closing during each callback is safe and told once`() throws {
            for step in ["opened", "received", "drained"] {
                let client = Recorder()
                let server = Recorder()
                try withFolder { folder in
                    let path = folder + "/s"
                    try runLoop { loop in
                        let act = { (name: String, connection: Connection) in
                            guard name == step else { return }
                            connection.close()
                            expect(client.closure, is: nil)
                        }
                        client.onOpened = { act("opened", $0) }
                        client.onReceived = { act("received", $0) }
                        client.onDrained = { act("drained", $0) }
                        client.onClosed = { connection in
                            connection.close()
                            connection.finish()
                            connection.send([1])
                            connection.pauseReading()
                            loop.atEndOfTurn { loop.stop() }
                        }
                        server.onOpened = { $0.send([1]) }
                        let acceptor = Acceptor { _ in server }
                        _ = try loop.listen(unixPath: path, mode: 0o600, delegate: acceptor)
                        loop.connect(to: .unix(path: path), delegate: client).send([0])
                    }
                }
                expect(client.log.filter { $0 == "closed" }.count, is: 1)
                expect(client.log.last, is: "closed")
                expect(client.closure, is: .closedHere)
            }
        }

        @Test func `a closed connection lets go of its delegate, and the loop of the connection`()
            throws
        {
            weak var recorder: Recorder?
            weak var connection: Connection?
            weak var acceptor: Acceptor?
            weak var listener: Listener?
            weak var server: PeerRecorder?
            try withFolder { folder in
                try runLoop { loop in
                    let path = folder + "/s"
                    let strongAcceptor = Acceptor { _ in nil }
                    let strongListener = try loop.listen(
                        unixPath: path, mode: 0o600, delegate: strongAcceptor)
                    (acceptor, listener) = (strongAcceptor, strongListener)
                    let strongServer = PeerRecorder()
                    server = strongServer
                    try loop.serveWebSockets(
                        on: .v4(host: "127.0.0.1", port: 0), delegate: strongServer
                    ).close()
                    let strongRecorder = Recorder()
                    let strongConnection = loop.connect(
                        to: .unix(path: path), delegate: strongRecorder)
                    (recorder, connection) = (strongRecorder, strongConnection)
                    strongRecorder.onClosed = { _ in
                        listener?.close()
                        loop.atEndOfTurn { loop.atEndOfTurn { loop.stop() } }
                    }
                    #expect(recorder != nil)
                }
            }
            #expect(recorder == nil)
            #expect(connection == nil)
            #expect(acceptor == nil)
            #expect(listener == nil)
            #expect(server == nil)
        }

        @Test func `two thousand connections come and go, and leave no descriptor`() throws {
            let before = try openDescriptors()
            var (opened, closed) = (0, 0)
            var most = 0
            try withFolder { folder in
                try runLoop(withinMilliseconds: 60_000) { loop in
                    let path = folder + "/s"
                    let server = Recorder()
                    server.isShared = true
                    server.onReceived = { $0.finish() }
                    let acceptor = Acceptor { _ in server }
                    _ = try loop.listen(unixPath: path, mode: 0o600, delegate: acceptor)
                    let client = Recorder()
                    client.isShared = true
                    client.onOpened = { connection in
                        opened += 1
                        if opened == 2_000 { most = (try? openDescriptors()) ?? 0 }
                        connection.send([1])
                    }
                    client.onClosed = { _ in
                        closed += 1
                        if closed == 2_000 { loop.stop() }
                    }
                    for _ in 0..<2_000 {
                        _ = loop.connect(to: .unix(path: path), delegate: client)
                    }
                }
            }
            expect(opened, is: 2_000)
            #expect(most > before + 1_000)
            #expect(try openDescriptors() <= before + 8)
        }

        @Test func `many loops, one after the other, leave no descriptor`() throws {
            func once() throws {
                try runLoop { loop in
                    loop.resolver.resolve(host: "localhost", port: 1) { _ in loop.stop() }
                    try loop.onSignal(SIGUSR2) {}
                    _ = try loop.serveWebSockets(
                        on: .v4(host: "127.0.0.1", port: 0), delegate: PeerRecorder())
                }
            }
            try once()
            let before = try openDescriptors()
            for _ in 0..<30 { try once() }
            #expect(try openDescriptors() <= before + 8)
        }

        @Test func `the end of a loop closes no file that another thread has opened`() throws {
            let other = Monitor((isNeeded: true, missingCount: 0))
            onThread {
                while other.withLock({ $0.isNeeded }) {
                    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
                    if close(descriptor) != 0 { other.withLock { $0.missingCount += 1 } }
                }
            }
            for _ in 0..<200 { _ = try EventLoop() }
            other.withLock { $0.isNeeded = false }
            expect(other.withLock { $0.missingCount }, is: 0)
        }
    }
}
