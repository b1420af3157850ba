import Expectations
import FanOut
import Feeds
import Hub
import JSON
import NowPlaying
import TestSupport
import Testing
import Protocols

@testable import Stations

/// A hub in a cluster: what it reads goes to the cluster, and clients are served what comes back.
struct ClusteredHubTests {
    private let member = ClusteredWorld(["one", "two"])

    @Test func `clients are served a state when the cluster returns it, and not before`() throws {
        let client = try member.follow()
        _ = try member.world.updates(client)
        member.acquire("one")
        member.world.open()
        member.world.publish("Morning")
        #expect(try member.world.updates(client).isEmpty)
        member.serve(try #require(member.shared.last), at: 11)
        let update = try #require(try member.world.updates(client).first)
        expect(update.title, is: "Morning")
        expect(update.revision, is: 11)
        expect(update.record["epoch"]?.string, is: "cluster")
    }

    @Test func `stations of other members are not dialled`() {
        expect(member.world.linkCount, is: 0)
        member.acquire("two")
        expect(member.world.linkCount, is: 1)
        member.world.handle(.replicas(.released(["two"])))
        expect(member.world.linkCount, is: 0)
    }

    @Test func `a successor begins where the owner was, and invents nothing`() throws {
        let successor = ClusteredWorld(["one", "two"])
        for world in [member, successor] { world.world.run(for: .seconds(1)) }
        member.acquire("one")
        member.world.open()
        member.world.publish(Publication(title: "Night", row: 7, history: ["Noon", "Morning"]))
        let state = try #require(member.shared.last)
        successor.serve(state, at: 12)
        let before = successor.shown("one")
        successor.world.run(for: .seconds(5))
        successor.acquire("one")
        expect(successor.shared.last?.nowPlaying, is: before)
        successor.world.open()
        successor.world.publish(Publication(title: "Night", row: 7, history: ["Noon", "Morning"]))
        expect(successor.shared.last?.nowPlaying, is: before)
        successor.world.publish(Publication(title: "Dawn", row: 8, history: ["Night", "Noon"]))
        let after = try #require(successor.shared.last?.nowPlaying)
        expect(after.track?.title, is: "Dawn")
        expect(after.history.map(\.title), is: ["Night", "Noon", "Morning"])
    }

    @Test
    func `a station is told as it is served before it is dialled, and as its link has it then`()
        throws
    {
        let owner = ClusteredWorld(["one"])
        owner.acquire("one")
        owner.world.open()
        owner.world.publish("Night")
        member.serve(try #require(owner.shared.last), at: 11)
        member.world.handle(.replicas(.rewrite(["one"])))
        expect(member.shared.last?.nowPlaying.track?.title, is: "Night")
        expect(member.world.linkCount, is: 0)
        owner.world.publish("Dawn")
        member.serve(try #require(owner.shared.last), at: 12)
        member.world.handle(.replicas(.rewrite(["one"])))
        expect(member.shared.last?.nowPlaying.track?.title, is: "Dawn")
        member.world.handle(.replicas(.acquired(["one"])))
        member.world.open()
        member.world.publish("Morning")
        member.world.handle(.replicas(.rewrite(["one"])))
        expect(member.shared.last?.nowPlaying.track?.title, is: "Morning")
    }

    @Test func `a link that went on without the cluster is not set back when that is there again`()
        throws
    {
        member.acquire("one")
        member.world.open()
        member.world.publish("Morning")
        member.world.handle(.replicas(.alone(epoch: "own", reason: "the store does not answer")))
        member.world.publish("Evening")
        member.world.handle(.replicas(.entered(epoch: "cluster", revision: 20)))
        expect(member.shown("one")?.track?.title, is: "Evening")
        member.world.handle(.replicas(.rewrite(["one"])))
        expect(member.shared.last?.nowPlaying.track?.title, is: "Evening")
    }

    @Test func `an owner that no successor hears for a while shows as stale, and not before`()
        throws
    {
        let successor = ClusteredWorld(["one"])
        member.acquire("one")
        member.world.open()
        member.world.publish("Morning")
        successor.serve(try #require(member.shared.last), at: 12)
        successor.acquire("one")
        expect(successor.shared.last?.nowPlaying.connection.state, is: .live)
        successor.world.run(for: .seconds(9))
        expect(successor.shared.last?.nowPlaying.connection.state, is: .live)
        successor.world.run(for: .seconds(2))
        expect(successor.shared.last?.nowPlaying.connection.state, is: .stale)
    }

    @Test func `a station whose server wants another password is dialled anew, and no other`() {
        member.acquire("one")
        let changed = ["one", "two"].map { id in
            var station = StationConfiguration.make(id)
            station.dial.headers = [HeaderField(name: "X-Key", value: "2")]
            return station
        }
        member.world.reconfigure(changed)
        let ended = member.world.effects.filter { effect in
            if case .journal(.observed(.linkEnded)) = effect { true } else { false }
        }
        expect(ended.count, is: 1)
        expect(member.world.linkCount, is: 1)
    }

    @Test func `a station that is another one now begins anew at all members by its owner`() throws
    {
        let follower = ClusteredWorld(["one"])
        let owner = ClusteredWorld(["one"])
        owner.acquire("one")
        owner.world.open()
        owner.world.publish("Morning")
        let morning = try #require(owner.shared.last)
        for world in [owner, follower] {
            world.serve(morning, at: 12)
            world.world.reconfigure([Self.renamed])
            expect(world.shown("one")?.track?.title, is: "Morning")
        }
        let anew = try #require(owner.shared.last)
        expect(anew.nowPlaying.track, is: nil)
        for world in [owner, follower] {
            world.serve(anew, at: 13)
            expect(world.shown("one")?.track, is: nil)
        }
    }

    /// The station "one" by another name of its server's.
    private static var renamed: StationConfiguration {
        var station = StationConfiguration.make("one")
        station.feed.settings["shortcode"] = .text("other")
        return station
    }

    @Test func `what another member reads keeps its times when this one's clock is set`() throws {
        member.acquire("one")
        member.world.open()
        member.world.publish(Publication(title: "Night", row: 7, history: ["Noon", "Morning"]))
        let follower = ClusteredWorld(["one", "two"])
        follower.serve(try #require(member.shared.last), at: 12)
        let before = follower.shown("one")
        follower.world.stepWallClock(by: .seconds(30))
        follower.world.run(for: .seconds(1))
        expect(follower.shown("one"), is: before)
    }

    @Test func `a client that comes from another member is given only what it has missed`() throws {
        let other = ClusteredWorld(["one", "two"])
        let states = ["one", "two"].map { ClusteredWorld.state(of: $0, playing: "Morning") }
        for world in [member, other] {
            for (place, state) in states.enumerated() {
                world.serve(state, at: Revision(11 + place))
            }
        }
        let client = try member.follow()
        let resume = try #require(try member.world.updates(client).last?.resume)
        expect(resume, is: 12)
        other.serve(ClusteredWorld.state(of: "two", playing: "Noon"), at: 13)
        let messages = try other.subscribe(#","since":{"epoch":"cluster","revision":\#(resume)}"#)
        expect(messages.first?["result"]?["recovered"]?.bool, is: true)
        expect(messages.compactMap(Update.init).compactMap(\.title), is: ["Noon"])
    }

    @Test func `a client that is ahead of its member is told when that has an old state again`()
        throws
    {
        let client = try returningClient(since: 11)
        // It reads nothing meanwhile, so that both changes are one delivery.
        member.world.handle(.sinkFull(client))
        member.serve(ClusteredWorld.state(of: "one", playing: "Noon"), at: 12)
        member.serve(ClusteredWorld.state(of: "one", playing: "Morning"), at: 13)
        member.world.handle(.sinkReady(client))
        let update = try #require(try member.world.updates(client).last)
        expect(update.title, is: "Morning")
        expect(update.revision, is: 13)
    }

    @Test func `a client of a withheld state is told the one that is confirmed in its place`()
        throws
    {
        let client = try returningClient(since: 11)
        member.world.handle(.replicas(.withheld(station: "one")))
        member.serve(ClusteredWorld.state(of: "one", playing: "Morning"), at: 13)
        let update = try #require(try member.world.updates(client).last)
        expect(update.title, is: "Morning")
        expect(update.revision, is: 13)
    }

    @Test func `what is not the store's has a version of the hub's life, and none of the epoch`()
        throws
    {
        member.serve(ClusteredWorld.state(of: "one", playing: "Morning"), at: 11)
        let client = try member.follow()
        let updates = try member.world.updates(client)
        expect(updates.map(\.record["epoch"]?.string), is: ["cluster", "life"])
        member.world.handle(.replicas(.unread(station: "one", reason: "no member")))
        member.world.handle(.replicas(.reread(station: "one")))
        member.serve(ClusteredWorld.state(of: "two", playing: "Noon"), at: 12)
        let told = try member.world.updates(client).map { update in
            "\(update.record["epoch"]?.string ?? "") \(update.resume)"
        }
        expect(told, is: ["life 0", "cluster 0", "cluster 12"])
    }

    @Test func `a client is not resumed by a member that cannot read the newest state`() throws {
        for id in ["one", "two"] {
            member.serve(ClusteredWorld.state(of: id, playing: "Morning"), at: 11)
        }
        member.world.handle(
            .replicas(.told(station: "one", Array("{".utf8), revision: 12)))
        let messages = try member.subscribe(#","since":{"epoch":"cluster","revision":12}"#)
        expect(messages.first?["result"]?["recovered"]?.bool, is: false)
    }

    /// A client that another member may have told more than the revision that it names, since it
    /// was cut before it was told all.
    private func returningClient(since revision: Revision) throws -> ClientID {
        for (place, id) in ["two", "one"].enumerated() {
            member.serve(
                ClusteredWorld.state(of: id, playing: "Morning"), at: Revision(10 + place))
        }
        let client = try member.follow(
            #","since":{"epoch":"cluster","revision":\#(revision)}"#)
        #expect(try member.world.updates(client).isEmpty)
        return client
    }

    @Test func `without the cluster a hub serves what it reads, and the rest as stale`() throws {
        member.acquire("one")
        member.world.open()
        member.world.publish("Morning")
        member.serve(ClusteredWorld.state(of: "two", playing: "Noon"), at: 11)
        member.world.handle(.replicas(.alone(epoch: "own", reason: "the store does not answer")))
        member.world.publish("Evening")
        let client = try member.follow()
        let updates = try member.world.updates(client)
        expect(updates.map(\.title), is: ["Evening", "Noon"])
        #expect(updates.allSatisfy { $0.record["epoch"]?.string == "own" })
        let states = updates.compactMap { $0.document?["connection"]?["state"]?.string }
        expect(states, is: ["live", "stale"])
    }

    @Test func `clients of one epoch are cut when another begins`() throws {
        let client = try member.follow()
        member.world.handle(.replicas(.alone(epoch: "own", reason: "the store does not answer")))
        expect(member.world.disconnected, is: [client])
        let next = try member.follow()
        member.world.handle(.replicas(.entered(epoch: "cluster", revision: 20)))
        expect(member.world.disconnected, is: [client, next])
    }

    @Test func `many clients are cut over a while, and those that hold nothing are not`() throws {
        _ = member.world.connect()
        let clients = try (0..<130).map { _ in try member.follow() }
        member.world.handle(.replicas(.alone(epoch: "own", reason: "the store does not answer")))
        expect(member.world.disconnected, is: Set(clients.prefix(64)))
        member.world.run(for: .milliseconds(50))
        expect(member.world.disconnected, is: Set(clients.prefix(128)))
        member.world.run(for: .milliseconds(50))
        expect(member.world.disconnected, is: Set(clients))
    }

    @Test func `a member without its cluster is worth a look, and says why`() throws {
        var condition = ProcessCondition()
        expect(member.world.hub.health(of: condition).verdict, is: .pass)
        condition.clusterProblem = "no route"
        let health = member.world.hub.health(of: condition)
        expect(health.verdict, is: .warn)
        for (namesServers, reason) in [(true, ": no route"), (false, "")] {
            expect(
                health.report(namesServers: namesServers).output,
                is: "the hub does not do its part in its cluster\(reason)")
        }
        #expect(
            !World(.make(["one"])).hub.health(of: condition).checks.contains {
                $0.name == .cluster
            })
    }

    @Test func `the first page of the status has the cluster as it was told last`() throws {
        var cluster = HubStatus.Cluster(name: "radio")
        cluster.state = "joined"
        var process = ProcessStatus()
        process.cluster = cluster
        member.world.handle(.processMeasured(process))
        let client = member.world.connect()
        let first = try member.world.call("status", "{}", as: client).last?["result"]
        expect(first?["cluster"]?["state"]?.string, is: "joined")
        let second = try member.world.call("status", #"{"after":1}"#, as: client).last?["result"]
        #expect(second != nil)
        expect(second?["cluster"], is: nil)
    }

    @Test func `a state survives its way through the store`() throws {
        member.acquire("one")
        member.world.open()
        member.world.publish(
            Publication(
                title: "Grüße aus 東京", artist: "A", row: 7, playedAt: 1_000, duration: 200,
                listeners: 5, streamer: "Ann", isOnline: true, history: ["Noon"], next: "Dusk"))
        let state = try #require(member.shared.last)
        expect(state.nowPlaying.live?.streamer, is: "Ann")
        expect(state.nowPlaying.history.map(\.title), is: ["Noon"])
        #expect(state.spans.last?.play?.identity != .restored)
        expect(ClusteredWorld.read(state.exchanged), is: state)
    }
}
