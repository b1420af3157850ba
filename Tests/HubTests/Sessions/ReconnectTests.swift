import Expectations
import NowPlaying
import TestSupport
import Testing

@testable import Hub
@testable import Stations

/// Trying a station again whose feed does not work.
struct ReconnectTests {
    private let world: World
    private let wire: Wire
    private let phone: Follower
    private let car: Follower
    private let link = LinkID(number: 1)

    init() throws {
        world = .dialling(.make(["one", "two"]))
        wire = Wire(world)
        phone = Follower(world)
        car = Follower(world)
        try car.follow("carPlay")
        _ = wire.dials()
    }

    /// Lets attempts fail until a long pause begins.
    private func fail() {
        wire.drop(link)
        for _ in 0..<12 {
            world.run(for: .seconds(20))
            for dialled in wire.dials() { wire.drop(dialled) }
        }
    }

    private func retry() throws {
        try phone.command("reconnect", #""station":"one""#)
    }

    @Test func `a failing station can be listened to all the same`() throws {
        fail()
        let row = try #require(try car.shown("stations/one"))
        expect(row["detailText"]?.string, is: "Titles not reachable")
        expect(row["action"]?["action"]?.string, is: "select")
    }

    @Test func `a station that is tried again is busy until the attempt has its outcome`() throws {
        fail()
        let answer = try phone.command("reconnect", #""station":"one""#)
        expect(answer["then"], is: nil)
        try expect(car.shown("stations/one")?["busy"]?.bool, is: true)
        try expect(car.shown("stations/one")?["detailText"]?.string, is: "Connecting …")
        world.run(for: .seconds(5))
        for dialled in wire.dials() { wire.drop(dialled) }
        try expect(car.shown("stations/one")?["busy"], is: nil)
        try expect(car.shown("stations/one")?["detailText"]?.string, is: "Titles not reachable")
    }

    @Test func `a failing station is dialled at once when a client asks`() throws {
        wire.drop(link)
        world.run(for: .seconds(1))
        for dialled in wire.dials() {
            wire.refuse(dialled, status: 503, fields: "Retry-After: 600")
        }
        world.run(for: .seconds(100))
        #expect(wire.dials().isEmpty)
        try retry()
        expect(wire.dials(), is: [link])
    }

    @Test func `repeated requests do not dial a station more often`() throws {
        fail()
        world.run(for: Limits().reconnectPause)
        for dialled in wire.dials() { wire.drop(dialled) }
        try retry()
        var dials = 0
        for _ in 0..<60 {
            for dialled in wire.dials() {
                dials += 1
                wire.drop(dialled)
            }
            try retry()
            world.run(for: .milliseconds(500))
        }
        #expect((5...12).contains(dials), "\(dials)")
    }

    @Test func `a link that works is left alone`() throws {
        try wire.open(link)
        wire.push(Publication.connect(), on: link)
        try retry()
        #expect(wire.dials().isEmpty && wire.hangUps().isEmpty)
    }

    @Test func `in a replay nothing is dialled`() throws {
        let world = World.programs()
        world.lose("one")
        try Follower(world).command("reconnect", #""station":"one""#)
        #expect(Wire(world).dials().isEmpty)
    }
}
