import Expectations
import Glibc
import Testing

@testable import Loop

extension LoopTests {
    struct UnixListenerTests {
        @Test(arguments: [0o600, 0o660, 0o666] as [UInt32])
        func `the socket has the mode and group asked for`(mode: UInt32) throws {
            try withFolder { folder in
                let path = folder + "/s"
                try runLoop { loop in
                    let listener = try loop.listen(
                        unixPath: path, mode: mode, group: getgid(), delegate: Acceptor { _ in nil }
                    )
                    var status = stat()
                    expect(lstat(path, &status), is: 0)
                    expect(status.st_mode & 0o7777, is: mode)
                    expect(status.st_gid, is: getgid())
                    listener.close()
                    expect(Listener.probe(unixPath: path), is: .free)
                    loop.atEndOfTurn { loop.stop() }
                }
            }
        }

        @Test func `a listener knows when its socket cannot be found any more`() throws {
            try withFolder { folder in
                let path = folder + "/s"
                try runLoop { loop in
                    let acceptor = Acceptor { _ in nil }
                    let listener = try loop.listen(
                        unixPath: path, mode: 0o600, delegate: acceptor)
                    #expect(!listener.hasLostItsFile)
                    unlink(path)
                    #expect(listener.hasLostItsFile)
                    listener.close()
                    loop.atEndOfTurn { loop.stop() }
                }
            }
        }

        @Test func `clients wait while the loop accepts none`() throws {
            let (server, client) = (Recorder(), Recorder())
            var acceptedEarly: Bool?
            try withFolder { folder in
                let path = folder + "/s"
                try runLoop { loop in
                    loop.acceptsConnections = false
                    client.onOpened = { connection in
                        connection.send(Array("ping".utf8))
                        loop.atEndOfTurn {
                            loop.atEndOfTurn {
                                acceptedEarly = !server.log.isEmpty
                                loop.acceptsConnections = true
                            }
                        }
                    }
                    server.onReceived = { _ in loop.stop() }
                    let acceptor = Acceptor { _ in server }
                    _ = try loop.listen(unixPath: path, mode: 0o600, delegate: acceptor)
                    _ = loop.connect(to: .unix(path: path), delegate: client)
                }
            }
            expect(acceptedEarly, is: false)
            expect(server.received, is: Array("ping".utf8))
        }

        @Test func `a connection goes both ways and knows its peer`() throws {
            let (server, client) = (Recorder(), Recorder())
            var credentials: PeerCredentials?
            try withFolder { folder in
                let path = folder + "/s"
                try runLoop { loop in
                    server.onOpened = { credentials = $0.peerCredentials }
                    server.onReceived = { $0.send(Array("pong".utf8)) }
                    client.onOpened = { $0.send(Array("ping".utf8)) }
                    client.onReceived = { _ in loop.stop() }
                    let acceptor = Acceptor { _ in server }
                    _ = try loop.listen(unixPath: path, mode: 0o600, delegate: acceptor)
                    _ = loop.connect(to: .unix(path: path), delegate: client)
                }
            }
            expect(server.received, is: Array("ping".utf8))
            expect(client.received, is: Array("pong".utf8))
            expect(credentials?.user, is: getuid())
            expect(credentials?.group, is: getgid())
            expect(credentials?.process, is: getpid())
            expect(server.closure, is: .closedHere)
        }

        @Test func `a refused connection is closed`() throws {
            let client = Recorder()
            try withFolder { folder in
                let path = folder + "/s"
                try runLoop { loop in
                    client.onClosed = { _ in loop.stop() }
                    let acceptor = Acceptor { _ in nil }
                    _ = try loop.listen(unixPath: path, mode: 0o600, delegate: acceptor)
                    _ = loop.connect(to: .unix(path: path), delegate: client)
                }
            }
            expect(client.closure, is: .endOfStream)
        }

