import Expectations
import NowPlaying
import Testing

@testable import Hub
@testable import Stations

struct DeterminismTests {
    /// A lively quarter of an hour, whose effects depend on the seed alone.
    private static func effects(seed: UInt64) throws -> [String] {
        let ids = (1...20).map { "s\($0)" }
        let stations = ids.map { StationConfiguration.make($0, server: "\($0.suffix(1)).example") }
        let world = World(
            HubConfiguration(stations: stations), seed: seed, isReplay: false, journal: .input)
        let wire = Wire(world)
        world.handle(.started)
        for view in ["line", "nowPlaying"] {
            try world.call("subscribe", #"{"view":"\#(view)"}"#, as: world.connect())
        }
        for round in 0..<120 {
            for link in wire.dials() where round % 7 < 5 {
                try wire.open(link)
                wire.push(Publication.connect(), on: link)
            }
            for (place, id) in ids.enumerated() where (place + round) % 3 == 0 {
                let publication = Publication(station: id, title: "Song \(round)", row: round)
                wire.push(publication.push, on: LinkID(number: place % 10 + 1))
            }
            if round % 5 == 4 { wire.drop(LinkID(number: round % 10 + 1)) }
            // Shorter than a dial may take, so that none that is seen was given up.
            world.run(for: .seconds(7))
        }
        return world.effects.map { "\($0)" }
    }

    @Test func `the same events at the same moments make the same effects, byte for byte`() throws {
        let first = try Self.effects(seed: 5)
        #expect(first.count > 500)
        try expect(first, is: Self.effects(seed: 5))
    }

    @Test func `chance comes from the seed alone`() throws {
        #expect(try Self.effects(seed: 5) != Self.effects(seed: 6))
    }
}
