import Expectations
import JSON
import NowPlaying
import TestSupport
import Testing

@testable import FanOut
@testable import Hub
@testable import Stations

/// The plays of stations, at members of a cluster that were away.
struct SharedPlayTests {
    private let owner = ClusteredWorld(["one"])
    private let titles = (1...60).map { "Title \($0)" }

    init() {
        owner.acquire("one")
        owner.world.open()
    }

    /// Has the station play titles, each for 100 s.
    private func play(_ titles: some Sequence<String>) {
        for title in titles {
            owner.world.publish(title)
            owner.world.run(for: .seconds(100))
        }
    }

    /// The plays of the station that the cluster keeps: each play once, the newest first.
    private var kept: [[UInt8]] {
        var kept: [String: (place: Int, play: [UInt8])] = [:]
        for (place, effect) in owner.world.effects.enumerated() {
            if case .state(.play("one", let id, let play)) = effect { kept[id] = (place, play) }
        }
        return kept.values.sorted { $0.place > $1.place }.map(\.play)
    }

    private func tell(_ member: ClusteredWorld) throws {
        member.world.run(until: owner.world.now.monotonic)
        member.world.handle(.replicas(.played(station: "one", kept)))
        member.serve(try #require(owner.shared.last), at: 20)
    }

    /// A member that reads the station from now on, and was told its first plays.
    private func successor(after count: Int) throws -> ClusteredWorld {
        play(titles[..<count])
        let successor = ClusteredWorld(["one"])
        try tell(successor)
        successor.acquire("one")
        successor.world.open()
        return successor
    }

    private func elements(of member: ClusteredWorld) throws -> [TimelineElement] {
        let hub = member.world.hub
        let station = try #require(hub.store.index(of: "one"))
        let timeline = hub.store[reader: station]?.timeline ?? hub.store.timeline(of: station)
        return timeline.elements(until: member.world.now.wall)
    }

    @Test func `a member that has just begun knows all plays, and each once`() throws {
        play(titles)
        let fresh = ClusteredWorld(["one"])
        try tell(fresh)
        let known = try elements(of: fresh)
        // More than a state tells.
        expect(known.map(\.track.title), is: titles.reversed())
        try expect(known, is: elements(of: owner))
        let kept = fresh.world.remembered.count { if case .element = $0 { true } else { false } }
        #expect(kept >= titles.count)
    }

    @Test func `a member that was away for a while knows what was played meanwhile`() throws {
        let member = ClusteredWorld(["one"])
        play(titles[..<3])
        try tell(member)
        play(titles[3..<8])
        try tell(member)
        try expect(elements(of: member), is: elements(of: owner))
    }

    @Test func `a successor repeats no play`() throws {
        let successor = try successor(after: 3)
        successor.world.publish(titles[2])
        successor.world.run(for: .seconds(100))
        successor.world.publish(titles[3])
        try expect(elements(of: successor).map(\.track.title), is: titles[..<4].reversed())
    }

    @Test(arguments: ["0", "~"])
    func `what two hubs have heard begin a little apart is one play, of the lesser id`(
        id: String
    ) throws {
        play(titles[..<3])
        let member = ClusteredWorld(["one"])
        try tell(member)
        let known = try elements(of: member)
        var other = known[1]
        other.track.id = id
        other.startedAt = other.startedAt.map { $0 + .seconds(5) }
        let play = try #require(SharedPlay(.element(other, station: "one")))
        member.world.handle(.replicas(.played(station: "one", [play.exchanged])))
        let own = known[1].id
        let agreed = min(id, own)
        var expected = known
        expected[1].track.id = agreed
        try expect(elements(of: member), is: expected)
        expect(
            member.world.remembered.contains(.renamed(own, station: "one")), is: agreed != own)
    }

    @Test func `a successor tells what states have told, and no play that was heard too late`()
        throws
    {
        play(titles[..<3])
        let successor = ClusteredWorld(["one"])
        try tell(successor)
        let shown = try #require(successor.shown("one"))
        var late = try elements(of: successor)[1]
        late.startedAt = successor.world.now.wall - .seconds(1)
        late.track.id = "late"
        let play = try #require(SharedPlay(.element(late, station: "one")))
        successor.world.handle(.replicas(.played(station: "one", [play.exchanged])))
        successor.acquire("one")
        expect(successor.shared.last?.nowPlaying.track, is: shown.track)
    }

    @Test func `a successor whose clock is behind goes on with the title on air`() throws {
        play(titles[..<2])
        let successor = ClusteredWorld(["one"])
        try tell(successor)
        owner.world.stepWallClock(by: .seconds(1_000))
        play(titles[2..<4])
        try tell(successor)
        let shown = try #require(successor.shown("one"))
        successor.acquire("one")
        expect(successor.shared.last?.nowPlaying.track, is: shown.track)
    }

    @Test(arguments: [1...2, 2...2])
    func `a play that two hubs have heard apart stands once in the past and on disk`(
        heard: ClosedRange<Int>
    ) throws {
        let member = try successor(after: 2)
        member.world.handle(.replicas(.alone(epoch: "own", reason: "NATS is away")))
        for place in heard {
            member.world.publish(titles[place])
            member.world.run(for: .seconds(3))
        }
        owner.world.run(until: member.world.now.monotonic)
        play(titles[2..<3])
        let own = try #require(try elements(of: member).first)
        let others = try #require(try elements(of: owner).first)
        expect(own.track.title, is: others.track.title)
        #expect(own.id != others.id)
        member.world.handle(.replicas(.entered(epoch: "cluster", revision: 30)))
        member.world.handle(.replicas(.released(["one"])))
        try tell(member)
        try expect(elements(of: member), is: elements(of: owner))
        #expect(member.world.remembered.contains(.renamed(own.id, station: "one")))
    }

    @Test func `what a hub heard, and no store told it, is on disk when it goes on alone`() throws {
        let member = try successor(after: 2)
        member.world.publish(titles[2])
        member.world.run(for: .seconds(3))
        func isStored(_ change: PersistedChange) -> Bool {
            if case .element(let play, _) = change { play.track.title == titles[2] } else { false }
        }
        #expect(!member.world.remembered.contains(where: isStored))
        member.world.handle(.replicas(.alone(epoch: "own", reason: "NATS is away")))
        #expect(member.world.remembered.contains(where: isStored))
    }

    @Test func `what a hub has heard alone the others are told when it is back`() throws {
        play(titles[..<2])
        owner.world.handle(.replicas(.alone(epoch: "own", reason: "NATS is away")))
        let before = kept.count
        play(titles[2..<5])
        expect(kept.count, is: before)
        owner.world.handle(.replicas(.entered(epoch: "cluster", revision: 30)))
        owner.world.handle(.replicas(.filled(away: .seconds(300))))
        owner.world.handle(.replicas(.rewrite(["one"])))
        let fresh = ClusteredWorld(["one"])
        try tell(fresh)
        try expect(elements(of: fresh).map(\.track.title), is: titles[..<5].reversed())
    }

    @Test func `a show survives its way through the cluster`() throws {
        var programme = Programme(title: "Night")
        programme.startsAt = .at(5)
        let aired = AiredProgramme(id: "x", programme: programme)
        let play = try #require(SharedPlay(.programme(aired, station: "one")))
        expect(SharedPlay(exchanged: play.exchanged, using: JSONParser()), is: play)
    }
}