        @Test func `a probe tells what is at a path`() throws {
            try withFolder { folder in
                expect(Listener.probe(unixPath: folder + "/none"), is: .free)
                expect(Listener.probe(unixPath: folder), is: .notASocket)
                let long = folder + "/" + String(repeating: "x", count: 108)
                expect(Listener.probe(unixPath: long), is: .unusable)
                let path = folder + "/s"
                try runLoop { loop in
                    let acceptor = Acceptor { _ in nil }
                    _ = try loop.listen(unixPath: path, mode: 0o600, delegate: acceptor)
                    expect(Listener.probe(unixPath: path), is: .live)
                    // Its twin stays behind when the loop removes the socket.
                    expect(link(path, path + "2"), is: 0)
                    loop.atEndOfTurn { loop.stop() }
                }
                expect(Listener.probe(unixPath: path), is: .free)
                expect(Listener.probe(unixPath: path + "2"), is: .stale)
            }
        }

        @Test func `what cannot be bound says why`() throws {
            try withFolder { folder in
                try runLoop { loop in
                    let acceptor = Acceptor { _ in nil }
                    let long = folder + "/" + String(repeating: "x", count: 108)
                    #expect(throws: EventLoopError.pathTooLong(path: long, longest: 107)) {
                        try loop.listen(unixPath: long, mode: 0o600, delegate: acceptor)
                    }
                    let path = folder + "/s"
                    _ = try loop.listen(unixPath: path, mode: 0o600, delegate: acceptor)
                    #expect {
                        try loop.listen(unixPath: path, mode: 0o600, delegate: acceptor)
                    } throws: {
                        "\($0)" == "cannot listen on \(path): Address already in use"
                    }
                    #expect {
                        try loop.listen(
                            unixPath: folder + "/a/b", mode: 0o600, delegate: acceptor)
                    } throws: {
                        "\($0)" == "cannot listen on \(folder)/a/b: No such file or directory"
                    }
                    expect(Listener.probe(unixPath: path), is: .live)
                    loop.atEndOfTurn { loop.stop() }
                }
            }
        }

        @Test func `closing a listener leaves another's socket at its path`() throws {
            try withFolder { folder in
                let path = folder + "/s"
                try runLoop { loop in
                    let acceptor = Acceptor { _ in nil }
                    let old = try loop.listen(unixPath: path, mode: 0o600, delegate: acceptor)
                    unlink(path)
                    _ = try loop.listen(unixPath: path, mode: 0o600, delegate: acceptor)
                    old.close()
                    expect(Listener.probe(unixPath: path), is: .live)
                    loop.atEndOfTurn { loop.stop() }
                }
            }
        }

        @Test func `a listener without descriptors rests and then goes on`() throws {
            let server = Recorder()
            try withFolder { folder in
                let path = folder + "/s"
                try runLoop { loop in
                    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
                    var before = rlimit()
                    getrlimit(resource, &before)
                    server.onOpened = { _ in loop.stop() }
                    let acceptor = Acceptor { _ in server }
                    _ = try loop.listen(unixPath: path, mode: 0o600, delegate: acceptor)
                    let client = try PlainSocket.connected(toUnixPath: path)
                    var none = before
                    none.rlim_cur = 3
                    setrlimit(resource, &none)
                    let start = clock()
                    let relief = loop.makeTimer {
                        #expect(Int(clock() - start) < Int(CLOCKS_PER_SEC) / 5)
                        #expect(server.log.isEmpty)
                        setrlimit(resource, &before)
                    }
                    relief.arm(afterMilliseconds: 250)
                    server.onClosed = { _ in client.close() }
                    return relief
                }
            }
            expect(server.log, is: ["opened", "closed"])
        }

        @Test(arguments: [false, true])
        func `a client that has a descriptor kept for others is told apart`(isBeyond: Bool) throws {
            var wasBeyond: Bool?
            try withFolder { folder in
                let path = folder + "/s"
                let shares = isBeyond ? DescriptorBudget.none : .adjusted()
                try runLoop(descriptors: shares) { loop in
                    let acceptor = Acceptor { connection in
                        wasBeyond = connection.isBeyondShare
                        loop.stop()
                        return nil
                    }
                    _ = try loop.listen(unixPath: path, mode: 0o600, delegate: acceptor)
                    return try PlainSocket.connected(toUnixPath: path)
                }
            }
            expect(wasBeyond, is: isBeyond)
        }
    }
}
