import Expectations
import Feeds
import NowPlaying
import Testing
import Protocols

@testable import Hub
@testable import Stations

/// The fingerprint by which a recording tells one config from another.
struct FingerprintTests {
    private static func configuration(
        _ change: (inout [StationConfiguration]) -> Void = { _ in }
    ) -> HubConfiguration {
        var stations = ["one", "two"].map { StationConfiguration.make($0) }
        change(&stations)
        return HubConfiguration(stations: stations)
    }

    private static let base = configuration().fingerprint

    @Test func `equal configs have one fingerprint`() {
        expect(Self.base, is: Self.configuration().fingerprint)
        expect(Self.base.count, is: 16)
    }

    @Test(
        arguments: [
            { $0.removeLast() }, { $0.reverse() }, { $0[0].name = "One" }, { $0[0].url = "" },
            { $0[0].description = "1" }, { $0[0].logo = .init(dark: "https://one.example/d") },
            { $0[0].delay = .seconds(1) }, { $0[0].defaultStreamer = "Robot" },
            { $0[0].decodesEntities = false }, { $0[0].feed.url = "wss://radio.example/other" },
            { $0[0].feed.settings["shortcode"] = .text("three") },
        ] as [@Sendable (inout [StationConfiguration]) -> Void])
    func `whatever a replay would show has one of its own`(
        change: @Sendable (inout [StationConfiguration]) -> Void
    ) {
        #expect(Self.configuration(change).fingerprint != Self.base)
    }

    @Test func `secrets are not in it, but which stations have them in common is`() {
        let keyed = ["a", "b"].map { key in
            Self.configuration { stations in
                for place in stations.indices {
                    stations[place].dial.headers = [HeaderField(name: "X-Key", value: key)]
                    stations[place].feed.url += "?key=\(key)"
                }
            }
        }
        expect(keyed.map(\.fingerprint), is: [Self.base, Self.base])
        let apart = Self.configuration {
            $0[1].dial.headers = [HeaderField(name: "X-Key", value: "a")]
        }
        #expect(apart.fingerprint != Self.base)
    }
}
