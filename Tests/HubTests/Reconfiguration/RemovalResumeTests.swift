import Expectations
import NowPlaying
import TestSupport
import Testing

@testable import FanOut
@testable import Hub

/// Clients that come back to other stations than there were.
struct RemovalResumeTests {
    private let world: World

    init() {
        world = Self.world()
    }

    private static func world(remembering count: Int) -> World {
        var limits = Limits()
        limits.rememberedRemovals = count
        return world(with: limits)
    }

    private static func world(with limits: Limits = Limits()) -> World {
        let world = World(.make(["one", "two", "three"]), limits: limits)
        world.open()
        for station in ["one", "two", "three"] { world.publish("First Light", from: station) }
        return world
    }

    private struct Reply {
        let client: ClientID
        let recovered: Bool?
        /// The stations of the records that came, a minus before those that are gone.
        let stations: [String]
        /// Up to where the records say that nothing is pending.
        let resumes: [Int]
        let error: Int?
    }

    private func subscribe(_ members: String, in other: World? = nil) throws -> Reply {
        let world = other ?? world
        let client = world.connect()
        let messages = try world.call("subscribe", "{\(members)}", as: client)
        let updates = messages.compactMap(Update.init)
        return Reply(
            client: client, recovered: messages.first?["result"]?["recovered"]?.bool,
            stations: updates.map { update in
                (update.record["removed"] == nil ? "" : "-") + (update.station ?? "")
            },
            resumes: messages.compactMap { $0["params"]?["resume"]?.int },
            error: messages.first?["error"]?["code"]?.int)
    }

    private func since(_ reply: Reply) -> String {
        #","since":{"epoch":"life","revision":\#(reply.resumes.last ?? 0)}"#
    }

    private static let all = #""view":"line","minInterval":0"#
    private static let named = #""view":"line","minInterval":0,"stations":["one","two"]"#

    @Test(arguments: [all, named])
    func `a removal that was missed is told after a resume`(members: String) throws {
        let first = try subscribe(members)
        world.handle(.clientDisconnected(first.client))
        world.reconfigure(["two", "three"])
        let second = try subscribe(members + since(first))
        expect(second.recovered, is: true)
        expect(second.stations, is: ["-one"])
        let third = try subscribe(members + since(second))
        expect(third.recovered, is: true)
        #expect(third.stations.isEmpty)
    }

    @Test func `a removal and what else has changed come together`() throws {
        let first = try subscribe(Self.all)
        world.reconfigure(["two", "three", "four"])
        world.publish("Night", from: "three")
        let second = try subscribe(Self.all + since(first))
        expect(Set(second.stations), is: ["-one", "three", "four"])
        // No client may resume behind what is still to come.
        #expect(second.resumes.dropLast(2).allSatisfy { $0 == first.resumes.last })
    }

    @Test func `a client that was cut after one of two removals is told the other`() throws {
        let first = try subscribe(Self.all)
        world.reconfigure(["three"])
        let second = try subscribe(Self.all + since(first))
        expect(second.stations, is: ["-one", "-two"])
        let cut = #","since":{"epoch":"life","revision":\#(second.resumes[0])}"#
        let third = try subscribe(Self.all + cut)
        #expect(third.stations.contains("-two"))
    }

    @Test func `a station that went and came back is told as it is`() throws {
        let first = try subscribe(Self.all)
        world.reconfigure(["two", "three"])
        world.reconfigure(["one", "two", "three"])
        let second = try subscribe(Self.all + since(first))
        expect(second.recovered, is: true)
        expect(second.stations, is: ["one"])
    }

    @Test func `a station that goes after a resume is told to clients that may hold it`() throws {
        var limits = Limits()
        limits.requestSize = 256
        limits.turnSize = 256
        (limits.visitCost, limits.recordCost) = (0, 0)
        let world = Self.world(with: limits)
        let first = try subscribe(Self.all, in: world)
        for station in ["one", "two", "three"] { world.publish("Night", from: station) }
        let client = world.connect()
        let request = #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":"#
        let line = request + "{\(Self.all)\(since(first))}}\n"
        for event in world.events(when: Array(line.utf8), comeFrom: client) { world.step(event) }
        world.handle(.sinkFull(client))
        // Told only a part of it, the client may still hold the first light of the others.
        let told = try world.updates(client).map(\.station)
        expect(told, is: ["one"])
        world.reconfigure(["one"])
        world.handle(.sinkReady(client))
        let updates = try world.updates(client)
        expect(updates.map(\.station), is: ["two", "three"])
        #expect(updates.allSatisfy { $0.record["removed"]?.bool == true })
    }

    @Test func `a client that comes back may name a station that is gone, and it revives`() throws {
        let first = try subscribe(Self.named)
        world.reconfigure(["two", "three"])
        let second = try subscribe(Self.named + since(first))
        expect(second.error, is: nil)
        world.reconfigure(["one", "two", "three"])
        try expect(world.updates(second.client).map(\.station), is: ["one"])
        let other = Self.named + #","since":{"epoch":"another","revision":1}"#
        world.reconfigure(["two", "three"])
        try expect(subscribe(other).error, is: -32001)
    }

    @Test func `a client that comes back from too long ago is given everything`() throws {
        let world = Self.world(remembering: 1)
        let first = try subscribe(Self.all, in: world)
        let second = try subscribe(Self.all, in: world)
        world.handle(.clientDisconnected(first.client))
        world.reconfigure(["two", "three"])
        let told = try world.updates(second.client).last?.resume
        world.reconfigure(["three"])
        // A removal is forgotten at the next change of the config.
        world.reconfigure(["three", "four"])
        let late = try subscribe(Self.all + since(first), in: world)
        expect(late.recovered, is: false)
        expect(late.stations, is: ["three", "four"])
        let resume = try #require(told)
        let early = #","since":{"epoch":"life","revision":\#(resume)}"#
        try expect(subscribe(Self.all + early, in: world).recovered, is: true)
    }

    @Test func `a place that another station has taken is not believed to be held`() throws {
        let world = Self.world(remembering: 0)
        let named = #""view":"line","stations":["#
        let first = try subscribe(named + #""one"]"#, in: world)
        world.handle(.clientDisconnected(first.client))
        world.reconfigure(["two", "three"])
        world.reconfigure(["two", "three", "new"])
        let held = #"],"since":{"epoch":"life","revision":\#(world.hub.fanOut.revision)}"#
        let second = try subscribe(named + #""new""# + held, in: world)
        expect(second.recovered, is: false)
        expect(second.stations, is: ["new"])
    }
}
