import Expectations
import NowPlaying
import TestSupport
import Testing
import Views

@testable import FanOut
@testable import Hub

/// Clients that read nothing, say too much, or are too many.
struct CutTests {
    private let world = World()

    private func reason(_ messages: [Tree]) -> String? {
        let last = messages.last
        expect(last?["id"], is: .null)
        expect(last?["error"]?["code"]?.int, is: -32004)
        return last?["error"]?["data"]?["limit"]?.string
    }

    @Test func `a client that takes nothing for 30 s is told why and cut`() throws {
        let client = world.connect()
        world.handle(.sinkFull(client))
        world.run(for: .milliseconds(29_999))
        #expect(world.disconnected.isEmpty)
        world.run(for: .milliseconds(1))
        expect(world.disconnected, is: [client])
        expect(reason(try world.receive(client)), is: "stalled")
    }

    @Test func `a client that takes a little every 29 s is not cut`() {
        let client = world.connect()
        world.handle(.sinkFull(client))
        for _ in 0..<10 {
            world.run(for: .seconds(29))
            world.handle(.sinkProgressed(client))
        }
        #expect(world.disconnected.isEmpty)
        world.run(for: .seconds(30))
        expect(world.disconnected, is: [client])
    }

    @Test func `a client that took everything is not cut`() {
        let client = world.connect()
        world.handle(.sinkFull(client))
        world.run(for: .seconds(20))
        world.handle(.sinkReady(client))
        world.run(for: .seconds(100))
        #expect(world.disconnected.isEmpty)
        world.handle(.sinkFull(client))
        world.run(for: .seconds(29))
        #expect(world.disconnected.isEmpty)
    }

    @Test func `a reader of stdout may pause it for as long as it likes`() throws {
        let output = ClientID(number: 1)
        world.handle(
            .outputConnected(output, OutputRequest(options: .init(view: .line), minInterval: .zero))
        )
        world.open()
        world.handle(.sinkFull(output))
        for title in ["A", "B", "C"] { world.publish(title) }
        world.run(for: .seconds(3_600))
        #expect(world.disconnected.isEmpty)
        world.handle(.sinkReady(output))
        try expect(world.receive(output).last?["line"]?.string, is: "C")
    }

    @Test func `a line that is too long is answered and the client cut`() throws {
        let client = world.connect()
        world.write(String(repeating: "x", count: 64 * 1_024), as: client)
        #expect(world.disconnected.isEmpty)
        world.write("x", as: client)
        expect(world.disconnected, is: [client])
        expect(reason(try world.receive(client)), is: "lineTooLong")
    }

    @Test func `a client makes at most a burst of 1000 requests and 200 a second`() throws {
        let client = world.connect()
        let request = #"{"jsonrpc":"2.0","id":1,"method":"hello"}"# + "\n"
        for _ in 0..<1_000 { world.write(request, as: client) }
        world.run(for: .seconds(1))
        for _ in 0..<200 { world.write(request, as: client) }
        #expect(world.disconnected.isEmpty)
        try expect(world.receive(client).count, is: 1_200)
        world.write(request, as: client)
        expect(world.disconnected, is: [client])
        expect(reason(try world.receive(client)), is: "flood")
    }

