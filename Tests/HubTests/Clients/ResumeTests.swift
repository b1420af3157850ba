import Expectations
import NowPlaying
import TestSupport
import Testing
import Views

@testable import FanOut
@testable import Hub

/// Going on where an earlier connection ended.
struct ResumeTests {
    private let world = World(.make(["one", "two", "three"]))

    init() {
        world.open()
        for station in ["one", "two", "three"] { world.publish("First Light", from: station) }
    }

    private struct Reply {
        let recovered: Bool?
        let stations: [String]
        let resume: Int
    }

    /// Subscribes as a new client, and gives what came up to `synced`.
    private func subscribe(_ members: String) throws -> (client: ClientID, reply: Reply) {
        let client = world.connect()
        let messages = try world.call("subscribe", "{\(members)}", as: client)
        let reply = Reply(
            recovered: messages.first?["result"]?["recovered"]?.bool,
            stations: messages.compactMap(Update.init).compactMap(\.station),
            resume: try #require(messages.last?["params"]?["resume"]?.int))
        return (client, reply)
    }

    private func since(_ revision: Int, epoch: String = "life") -> String {
        #","since":{"epoch":"\#(epoch)","revision":\#(revision)}"#
    }

    private static let line = #""view":"line","minInterval":0"#

    @Test func `without since nothing is said of recovering`() throws {
        try expect(subscribe(Self.line).reply.recovered, is: nil)
    }

    @Test func `what was missed, and only that, comes after a resume`() throws {
        let (client, first) = try subscribe(Self.line)
        world.handle(.clientDisconnected(client))
        world.publish("Night", from: "two")
        let second = try subscribe(Self.line + since(first.resume)).reply
        expect(second.recovered, is: true)
        expect(second.stations, is: ["two"])
        #expect(second.resume > first.resume)
    }

    @Test func `nothing comes where nothing was missed`() throws {
        let (_, first) = try subscribe(Self.line)
        let second = try subscribe(Self.line + since(first.resume)).reply
        expect(second.recovered, is: true)
        #expect(second.stations.isEmpty)
        expect(second.resume, is: first.resume)
    }

    @Test func `changes after a resume come as always`() throws {
        let (_, first) = try subscribe(Self.line)
        let (client, _) = try subscribe(Self.line + since(first.resume))
        world.publish("Night", from: "two")
        try expect(world.updates(client).map(\.line), is: ["Night"])
    }

    @Test(
        arguments: [
            (Self.line, "another", 0), (Self.line, "life", 1_000),
            (#""view":"nowPlaying""#, "life", 0), (#""view":"line","stations":["one"]"#, "life", 0),
            (#""view":"line","options":{"locale":"de"}"#, "life", 0),
        ])
    func `another epoch, view or coverage, or a revision from the future, starts anew`(
        members: String, epoch: String, ahead: Int
    ) throws {
        let (_, first) = try subscribe(Self.line)
        let second = try subscribe(members + since(first.resume + ahead, epoch: epoch)).reply
        expect(second.recovered, is: false)
        expect(second.stations.count, is: members.contains("stations") ? 1 : 3)
    }

    @Test func `a client for which everything is pending can resume from nowhere`() throws {
        _ = try subscribe(Self.line)
        let client = world.connect()
        world.handle(.sinkFull(client))
        _ = try world.call("subscribe", "{\(Self.line)}", as: client)
        world.handle(.sinkReady(client))
        let updates = try world.updates(client)
        try #require(updates.count == 3)
        // Cut after the first of three, it comes back with what that said.
        let second = try subscribe(Self.line + since(updates[0].resume)).reply
        #expect(Set(second.stations).isSuperset(of: ["two", "three"]))
    }

    @Test func `a client that resumed and was cut again has lost nothing`() throws {
        let (_, first) = try subscribe(Self.line)
        for station in ["one", "two", "three"] { world.publish("Night", from: station) }
        let client = world.connect()
        let updates = try world.call(
            "subscribe", "{\(Self.line)\(since(first.resume))}", as: client
        ).compactMap(Update.init)
        try #require(updates.map(\.station) == ["one", "two", "three"])
        let second = try subscribe(Self.line + since(updates[0].resume)).reply
        #expect(Set(second.stations).isSuperset(of: ["two", "three"]))
    }

    @Test func `what an interval holds back is not behind the point to resume from`() throws {
        let slow = #""view":"line","minInterval":10"#
        let (client, first) = try subscribe(slow)
        world.publish("Night", from: "one")
        world.publish("Dusk", from: "two")
        world.run(for: .seconds(5))
        #expect(try world.updates(client).isEmpty)
        let second = try subscribe(slow + since(first.resume)).reply
        expect(second.stations, is: ["one", "two"])
        world.run(for: .seconds(5))
        let updates = try world.updates(client)
        try #require(updates.map(\.line) == ["Night", "Dusk"])
        // The second is still pending when the first is given.
        #expect(updates[0].resume < updates[1].revision ?? 0)
        expect(updates[1].resume, is: second.resume)
    }

    @Test func `a language that was changed later can be resumed`() throws {
        let (client, first) = try subscribe(Self.line)
        _ = try world.call(
            "configure", #"{"subscription":1,"options":{"locale":"de"}}"#, as: client)
        let german = Self.line + #","options":{"locale":"de"}"#
        let second = try subscribe(german + since(first.resume)).reply
        expect(second.recovered, is: true)
        #expect(second.stations.isEmpty)
    }

    @Test func `a client for which other words are pending cannot resume past them`() throws {
        for station in ["one", "two"] {
            world.publish(Publication(station: station, title: nil, isOnline: false))
        }
        let german = #","options":{"locale":"de"}"#
        _ = try subscribe(Self.line + german)
        let (client, _) = try subscribe(Self.line)
        let updates = try world.call(
            "configure", #"{"subscription":2,"options":{"locale":"de"}}"#, as: client
        ).compactMap(Update.init)
        try #require(updates.map(\.station) == ["one", "two"])
        let second = try subscribe(Self.line + german + since(updates[0].resume)).reply
        #expect(second.stations.contains("two"))
    }

    @Test func `listener counts that were missed come after a resume`() throws {
        let counts = #""view":"nowPlaying","stations":["one"],"listeners":true,"minInterval":0"#
        world.publish(Publication(title: "First Light", listeners: 5))
        let (_, first) = try subscribe(counts)
        world.run(for: .seconds(61))
        world.publish(Publication(title: "First Light", listeners: 6))
        try expect(subscribe(counts + since(first.resume)).reply.stations, is: ["one"])
    }

    @Test func `the first record of a patch subscription is whole after a resume too`() throws {
        let patches = #""view":"nowPlaying","stations":["one"],"patch":true,"minInterval":0"#
        let (_, first) = try subscribe(patches)
        let (client, second) = try subscribe(patches + since(first.resume))
        #expect(second.stations.isEmpty)
        world.publish("Night")
        world.publish("Dusk")
        let records = try world.updates(client).map(\.record)
        expect(records.map { $0["nowPlaying"] != nil }, is: [true, false])
        expect(records.map { $0["patch"] != nil }, is: [false, true])
    }

    @Test func `kinds beyond the limit are forgotten, which costs a full snapshot`() {
        var limits = Limits()
        limits.resumableKinds = 2
        var resumption = Resumption(limits: Box(limits))
        let kinds = (0..<3).map { number in
            FanOut.Kind(DocumentOptions(view: .line), .only([StationIndex(number: number)]))
        }
        resumption.note(kinds[0], at: 5)
        resumption.note(kinds[0], at: 9)
        #expect(!resumption.covers(kinds[0], upTo: 4))
        #expect(resumption.covers(kinds[0], upTo: 5))
        #expect(!resumption.covers(kinds[1], upTo: 100))
        resumption.note(kinds[1], at: 6)
        resumption.note(kinds[2], at: 7)
        #expect(!resumption.covers(kinds[0], upTo: 100))
        #expect(resumption.covers(kinds[2], upTo: 7))
    }

    @Test func `kinds that name many stations are forgotten sooner`() {
        var limits = Limits()
        limits.cursors = 5
        var resumption = Resumption(limits: Box(limits))
        let kinds = [0..<2, 2..<4, 4..<6].map { numbers in
            FanOut.Kind(
                DocumentOptions(view: .line), .only(numbers.map { StationIndex(number: $0) }))
        }
        for kind in kinds.prefix(2) { resumption.note(kind, at: 5) }
        #expect(resumption.covers(kinds[0], upTo: 5))
        // Views that are forgotten with their stations make room.
        resumption.forget([StationIndex(number: 0)], removedBy: 5)
        resumption.note(kinds[2], at: 5)
        #expect(resumption.covers(kinds[1], upTo: 5))
        resumption.note(kinds[0], at: 6)
        #expect(!resumption.covers(kinds[1], upTo: 6))
        #expect(resumption.covers(kinds[0], upTo: 6))
    }
}
