import Expectations
import Feeds
import NowPlaying
import TestSupport
import Testing
import Protocols

@testable import Hub
@testable import Stations

/// The links that another config touches.
struct RedialTests {
    private static let ids = ["s1", "s2", "s3"]

    private let world: World
    private let wire: Wire
    private let shared = LinkID(number: 1)
    private let lone = LinkID(number: 2)
    private let new = LinkID(number: 3)

    private static let stations =
        ids.map { StationConfiguration.make($0) } + [.make("lone", server: "lone.example")]

    /// Two links are open, and all four stations play.
    init() throws {
        world = .dialling(HubConfiguration(stations: Self.stations))
        wire = Wire(world)
        for link in wire.dials() { try wire.open(link) }
        for id in Self.ids { wire.push(Publication(station: id, title: "A").push, on: shared) }
        wire.push(Publication(station: "lone", title: "A").push, on: lone)
        for link in [shared, lone] { _ = wire.frames(from: link) }
    }

    /// The stations that the hub asks for on a link once it is open.
    private func stationsAsked(on link: LinkID) throws -> [String] {
        try wire.open(link)
        let request = wire.frames(from: link).compactMap(\.text).joined()
        return (Self.ids + ["lone", "new", "other"]).filter {
            request.contains(#""station:\#($0)""#)
        }
    }

    private func changed(
        _ id: String, _ change: (inout StationConfiguration) -> Void
    ) -> [StationConfiguration] {
        var stations = Self.stations
        for place in stations.indices where stations[place].id == id { change(&stations[place]) }
        return stations
    }

    @Test func `a config that says the same touches no link`() throws {
        world.reconfigure(Self.stations.reversed())
        world.run(for: .seconds(20))
        #expect(wire.dials().isEmpty && wire.hangUps().isEmpty)
        wire.push(Publication(station: "s2", title: "B").push, on: shared)
        try expect(world.present("s2")?["track"]?["title"]?.string, is: "B")
    }

    @Test func `stations that are added get a link of their own`() throws {
        world.reconfigure(Self.stations + [.make("new")])
        expect(wire.dials(), is: [new])
        #expect(wire.hangUps().isEmpty)
        try expect(stationsAsked(on: new), is: ["new"])
    }

    @Test func `a link that loses a station is dialled again with the others`() throws {
        world.reconfigure(Self.stations.filter { $0.id != "s2" })
        expect(wire.hangUps(), is: [shared])
        expect(wire.frames(from: shared).map(\.closeCode), is: [1001])
        expect(wire.dials(), is: [new])
        try expect(stationsAsked(on: new), is: ["s1", "s3"])
    }

    @Test func `a link that loses all its stations is ended`() {
        world.reconfigure(Self.stations.filter { $0.id != "lone" })
        expect(wire.hangUps(), is: [lone])
        #expect(wire.dials().isEmpty)
        expect(world.linkCount, is: 1)
    }

    @Test func `a station that is added rides on a link that is dialled again anyway`() throws {
        world.reconfigure(Self.stations.filter { $0.id != "s2" } + [.make("new")])
        expect(wire.dials(), is: [new])
        try expect(stationsAsked(on: new), is: ["s1", "s3", "new"])
    }

    @Test func `stations whose link is dialled again keep what they have`() throws {
        let client = world.connect()
        try world.call("subscribe", #"{"view":"nowPlaying","stations":["s1"]}"#, as: client)
        world.reconfigure(Self.stations.filter { $0.id != "s2" })
        try wire.open(new)
        world.run(for: .seconds(2))
        wire.push(Publication(station: "s1", title: "A").connect, on: new)
        world.run(for: .seconds(20))
        #expect(try world.updates(client).isEmpty)
        wire.push(Publication(station: "s1", title: "B").push, on: new)
        try expect(world.updates(client).map(\.title), is: ["B"])
    }

    @Test func `a link that does not come back shows after a while, with the reason`() throws {
        world.reconfigure(Self.stations.filter { $0.id != "s2" })
        world.run(for: .milliseconds(9_999))
        try expect(world.connection(of: "s1").state, is: "live")
        world.run(for: .milliseconds(1))
        try expect(world.connection(of: "s1").state, is: "stale")
        try expect(world.connection(of: "s1").reason, is: "lookupTimedOut")
        try expect(world.connection(of: "lone").state, is: "live")
    }

    @Test func `a hub that has just begun does not call it a failure`() throws {
        let world = World.dialling(.make(["s1", "s2"]))
        world.reconfigure(["s1"])
        try expect(world.connection(of: "s1").state, is: "connecting")
    }

    // MARK: Settings

    @Test func `another address is dialled, and what is known stays`() throws {
        world.reconfigure(changed("lone") { $0.feed.url = "wss://moved.example/live" })
        expect(wire.hangUps(), is: [lone])
        expect(wire.dials(), is: [new])
        #expect(wire.accept(new).contains("\r\nHost: moved.example\r\n"))
        try expect(world.present("lone")?["track"]?["title"]?.string, is: "A")
        try expect(world.connection(of: "lone").state, is: "live")
    }

    @Test func `other header fields are sent on a connection of their own`() throws {
        world.reconfigure(
            changed("s2") { $0.dial.headers = [HeaderField(name: "X-Key", value: "1")] })
        expect(wire.hangUps(), is: [shared])
        let links = wire.dials()
        expect(links, is: [new, LinkID(number: 4)])
        let requests = links.map { wire.accept($0) }
        expect(requests.map { $0.contains("X-Key: 1") }, is: [false, true])
    }

    @Test func `other certificates are a reason to dial`() throws {
        world.reconfigure(changed("lone") { $0.dial.tls.insecure = true })
        let settings = world.effects.compactMap { effect in
            if case .link(new, .dial(.server(_, let dial))) = effect { dial } else { nil }
        }
        expect(settings.map(\.tls.insecure), is: [true])
    }

    @Test func `another short code is another station, which begins anew`() throws {
        let client = world.connect()
        try world.call(
            "subscribe", #"{"view":"nowPlaying","stations":["s2"],"minInterval":0}"#, as: client)
        world.reconfigure(changed("s2") { $0.feed.settings["shortcode"] = .text("other") })
        let update = try #require(try world.updates(client).first)
        expect(update.changed, is: ["connection", "track", "playback", "station"])
        expect(update.document?["track"], is: nil)
        expect(update.document?["connection"]?["state"]?.string, is: "connecting")
        expect(wire.dials(), is: [new])
        try expect(stationsAsked(on: new), is: ["s1", "s3", "other"])
        wire.push(Publication(station: "other", title: "B").push, on: new)
        try expect(world.updates(client).map(\.title), is: ["B"])
    }

    @Test func `what is said of a station is no reason to dial`() {
        world.reconfigure(
            changed("s2") {
                $0.name = "Two"
                $0.delay = .seconds(5)
                $0.defaultStreamer = "Robot"
                $0.decodesEntities = false
            })
        #expect(wire.dials().isEmpty && wire.hangUps().isEmpty)
    }

    // MARK: Servers with a history

    @Test func `a changed config does not wait for what an earlier one led to`() throws {
        wire.push(#"{"disconnect":{"code":3501,"reason":"bad request"}}"#, on: shared)
        world.run(for: .seconds(5))
        _ = wire.dials()
        world.reconfigure(Self.stations.filter { $0.id != "s2" })
        expect(wire.dials(), is: [new])
    }

    @Test func `what a server takes on one link is remembered while one leads there`() throws {
        wire.push(#"{"disconnect":{"code":3505,"reason":"channel limit"}}"#, on: shared)
        world.run(for: .seconds(1))
        expect(wire.dials(), is: [new, LinkID(number: 4)])
        world.reconfigure(Self.stations.filter { $0.id != "s1" })
        expect(wire.dials(), is: [LinkID(number: 5)])
        // Two fit on a link; three would not.
        world.reconfigure(Self.stations)
        expect(wire.dials(), is: [LinkID(number: 6)])
        world.reconfigure(Self.stations.filter { $0.id == "lone" })
        world.reconfigure(Self.stations)
        let together = try #require(wire.dials().first)
        try expect(stationsAsked(on: together), is: Self.ids)
    }

    @Test func `many new links are dialled in waves`() {
        var limits = Limits()
        limits.dialsAtOnce = 2
        let world = World.dialling(.make(["one"]), limits: limits)
        let wire = Wire(world)
        _ = wire.dials()
        world.reconfigure((1...5).map { .make("n\($0)", server: "n\($0).example") })
        expect(wire.dials().count, is: 2)
        world.run(for: .milliseconds(400))
        expect(wire.dials().count, is: 3)
    }

    @Test func `what a link that was ended still says is dropped`() throws {
        world.reconfigure(Self.stations.filter { $0.id != "s2" })
        wire.push(Publication(station: "s1", title: "Late").push, on: shared)
        wire.drop(shared)
        try expect(world.present("s1")?["track"]?["title"]?.string, is: "A")
        try expect(world.connection(of: "s1").state, is: "live")
    }
}