    @Test func `a client that was cut is given nothing more`() throws {
        let client = world.connect()
        try world.call("subscribe", #"{"view":"line","minInterval":0}"#, as: client)
        world.write(String(repeating: "x", count: 70_000), as: client)
        _ = try world.receive(client)
        world.open()
        world.publish("First Light")
        world.write(#"{"jsonrpc":"2.0","id":1,"method":"hello"}"# + "\n", as: client)
        #expect(try world.receive(client).isEmpty)
    }

    @Test func `a client beyond the limit is told why and cut`() throws {
        var limits = Limits()
        limits.clients = 2
        let world = World(limits: limits)
        let clients = (0..<3).map { _ in world.connect() }
        expect(world.disconnected, is: [clients[2]])
        expect(reason(try world.receive(clients[2])), is: "clientLimit")
        world.handle(.clientDisconnected(clients[0]))
        _ = world.connect()
        expect(world.disconnected, is: [clients[2]])
    }

    @Test func `a client has at most 64 subscriptions`() throws {
        let client = world.connect()
        for _ in 0..<64 {
            try world.call("subscribe", #"{"view":"line"}"#, as: client)
        }
        let answer = try world.call("subscribe", #"{"view":"line"}"#, as: client).first
        expect(answer?["error"]?["code"]?.int, is: -32004)
        expect(answer?["error"]?["data"]?["limit"]?.string, is: "subscriptions")
        try world.call("unsubscribe", #"{"subscription":5}"#, as: client)
        let again = try world.call("subscribe", #"{"view":"line"}"#, as: client).first
        #expect(again?["result"] != nil)
    }

    // MARK: Shares

    /// A hub of three stations with room for some cursors, a tenth of it for local programs.
    private func crowded(cursors: Int) -> World {
        var limits = Limits()
        (limits.stations, limits.cursors, limits.rememberedRemovals) = (3, cursors, 0)
        return World(.make(["one", "two", "three"]), limits: limits)
    }

    private func isServed(_ client: ClientID, _ world: World) throws -> Bool {
        let line = #"{"view":"line"}"#
        return try world.call("subscribe", line, as: client).first?["result"] != nil
    }

    @Test func `the web leaves room to programs of this machine`() throws {
        let world = crowded(cursors: 30)
        let web = world.connect(by: .webSocket, from: [1])
        let served = try (0..<10).map { _ in try isServed(web, world) }
        expect(served, is: Array(repeating: true, count: 9) + [false])
        let program = world.connect()
        #expect(try isServed(program, world))
        #expect(world.disconnected.isEmpty)
    }

    @Test func `where room is used up the largest client of the greediest address makes some`()
        throws
    {
        let world = crowded(cursors: 30)
        let (first, second) = (
            world.connect(by: .webSocket, from: [1]), world.connect(by: .webSocket, from: [1])
        )
        for _ in 0..<5 { #expect(try isServed(first, world)) }
        for _ in 0..<4 { #expect(try isServed(second, world)) }
        let other = world.connect(by: .events, from: [2])
        #expect(try isServed(other, world))
        expect(world.disconnected, is: [first])
        // It comes back, and is the one that has most.
        world.handle(.clientDisconnected(first))
        let again = world.connect(by: .webSocket, from: [1])
        let served = try (0..<9).map { _ in try isServed(again, world) }
        expect(served, is: Array(repeating: true, count: 4) + Array(repeating: false, count: 5))
        expect(world.disconnected, is: [first])
    }

    @Test func `clients of the web whose address is not known are told apart one by one`() throws {
        let world = crowded(cursors: 30)
        let greedy = world.connect(by: .webSocket)
        for _ in 0..<9 { #expect(try isServed(greedy, world)) }
        #expect(try isServed(world.connect(by: .webSocket), world))
        expect(world.disconnected, is: [greedy])
    }

    @Test func `the web does not take the last places of clients`() {
        var limits = Limits()
        limits.clients = 32
        let world = World(limits: limits)
        let clients = (0..<31).map { _ in world.connect(by: .webSocket, from: [1]) }
        expect(world.disconnected, is: [clients[30]])
        world.handle(.clientDisconnected(clients[30]))
        _ = (world.connect(), world.connect())
        expect(world.disconnected, is: [clients[30]])
    }

    @Test func `all subscriptions together have a limit, which ends give back`() throws {
        var limits = Limits()
        limits.stations = 3
        limits.cursors = 5
        limits.rememberedRemovals = 0
        let world = World(.make(["one", "two", "three"]), limits: limits)
        let first = world.connect()
        let second = world.connect()
        try world.call("subscribe", #"{"view":"line"}"#, as: first)
        let refused = try world.call("subscribe", #"{"view":"line"}"#, as: second).first
        expect(refused?["error"]?["data"]?["limit"]?.string, is: "pairs")
        let few = #"{"view":"line","stations":["one","two"]}"#
        #expect(try world.call("subscribe", few, as: second).first?["result"] != nil)
        world.handle(.clientDisconnected(first))
        let all = try world.call("subscribe", #"{"view":"line"}"#, as: second).first
        #expect(all?["result"] != nil)
    }

    @Test func `what a client asked for while it was blocked is answered when it reads`() throws {
        let client = world.connect()
        world.handle(.sinkFull(client))
        #expect(try world.call("hello", as: client).isEmpty)
        world.handle(.sinkReady(client))
        try expect(world.receive(client).count, is: 1)
    }
}
