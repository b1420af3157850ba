import Expectations
import NowPlaying
import TestSupport
import Testing

@testable import Hub
@testable import Stations

/// The opening of a link, and the failures that prevent it.
struct LinkConnectingTests {
    private let world: World
    private let wire: Wire
    private let link = LinkID(number: 1)

    init() {
        world = .dialling()
        wire = Wire(world)
    }

    @Test func `the start dials every link at once`() {
        expect(wire.dials(), is: [link])
    }

    @Test func `the upgrade is asked for where the feed's address leads`() {
        let request = wire.accept(link)
        #expect(request.hasPrefix("GET /api/live/nowplaying/websocket HTTP/1.1\r\n"))
        #expect(request.contains("\r\nHost: radio.example\r\n"))
    }

    @Test func `an open link says what it wants to hear`() throws {
        try wire.open(link)
        let texts = wire.frames(from: link).compactMap(\.text)
        expect(texts.count, is: 1)
        expect(texts.first?.contains("station:one"), is: true)
    }

    @Test func `what is pushed right behind the upgrade is heard`() throws {
        let client = world.connect()
        try world.call("subscribe", #"{"view":"line"}"#, as: client)
        try wire.open(link)
        wire.push(Publication(title: "First Light").push, on: link)
        world.run(for: .seconds(2))
        try expect(world.updates(client).last?.line, is: "First Light")
    }

    @Test func `a connection that does not come about is given up after 10 s`() throws {
        world.handle(.linkResolved(link))
        world.run(for: .milliseconds(9_999))
        #expect(wire.hangUps().isEmpty)
        world.run(for: .milliseconds(1))
        expect(wire.hangUps(), is: [link])
        try expect(world.connection().reason, is: "timedOut")
    }

    @Test func `a server that does not answer the upgrade is given up after 10 s too`() throws {
        world.handle(.linkResolved(link))
        world.run(for: .seconds(4))
        _ = wire.accept(link)
        world.run(for: .milliseconds(5_999))
        #expect(wire.hangUps().isEmpty)
        world.run(for: .milliseconds(1))
        expect(wire.hangUps(), is: [link])
        try expect(world.connection().reason, is: "upgradeTimedOut")
    }

    @Test func `a refused connection is dialled again within the first backoff`() throws {
        _ = wire.dials()
        wire.drop(link, code: "refused")
        expect(wire.hangUps(), is: [link])
        try expect(world.connection().reason, is: "refused")
        world.run(for: .milliseconds(499))
        #expect(wire.dials().isEmpty)
        world.run(for: .milliseconds(501))
        expect(wire.dials(), is: [link])
    }

    @Test func `a refused upgrade is dialled again after what the server asked for`() throws {
        _ = wire.dials()
        wire.refuse(link, status: 503, fields: "Retry-After: 120")
        expect(wire.hangUps(), is: [link])
        try expect(world.connection().state, is: "failing")
        world.run(for: .seconds(120))
        #expect(wire.dials().isEmpty)
        world.run(for: .seconds(1))
        expect(wire.dials(), is: [link])
    }

    @Test(arguments: ["86400", "2147483648", "9223372036854775807", "99999999999999999999"])
    func `no server silences a station for more than an hour`(seconds: String) {
        _ = wire.dials()
        wire.refuse(link, status: 503, fields: "Retry-After: \(seconds)")
        world.run(for: .seconds(3_600))
        #expect(wire.dials().isEmpty)
        world.run(for: .seconds(1))
        expect(wire.dials(), is: [link])
    }

    @Test func `a date to come back at counts as no wish`() {
        _ = wire.dials()
        wire.refuse(link, status: 503, fields: "Retry-After: Fri, 31 Dec 2027 23:59:59 GMT")
        world.run(for: .seconds(1))
        expect(wire.dials(), is: [link])
    }

    @Test func `a redirection is not followed but told`() throws {
        wire.refuse(link, status: 301, fields: "Location: wss://elsewhere.example/")
        try expect(world.connection().state, is: "failing")
        world.run(for: .seconds(1))
        for case .link(_, .dial(let destination)) in world.effects {
            #expect("\(destination)".contains("radio.example"))
        }
    }

    @Test func `what comes for a connection that was given up is ignored`() {
        wire.drop(link)
        let count = world.effects.count
        world.handle(.linkConnected(link))
        wire.say("HTTP/1.1 101 Switching Protocols\r\n\r\n", on: link)
        wire.drop(link)
        expect(world.effects.count, is: count)
    }

    @Test func `many links are dialled in waves`() {
        let stations = (1...250).map {
            StationConfiguration.make("s\($0)", server: "radio\($0).example")
        }
        let world = World.dialling(HubConfiguration(stations: stations))
        let wire = Wire(world)
        expect(wire.dials().count, is: 100)
        world.run(for: .milliseconds(200))
        expect(wire.dials().count, is: 100)
        world.run(for: .milliseconds(200))
        expect(wire.dials().count, is: 50)
    }
}

/// The connection to a station, as a hub shows it.
struct ShownConnection: Equatable {
    var state: String?
    var reason: String?
    var text: String?
    var since: Double?
}

extension World {
    /// The connection of a station, as a new client sees it.
    func connection(of station: String = "one") throws -> ShownConnection {
        let document = try present(station)
        let connection = document?["connection"]
        return ShownConnection(
            state: connection?["state"]?.string, reason: connection?["reason"]?["code"]?.string,
            text: connection?["reason"]?["text"]?.string, since: connection?["since"]?.number)
    }

    /// The present document of a station, as a new client sees it.
    func present(_ station: String = "one", _ options: String = "") throws -> Tree? {
        let client = connect()
        defer { handle(.clientDisconnected(client)) }
        let answer = try call(
            "get", #"{"view":"nowPlaying","stations":["\#(station)"]\#(options)}"#, as: client)
        return answer.first?["result"]?["records"]?.elements.first?["nowPlaying"]
    }
}
