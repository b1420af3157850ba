import Expectations
import Loop
import Glibc
import Synchronization
import Testing

extension LoopTests {
    struct SendingTests {
        /// Bytes in which every place can be told from every other.
        static func pattern(_ count: Int) -> [UInt8] {
            var state: UInt32 = 1
            let words = (0..<count / 4).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return state
            }
            return words.withUnsafeBytes { Array($0) }
        }

        @Test func `megabytes reach a slow reader whole, in order, blocked and drained`() throws {
            let server = try PlainSocket.listening()
            defer { server.close() }
            let everything = Self.pattern(12_000_000)
            let got = Mutex<[UInt8]>([])
            let recorder = Recorder()
            var flows: [Flow] = []
            try runLoop { loop in
                let finished = loop.makeMailbox { (_: Bool) in loop.stop() }
                onThread {
                    let peer = try server.accepted()
                    defer { peer.close() }
                    usleep(100_000)
                    var bytes: [UInt8] = []
                    while bytes.count < everything.count {
                        let more = try peer.read(atMost: 30_000)
                        guard !more.isEmpty else { break }
                        bytes += more
                    }
                    got.withLock { $0 = bytes }
                    finished.post(true)
                }
                var rest = everything[...]
                let sendMore = { (connection: Connection) in
                    while !rest.isEmpty {
                        let piece = Array(rest.prefix(40_000))
                        rest = rest.dropFirst(piece.count)
                        flows.append(connection.send(piece))
                        if flows.last == .blocked { break }
                    }
                }
                recorder.onOpened = sendMore
                recorder.onDrained = { connection in
                    expect(connection.unsentByteCount, is: 0)
                    sendMore(connection)
                }
                _ = loop.connect(to: server.address, delegate: recorder)
            }
            expect(got.withLock { $0 }, is: everything)
            #expect(flows.contains(.blocked))
            #expect(
                recorder.log.filter { $0 == "drained" }.count
                    >= flows.filter { $0 == .blocked }.count - 1)
        }

        @Test func `what is sent in one turn is written at its end in one go`() throws {
            let recorder = Recorder()
            let peer = Recorder()
            try withFolder { folder in
                try runLoop { loop in
                    let acceptor = Acceptor { _ in peer }
                    let path = folder + "/s"
                    _ = try loop.listen(unixPath: path, mode: 0o600, delegate: acceptor)
                    recorder.onOpened = { connection in
                        for number in 0..<100 {
                            expect(connection.send([UInt8(number)]), is: .ready)
                        }
                        expect(connection.unsentByteCount, is: 100)
                        loop.atEndOfTurn { connection.send([100]) }
                    }
                    peer.onReceived = { _ in loop.stop() }
                    _ = loop.connect(to: .unix(path: path), delegate: recorder)
                }
            }
            expect(peer.received, is: Array(0...100))
            expect(peer.log.filter { $0 == "received" }.count, is: 1)
        }

        @Test func `what is sent before the connection stands goes out when it does`() throws {
            let server = try PlainSocket.listening()
            defer { server.close() }
            let recorder = Recorder()
            try runLoop { loop in
                recorder.onDrained = { _ in loop.stop() }
                let connection = loop.connect(to: server.address, delegate: recorder)
                expect(connection.send(Array("early".utf8)), is: .blocked)
            }
            let peer = try server.accepted()
            defer { peer.close() }
            try expect(peer.readToEnd(), is: Array("early".utf8))
        }

        @Test func `finish flushes and then closes; close drops what is kept`() throws {
            for isFinished in [true, false] {
                let server = try PlainSocket.listening()
                defer { server.close() }
                let bytes = [UInt8](repeating: 1, count: 16_000_000)
                let recorder = Recorder()
                let got = Mutex<Int?>(nil)
                try runLoop { loop in
                    let finished = loop.makeMailbox { (_: Bool) in loop.stop() }
                    recorder.onOpened = { connection in
                        connection.send(bytes)
                        if isFinished { connection.finish() } else { connection.close() }
                        expect(recorder.log, is: ["opened"])
                        connection.send([1, 2, 3])
                        onThread {
                            let peer = try server.accepted()
                            defer { peer.close() }
                            let count = try peer.readToEnd().count
                            got.withLock { $0 = count }
                            finished.post(true)
                        }
                    }
                    _ = loop.connect(to: server.address, delegate: recorder)
                }
                expect(recorder.log.filter { $0 == "closed" }.count, is: 1)
                expect(recorder.closure, is: .closedHere)
                let count = try #require(got.withLock { $0 })
                #expect(isFinished ? count == bytes.count : count < bytes.count)
            }
        }

        @Test func `finish ends within seconds for a peer that never reads, and keeps nothing`()
            throws
        {
            let server = try PlainSocket.listening()
            defer { server.close() }
            let dialled = Recorder()
            let accepted = Recorder()
            let bytes = [UInt8](repeating: 1, count: 16_000_000)
            var before = 0
            var after = 0
            try withFolder { folder in
                let path = folder + "/s"
                try runLoop(withinMilliseconds: 8_000) { loop in
                    let isLast = { dialled.closure != nil && accepted.closure != nil }
                    for recorder in [dialled, accepted] {
                        recorder.onOpened = { connection in
                            connection.send(bytes)
                            connection.finish()
                        }
                        recorder.onClosed = { _ in
                            guard isLast() else { return }
                            loop.atEndOfTurn {
                                after = (try? openDescriptors()) ?? 0
                                loop.stop()
                            }
                        }
                    }
                    let acceptor = Acceptor { _ in accepted }
                    _ = try loop.listen(unixPath: path, mode: 0o600, delegate: acceptor)
                    let client = try PlainSocket.connected(toUnixPath: path)
                    before = try openDescriptors()
                    _ = loop.connect(to: server.address, delegate: dialled)
                    return client
                }
            }
            expect(dialled.closure, is: .closedHere)
            expect(accepted.closure, is: .closedHere)
            expect(after, is: before)
            let peer = try server.accepted()
            defer { peer.close() }
            #expect(throws: PlainSocket.Failure.self) { try peer.readToEnd() }
        }

        @Test func `an answer reaches a peer that has closed its own direction`() throws {
            let answered = Mutex<[UInt8]>([])
            try withFolder { folder in
                let path = folder + "/s"
                try runLoop { loop in
                    let server = Recorder()
                    server.onReceived = { $0.send(Array("answer".utf8)) }
                    let acceptor = Acceptor { _ in server }
                    _ = try loop.listen(unixPath: path, mode: 0o600, delegate: acceptor)
                    let finished = loop.makeMailbox { (_: Bool) in loop.stop() }
                    onThread {
                        let client = try PlainSocket.connected(toUnixPath: path)
                        defer { client.close() }
                        try client.write("question")
                        client.endWriting()
                        let answer = try client.readToEnd()
                        answered.withLock { $0 = answer }
                        finished.post(true)
                    }
                }
            }
            expect(answered.withLock { $0 }, is: Array("answer".utf8))
        }

        @Test func `a peer that floods and never reads does not make the loop spin`() throws {
            let server = Recorder()
            var milliseconds = 0
            try withFolder { folder in
                let path = folder + "/s"
                try runLoop { loop in
                    server.onOpened = { $0.send([UInt8](repeating: 1, count: 4_000_000)) }
                    let acceptor = Acceptor { _ in server }
                    _ = try loop.listen(unixPath: path, mode: 0o600, delegate: acceptor)
                    let client = try PlainSocket.connected(toUnixPath: path)
                    try client.write([UInt8](repeating: 7, count: 100_000))
                    let processorTime = clock()
                    let pulse = loop.makeTimer {
                        milliseconds = Int(clock() - processorTime) * 1_000 / Int(CLOCKS_PER_SEC)
                        client.close()
                        loop.stop()
                    }
                    pulse.arm(afterMilliseconds: 500)
                    return pulse
                }
            }
            expect(server.received.count, is: 100_000)
            // Other tests run beside this one, but a spinning loop would use all of the time.
            #expect(milliseconds < 400)
        }

        @Test func `a paused connection leaves bytes in the kernel until it resumes`() throws {
            let server = try PlainSocket.listening()
            defer { server.close() }
            let recorder = Recorder()
            var peer: PlainSocket?
            try runLoop { loop in
                recorder.onOpened = { connection in
                    connection.pauseReading()
                    peer = try? server.accepted()
                    try? peer?.write("now")
                }
                let connection = loop.connect(to: server.address, delegate: recorder)
                let pause = loop.makeTimer {
                    expect(recorder.log, is: ["opened"])
                    recorder.onReceived = { _ in loop.stop() }
                    connection.resumeReading()
                }
                pause.arm(afterMilliseconds: 50)
                return pause
            }
            peer?.close()
            expect(recorder.received, is: Array("now".utf8))
        }
    }
}
