import Testing

@testable import EventLoop

/// Time here is in milliseconds on the loop's clock; a rest takes 20.
struct LoopRestTests {
    private var rest = LoopRest()

    init() {
        rest.isAllowed = true
    }

    /// Ends turns at these times, in each of which a server has sent something.
    ///
    /// - Returns: Those after which the loop rests.
    private mutating func turns(at times: some Sequence<UInt64>, bytes: Int = 3_000) -> [UInt64] {
        times.filter { time in
            rest.received(bytes)
            guard rest.isDue(at: time) else { return false }
            rest.ended(at: time + 20)
            return true
        }
    }

    @Test mutating func `what comes now and then is taken at once`() {
        let rests = turns(at: stride(from: 1_000, to: 10_000, by: 21))
        #expect(rests.isEmpty)
    }

    @Test mutating func `the few turns of a handshake come without rests`() {
        #expect(turns(at: 1_000..<1_016).isEmpty)
    }

    @Test mutating func `what comes all the time is taken with rests between`() {
        #expect(turns(at: 1_000..<1_016).isEmpty)
        #expect(turns(at: [1_016, 1_037, 1_060]) == [1_016, 1_037, 1_060])
        #expect(turns(at: [1_101, 1_102]).isEmpty)
    }

    @Test mutating func `a server with much to say is not kept waiting`() {
        #expect(turns(at: 1_000..<1_100, bytes: 65_000).isEmpty)
    }

    @Test mutating func `turns in which no server sent anything need no rest`() {
        _ = turns(at: 1_000..<1_020)
        let isDue = rest.isDue(at: 1_041)
        #expect(!isDue)
    }

    @Test mutating func `there are no rests where somebody is in a hurry`() {
        rest.isAllowed = false
        #expect(turns(at: 1_000..<1_100).isEmpty)
        rest.isAllowed = true
        #expect(turns(at: [1_100]) == [1_100])
    }
}

extension LoopTests {
    struct RestingLoopTests {
        /// A rest makes a round of question and answer longer than all others. Were the machine
        /// itself so slow that no rest came, that would be such a round.
        @Test func `a loop that rests takes everything, a little later`() throws {
            let rounds = 24
            var longest = Duration.zero
            try withFolder { folder in
                let path = folder + "/s"
                try runLoop { loop in
                    loop.mayRest = true
                    let (server, client) = (Recorder(), Recorder())
                    var asked = ContinuousClock.now
                    server.onReceived = { $0.send([1]) }
                    client.onOpened = { $0.send([0]) }
                    client.onReceived = { [unowned client, unowned loop] connection in
                        longest = max(longest, ContinuousClock.now - asked)
                        asked = .now
                        client.received.count < rounds ? _ = connection.send([0]) : loop.stop()
                    }
                    let listener = try loop.listen(
                        unixPath: path, mode: 0o600, delegate: Acceptor { _ in server })
                    _ = loop.connect(to: .unix(path: path), delegate: client)
                    return listener
                }
            }
            #expect(longest >= .milliseconds(20))
        }
    }
}
