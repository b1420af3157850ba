import Expectations
import JSON
import NowPlaying
import TestSupport
import Testing

@testable import FanOut
@testable import Hub
@testable import Sessions
@testable import Stations

/// Sessions and favourites that the members of a cluster share.
struct SharedSessionTests {
    private let all = SharedWorlds()
    private let phone: Follower
    private let car: Follower
    private static let kitchen = #""session":"kitchen""#

    init() {
        phone = Follower(all.worlds[0])
        car = Follower(all.worlds[1])
    }

    private func select(_ station: String, by follower: Follower) throws {
        try follower.command("select", #""station":"\#(station)",\#(Self.kitchen)"#)
    }

    private func states() -> [PlaybackState?] { [0, 1].map { all.session(at: $0)?.state } }

    // MARK: Sessions

    @Test func `clients of two members see one session`() throws {
        try car.follow("lockScreen", Self.kitchen)
        try select("two", by: phone)
        let record = try car.latest()
        expect(record.lockScreen?.state, is: "playing")
        expect(record["revision"]?.int.map { $0 > 10 }, is: true)
        expect(all.session(at: 0), is: all.session(at: 1))
        try car.command("pause", Self.kitchen)
        expect(states(), is: [.paused, .paused])
    }

    @Test func `a command is answered when the store has it, and not before`() throws {
        all.isSlow = true
        let line = #"{"action":"select","station":"two","session":"kitchen"}"#
        let client = all.worlds[0].connect()
        #expect(try all.worlds[0].call("command", line, as: client).isEmpty)
        expect(all.session(at: 0)?.station, is: nil)
        all.take()
        let answer = try #require(try all.worlds[0].receive(client).first)
        expect(answer["result"]?["then"]?.string, is: "present:nowPlaying")
        expect(answer["result"]?["revision"]?.int, is: Int(all.worlds[0].hub.fanOut.revision))
    }

    @Test func `of two commands at once neither is lost`() throws {
        try select("one", by: phone)
        all.isSlow = true
        for (world, action) in zip(all.worlds, [#""next""#, #""next""#]) {
            let client = world.connect()
            _ = try world.call("command", #"{"action":\#(action),"session":"kitchen"}"#, as: client)
        }
        all.isSlow = false
        all.take()
        expect(all.session(at: 0)?.station, is: "three")
        expect(all.session(at: 1)?.station, is: "three")
    }

    @Test func `a command that makes no sense is refused as ever`() throws {
        let refusal = try phone.refusal(of: "play", Self.kitchen)
        expect(refusal.subject, is: "kitchen")
        #expect(all.documents.isEmpty)
    }

    @Test func `a store that does not answer is told after two seconds, with the remedy`() throws {
        all.isSlow = true
        let client = all.worlds[0].connect()
        let line = #"{"action":"select","station":"two","session":"kitchen"}"#
        _ = try all.worlds[0].call("command", line, as: client)
        all.run(for: .milliseconds(1_900))
        #expect(try all.worlds[0].receive(client).isEmpty)
        all.run(for: .milliseconds(200))
        let answer = try #require(try all.worlds[0].receive(client).first)
        expect(answer["error"]?["message"]?.string?.contains("repeat it"), is: true)
    }

    @Test func `main is each member's own`() throws {
        try phone.command("select", #""station":"two""#)
        expect(all.session("main", at: 0)?.station, is: "two")
        expect(all.session("main", at: 1)?.station, is: nil)
        #expect(all.documents.isEmpty)
    }

    @Test func `a member that dies pauses nothing, and one that joins finds what plays`() throws {
        try select("two", by: phone)
        all.bury(0)
        all.run(for: .seconds(60))
        expect(all.session(at: 1)?.state, is: .playing)
        var past = RestoredState()
        past.sessions = [RestoredState.Session(id: "kitchen", station: "one")]
        all.add(restored: past)
        expect(all.session(at: 2)?.state, is: .playing)
        expect(all.session(at: 2)?.station, is: "two")
    }

    @Test func `a store without sessions is given those of a member`() throws {
        var past = RestoredState()
        past.sessions = [RestoredState.Session(id: "attic", station: "one")]
        past.preferences.favourites = ["three"]
        all.add(restored: past)
        expect(all.session("attic", at: 0)?.station, is: "one")
        expect(all.favourites(at: 0), is: ["three"])
    }

    @Test func `a listener who has gone back is there at every member`() throws {
        try select("two", by: phone)
        all.run(for: .seconds(100))
        try phone.command("seek", #""by":-30,\#(Self.kitchen)"#)
        all.run(for: .seconds(5))
        let now = all.worlds[1].now.wall
        expect(all.session(at: 1)?.broadcastTime(at: now), is: now - .seconds(30))
    }

    @Test(arguments: [#"{"id":"attic"}"#, "{}"])
    func `a session under another's name is none`(requested: String) {
        let text = #"{"reported":{"id":"kitchen"},"requested":\#(requested),"player":"x/1 5"}"#
        all.write(Array(text.utf8), to: .session("kitchen"))
        expect(all.session(at: 0), is: nil)
        all.run(for: .seconds(700))
        expect(all.session(at: 0), is: nil)
    }

    // MARK: Players

    @Test func `a player is told what is asked at another member, and its report is told to all`()
        throws
    {
        try car.report("stopped", Self.kitchen)
        _ = try car.events()
        try select("two", by: phone)
        expect(states(), is: [.stopped, .stopped])
        expect(all.session(at: 0)?.requests.count, is: 1)
        let requested = try #require(try car.requested().last)
        expect(requested["station"]?.string, is: "two")
        try car.report("playing", #""station":"two",\#(Self.kitchen)"#)
        expect(states(), is: [.playing, .playing])
        expect(all.session(at: 0)?.requests.isEmpty, is: true)
    }

    @Test func `a player that does not answer fails at every member`() throws {
        try car.report("stopped", Self.kitchen)
        try select("two", by: phone)
        all.run(for: .seconds(11))
        expect([0, 1].map { all.session(at: $0)?.failed?.failure }, is: [.noAnswer, .noAnswer])
        let alert = try #require(try phone.events().last)
        expect(alert["present"]?.string, is: "alert")
        all.run(for: .seconds(31))
        #expect([0, 1].allSatisfy { all.session(at: $0)?.requests.isEmpty == true })
    }

    @Test func `a player that reports the same again writes nothing`() throws {
        try car.report("playing", #""station":"two",\#(Self.kitchen)"#)
        let revision = all.documents[.session("kitchen")]?.revision
        all.run(for: .seconds(1))
        try car.report("playing", #""station":"two",\#(Self.kitchen)"#)
        expect(all.documents[.session("kitchen")]?.revision, is: revision)
    }

    @Test func `a player that leaves pauses the session everywhere`() throws {
        try car.report("playing", #""station":"two",\#(Self.kitchen)"#)
        car.leave()
        expect(states(), is: [.paused, .paused])
    }

    @Test func `a player that leaves while the store is slow is not forgotten`() throws {
        try car.report("playing", #""station":"two",\#(Self.kitchen)"#)
        all.isSlow = true
        car.leave()
        all.run(for: .seconds(5))
        all.isSlow = false
        all.drop()
        all.join(1)
        expect(states(), is: [.paused, .paused])
    }

    @Test func `a player that leaves while its hub is alone is gone when that is back`() throws {
        try car.report("playing", #""station":"two",\#(Self.kitchen)"#)
        all.cutOff(1)
        car.leave()
        expect(all.session(at: 1)?.state, is: .paused)
        all.join(1)
        expect(states(), is: [.paused, .paused])
    }

    @Test func `a player that has left before its hub is alone is gone there`() throws {
        try car.report("playing", #""station":"two",\#(Self.kitchen)"#)
        all.isSlow = true
        car.leave()
        all.cutOff(1)
        expect(all.session(at: 1)?.state, is: .paused)
    }

    @Test func `what was asked of a player whose member has died counts as done`() throws {
        try car.report("playing", #""station":"one",\#(Self.kitchen)"#)
        try select("two", by: phone)
        all.bury(1)
        expect(all.session(at: 0)?.station, is: "two")
        expect(all.session(at: 0)?.state, is: .playing)
        try phone.command("pause", Self.kitchen)
        expect(all.session(at: 0)?.state, is: .paused)
    }

    // MARK: Coming and going

    @Test func `a session ends ten minutes after the last follower of all members`() throws {
        try car.follow("lockScreen", Self.kitchen)
        try select("two", by: phone)
        phone.leave()
        all.run(for: .seconds(700))
        expect(states(), is: [.playing, .playing])
        car.leave()
        all.run(for: .seconds(590))
        expect(states(), is: [.playing, .playing])
        all.run(for: .seconds(20))
        expect(states(), is: [nil, nil])
        expect(all.documents[.session("kitchen")]?.content, is: [])
    }

    @Test func `a session that is to pause pauses when the last follower of all members goes`()
        throws
    {
        let all = SharedWorlds(sessions: ["kitchen": .make(pauses: true)])
        let (phone, car) = (Follower(all.worlds[0]), Follower(all.worlds[1]))
        try phone.follow("lockScreen", Self.kitchen)
        try car.follow("lockScreen", Self.kitchen)
        try phone.command("select", #""station":"two",\#(Self.kitchen)"#)
        phone.leave()
        expect(all.session(at: 1)?.state, is: .playing)
        car.leave()
        expect(all.session(at: 0)?.state, is: .paused)
    }

    // MARK: What listeners chose

    @Test func `a favourite that is set at one member is one at all`() throws {
        try car.follow("carPlay")
        _ = try car.records()
        try phone.command("favourite", #""station":"two","on":true"#)
        expect(all.favourites(at: 1), is: ["two"])
        #expect(try !car.records().isEmpty)
        let kept = all.worlds[1].remembered.last
        var preferences = Preferences()
        preferences.favourites = ["two"]
        expect(kept, is: .preferences(preferences))
        all.add()
        expect(all.favourites(at: 2), is: ["two"])
    }

    @Test func `an order that is set at one member is that of all`() throws {
        try phone.command("order", #""stations":["three","one"]"#)
        try car.command("select", #""station":"one",\#(Self.kitchen)"#)
        try car.command("previous", Self.kitchen)
        expect(all.session(at: 0)?.station, is: "three")
    }

    @Test func `favourites that two members set at once are both kept`() throws {
        all.isSlow = true
        for (world, station) in zip(all.worlds, ["one", "two"]) {
            let line = #"{"action":"favourite","station":"\#(station)","on":true}"#
            _ = try world.call("command", line, as: world.connect())
        }
        all.isSlow = false
        all.take()
        expect(all.favourites(at: 0), is: ["one", "two"])
        expect(all.favourites(at: 1), is: ["one", "two"])
    }

    // MARK: Without the store

    @Test func `alone a member does what it is asked, and on its return the store's state wins`()
        throws
    {
        try select("one", by: phone)
        all.cutOff(1)
        let radio = Follower(all.worlds[1])
        try select("three", by: radio)
        try radio.command("favourite", #""station":"three","on":true"#)
        expect(all.session(at: 1)?.station, is: "three")
        expect(all.session(at: 0)?.station, is: "one")
        all.join(1)
        expect(all.session(at: 1)?.station, is: "one")
        expect(all.session(at: 1)?.state, is: .playing)
        // The store had no favourites yet.
        expect(all.favourites(at: 0), is: ["three"])
    }

    @Test func `what waits for the store when it is lost is done alone`() throws {
        let client = all.worlds[0].connect()
        let line = #"{"action":"select","station":"two","session":"kitchen"}"#
        let world = all.worlds[0]
        world.proposed = { [unowned world] proposal in
            world.handle(.documents(.answered(proposal.number, .unsent)))
        }
        #expect(try all.worlds[0].call("command", line, as: client).isEmpty)
        all.cutOff(0)
        expect(all.session(at: 0)?.station, is: "two")
        let answers = try all.worlds[0].receive(client)
        #expect(answers.contains { $0["result"]?["then"]?.string == "present:nowPlaying" })
    }

    @Test func `a change that the store had is not made again in its next life`() throws {
        try select("one", by: phone)
        let (world, client) = (all.worlds[0], all.worlds[0].connect())
        world.proposed = { [unowned world] proposal in
            world.handle(.documents(.answered(proposal.number, .stored(50))))
        }
        let line = #"{"action":"next","session":"kitchen"}"#
        #expect(try world.call("command", line, as: client).isEmpty)
        var stations: [String?] = []
        world.proposed = { proposal in
            let shared = SharedSession(exchanged: proposal.content, using: JSONParser())
            if let shared { stations.append(shared.reported.station) }
        }
        world.handle(.replicas(.entered(epoch: "next", revision: 60)))
        let answers = try world.receive(client)
        #expect(answers.contains { $0["result"] != nil })
        world.handle(.documents(.filled))
        expect(stations, is: ["one"])
    }

    // MARK: The wire

    @Test(arguments: [
        SessionCommand.select(station: "a", stream: "b"), .toggle, .seekBy(.seconds(-30)),
        .seekTo(.seconds(3)), .seekToTime(.at(5)), .seekToElement("x"), .rate(1.5), .cycleRate,
        .repeatMode(.one), .shuffle(false), .favourite(station: "a", isOn: true),
        .order(["a", "b"]),
    ])
    func `a session survives its way through the store`(command: SessionCommand) throws {
        var session = ListeningSession(id: "kitchen", since: .at(1))
        session.station = "one"
        session.position = .rewound(ListeningPosition.Rewound(heard: .at(1), asOf: .at(2)))
        session.rate = 1.5
        session.requests = [
            ListeningSession.Request(command: command, failure: .reported("no sound")),
            ListeningSession.Request(command: command, failure: .noAnswer),
        ]
        var shared = SharedSession(session)
        shared.asked = [SharedSession.Asked(sender: "phone", expires: .at(3))]
        shared.player = SharedClient(ClientID(number: 7), of: "a/1")
        shared.followers = ["a/1", "b/2"]
        expect(SharedSession(exchanged: shared.exchanged, using: JSONParser()), is: shared)
    }
}
