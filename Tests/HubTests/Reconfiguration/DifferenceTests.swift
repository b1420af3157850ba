import Expectations
import Feeds
import NowPlaying
import Testing
import Protocols

@testable import Hub
@testable import Stations

/// The difference between two lists of stations.
struct DifferenceTests {
    private static let base = StationConfiguration.make("one")

    private func extent(
        _ change: (inout StationConfiguration) -> Void
    ) -> Reconfiguration.Extent? {
        var station = Self.base
        change(&station)
        return Reconfiguration(from: [Self.base], to: [station]).changed.first?.extent
    }

    @Test func `stations are told apart by their ids, in the order of the config`() {
        let old = ["a", "b", "c", "d"].map { StationConfiguration.make($0) }
        let new = ["f", "d", "e", "b"].map { StationConfiguration.make($0) }
        let difference = Reconfiguration(from: old, to: new)
        expect(difference.removed, is: ["a", "c"])
        expect(difference.added.map(\.id), is: ["f", "e"])
        #expect(difference.changed.isEmpty)
    }

    @Test func `another order changes nothing`() {
        let old = ["a", "b", "c"].map { StationConfiguration.make($0) }
        let difference = Reconfiguration(from: old, to: old.reversed())
        #expect(difference.removed.isEmpty && difference.added.isEmpty)
        #expect(difference.changed.isEmpty)
    }

    @Test func `what is only said of a station does not touch its link`() {
        expect(extent { $0.name = "One" }, is: .description)
        expect(extent { $0.url = "https://one.example" }, is: .description)
        expect(extent { $0.description = "It is the first." }, is: .description)
        expect(extent { $0.logo = .init(light: "https://one.example/l.png") }, is: .description)
        expect(extent { $0.delay = .seconds(2) }, is: .description)
        expect(extent { $0.defaultStreamer = "Robot" }, is: .description)
        expect(extent { $0.decodesEntities = false }, is: .description)
        expect(extent { $0.feed.settings["split"] = .flag(false) }, is: .description)
        expect(extent { $0.location = .init(latitude: 48, longitude: 11) }, is: .description)
        expect(
            extent { $0.streams = [.init(id: "s", name: "S", url: "https://one.example/s")] },
            is: .description)
    }

    @Test func `another way to the same station is a route`() {
        expect(extent { $0.feed.url = "wss://other.example/live" }, is: .route)
        expect(extent { $0.dial.headers = [HeaderField(name: "X-Key", value: "1")] }, is: .route)
        expect(extent { $0.dial.tls.insecure = true }, is: .route)
    }

    @Test func `another short code is another station`() {
        expect(extent { $0.feed.settings["shortcode"] = .text("two") }, is: .station)
    }
}
