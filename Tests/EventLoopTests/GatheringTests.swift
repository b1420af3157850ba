import EventLoop
import Testing

extension LoopTests {
    struct GatheringTests {
        @Test func `a burst over many turns reaches a reader whole, in few writes`() throws {
            let reader = Recorder()
            try serve { loop, connection in
                sendOne(of: Array(0..<200), on: loop, to: connection)
            } to: { loop, path in
                reader.onReceived = { _ in
                    if reader.received.count == 200 { loop.stop() }
                }
                _ = loop.connect(to: .unix(path: path), delegate: reader)
            }
            #expect(reader.received == Array(0..<200))
            #expect(reader.log.count { $0 == "received" } < 100)
        }

        /// Each in a turn of its own.
        private func sendOne(of bytes: [UInt8], on loop: EventLoop, to connection: Connection) {
            guard let first = bytes.first else { return }
            connection.send([first])
            loop.atEndOfTurn {
                loop.atEndOfTurn {
                    sendOne(of: Array(bytes.dropFirst()), on: loop, to: connection)
                }
            }
        }

        @Test(arguments: [true, false])
        func `what gathers is written when the connection finishes, or the loop`(
            isLoop: Bool
        ) throws {
            var reader: PlainSocket?
            try serve { loop, connection in
                connection.send([1])
                loop.atEndOfTurn {
                    loop.atEndOfTurn {
                        connection.send([2])
                        isLoop ? loop.stop() : connection.finish()
                    }
                }
            } to: { _, path in
                reader = try PlainSocket.connected(toUnixPath: path)
            }
            defer { reader?.close() }
            #expect(try reader?.readToEnd() == [1, 2])
        }

        private func serve(
            _ opened: @escaping (EventLoop, Connection) -> Void,
            to connect: (EventLoop, String) throws -> Void
        ) throws {
            try withFolder { folder in
                let path = folder + "/s"
                try runLoop { loop in
                    let server = Recorder()
                    server.onOpened = { [unowned loop] in opened(loop, $0) }
                    server.onClosed = { [unowned loop] _ in loop.stop() }
                    let acceptor = Acceptor { _ in server }
                    let listener = try loop.listen(
                        unixPath: path, mode: 0o600, delegate: acceptor)
                    try connect(loop, path)
                    return listener
                }
            }
        }
    }
}
