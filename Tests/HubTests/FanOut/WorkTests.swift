import Expectations
import HeapModule
import NowPlaying
import Support
import Testing

@testable import FanOut
@testable import Hub
@testable import Stations

/// The work of one event: it grows only with the number of clients that it is told to.
struct WorkTests {
    private static let ids = (1...5).map { "s\($0)" }

    /// Each view that is subscribed to, of stations and of sessions.
    private static let views = [
        #"{"view":"nowPlaying","minInterval":0,"history":5}"#, #"{"view":"line","minInterval":1}"#,
        #"{"view":"line","stations":["s1"],"minInterval":60}"#,
        #"{"view":"nowPlaying","session":"main","minInterval":0}"#,
        #"{"view":"lockScreen","session":"main","minInterval":60}"#,
        #"{"view":"carPlay","session":"main"}"#,
    ]

    private static func subscribe(_ parameters: String) -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":\#(parameters)}"# + "\n"
    }

    private static func command(_ parameters: String) -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"command","params":\#(parameters)}"# + "\n"
    }

    /// A hub with one client that reads, and so many that subscribed and do not.
    private static func world(blocked count: Int) throws -> (World, reader: ClientID) {
        var limits = Limits()
        limits.stalledClient = .seconds(3_600)
        let world = World(.make(ids), limits: limits)
        for id in ids {
            world.open(id)
            world.publish("First Light", from: id)
        }
        let reader = world.connect()
        world.write(command(#"{"action":"select","station":"s1"}"#), as: reader)
        for view in views { world.write(subscribe(view), as: reader) }
        for _ in 0..<count {
            let client = world.connect()
            for view in views { world.write(subscribe(view), as: client) }
            world.handle(.sinkFull(client))
        }
        // Those that are blocked are told of each kind of change once, and fall behind.
        cause(in: world, by: reader, round: 0)
        world.run(for: .seconds(120))
        cause(in: world, by: reader, round: 1)
        return (world, reader)
    }

    /// Everything that can change for thousands of clients.
    private static func cause(in world: World, by client: ClientID, round: Int) {
        for id in ids { world.publish("Song \(round)", from: id) }
        world.write(command(#"{"action":"pause"}"#), as: client)
        world.write(command(#"{"action":"play"}"#), as: client)
        world.lose("s1")
        world.run(for: .seconds(70))
        world.open("s1")
        world.publish("Back \(round)", from: "s1")
        world.write(#"{"jsonrpc":"2.0","id":1,"method":"hello"}"# + "\n", as: client)
    }

    private static func work(blocked count: Int) throws -> Int {
        let (world, reader) = try world(blocked: count)
        let before = world.hub.fanOut.visitCount
        cause(in: world, by: reader, round: 2)
        #expect(try !world.receive(reader).isEmpty)
        return world.hub.fanOut.visitCount - before
    }

    @Test func `clients that do not read cost an event nothing`() throws {
        let alone = try Self.work(blocked: 0)
        #expect(alone > 0)
        try expect(Self.work(blocked: 20), is: alone)
        try expect(Self.work(blocked: 200), is: alone)
    }

    @Test func `clients that begin to read again are given what they missed, once`() throws {
        let (world, reader) = try Self.world(blocked: 0)
        let sleeper = world.connect()
        for view in Self.views { world.write(Self.subscribe(view), as: sleeper) }
        _ = try world.receive(sleeper)
        world.handle(.sinkFull(sleeper))
        for round in 2..<5 { Self.cause(in: world, by: reader, round: round) }
        #expect(try world.receive(sleeper).isEmpty)
        world.handle(.sinkReady(sleeper))
        let updates = try world.updates(sleeper)
        let titles = updates.filter { $0.subscription == updates.first?.subscription }.map(\.title)
        expect(Set(titles.compactMap { $0 }), is: ["Back 4", "Song 4"])
        expect(titles.count, is: Self.ids.count)
    }

    @Test func `a client that comes and goes costs nothing for sessions that it does not follow`()
        throws
    {
        func work(sessions count: Int) throws -> Int {
            let world = World(.make(Self.ids))
            let owner = world.connect()
            for number in 0..<count {
                let select = #"{"session":"x\#(number)","action":"select","station":"s1"}"#
                world.write(Self.command(select), as: owner)
                world.run(for: .milliseconds(10))
            }
            let before = world.hub.fanOut.visitCount
            let client = world.connect()
            world.write(Self.subscribe(Self.views[1]), as: client)
            world.publish("Night", from: "s2")
            world.handle(.clientDisconnected(client))
            return world.hub.fanOut.visitCount - before
        }
        try expect(work(sessions: 1), is: work(sessions: 500))
    }

    @Test func `subscribing and leaving in a loop leaves nothing behind`() throws {
        let world = World(.make(Self.ids))
        for _ in 0..<500 {
            let client = world.connect()
            for view in Self.views { world.write(Self.subscribe(view), as: client) }
            world.handle(.clientDisconnected(client))
        }
        let fanOut = world.hub.fanOut
        for id in Self.ids {
            let station = try #require(world.hub.store.index(of: id))
            for group in fanOut.subjects[.station(station)].audience.groups {
                #expect(group.upToDate.count <= 17)
            }
        }
        #expect(fanOut.following.isEmpty && fanOut.subscriptions.slots.isEmpty && fanOut.isSettled)
    }

    @Test func `what waited for a subscription that has ended is forgotten`() throws {
        let world = World(.make((1...100).map { "s\($0)" }))
        let client = world.connect()
        for number in 1...100 {
            let wish = #"{"view":"line","minInterval":3600}"#
            world.write(Self.subscribe(wish), as: client)
            for id in 1...100 { world.publish("Song \(number)", from: "s\(id)") }
            try world.call("unsubscribe", #"{"subscription":\#(number)}"#, as: client)
        }
        #expect(world.hub.fanOut.waits.count < 2_000)
    }
}
