import Expectations
import JSON
import Testing

@testable import Simulator

/// The scripts that are part of the program.
struct ShippedScriptTests {
    private static let feeds = SimulatedFeed.allCases.filter { $0 != .azuraCast }

    @Test(arguments: feeds)
    func `a shipped script says what it follows, and which station is read`(
        feed: SimulatedFeed
    ) throws {
        let script = try #require(feed.script)
        expect(script.source?.isEmpty, is: false)
        let station = try #require(script.stations.first)
        expect(script.stations.count, is: 1)
        expect(station.type, is: [.phoenix, .pusher].contains(feed) ? "json" : feed.rawValue)
        let path = station.path.split(separator: "?").first.map(String.init)
        #expect(script.path.matches(try #require(path)))
    }

    @Test(arguments: feeds)
    func `a shipped script goes on for ever`(feed: SimulatedFeed) throws {
        #expect(try #require(feed.script).repeated != nil)
    }

    @Test func `AzuraCast has a server of its own`() {
        #expect(SimulatedFeed.azuraCast.script == nil)
    }
}
