import Expectations
import NowPlaying
import TestSupport
import Testing

@testable import Hub
@testable import Stations

/// The stations that share a link, and the split of a link that has too many.
struct LinkSplitTests {
    private static let ids = (1...6).map { "s\($0)" }

    private let world: World
    private let wire: Wire
    private let link = LinkID(number: 1)

    init() throws {
        world = .dialling(.make(Self.ids))
        wire = Wire(world)
        try wire.open(link)
        _ = wire.dials()
        _ = wire.frames(from: link)
    }

    /// The stations that the hub asks for on each link that it dials next.
    private func stationsOnNewLinks() throws -> [[String]] {
        world.run(for: .seconds(1))
        return try wire.dials().map { link in
            try wire.open(link)
            let request = wire.frames(from: link).compactMap(\.text).joined()
            return Self.ids.filter { request.contains(#""station:\#($0)""#) }
        }
    }

    @Test func `stations of one server share a link`() {
        expect(world.linkCount, is: 1)
    }

    @Test func `stations of different servers do not share a link`() {
        let stations = ["a", "b"].map { StationConfiguration.make($0, server: $0 + ".example") }
        expect(World(HubConfiguration(stations: stations)).linkCount, is: 2)
    }

    @Test func `a link has at most 32 stations`() {
        expect(World(.make((1...65).map { "s\($0)" })).linkCount, is: 3)
    }

    @Test func `a server that has too many channels gets half as many on each link`() throws {
        wire.push(#"{"disconnect":{"code":3505,"reason":"channel limit"}}"#, on: link)
        expect(wire.hangUps(), is: [link])
        try expect(stationsOnNewLinks(), is: [["s1", "s2", "s3"], ["s4", "s5", "s6"]])
    }

    @Test func `a server that says that a message is too big gets half as many`() throws {
        wire.say(ServerFrame.close(1009), on: link)
        try expect(stationsOnNewLinks(), is: [["s1", "s2", "s3"], ["s4", "s5", "s6"]])
    }

    @Test func `a message that is too big for us halves the link too`() throws {
        // A text frame of 16 MiB is announced.
        wire.say([0x81, 127, 0, 0, 0, 0, 1, 0, 0, 0], on: link)
        expect(wire.frames(from: link).map(\.closeCode), is: [1009])
        try expect(stationsOnNewLinks(), is: [["s1", "s2", "s3"], ["s4", "s5", "s6"]])
    }

    @Test func `a link of one station is dialled again as it is`() throws {
        let world = World.dialling()
        let wire = Wire(world)
        try wire.open(link)
        _ = wire.dials()
        wire.push(#"{"disconnect":{"code":3505,"reason":"channel limit"}}"#, on: link)
        world.run(for: .seconds(1))
        expect(wire.dials(), is: [link])
        expect(world.linkCount, is: 1)
    }

    @Test func `stations of a split link keep what they have`() throws {
        wire.push(Publication(station: "s5", title: "First Light").push, on: link)
        wire.push(#"{"disconnect":{"code":3505,"reason":"channel limit"}}"#, on: link)
        try expect(world.present("s5")?["track"]?["title"]?.string, is: "First Light")
        _ = try stationsOnNewLinks()
        wire.push(Publication(station: "s5", title: "Night").push, on: LinkID(number: 3))
        try expect(world.present("s5")?["track"]?["title"]?.string, is: "Night")
    }
}
