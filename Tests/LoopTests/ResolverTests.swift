import Expectations
import Testing

@testable import Loop

extension LoopTests {
    struct ResolverTests {
        private func answer(_ host: String, port: UInt16 = 80) throws -> Resolver.Answer? {
            var answer: Resolver.Answer?
            try runLoop(withinMilliseconds: 60_000) { loop in
                loop.resolver.resolve(host: host, port: port) {
                    answer = $0
                    loop.stop()
                }
                expect(answer, is: nil)
            }
            return answer
        }

        @Test func `localhost has loopback addresses, with the port asked for`() throws {
            let addresses = try #require(try answer("localhost", port: 8_080)).get()
            #expect(!addresses.isEmpty)
            for address in addresses {
                #expect(
                    [.v4(host: "127.0.0.1", port: 8_080), .v6(host: "::1", port: 8_080)]
                        .contains(address))
            }
        }

        @Test(arguments: [
            ("192.0.2.7", SocketAddress.v4(host: "192.0.2.7", port: 80)),
            ("2001:db8::1", .v6(host: "2001:db8::1", port: 80)),
            ("2001:DB8:0::1", .v6(host: "2001:db8::1", port: 80)),
        ])
        func `a numeric host is its own answer`(host: String, address: SocketAddress) throws {
            try expect(answer(host), is: .success([address]))
        }

        @Test(arguments: ["", "a\0b", String(repeating: "a", count: 254)])
        func `what can be no name has no address`(host: String) throws {
            try expect(answer(host), is: .failure(.noSuchHost))
        }

        @Test func `a name that does not exist is a failure in plain words`() throws {
            let answer = try #require(try answer("no-such-station.invalid"))
            // If no name server can be reached, the answer is a temporary failure.
            #expect([.failure(.noSuchHost), .failure(.temporary)].contains(answer))
        }

        @Test func `a cancelled look-up is not answered, the others of its name are`() throws {
            var answered: [String] = []
            try runLoop { loop in
                let hosts = ["localhost", "localhost", "127.0.0.1"]
                let resolutions = hosts.enumerated().map { number, host in
                    loop.resolver.resolve(host: host, port: 1) { _ in
                        answered.append("\(number)")
                        if number == 1 { loop.stop() }
                    }
                }
                resolutions[0].cancel()
                resolutions[2].cancel()
            }
            expect(answered, is: ["1"])
        }

        @Test func `hundreds of names at once are all answered`() throws {
            var answers = 0
            try runLoop { loop in
                // Names do not tell capitals from small letters, but each of these is another.
                for number in 0..<300 {
                    let letters = "localhost".enumerated().map { place, letter in
                        number >> place & 1 == 0 ? String(letter) : letter.uppercased()
                    }
                    loop.resolver.resolve(host: letters.joined(), port: 1) { _ in
                        answers += 1
                        if answers == 300 { loop.stop() }
                    }
                }
            }
            expect(answers, is: 300)
        }

        @Test func `a loop ends without waiting for look-ups`() throws {
            let start = milliseconds()
            try runLoop { loop in
                for number in 0..<20 {
                    loop.resolver.resolve(host: "no-such-\(number).invalid", port: 1) { _ in }
                }
                loop.atEndOfTurn { loop.stop() }
            }
            #expect(milliseconds() - start < 2_000)
        }

        @Test func `names that no server answers for delay no other`() throws {
            let start = milliseconds()
            let dead = (0..<40).map { "dead\($0)" }
            try runLoop { host, answers in
                dead.contains(host) || LookupThread.start(host, answers: answers)
            } arrange: { loop in
                for host in dead {
                    loop.resolver.resolve(host: host, port: 1) { _ in
                        Issue.record("\(host) is answered")
                    }
                }
                loop.resolver.resolve(host: "localhost", port: 1) { _ in loop.stop() }
            }
            #expect(milliseconds() - start < 5_000)
        }

        @Test func `an answer that comes too late serves those who ask again`() throws {
            let address = SocketAddress.v4(host: "192.0.2.7", port: 0)
            var asked: [String] = []
            var mailbox: Mailbox<LookupAnswer>?
            var answer: Resolver.Answer?
            try runLoop { host, answers in
                asked.append(host)
                mailbox = answers
                return true
            } arrange: { loop in
                loop.resolver.resolve(host: "slow", port: 1) { _ in
                    Issue.record("a cancelled look-up is answered")
                }.cancel()
                loop.resolver.resolve(host: "other", port: 1) { _ in
                    loop.resolver.resolve(host: "slow", port: 80) {
                        answer = $0
                        loop.stop()
                    }
                }
                for host in ["slow", "other"] {
                    mailbox?.post(LookupAnswer(host: host, addresses: .success([address])))
                }
            }
            expect(asked, is: ["slow", "other"])
            expect(answer, is: .success([.v4(host: "192.0.2.7", port: 80)]))
        }

        @Test
        func `a name that waits or is looked up is asked for once, whichever caller gives up`()
            throws
        {
            var asked: [String] = []
            var mailbox: Mailbox<LookupAnswer>?
            try runLoop { host, answers in
                asked.append(host)
                mailbox = answers
                return true
            } arrange: { loop in
                for _ in 0..<3 {
                    loop.resolver.resolve(host: "slow", port: 1) { _ in }.cancel()
                }
                loop.resolver.resolve(host: "slow", port: 1) { _ in loop.stop() }
                let failure = LookupAnswer(host: "slow", addresses: .failure(.temporary))
                mailbox?.post(failure)
            }
            expect(asked, is: ["slow"])
        }
    }
}
