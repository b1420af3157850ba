import Expectations
import NowPlaying
import TestSupport
import Testing

@testable import FanOut
@testable import Hub

/// The shares of clients in the time of the one thread.
struct TurnTests {
    private static let ids = (1...300).map { "s\($0)" }

    /// A hub with many stations, each with a long document.
    private static func world(_ change: (inout Limits) -> Void = { _ in }) -> World {
        var limits = Limits()
        change(&limits)
        let world = World(.make(ids), limits: limits)
        let title = String(repeating: "x", count: 900)
        for (place, id) in ids.enumerated() {
            if place % 32 == 0 { world.open(id) }
            world.publish(title + id, from: id)
        }
        return world
    }

    /// Bytes that went to each client, turn by turn.
    private static func turns(of effects: ArraySlice<Effect>) -> [[ClientID: Int]] {
        var turns: [[ClientID: Int]] = [[:]]
        for effect in effects {
            switch effect {
            case .deliver(let client, let delivery):
                turns[turns.count - 1][client, default: 0] += delivery.size
            case .reply(let client, let reply, _):
                turns[turns.count - 1][client, default: 0] += reply.size
            case .takeTurn: turns.append([:])
            default: break
            }
        }
        return turns
    }

    @Test func `a newcomer is given a share each turn until it has everything`() throws {
        let world = Self.world { ($0.visitCost, $0.recordCost) = (0, 0) }
        let client = world.connect()
        let before = world.effects.count
        let messages = try world.call("subscribe", #"{"view":"nowPlaying"}"#, as: client)
        expect(messages.compactMap(Update.init).map(\.station), is: Self.ids)
        expect(messages.last?["method"]?.string, is: "synced")
        let turns = Self.turns(of: world.effects[before...])
        #expect(turns.count > 4)
        // One line may begin just below the limit.
        #expect(turns.allSatisfy { ($0[client] ?? 0) < 66 * 1_024 })
        #expect(turns.dropLast().allSatisfy { ($0[client] ?? 0) >= 64 * 1_024 })
    }

    @Test func `newcomers do not keep others waiting`() throws {
        let world = Self.world()
        let old = world.connect()
        try world.call("subscribe", #"{"view":"line","stations":["s1"],"minInterval":0}"#, as: old)
        for _ in 0..<20 {
            let newcomer = world.connect()
            world.handle(.sinkFull(newcomer))
            try world.call("subscribe", #"{"view":"nowPlaying"}"#, as: newcomer)
            world.handle(.sinkReady(newcomer))
            let before = world.effects.count
            world.publish("Night \(newcomer.number)", from: "s1")
            let first = Self.turns(of: world.effects[before...]).first
            #expect(first?[old] != nil)
        }
    }

    @Test func `a client that is given many changes does not wait for newcomers`() throws {
        let world = Self.world()
        let old = world.connect()
        try world.call("subscribe", #"{"view":"nowPlaying","minInterval":0}"#, as: old)
        world.handle(.sinkFull(old))
        let newcomers = (0..<100).map { _ in world.connect() }
        for newcomer in newcomers {
            world.handle(.sinkFull(newcomer))
            try world.call("subscribe", #"{"view":"nowPlaying"}"#, as: newcomer)
        }
        let title = String(repeating: "y", count: 900)
        for id in Self.ids { world.publish(title + id, from: id) }
        let before = world.effects.count
        for client in newcomers + [old] { world.step(.sinkReady(client)) }
        world.handle(.turn)
        let turns = Self.turns(of: world.effects[before...])
        let served = turns.indices.filter { turns[$0][old] != nil }
        // All that is pending for it is some shares, of which it has one each turn.
        #expect(served.count > 4)
        #expect(try #require(served.last) < turns.count / 2, "\(served) of \(turns.count)")
        try expect(world.updates(old).count, is: Self.ids.count)
    }

    @Test func `all together are given so much, and then the loop looks at its sockets`() throws {
        let world = Self.world {
            $0.requestSize = 4_096
            $0.turnSize = 4_096
            $0.turnTotal = 16_384
        }
        let clients = (0..<10).map { _ in world.connect() }
        for client in clients { world.handle(.sinkFull(client)) }
        for client in clients {
            try world.call("subscribe", #"{"view":"nowPlaying","minInterval":0}"#, as: client)
        }
        let before = world.effects.count
        for client in clients { world.handle(.sinkReady(client)) }
        let turns = Self.turns(of: world.effects[before...])
        #expect(turns.allSatisfy { $0.values.reduce(0, +) <= 16_384 + 6_000 })
        for client in clients {
            try expect(world.updates(client).count, is: Self.ids.count)
        }
    }

    @Test func `programs of this machine do not wait for thousands of clients of the web`() throws {
        let world = Self.world()
        let crowd = (0..<1_000).map {
            world.connect(by: .webSocket, from: [10, 0, UInt8($0 / 10), 1])
        }
        let socket = (0..<10).map { _ in world.connect() }
        for client in crowd + socket {
            try world.call(
                "subscribe", #"{"view":"line","stations":["s1"],"minInterval":0}"#, as: client)
        }
        let before = world.effects.count
        world.publish("Night", from: "s1")
        let turns = Self.turns(of: world.effects[before...])
        #expect(socket.allSatisfy { turns[0][$0] != nil })
        // Each is a record and a write: about seven microseconds' work.
        #expect(turns.allSatisfy { $0.count < 180 })
        #expect(Set(turns.flatMap(\.keys)).isSuperset(of: crowd))
    }

    @Test func `a client that had no turn is first in the next`() throws {
        let world = Self.world {
            $0.requestSize = 2_000
            $0.turnSize = 2_000
            $0.turnTotal = 2_000
        }
        let clients = (0..<3).map { _ in world.connect() }
        for client in clients {
            try world.call("subscribe", #"{"view":"nowPlaying","minInterval":5}"#, as: client)
        }
        for id in Self.ids.prefix(20) { world.publish("Night", from: id) }
        let before = world.effects.count
        world.run(for: .seconds(5))
        let served = Self.turns(of: world.effects[before...]).flatMap(\.keys)
        let counts = clients.map { client in served.prefix(9).count { $0 == client } }
        expect(counts, is: [3, 3, 3])
    }

    @Test func `a blocked client costs no turns`() throws {
        let world = Self.world()
        let client = world.connect()
        world.handle(.sinkFull(client))
        let before = world.extraTurns
        try world.call("subscribe", #"{"view":"nowPlaying"}"#, as: client)
        expect(world.extraTurns, is: before)
        #expect(world.deliveries(to: client).isEmpty)
    }

    @Test func `subscribing and ending all the time leaves nothing in the queue`() throws {
        let world = Self.world()
        let client = world.connect()
        let requests = (1...100).map { number in
            #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"view":"line"}}"# + "\n"
                + #"{"jsonrpc":"2.0","id":2,"method":"unsubscribe","#
                + #""params":{"subscription":\#(number)}}"# + "\n"
        }
        world.write(requests.joined(), as: client)
        let messages = try world.receive(client)
        expect(messages.count, is: 200)
        #expect(messages.allSatisfy { $0["result"] != nil })
    }

    @Test func `a shutdown waits a second at most for a client that does not read`() throws {
        let world = World()
        world.open()
        let client = world.connect()
        try world.call("subscribe", #"{"view":"line","minInterval":0}"#, as: client)
        world.handle(.sinkFull(client))
        world.publish("First Light")
        world.handle(.stopping)
        world.run(for: .milliseconds(999))
        #expect(!world.isFinished)
        world.run(for: .milliseconds(1))
        #expect(world.isFinished)
    }

    @Test func `a shutdown ends as soon as everything was given out`() throws {
        let world = World()
        world.open()
        let client = world.connect()
        try world.call("subscribe", #"{"view":"line","minInterval":60}"#, as: client)
        world.publish("First Light")
        world.publish("Night")
        _ = try world.receive(client)
        world.handle(.stopping)
        #expect(world.isFinished)
        try expect(world.updates(client).map(\.line), is: ["Night"])
    }

    @Test func `a shutdown waits for a client that begins to read again`() throws {
        let world = World()
        world.open()
        let client = world.connect()
        try world.call("subscribe", #"{"view":"line","minInterval":0}"#, as: client)
        _ = try world.receive(client)
        world.handle(.sinkFull(client))
        world.publish("First Light")
        world.handle(.stopping)
        world.run(for: .milliseconds(900))
        world.handle(.sinkReady(client))
        #expect(world.isFinished)
        try expect(world.updates(client).map(\.line), is: ["First Light"])
    }
}
