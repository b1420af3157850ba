import Expectations
import NowPlaying
import TestSupport
import Testing

@testable import Hub
@testable import Stations

/// A link whose server's name is being looked up.
struct LinkLookupTests {
    private let world = World.dialling()
    private let wire: Wire
    private let link = LinkID(number: 1)

    init() {
        wire = Wire(world)
        _ = wire.dials()
    }

    private func phase() throws -> String? {
        let status = try world.call("status", as: world.connect()).first
        return status?["result"]?["links"]?.elements.first?["phase"]?.string
    }

    @Test func `a look-up that takes longer than 10 s is the reason that is given`() throws {
        try expect(phase(), is: "resolving")
        world.run(for: .milliseconds(9_999))
        #expect(wire.hangUps().isEmpty)
        world.run(for: .milliseconds(1))
        expect(wire.hangUps(), is: [link])
        let connection = try world.connection()
        expect(connection.reason, is: "lookupTimedOut")
        expect(connection.text, is: "the name radio.example is still being looked up")
    }

    @Test func `the time of the look-up is not taken from the connection's`() throws {
        world.run(for: .seconds(9))
        world.handle(.linkResolved(link))
        try expect(phase(), is: "dialling")
        world.run(for: .milliseconds(9_999))
        #expect(wire.hangUps().isEmpty)
        world.run(for: .milliseconds(1))
        try expect(world.connection().reason, is: "timedOut")
    }

    @Test func `an address that is found too late is not waited for`() {
        world.run(for: .seconds(10))
        _ = wire.hangUps()
        world.handle(.linkResolved(link))
        world.handle(.linkConnected(link))
        #expect(wire.frames(from: link).isEmpty)
        world.run(for: .seconds(1))
        expect(wire.dials(), is: [link])
    }
}
