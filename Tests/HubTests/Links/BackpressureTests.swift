import Expectations
import NowPlaying
import TestSupport
import Testing

@testable import Hub
@testable import Stations

/// A server that does not take what it is sent.
struct BackpressureTests {
    private let world: World
    private let wire: Wire
    private let link = LinkID(number: 1)

    init() throws {
        world = .dialling()
        wire = Wire(world)
        try wire.open(link)
        _ = wire.frames(from: link)
    }

    private func block(_ unsent: Int) {
        world.handle(.linkBlocked(link, unsent: unsent))
    }

    private func losses() throws -> Int? {
        let status = try world.call("status", as: world.connect()).first
        return status?["result"]?["counters"]?["losses"]?["notReading"]?.int
    }

    @Test func `of the pings that come while nothing is taken the newest is answered afterwards`() {
        block(1)
        for number: UInt8 in 1...100 { wire.say(ServerFrame.ping([number]), on: link) }
        #expect(wire.frames(from: link).isEmpty)
        world.handle(.linkDrained(link))
        expect(wire.frames(from: link).map(\.payload), is: [[100]])
        wire.say(ServerFrame.ping([101]), on: link)
        expect(wire.frames(from: link).map(\.payload), is: [[101]])
    }

    @Test func `the answers to what comes together are sent together`() {
        wire.push(Publication.connect(ping: 25, pong: true), on: link)
        let before = world.effects.count
        wire.say((0..<100).flatMap { _ in ServerFrame.text("{}") }, on: link)
        let pieces = world.effects[before...].count { effect in
            if case .link(_, .transmit) = effect { true } else { false }
        }
        expect(pieces, is: 1)
        expect(wire.frames(from: link).map(\.text), is: Array(repeating: "{}", count: 100))
    }

    @Test func `a server is not read while more than 64 KiB wait for it, until it took them`() {
        block(64 * 1_024)
        #expect(!wire.isPaused(link))
        block(64 * 1_024 + 1)
        #expect(wire.isPaused(link))
        block(1_000)
        #expect(wire.isPaused(link))
        world.handle(.linkDrained(link))
        #expect(!wire.isPaused(link))
    }

    @Test func `a link for which more than 1 MiB waits is given up, and counted`() throws {
        block(1 << 20)
        #expect(wire.hangUps().isEmpty)
        block(1 << 20 + 1)
        expect(wire.hangUps(), is: [link])
        let connection = try world.connection()
        expect(connection.reason, is: "notReading")
        expect(connection.text?.contains("more than 1048576 bytes"), is: true)
        try expect(losses(), is: 1)
    }

    @Test func `a server that takes nothing for 10 s is given up, whatever it says meanwhile`()
        throws
    {
        block(1)
        for _ in 0..<9 {
            world.run(for: .seconds(1))
            wire.push(Publication(title: "First Light").push, on: link)
        }
        world.run(for: .milliseconds(999))
        #expect(wire.hangUps().isEmpty)
        world.run(for: .milliseconds(1))
        expect(wire.hangUps(), is: [link])
        try expect(losses(), is: 1)
    }

    @Test func `a server that is not read is not taken for a silent one`() {
        wire.push(Publication.connect(ping: 25), on: link)
        world.run(for: .seconds(34))
        block(1 << 20)
        world.run(for: .milliseconds(9_999))
        #expect(wire.hangUps().isEmpty)
        world.handle(.linkDrained(link))
        world.run(for: .milliseconds(34_999))
        #expect(wire.hangUps().isEmpty)
        world.run(for: .milliseconds(1))
        expect(wire.hangUps(), is: [link])
    }

    @Test func `the next connection begins with nothing that waits`() throws {
        block(1 << 20)
        wire.drop(link)
        world.run(for: .seconds(2))
        try wire.open(link)
        _ = wire.frames(from: link)
        wire.say(ServerFrame.ping([7]), on: link)
        expect(wire.frames(from: link).map(\.payload), is: [[7]])
        world.run(for: .seconds(30))
        expect(wire.hangUps(), is: [link])
    }
}
